import AppKit
import StrataTesting
import StrataViews
import Testing

/// The places of windows, and the shapes of the pointer.
@MainActor @Suite(.serialized) struct PlacementTests {
  private final class Delegate: NSObject, NSWindowDelegate {
    var moves = 0
    func windowDidMove(_ notification: Notification) { moves += 1 }
  }

  @Test func aWindowMovesInTheCoordinatesOfTheScreen() throws {
    let stage = Stage()
    let delegate = Delegate()
    stage.window.delegate = delegate
    let screen = try #require(NSScreen.main).frame.height
    stage.window.setFrameOrigin(NSPoint(x: 30, y: 40))
    #expect(stage.window.frame == NSRect(x: 30, y: 40, width: 200, height: 200))
    #expect(delegate.moves == 1)
    // The desktop moves it, as the user does.
    stage.host.send(.moved(CGPoint(x: 5, y: 10)), at: 1)
    #expect(stage.window.frame.origin == NSPoint(x: 5, y: screen - 210))
    stage.window.setFrameTopLeftPoint(NSPoint(x: 1, y: screen))
    #expect(stage.window.frame.origin == NSPoint(x: 1, y: screen - 200))
    stage.window.setFrame(NSRect(x: 7, y: 8, width: 100, height: 50), display: true)
    #expect(stage.window.frame == NSRect(x: 7, y: 8, width: 100, height: 50))
    #expect(stage.host.size == CGSize(width: 100, height: 50))
    stage.window.setFrameOrigin(NSPoint(x: CGFloat.nan, y: 0))
    #expect(stage.window.frame.origin == NSPoint(x: 7, y: 8))
  }

  @Test func theUpperCornerStaysWhenTheUserChangesTheSize() {
    let stage = Stage()
    stage.window.setFrameOrigin(NSPoint(x: 30, y: 40))
    stage.host.send(.resized(CGSize(width: 300, height: 120)), at: 1)
    #expect(stage.window.frame == NSRect(x: 30, y: 120, width: 300, height: 120))
    let point = stage.window.convertPoint(toScreen: .zero)
    #expect(point == NSPoint(x: 30, y: 120))
  }

  @Test func aScreenThatWasDescribedStaysAsItIs() {
    let (size, scale) = (MainScreen.size, MainScreen.scale)
    NSScreen.setMain(size: NSSize(width: 390, height: 844), scale: 1)
    MainScreen.describe { CGSize(width: 1920, height: 1080) }
    #expect(NSScreen.main?.frame.size == NSSize(width: 390, height: 844))
    MainScreen.set(size: size, scale: scale)
  }

  private final class Frames: NSObject, NSWindowDelegate {
    var frames: [NSRect] = []
    func windowDidMove(_ notification: Notification) { note(notification) }
    func windowDidResize(_ notification: Notification) { note(notification) }
    private func note(_ notification: Notification) {
      if let window = notification.object as? NSWindow { frames.append(window.frame) }
    }
  }

  @Test func nobodySeesHalfOfAChangedFrame() {
    let stage = Stage()
    stage.window.setFrameOrigin(NSPoint(x: 30, y: 40))
    let delegate = Frames()
    stage.window.delegate = delegate
    stage.host.send(.resized(CGSize(width: 200, height: 120)), at: 1)
    #expect(delegate.frames == Array(repeating: NSRect(x: 30, y: 120, width: 200, height: 120), count: 2))
    delegate.frames = []
    let frame = NSRect(x: 7, y: 8, width: 100, height: 50)
    stage.window.setFrame(frame, display: true)
    #expect(delegate.frames == [frame, frame])
  }

  /// A display answers later, by events.
  private final class SlowHost: WindowHost {
    var size = CGSize(width: 200, height: 200)
    let scale: CGFloat = 1
    var title = ""
    var isResizable = true
    var isBordered = true
    let time: TimeInterval = 0
    weak var receiver: (any WindowEventReceiver)?
    var corners: [CGPoint] = []
    func attach(_ layer: CALayer) {}
    func present() {}
    func close() {}
    func move(to corner: CGPoint) { corners.append(corner) }
    func call(at time: TimeInterval, _ body: @escaping () -> Void) {}
  }

  @Test func theFrameIsTheOneAskedForUntilTheDisplayAnswers() throws {
    let host = SlowHost()
    let window = NSWindow(host: host)
    let screen = try #require(NSScreen.main).frame
    window.setContentSize(NSSize(width: 210, height: 190))
    // Nobody has said where the window is.
    #expect(host.corners.isEmpty)
    window.setFrame(NSRect(x: 100, y: 100, width: 350, height: 250), display: true)
    #expect(window.frame == NSRect(x: 100, y: 100, width: 350, height: 250))
    #expect(window.contentView?.frame.size == NSSize(width: 350, height: 250))
    #expect(host.corners == [CGPoint(x: 100, y: screen.height - 350)])
    window.receive(.resized(CGSize(width: 350, height: 250)))
    window.receive(.moved(CGPoint(x: 100, y: screen.height - 350)))
    #expect(window.frame == NSRect(x: 100, y: 100, width: 350, height: 250))
    window.setContentSize(NSSize(width: 220, height: 180))
    #expect(window.frame == NSRect(x: 100, y: 100, width: 220, height: 180))
    #expect(host.corners.last == CGPoint(x: 100, y: screen.height - 280))
    window.center()
    #expect(window.frame.midX == screen.midX && window.frame.midY == screen.midY)
  }

  @Test func aWindowAsksForThePlaceOfItsContents() throws {
    let (host, make) = (SlowHost(), WindowHosts.make)
    WindowHosts.make = { _ in host }
    defer { WindowHosts.make = make }
    let screen = try #require(NSScreen.main).frame
    let rect = NSRect(x: 40, y: 60, width: 200, height: 200)
    let window = NSWindow(contentRect: rect, styleMask: .borderless, backing: .buffered, defer: false)
    #expect(window.frame == rect)
    #expect(host.corners == [CGPoint(x: 40, y: screen.height - 260)])
    // The lower left corner of the screen leaves the choice to the desktop.
    _ = NSWindow(
      contentRect: NSRect(origin: .zero, size: rect.size),
      styleMask: .titled,
      backing: .buffered,
      defer: false
    )
    #expect(host.corners.count == 1)
  }

  @Test func aWindowWithoutATitleHasNoFrame() {
    let host = SlowHost()
    let window = NSWindow(host: host, styleMask: [.resizable])
    #expect(!host.isBordered)
    window.styleMask.insert(.titled)
    #expect(host.isBordered)
    window.styleMask = .borderless
    #expect(!host.isBordered && !host.isResizable)
  }

  @Test func aWindowGoesToTheMiddle() throws {
    let stage = Stage()
    let screen = try #require(NSScreen.main).frame
    stage.window.center()
    #expect(stage.window.frame.midX == screen.midX && stage.window.frame.midY == screen.midY)
  }

  private final class Texty: NSView {
    var resets = 0
    override func resetCursorRects() {
      resets += 1
      addCursorRect(NSRect(x: 0, y: 0, width: 20, height: 1000), cursor: .iBeam)
    }
  }

  @Test func rectanglesChooseThePointer() {
    var shown: [PointerDisplay.Shape?] = []
    PointerDisplay.show = { shown.append($0) }
    defer { PointerDisplay.show = { _ in } }
    let stage = Stage()
    let view = stage.add(Texty(), 0, 0, 50, 50)
    stage.mouse(.moved, 10, 180, at: 1, clicks: 0)
    #expect(NSCursor.current === NSCursor.iBeam)
    stage.mouse(.moved, 11, 181, at: 1.1, clicks: 0)
    stage.mouse(.moved, 40, 180, at: 1.2, clicks: 0)
    #expect(NSCursor.current === NSCursor.arrow)
    #expect(shown == [.text, .arrow])
    #expect(view.resets == 1)
    stage.window.invalidateCursorRects(for: view)
    stage.mouse(.moved, 10, 180, at: 1.3, clicks: 0)
    #expect(view.resets == 2)
    stage.mouse(.moved, 100, 20, at: 1.4, clicks: 0)
  }

  private final class Link: NSView {
    override func updateTrackingAreas() {
      guard trackingAreas.isEmpty else { return }
      let options: NSTrackingArea.Options = [.cursorUpdate, .activeAlways, .inVisibleRect]
      addTrackingArea(NSTrackingArea(rect: .zero, options: options, owner: self))
    }
    override func cursorUpdate(with event: NSEvent) {
      #expect(event.type == .cursorUpdate)
      NSCursor.pointingHand.set()
    }
  }

  @Test func aTrackingAreaChoosesThePointer() {
    let stage = Stage()
    _ = stage.add(Link(), 0, 0, 50, 50)
    _ = stage.add(Texty(), 50, 0, 50, 50)
    stage.mouse(.moved, 60, 180, at: 1, clicks: 0)
    #expect(NSCursor.current === NSCursor.iBeam)
    stage.mouse(.moved, 10, 180, at: 1.1, clicks: 0)
    stage.mouse(.moved, 12, 180, at: 1.2, clicks: 0)
    #expect(NSCursor.current === NSCursor.pointingHand)
    stage.mouse(.moved, 150, 20, at: 1.3, clicks: 0)
    #expect(NSCursor.current === NSCursor.arrow)
  }

  @Test func pointersAreStackedAndHidden() {
    var shown: [PointerDisplay.Shape?] = []
    PointerDisplay.show = { shown.append($0) }
    defer { PointerDisplay.show = { _ in } }
    NSCursor.crosshair.push()
    NSCursor.pointingHand.push()
    NSCursor.hide()
    NSCursor.hide()
    NSCursor.pop()
    NSCursor.unhide()
    NSCursor.unhide()
    NSCursor.unhide()
    NSCursor.pop()
    NSCursor.pop()
    #expect(shown == [.crosshair, .pointingHand, nil, nil, .crosshair, .arrow])
    #expect(NSCursor.current === NSCursor.arrow)
  }
}

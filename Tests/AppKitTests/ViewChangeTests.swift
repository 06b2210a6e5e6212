import AppKit
import StrataTesting
import Synchronization
import Testing

/// Notifications of views, bitmaps of them, and parts of drawings.
@MainActor @Suite struct ViewChangeTests {
  /// Counts the notifications of a view.
  private final class Counter {
    private final class Total: Sendable {
      let value = Mutex(0)
    }

    private let total = Total()
    private let token: any NSObjectProtocol
    var count: Int { total.value.withLock { $0 } }

    init(_ name: Notification.Name, of view: NSView) {
      token = NotificationCenter.default.addObserver(forName: name, object: view, queue: nil) { [total] _ in
        total.value.withLock { $0 += 1 }
      }
    }

    deinit { NotificationCenter.default.removeObserver(token) }
  }

  @Test func aChangeOfTheFrameIsAnnouncedOnce() {
    let view = NSView(frame: NSRect(x: 0, y: 0, width: 10, height: 10))
    let frames = Counter(NSView.frameDidChangeNotification, of: view)
    let bounds = Counter(NSView.boundsDidChangeNotification, of: view)
    view.frame = NSRect(x: 5, y: 5, width: 20, height: 20)
    view.frame = NSRect(x: 5, y: 5, width: 20, height: 20)
    view.setFrameOrigin(.zero)
    #expect(frames.count == 2)
    #expect(bounds.count == 0)
    view.postsFrameChangedNotifications = false
    view.setFrameOrigin(NSPoint(x: 1, y: 1))
    #expect(frames.count == 2)
  }

  @Test func aChangeOfTheBoundsIsAnnouncedOnce() {
    let view = NSView(frame: NSRect(x: 0, y: 0, width: 10, height: 10))
    let (frames, bounds) = (
      Counter(NSView.frameDidChangeNotification, of: view),
      Counter(NSView.boundsDidChangeNotification, of: view)
    )
    view.bounds = NSRect(x: 1, y: 1, width: 5, height: 5)
    view.boundsRotation = 30
    #expect(bounds.count == 2)
    view.postsBoundsChangedNotifications = false
    view.boundsRotation = 0
    #expect(bounds.count == 2)
    #expect(frames.count == 0)
  }

  /// Calls a closure at each notification of a view.
  private final class Listener {
    private let token: any NSObjectProtocol

    init(_ name: Notification.Name, of view: NSView, _ body: @escaping @MainActor @Sendable () -> Void) {
      token = NotificationCenter.default.addObserver(forName: name, object: view, queue: nil) { _ in
        MainActor.assumeIsolated(body)
      }
    }

    deinit { NotificationCenter.default.removeObserver(token) }
  }

  private func widthSizableChild(of view: NSView) -> NSView {
    let child = NSView(frame: view.bounds)
    child.autoresizingMask = .width
    view.addSubview(child)
    return child
  }

  @Test func theSubviewsFollowBeforeAChangeIsAnnounced() {
    let view = NSView(frame: NSRect(x: 0, y: 0, width: 200, height: 10))
    let child = widthSizableChild(of: view)
    var widths: [CGFloat] = []
    let listener = Listener(NSView.frameDidChangeNotification, of: view) { widths.append(child.frame.width) }
    view.setFrameSize(NSSize(width: 50, height: 10))
    view.frame = NSRect(x: 5, y: 5, width: 70, height: 10)
    withExtendedLifetime(listener) {}
    #expect(widths == [50, 70])
  }

  @Test func turnedSubviewsFollowBeforeAChangeIsAnnounced() {
    let view = NSView(frame: NSRect(x: 0, y: 0, width: 200, height: 10))
    let child = widthSizableChild(of: view)
    view.wantsLayer = true
    var turns: [CGFloat?] = []
    let listener = Listener(NSView.boundsDidChangeNotification, of: view) {
      turns.append(child.layer?.affineTransform().b.rounded())
    }
    view.boundsRotation = 90
    withExtendedLifetime(listener) {}
    #expect(turns == [1])
  }

  @Test func anObserverMayCorrectASize() {
    let view = NSView(frame: NSRect(x: 0, y: 0, width: 200, height: 10))
    let child = widthSizableChild(of: view)
    let listener = Listener(NSView.frameDidChangeNotification, of: view) {
      if view.frame.width < 100 { view.setFrameSize(NSSize(width: 100, height: 10)) }
    }
    view.setFrameSize(NSSize(width: 50, height: 10))
    withExtendedLifetime(listener) {}
    #expect(view.frame.width == 100)
    #expect(child.frame.width == 100)
  }

  private final class ClipView: NSView {
    var corner = NSPoint.zero

    override func setFrameSize(_ newSize: NSSize) {
      super.setFrameSize(newSize)
      setBoundsOrigin(corner)
    }
  }

  @Test func boundsThatMoveDuringAChangeOfTheFrameAreAnnounced() {
    let view = ClipView(frame: NSRect(x: 0, y: 0, width: 10, height: 10))
    let frames = Counter(NSView.frameDidChangeNotification, of: view)
    let bounds = Counter(NSView.boundsDidChangeNotification, of: view)
    view.frame = NSRect(x: 0, y: 0, width: 20, height: 20)
    #expect(frames.count == 1)
    #expect(bounds.count == 0)
    view.corner = NSPoint(x: 3, y: 0)
    view.frame = NSRect(x: 0, y: 0, width: 30, height: 30)
    #expect(frames.count == 2)
    #expect(bounds.count == 1)
  }

  private final class FlippedView: NSView {
    override var isFlipped: Bool { true }
  }

  @Test(arguments: [false, true]) func aViewIsDrawnIntoABitmap(isFlipped: Bool) throws {
    let frame = NSRect(x: 7, y: 7, width: 20, height: 20)
    let view = isFlipped ? FlippedView(frame: frame) : NSView(frame: frame)
    let child = Filled(.red)
    child.frame = NSRect(x: 0, y: 0, width: 10, height: 5)
    view.addSubview(child)
    let bitmap = try #require(view.bitmapImageRepForCachingDisplay(in: view.bounds))
    view.cacheDisplay(in: view.bounds, to: bitmap)
    let image = try #require(bitmap.cgImage)
    #expect(bitmap.size == NSSize(width: 20, height: 20))
    #expect(image.pixel(5, isFlipped ? 2 : 17) == red)
    #expect(image.pixel(15, 10) == [0, 0, 0, 0])
    #expect(view.layer == nil)
    #expect(child.layer == nil)
  }

  @Test func aDrawingIntoABitmapKeepsTheLayersThatWereThere() throws {
    final class Growing: NSView {
      let late = NSView()
      override func layout() { addSubview(late) }
    }
    let view = Growing(frame: NSRect(x: 0, y: 0, width: 20, height: 20))
    let (plain, wanting, hosting) = (NSView(), NSView(), NSView())
    view.subviews = [plain, wanting]
    plain.addSubview(hosting)
    wanting.addSubview(NSView())
    let own = CALayer()
    hosting.layer = own
    wanting.wantsLayer = true
    let former = wanting.layer
    let bitmap = try #require(view.bitmapImageRepForCachingDisplay(in: view.bounds))
    view.cacheDisplay(in: view.bounds, to: bitmap)
    #expect(view.late.superview === view)
    #expect([view, view.late, plain].allSatisfy { $0.layer == nil })
    #expect(hosting.layer === own)
    #expect(wanting.layer === former && former != nil)
    #expect(wanting.subviews.allSatisfy { $0.layer != nil })
  }

  @Test func aPartOfAViewIsDrawnIntoABitmap() throws {
    let stage = Stage(scale: 2)
    let view = stage.add(Filled(.blue), 0, 0, 40, 40)
    let rect = NSRect(x: 30, y: 30, width: 20, height: 20)
    let bitmap = try #require(view.bitmapImageRepForCachingDisplay(in: rect))
    #expect(bitmap.pixelsWide == 40 && bitmap.size == rect.size)
    view.cacheDisplay(in: rect, to: bitmap)
    #expect(bitmap.cgImage?.pixel(10, 30) == blue)
    #expect(bitmap.cgImage?.pixel(30, 10) == [0, 0, 0, 0])
    #expect(view.bitmapImageRepForCachingDisplay(in: .zero) == nil)
  }

  @Test func aDrawingKnowsItsPart() {
    final class Asking: Filled {
      var answers: [Bool] = []
      override func draw(_ dirtyRect: NSRect) {
        answers = [
          needsToDraw(NSRect(x: 1, y: 1, width: 2, height: 2)),
          needsToDraw(NSRect(x: 30, y: 30, width: 2, height: 2)),
        ]
      }
    }
    let stage = Stage()
    let view = stage.add(Asking(.red), 0, 0, 40, 40)
    #expect(view.answers == [true, true])
    stage.host.run(at: 1) { view.setNeedsDisplay(NSRect(x: 0, y: 0, width: 5, height: 5)) }
    #expect(view.answers == [true, false])
    #expect(!view.needsToDraw(view.bounds))
  }

  @Test func rectanglesAreAlignedWithPixels() {
    let stage = Stage(scale: 2)
    let view = stage.add(NSView(), 0, 0, 40, 40)
    let rect = NSRect(x: 0.3, y: 0.3, width: 1, height: 1)
    let outer = NSRect(x: 0, y: 0, width: 1.5, height: 1.5)
    #expect(view.backingAlignedRect(rect, options: .alignAllEdgesOutward) == outer)
  }

  @Test func aViewIsMadeAsNew() {
    let view = NSView()
    view.alphaValue = 0.5
    view.isHidden = true
    view.prepareForReuse()
    #expect(view.alphaValue == 1 && !view.isHidden)
  }
}

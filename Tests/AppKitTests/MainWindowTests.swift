import AppKit
import StrataViews
import Testing

/// The main window, controllers of windows, and what the mouse and the keyboard do now.
@MainActor @Suite(.serialized) struct MainWindowTests {
  private func window() -> NSWindow {
    NSWindow(host: OfflineWindowHost(size: CGSize(width: 100, height: 100)), styleMask: [.titled])
  }

  /// A window without a title bar that wants keys in spite of that.
  private final class Panel: NSWindow {
    override var canBecomeKey: Bool { true }

    init(_ host: OfflineWindowHost = OfflineWindowHost(size: CGSize(width: 100, height: 100))) {
      super.init(host: host, styleMask: .borderless)
    }
  }

  @Test func aWindowWithoutATitleBarGetsNoKeys() {
    let (main, splash) = (
      window(), NSWindow(host: OfflineWindowHost(size: CGSize(width: 9, height: 9)), styleMask: .borderless)
    )
    main.makeKeyAndOrderFront(nil)
    splash.makeKeyAndOrderFront(nil)
    #expect(!splash.canBecomeKey && splash.isVisible)
    #expect(main.isKeyWindow && !splash.isKeyWindow)
    splash.styleMask = .resizable
    splash.makeKey()
    #expect(splash.isKeyWindow)
    splash.close()
    main.close()
  }

  /// Counts how often a window is brought to the front.
  private final class CountingHost: WindowHost {
    var size = CGSize(width: 100, height: 100)
    let scale: CGFloat = 1
    var title = ""
    var isResizable = true
    let time: TimeInterval = 0
    weak var receiver: (any WindowEventReceiver)?
    var presents = 0
    func attach(_ layer: CALayer) {}
    func present() { presents += 1 }
    func close() {}
    func call(at time: TimeInterval, _ body: @escaping () -> Void) {}
  }

  @Test func theDesktopIsAskedForTheKeysOnce() {
    let host = CountingHost()
    let (window, other) = (NSWindow(host: host), window())
    window.makeKeyAndOrderFront(nil)
    #expect(host.presents == 1)
    other.makeKeyAndOrderFront(nil)
    window.makeKey()
    #expect(host.presents == 2)
    other.makeKey()
    // The desktop itself gives the keys.
    window.receive(.focusChanged(true))
    #expect(host.presents == 2 && window.isKeyWindow)
    window.close()
    other.close()
  }

  @Test func theWindowWithTheKeysIsTheMainOneIfItCanBe() {
    let (main, bare) = (window(), Panel())
    main.makeKeyAndOrderFront(nil)
    bare.makeKeyAndOrderFront(nil)
    #expect(main.isMainWindow && !main.isKeyWindow)
    #expect(bare.isKeyWindow && !bare.isMainWindow)
    bare.makeMain()
    #expect(main.isMainWindow)
    main.orderOut(nil)
    #expect(!main.isMainWindow)
    bare.close()
  }

  /// A display takes the keys from one window before another one gets them.
  @Test func theMainWindowStaysWhileTheKeysGoToAPanel() {
    let (host, other) = (
      OfflineWindowHost(size: CGSize(width: 100, height: 100)),
      OfflineWindowHost(size: CGSize(width: 100, height: 100))
    )
    let (main, bare) = (NSWindow(host: host), Panel(other))
    let delegate = MainWindowNotes()
    main.delegate = delegate
    main.makeKeyAndOrderFront(nil)
    bare.orderFront(nil)
    host.run(at: 1) {
      main.receive(.focusChanged(false))
      bare.receive(.focusChanged(true))
    }
    #expect(bare.isKeyWindow)
    #expect(main.isMainWindow)
    bare.orderOut(nil)
    #expect(main.isMainWindow)
    #expect(delegate.calls == ["main"])
    main.close()
  }

  @Test func aProgramWithoutTheKeysHasNoMainWindow() {
    let (host, other) = (
      OfflineWindowHost(size: CGSize(width: 100, height: 100)),
      OfflineWindowHost(size: CGSize(width: 100, height: 100))
    )
    let (main, bare) = (NSWindow(host: host), Panel(other))
    main.makeKeyAndOrderFront(nil)
    bare.orderFront(nil)
    host.send(.focusChanged(false), at: 1)
    #expect(!main.isMainWindow)
    // The program gets the keys again by a click on the panel.
    other.send(.focusChanged(true), at: 1)
    #expect(main.isMainWindow && bare.isKeyWindow)
    other.send(.focusChanged(false), at: 2)
    main.orderOut(nil)
    other.send(.focusChanged(true), at: 3)
    #expect(!main.isMainWindow)
    bare.close()
    main.close()
  }

  @Test func pointsGoToTheScreenAndBack() {
    let window = window()
    window.setFrameOrigin(NSPoint(x: 30, y: 40))
    let point = window.convertPoint(toScreen: NSPoint(x: 1, y: 2))
    #expect(point == NSPoint(x: 31, y: 42))
    #expect(window.convertPoint(fromScreen: point) == NSPoint(x: 1, y: 2))
    let rect = NSRect(x: 1, y: 2, width: 3, height: 4)
    #expect(window.convertToScreen(rect) == NSRect(x: 31, y: 42, width: 3, height: 4))
    #expect(window.convertFromScreen(window.convertToScreen(rect)) == rect)
  }

  @Test func aControllerShowsAndClosesItsWindow() {
    let window = window()
    let controller = NSWindowController(window: window)
    #expect(controller.isWindowLoaded && window.windowController === controller)
    #expect(window.nextResponder === controller)
    controller.showWindow(nil)
    #expect(window.isVisible)
    controller.close()
    #expect(!window.isVisible)
    controller.window = nil
    #expect(window.windowController == nil)
  }

  @Test func aWindowWithoutArgumentsCanBeSetUp() {
    let window = NSWindow()
    window.setContentSize(NSSize(width: 30, height: 20))
    #expect(window.contentView?.frame.size == NSSize(width: 30, height: 20))
  }

  @Test func theClassOfEventsKnowsThePresent() {
    let stage = Stage()
    stage.window.setFrameOrigin(NSPoint(x: 10, y: 20))
    // Other tests may leave a button pressed in their windows.
    let others = NSEvent.pressedMouseButtons & ~2
    stage.mouse(.down(button: 1), 5, 190, at: 1)
    #expect(NSEvent.mouseLocation == NSPoint(x: 15, y: 30))
    #expect(NSEvent.pressedMouseButtons == others | 2)
    stage.mouse(.up(button: 1), 5, 190, at: 2)
    #expect(NSEvent.pressedMouseButtons == others)
    #expect(NSEvent.modifierFlags == [])
  }
}

import AppKit
import StrataViews
import Testing

/// When the views of controllers appear and disappear, and what a window does with its controller.
@MainActor @Suite struct AppearanceTests {
  private final class Controller: NSViewController {
    var calls: [String] = []
    override func loadView() { view = NSView(frame: NSRect(x: 0, y: 0, width: 320, height: 240)) }
    override func viewWillAppear() { calls.append("will appear") }
    override func viewDidAppear() { calls.append("did appear") }
    override func viewWillDisappear() { calls.append("will disappear") }
    override func viewDidDisappear() { calls.append("did disappear") }

    /// The calls since the last time.
    func news() -> [String] {
      defer { calls = [] }
      return calls
    }
  }

  private let appears = ["will appear", "did appear"]
  private let disappears = ["will disappear", "did disappear"]

  private func made() -> NSWindow {
    NSWindow(host: OfflineWindowHost(size: CGSize(width: 100, height: 100)))
  }

  @Test func aViewAppearsWithItsWindow() {
    let (window, controller) = (made(), Controller())
    window.contentViewController = controller
    #expect(controller.news().isEmpty)
    window.makeKeyAndOrderFront(nil)
    #expect(controller.news() == appears)
    window.orderFront(nil)
    #expect(controller.news().isEmpty)
    window.orderOut(nil)
    #expect(controller.news() == disappears)
    window.orderFront(nil)
    #expect(controller.news() == appears)
    window.close()
    #expect(controller.news() == disappears)
  }

  @Test func aHiddenViewDisappears() {
    let (window, controller, child) = (made(), Controller(), Controller())
    controller.addChild(child)
    controller.view.addSubview(child.view)
    window.contentViewController = controller
    window.orderFront(nil)
    #expect(child.news() == appears)
    #expect(controller.news() == appears)
    child.view.isHidden = true
    #expect(child.news() == disappears)
    controller.view.isHidden = true
    #expect(controller.news() == disappears)
    child.view.isHidden = false
    #expect(child.news().isEmpty)
    controller.view.isHidden = false
    #expect(child.news() == appears)
    #expect(controller.news() == appears)
    window.close()
  }

  @Test func aViewAppearsWhereItIsSeen() {
    let (stage, controller) = (Stage(), Controller())
    let (hidden, shown) = (stage.add(NSView(), 0, 0, 50, 50), stage.add(NSView(), 50, 0, 50, 50))
    hidden.isHidden = true
    hidden.addSubview(controller.view)
    #expect(controller.news().isEmpty)
    shown.addSubview(controller.view)
    #expect(controller.news() == appears)
    hidden.addSubview(controller.view)
    #expect(controller.news() == disappears)
  }

  @Test func theWindowTakesTheSizeOfItsController() {
    final class Delegate: NSObject, NSWindowDelegate {
      var sizes: [NSSize] = []
      func windowDidResize(_ notification: Notification) {
        if let window = notification.object as? NSWindow { sizes.append(window.frame.size) }
      }
    }
    let (window, controller, delegate) = (made(), Controller(), Delegate())
    window.delegate = delegate
    window.contentViewController = controller
    let size = NSSize(width: 320, height: 240)
    #expect(window.frame.size == size)
    #expect(controller.view.frame == NSRect(origin: .zero, size: size))
    #expect(delegate.sizes == [size])
    // A view without a size takes that of the window.
    let plain = NSViewController()
    window.contentViewController = plain
    #expect(window.frame.size == size)
    #expect(plain.view.frame.size == size)
  }

  @Test func anotherContentViewTakesThePlaceOfTheController() {
    let (window, controller, view) = (made(), Controller(), NSView())
    window.contentViewController = controller
    window.contentView = controller.view
    #expect(window.contentViewController === controller)
    window.contentView = view
    #expect(window.contentViewController == nil)
    #expect(window.contentView === view)
    #expect(controller.view.window == nil)
    window.contentViewController = controller
    let other = Stage()
    other.content.addSubview(controller.view)
    #expect(window.contentViewController == nil)
    #expect(window.contentView == nil)
    #expect(controller.news() == appears)
  }
}

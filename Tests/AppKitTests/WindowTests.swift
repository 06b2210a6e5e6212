import AppKit
import StrataViews
import Testing

/// Windows, controllers and the application, without a display.
@MainActor @Suite struct WindowTests {
  private final class Controller: NSViewController {
    var calls: [String] = []
    override func loadView() { view = NSView(frame: NSRect(x: 0, y: 0, width: 30, height: 20)) }
    override func viewDidLoad() { calls.append("load") }
    override func viewWillAppear() { calls.append("will appear") }
    override func viewDidAppear() { calls.append("did appear") }
    override func viewWillDisappear() { calls.append("will disappear") }
    override func viewDidDisappear() { calls.append("did disappear") }
    override func viewDidLayout() { calls.append("layout") }
  }

  private final class Delegate: NSObject, NSWindowDelegate {
    var calls: [String] = []
    var keeps = false
    func windowShouldClose(_ sender: NSWindow) -> Bool { !keeps }
    func windowWillClose(_ notification: Notification) { calls.append("close") }
    func windowDidResize(_ notification: Notification) { calls.append("resize") }
  }

  @Test func theContentsFollowTheHost() {
    let stage = Stage()
    let delegate = Delegate()
    stage.window.delegate = delegate
    let view = stage.add(NSView(), 0, 0, 200, 200)
    view.autoresizingMask = [.width, .height]
    stage.host.send(.resized(CGSize(width: 300, height: 100)), at: 1)
    // The offline host is told; a host on a display has the size already.
    #expect(stage.content.frame.size == NSSize(width: 300, height: 100))
    #expect(view.frame.size == NSSize(width: 300, height: 100))
    #expect(delegate.calls == ["resize"])
  }

  @Test func closingAsksTheDelegate() {
    let stage = Stage()
    let delegate = Delegate()
    delegate.keeps = true
    stage.window.delegate = delegate
    stage.window.performClose(nil)
    #expect(stage.window.isVisible)
    delegate.keeps = false
    stage.window.performClose(nil)
    #expect(!stage.window.isVisible)
    #expect(delegate.calls == ["close"])
    #expect(!stage.host.isPresented)
    let fixed = NSWindow(host: OfflineWindowHost(size: CGSize(width: 9, height: 9)), styleMask: [.titled])
    #expect(!fixed.shouldClose())
    #expect(!fixed.host.isResizable)
  }

  @Test func titlesReachTheHost() {
    let stage = Stage()
    stage.window.title = "Chart"
    #expect(stage.host.title == "Chart")
    #expect(stage.window.frame == NSRect(x: 0, y: 0, width: 200, height: 200))
  }

  @Test func oneWindowHasTheKeys() {
    let (a, b) = (Stage(), Stage())
    a.window.makeKey()
    #expect(a.window.isKeyWindow)
    b.host.send(.focusChanged(true), at: 1)
    #expect(!a.window.isKeyWindow)
    b.host.send(.focusChanged(false), at: 2)
    #expect(!b.window.isKeyWindow)
  }

  @Test func controllersFollowTheirView() {
    let stage = Stage()
    let controller = Controller()
    stage.host.run(at: 0) { stage.window.contentViewController = controller }
    #expect(controller.calls.prefix(4) == ["load", "will appear", "layout", "did appear"])
    #expect(controller.view.nextResponder === controller)
    #expect(controller.nextResponder === stage.window)
    stage.host.run(at: 1) { stage.window.contentView = NSView() }
    #expect(controller.calls.suffix(2) == ["will disappear", "did disappear"])
    let child = Controller()
    controller.addChild(child)
    #expect(child.parent === controller)
    child.removeFromParent()
    #expect(controller.children.isEmpty)
  }

  @Test func aWindowIsLaidOutWhenItsControllerHasAppeared() {
    let controller = Controller()
    let window = NSWindow(host: OfflineWindowHost(size: CGSize(width: 9, height: 9)))
    window.contentViewController = controller
    #expect(controller.calls == ["load"])
    window.orderFront(nil)
    #expect(controller.calls == ["load", "will appear", "layout", "did appear"])
    window.close()
  }

  @Test func childrenAreInserted() {
    let parent = Controller()
    let (a, b, c) = (Controller(), Controller(), Controller())
    parent.addChild(a)
    parent.insertChild(b, at: 0)
    parent.insertChild(c, at: 9)
    #expect(parent.children == [b, a, c] && b.parent === parent)
    parent.removeChild(at: 1)
    parent.removeChild(at: 2)
    #expect(parent.children == [b, c] && a.parent == nil)
    parent.insertChild(c, at: 0)
    parent.addChild(c)
    #expect(parent.children == [c, b] && c.parent === parent)
  }

  /// Adds and removes views as containers do.
  private final class Pages: NSViewController {
    override func insertChild(_ childViewController: NSViewController, at index: Int) {
      super.insertChild(childViewController, at: index)
      view.addSubview(childViewController.view)
    }
    override func removeChild(at index: Int) {
      children[index].view.removeFromSuperview()
      super.removeChild(at: index)
    }
  }

  @Test func allChildrenComeAndGoByTwoMethods() {
    let (pages, others, page) = (Pages(), Pages(), Controller())
    pages.addChild(page)
    #expect(page.parent === pages && page.view.superview === pages.view)
    page.removeFromParent()
    #expect(page.parent == nil && pages.children.isEmpty)
    #expect(page.view.superview == nil)
    pages.addChild(page)
    others.addChild(page)
    #expect(pages.children.isEmpty && pages.view.subviews.isEmpty)
    #expect(others.children == [page] && page.view.superview === others.view)
  }

  @Test func subviewsAreOrdered() {
    let outer = NSView()
    let (a, b, c) = (NSView(), NSView(), NSView())
    for view in [a, b] { outer.addSubview(view) }
    outer.addSubview(c, positioned: .below, relativeTo: b)
    #expect(outer.subviews == [a, c, b])
    outer.addSubview(a, positioned: .above, relativeTo: nil)
    #expect(outer.subviews == [c, b, a])
    outer.wantsLayer = true
    outer.addSubview(b, positioned: .below, relativeTo: nil)
    #expect(outer.layer?.sublayers == [b, c, a].compactMap(\.layer))
    for (index, view) in [a, b, c].enumerated() { view.alphaValue = CGFloat(index) / 4 }
    outer.sortSubviews(
      { x, y, _ in x.alphaValue < y.alphaValue ? .orderedAscending : .orderedDescending },
      context: nil
    )
    #expect(outer.subviews == [a, b, c])
    #expect(outer.layer?.sublayers == [a, b, c].compactMap(\.layer))
    outer.replaceSubview(b, with: NSView())
    #expect(b.superview == nil)
    #expect(outer.subviews.count == 3)
    #expect(a.ancestorShared(with: c) === outer)
  }

  @Test func viewsHearOfTheirWindow() {
    final class Hearing: NSView {
      var calls: [String] = []
      override func viewWillMove(toWindow newWindow: NSWindow?) {
        calls.append(newWindow == nil ? "leaves" : "comes")
      }
      override func viewDidMoveToWindow() { calls.append(window == nil ? "left" : "came") }
      override func viewDidHide() { calls.append("hid") }
      override func viewDidUnhide() { calls.append("showed") }
    }
    let stage = Stage()
    let outer = NSView()
    let view = Hearing()
    outer.addSubview(view)
    stage.host.run(at: 0) { stage.content.addSubview(outer) }
    outer.isHidden = true
    outer.isHidden = false
    outer.removeFromSuperview()
    #expect(view.calls == ["comes", "came", "hid", "showed", "leaves", "left"])
  }

  @Test func tenThousandViewsAnimate() {
    let stage = Stage()
    let views = (0..<10_000).map { _ in NSView(frame: NSRect(x: 0, y: 0, width: 1, height: 1)) }
    stage.host.run(at: 0) { for view in views { stage.content.addSubview(view) } }
    var count = 0
    stage.host.run(at: 1) {
      NSAnimationContext.runAnimationGroup(
        { _ in for view in views { view.animator().setFrameOrigin(NSPoint(x: 100, y: 0)) } },
        completionHandler: { count += 1 }
      )
    }
    stage.host.run(at: 3)
    #expect(count == 1)
    #expect(views.allSatisfy { $0.layer?.animationKeys() == nil })
  }

  @Test func archivesKeepTheFrame() throws {
    let view = NSView(frame: NSRect(x: 1, y: 2, width: 3, height: 4))
    view.autoresizingMask = [.width]
    view.alphaValue = 0.5
    let archiver = NSKeyedArchiver(requiringSecureCoding: false)
    view.encode(with: archiver)
    archiver.finishEncoding()
    let reader = try NSKeyedUnarchiver(forReadingFrom: archiver.encodedData)
    let copy = try #require(NSView(coder: reader))
    #expect(copy.frame == view.frame)
    #expect(copy.alphaValue == 0.5)
    #expect(copy.autoresizingMask == [.width])
  }
}

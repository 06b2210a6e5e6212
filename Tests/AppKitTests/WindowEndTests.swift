import AppKit
import StrataViews
import Testing

/// What views and their display links do while no window shows them.
@MainActor @Suite struct WindowEndTests {
  private final class Hearing: NSView {
    var calls: [String] = []
    var ticks = 0

    override func viewWillMove(toWindow newWindow: NSWindow?) {
      calls.append(newWindow == nil ? "leaves" : "comes")
    }
    override func viewDidMoveToWindow() { calls.append(window == nil ? "left" : "came") }
    func tick(_ link: CADisplayLink) { ticks += 1 }
  }

  private final class Panel: NSWindow {
    static var ends = 0
    deinit { MainActor.assumeIsolated { Self.ends += 1 } }
  }

  @Test func viewsLeaveAWindowThatGoesAway() {
    let (outer, inner) = (Hearing(), Hearing())
    outer.addSubview(inner)
    weak var gone: NSWindow?
    do {
      let window = Panel(host: OfflineWindowHost(size: CGSize(width: 20, height: 20)))
      window.contentView = outer
      window.orderFront(nil)
      window.close()
      gone = window
    }
    #expect(gone == nil && Panel.ends == 1)
    #expect(outer.calls == ["comes", "came", "leaves", "left"])
    #expect(inner.calls == outer.calls)
    let next = NSWindow(host: OfflineWindowHost(size: CGSize(width: 20, height: 20)))
    next.contentView = outer
    #expect(outer.calls.suffix(2) == ["comes", "came"])
  }

  @Test func linksOfAViewRestWhileItIsNotSeen() {
    let stage = Stage()
    let outer = stage.add(NSView(), 0, 0, 50, 50)
    let view = Hearing()
    var link: CADisplayLink?
    stage.host.run(at: 0) {
      link = view.displayLink(target: view, selector: Hearing.tick)
      link?.add(to: .main, forMode: .common)
    }
    /// How often the link fires after `change` at a time, for a second.
    func ticks(from time: Double, after change: () -> Void) -> Int {
      stage.host.run(at: time, change)
      let former = view.ticks
      stage.host.run(at: time + 1)
      return view.ticks - former
    }
    #expect(ticks(from: 1) {} == 0)
    #expect((59...61).contains(ticks(from: 2) { outer.addSubview(view) }))
    #expect(ticks(from: 3) { outer.isHidden = true } == 0)
    #expect((59...61).contains(ticks(from: 4) { outer.isHidden = false }))
    #expect(ticks(from: 5) { stage.window.orderOut(nil) } == 0)
    // What the program has paused stays so.
    #expect(
      ticks(from: 6) {
        link?.isPaused = true
        stage.window.orderFront(nil)
      } == 0
    )
    #expect((59...61).contains(ticks(from: 7) { link?.isPaused = false }))
    #expect(ticks(from: 8) { view.removeFromSuperview() } == 0)
    link?.invalidate()
  }
}

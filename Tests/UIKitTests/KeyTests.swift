import StrataViews
import Testing
import UIKit

/// Keys and scrolling, as a window hands them to responders and gestures.
@MainActor @Suite struct KeyTests {
  private final class Typist: UIView {
    var lines: [String] = []
    var commands: [UIKeyCommand] = []
    override var canBecomeFirstResponder: Bool { true }
    override var keyCommands: [UIKeyCommand]? { commands }
    private func note(_ word: String, _ presses: Set<UIPress>) {
      for press in presses { lines.append("\(word) \(press.key?.characters ?? "?")") }
    }
    override func pressesBegan(_ presses: Set<UIPress>, with event: UIPressesEvent?) { note("down", presses) }
    override func pressesEnded(_ presses: Set<UIPress>, with event: UIPressesEvent?) { note("up", presses) }
    override func pressesCancelled(_ presses: Set<UIPress>, with event: UIPressesEvent?) {
      note("lost", presses)
    }
  }

  private func key(
    _ character: Character?,
    _ usage: Int,
    _ isDown: Bool = true,
    repeats: Bool = false,
    with modifiers: ModifierKeys = []
  ) -> HostEvent {
    .key(
      KeySample(character, hidUsage: usage, isDown: isDown, isRepeat: repeats, modifiers: modifiers, time: 1)
    )
  }

  @Test func keysGoToTheFirstResponder() {
    let stage = Stage()
    let (first, other) = (stage.add(Typist(), 0, 0, 10, 10), stage.add(Typist(), 20, 0, 10, 10))
    #expect(first.becomeFirstResponder())
    for event in [
      key("a", 4), key("a", 4, repeats: true), key("a", 4, false), key("b", 5, with: [.shift]), key(nil, 82),
      key("b", 5, false),
    ] {
      stage.host.send(event, at: 1)
    }
    #expect(first.lines == ["down a", "up a", "down B", "down UIKeyInputUpArrow", "up b"])
    #expect(other.lines.isEmpty)
    stage.host.send(.focusChanged(false), at: 2)
    #expect(first.lines.last == "lost UIKeyInputUpArrow")
  }

  @Test func aKeyKnowsItsPlaceAndModifiers() throws {
    final class Keeper: UIView {
      var keys: [UIKey] = []
      override func pressesBegan(_ presses: Set<UIPress>, with event: UIPressesEvent?) {
        keys += presses.compactMap(\.key)
        #expect(event?.type == .presses && event?.allPresses.count == 1)
      }
    }
    let stage = Stage()
    let controller = UIViewController()
    let keeper = Keeper()
    controller.view = keeper
    stage.host.run(at: 0) { stage.window.rootViewController = controller }
    // Without a first responder the controller's view has the keys.
    stage.host.send(key("7", 95, with: [.control, .capsLock]), at: 1)
    let found = try #require(keeper.keys.first)
    #expect(found.keyCode == .keypad7)
    #expect(found.modifierFlags == [.control, .alphaShift, .numericPad])
    #expect(found.charactersIgnoringModifiers == "7")
  }

  @Test func aCommandTakesItsKeyAndRepeats() {
    let stage = Stage()
    let outer = stage.add(Typist(), 0, 0, 50, 50)
    let inner = Typist(frame: CGRect(x: 0, y: 0, width: 10, height: 10))
    stage.host.run(at: 0) { outer.addSubview(inner) }
    var calls = 0
    outer.commands = [UIKeyCommand(input: "s", modifierFlags: .control) { _ in calls += 1 }]
    #expect(inner.becomeFirstResponder())
    stage.host.send(key("s", 22, with: [.control]), at: 1)
    stage.host.send(key("s", 22, repeats: true, with: [.control]), at: 1.1)
    stage.host.send(key("s", 22, false, with: [.control]), at: 1.2)
    #expect(calls == 2)
    #expect(inner.lines.isEmpty)
    stage.host.send(key("s", 22), at: 2)
    #expect(inner.lines == ["down s"])
    #expect(calls == 2)
  }

  @Test func aCommandThatRemovesItsResponderIsFreed() {
    final class Panel {}
    let stage = Stage()
    weak var kept: Panel?
    do {
      let (panel, typist) = (Panel(), stage.add(Typist(), 0, 0, 10, 10))
      typist.commands = [
        UIKeyCommand(input: UIKeyCommand.inputEscape, modifierFlags: []) { [weak typist] _ in
          withExtendedLifetime(panel) { typist?.removeFromSuperview() }
        }
      ]
      #expect(typist.becomeFirstResponder())
      kept = panel
    }
    stage.host.send(key(nil, 41), at: 1)
    #expect(stage.window.subviews.isEmpty)
    stage.host.send(key(nil, 41, false), at: 1.1)
    #expect(kept == nil)
  }

  @Test func keysThatAPressTakesAwayAreCancelledOnce() {
    final class Closing: UIView {
      var lines: [String] = []
      override func pressesBegan(_ presses: Set<UIPress>, with event: UIPressesEvent?) {
        lines.append("down")
        if event?.allPresses.count == 2 { window?.isHidden = true }
      }
      override func pressesEnded(_ presses: Set<UIPress>, with event: UIPressesEvent?) { lines.append("up") }
      override func pressesCancelled(_ presses: Set<UIPress>, with event: UIPressesEvent?) {
        lines.append("lost")
      }
      override var canBecomeFirstResponder: Bool { true }
    }
    let stage = Stage()
    let view = stage.add(Closing(), 0, 0, 10, 10)
    #expect(view.becomeFirstResponder())
    for event in [key("a", 4), key("b", 5), key("b", 5, false), key("a", 4, false)] {
      stage.host.send(event, at: 1)
    }
    #expect(view.lines == ["down", "down", "lost", "lost"])
  }

  @Test func scrollingIsAPanOfRecognizersThatAllowIt() {
    let stage = Stage()
    let view = stage.add(UIView(), 0, 0, 200, 200)
    var seen: [String] = []
    let pan = UIPanGestureRecognizer { recognizer in
      guard let pan = recognizer as? UIPanGestureRecognizer else { return }
      let way = pan.translation(in: nil)
      seen.append("\(pan.state) \(Int(way.x)) \(Int(way.y)) \(pan.numberOfTouches)")
      #expect(pan.location(in: nil) == CGPoint(x: 50, y: 60))
    }
    view.addGestureRecognizer(pan)
    func scroll(_ dx: CGFloat, _ dy: CGFloat, at time: Double) {
      let delta = CGVector(dx: dx, dy: dy)
      stage.host.send(.scroll(ScrollSample(at: CGPoint(x: 50, y: 60), delta: delta, time: time)), at: time)
    }
    scroll(0, 1, at: 1)
    #expect(seen.isEmpty)
    pan.allowedScrollTypesMask = .continuous
    scroll(0, 1, at: 2)
    #expect(seen.isEmpty)
    pan.allowedScrollTypesMask = .all
    scroll(0, 1, at: 3)
    scroll(0.5, 2, at: 3.1)
    stage.host.run(at: 3.2)
    #expect(seen == ["began 0 10 0", "changed -5 30 0"])
    stage.host.run(at: 3.3)
    #expect(seen.last == "ended -5 30 0")
    #expect(pan.state == .possible)
    scroll(0, -1, at: 4)
    #expect(seen.last == "began 0 -10 0")
  }

  @Test func theHostFollowsTheFrameOfTheWindow() {
    let stage = Stage()
    stage.window.frame.size = CGSize(width: 120, height: 90)
    #expect(stage.host.size == CGSize(width: 120, height: 90))
    stage.window.bounds.size = CGSize(width: 100, height: 80)
    #expect(stage.host.size == CGSize(width: 100, height: 80))
    stage.host.send(.resized(CGSize(width: 300, height: 200)), at: 1)
    #expect(stage.window.frame.size == CGSize(width: 300, height: 200))
    #expect(stage.host.size == CGSize(width: 300, height: 200))
  }
}

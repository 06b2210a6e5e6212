import AppKit
import StrataViews
import Testing

/// The way of events from a window's host to the views.
@MainActor @Suite struct EventTests {
  private final class Recorder: NSView {
    var calls: [String] = []
    var takesKeys = true

    override var acceptsFirstResponder: Bool { takesKeys }
    override func mouseDown(with event: NSEvent) {
      let place = convert(event.locationInWindow, from: nil)
      calls.append("down \(place.x) \(place.y) \(event.clickCount)")
    }
    override func mouseDragged(with event: NSEvent) {
      calls.append("dragged \(event.deltaX) \(event.deltaY)")
    }
    override func mouseUp(with event: NSEvent) { calls.append("up") }
    override func rightMouseDown(with event: NSEvent) { calls.append("right \(event.buttonNumber)") }
    override func scrollWheel(with event: NSEvent) {
      calls.append("scrolled \(event.scrollingDeltaX) \(event.scrollingDeltaY)")
    }
    override func keyDown(with event: NSEvent) {
      calls.append("key \(event.keyCode) \(event.characters ?? "")")
    }
    override func flagsChanged(with event: NSEvent) {
      calls.append("flags \(event.modifierFlags.contains(.shift))")
    }
    override func mouseEntered(with event: NSEvent) { calls.append("entered") }
    override func mouseExited(with event: NSEvent) { calls.append("exited") }
    override func mouseMoved(with event: NSEvent) { calls.append("moved") }
  }

  private func key(_ stage: Stage, _ usage: Int, _ character: Character?, _ modifiers: ModifierKeys = []) {
    let sample = KeySample(character, hidUsage: usage, modifiers: modifiers, time: 1)
    stage.host.send(.key(sample), at: 1)
  }

  @Test func theMouseGoesToTheViewUnderIt() {
    let stage = Stage()
    let view = stage.add(Recorder(), 10, 10, 50, 50)
    stage.mouse(.down(button: 0), 20, 170, at: 1, clicks: 2)
    stage.mouse(.moved, 120, 160, at: 1.1)
    stage.mouse(.up(button: 0), 120, 160, at: 1.2)
    #expect(view.calls == ["down 10.0 20.0 2", "dragged 100.0 -10.0", "up"])
    stage.mouse(.down(button: 1), 20, 170, at: 1.3)
    #expect(view.calls.last == "right 1")
    #expect(stage.window.mouseLocationOutsideOfEventStream == NSPoint(x: 20, y: 30))
  }

  @Test func aFingerIsTheMouse() {
    let stage = Stage()
    let view = stage.add(Recorder(), 0, 0, 50, 50)
    for phase in [TouchSample.Phase.began, .ended] {
      let sample = TouchSample(id: 7, phase: phase, position: CGPoint(x: 5, y: 195), time: 1)
      stage.host.send(.touches([sample]), at: 1)
    }
    #expect(view.calls == ["down 5.0 5.0 1", "up"])
  }

  @Test func whatAViewDoesNotHandleGoesUp() {
    let stage = Stage()
    let outer = stage.add(Recorder(), 0, 0, 100, 100)
    let inner = NSView(frame: NSRect(x: 0, y: 0, width: 50, height: 50))
    outer.addSubview(inner)
    stage.mouse(.down(button: 0), 5, 195, at: 1)
    #expect(outer.calls.count == 1)
    #expect(inner.nextResponder === outer)
    #expect(stage.content.nextResponder === stage.window)
  }

  @Test func scrollingIsInLines() {
    let stage = Stage()
    let view = stage.add(Recorder(), 0, 0, 50, 50)
    let sample = ScrollSample(at: CGPoint(x: 5, y: 195), delta: CGVector(dx: 1, dy: 2), time: 1)
    stage.host.send(.scroll(sample), at: 1)
    #expect(view.calls == ["scrolled -1.0 2.0"])
  }

  @Test func keysGoToTheFirstResponder() {
    let stage = Stage()
    let view = stage.add(Recorder(), 0, 0, 50, 50)
    #expect(stage.window.makeFirstResponder(view))
    key(stage, 4, "a")
    key(stage, 4, "a", .shift)
    key(stage, 4, "a", .control)
    key(stage, 225, nil, .shift)
    key(stage, 80, nil)
    #expect(
      view.calls == [
        "key 0 a", "key 0 A", "key 0 \u{01}", "flags true", "key 123 \u{F702}",
      ]
    )
    view.takesKeys = false
    #expect(stage.window.makeFirstResponder(nil))
    #expect(!stage.window.makeFirstResponder(view))
    #expect(stage.window.firstResponder === stage.window)
  }

  @Test func aClickMakesTheFirstResponder() {
    let stage = Stage()
    let view = stage.add(Recorder(), 0, 0, 50, 50)
    stage.mouse(.down(button: 0), 5, 195, at: 1)
    #expect(stage.window.firstResponder === view)
    stage.host.run(at: 2) { view.removeFromSuperview() }
    #expect(stage.window.firstResponder === stage.window)
    stage.mouse(.up(button: 0), 5, 195, at: 3)
    #expect(view.calls.count == 1)
  }

  @Test func keysWithCommandGoToAllViewsFirst() {
    final class Shortcut: NSView {
      var done = 0
      override func performKeyEquivalent(with event: NSEvent) -> Bool {
        guard event.charactersIgnoringModifiers == "s" else { return false }
        done += 1
        return true
      }
    }
    let stage = Stage()
    let view = stage.add(Shortcut(), 0, 0, 10, 10)
    let keys = stage.add(Recorder(), 0, 0, 10, 10)
    stage.window.makeFirstResponder(keys)
    key(stage, 22, "s", .command)
    key(stage, 23, "t", .command)
    #expect(view.done == 1)
    #expect(keys.calls == ["key 17 t"])
  }

  @Test func trackingAreasFollowTheMouse() {
    let stage = Stage()
    let view = stage.add(Recorder(), 100, 100, 50, 50)
    let area = NSTrackingArea(
      rect: NSRect(x: 0, y: 0, width: 25, height: 50),
      options: [.mouseEnteredAndExited, .mouseMoved, .activeAlways],
      owner: view
    )
    view.addTrackingArea(area)
    stage.mouse(.moved, 10, 10, at: 1)
    stage.mouse(.moved, 110, 60, at: 1.1)
    stage.mouse(.moved, 112, 60, at: 1.2)
    stage.mouse(.moved, 140, 60, at: 1.3)
    #expect(view.calls == ["entered", "moved", "exited"])
    stage.mouse(.moved, 110, 60, at: 1.4)
    stage.mouse(.exited, 110, 60, at: 1.5)
    #expect(view.calls.suffix(2) == ["entered", "exited"])
    view.removeTrackingArea(area)
    stage.mouse(.moved, 110, 60, at: 1.6)
    #expect(view.calls.count == 5)
  }

  @Test func aButtonThatGoesUpMovesNothing() {
    let stage = Stage()
    let view = stage.add(Recorder(), 0, 0, 50, 50)
    view.addTrackingArea(
      NSTrackingArea(
        rect: view.bounds,
        options: [.mouseEnteredAndExited, .mouseMoved, .activeAlways],
        owner: view
      )
    )
    stage.mouse(.moved, 5, 195, at: 1)
    stage.mouse(.down(button: 0), 5, 195, at: 1.1)
    stage.mouse(.up(button: 0), 5, 195, at: 1.2)
    #expect(view.calls == ["entered", "down 5.0 5.0 1", "up"])
    // A drag out of the area is noticed when the button goes up.
    stage.mouse(.down(button: 0), 5, 195, at: 1.3)
    stage.mouse(.moved, 100, 100, at: 1.4)
    stage.mouse(.up(button: 0), 100, 100, at: 1.5)
    #expect(view.calls.suffix(2) == ["up", "exited"])
  }

  @Test func anAreaOfAMovingViewIsWhereItMovesTo() {
    let stage = Stage()
    let view = stage.add(Recorder(), 0, 0, 20, 20)
    view.addTrackingArea(
      NSTrackingArea(
        rect: .zero,
        options: [.mouseEnteredAndExited, .activeInKeyWindow, .inVisibleRect],
        owner: view
      )
    )
    stage.host.run(at: 0) {
      NSAnimationContext.runAnimationGroup { context in
        context.duration = 2
        context.timingFunction = CAMediaTimingFunction(name: .linear)
        view.animator().setFrameOrigin(NSPoint(x: 100, y: 0))
      }
    }
    stage.window.makeKey()
    stage.mouse(.moved, 60, 190, at: 1)
    #expect(view.calls.isEmpty)
    stage.mouse(.moved, 110, 190, at: 1.1)
    #expect(view.calls == ["entered"])
  }

  /// Desktops report that the mouse comes in again when a button goes down.
  @Test func comingInWithAButtonIsNoDrag() {
    let stage = Stage()
    let view = stage.add(Recorder(), 0, 0, 50, 50)
    stage.mouse(.down(button: 0), 5, 195, at: 1)
    stage.mouse(.entered, 5, 195, at: 1.1)
    stage.mouse(.up(button: 0), 5, 195, at: 1.2)
    #expect(view.calls == ["down 5.0 5.0 1", "up"])
  }

  @Test func keysWithoutCharactersHaveNames() {
    final class Keys: NSView {
      var keys: [NSEvent.SpecialKey?] = []
      override func keyDown(with event: NSEvent) {
        keys.append(event.specialKey)
        guard let key = event.specialKey else { return }
        #expect(event.charactersIgnoringModifiers == String(Character(key.unicodeScalar)))
      }
      override var acceptsFirstResponder: Bool { true }
    }
    let stage = Stage()
    let view = stage.add(Keys(), 0, 0, 50, 50)
    stage.window.makeFirstResponder(view)
    for usage in [80, 58, 69, 76, 40, 42, 74] { key(stage, usage, nil) }
    key(stage, 4, "a")
    #expect(
      view.keys == [.leftArrow, .f1, .f12, .deleteForward, .carriageReturn, .delete, .home, nil]
    )
    #expect(NSEvent.SpecialKey.leftArrow.rawValue == NSLeftArrowFunctionKey)
  }

  @Test func sensesNoNumbers() {
    let stage = Stage()
    let view = stage.add(Recorder(), 0, 0, 50, 50)
    stage.mouse(.down(button: 0), .nan, 20, at: 1)
    stage.mouse(.up(button: 0), 5, 195, at: 2)
    #expect(view.calls.isEmpty)
  }
}

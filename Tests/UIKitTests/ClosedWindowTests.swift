import StrataViews
import Testing
import UIKit

/// Windows that the user closes, the program hides, or the desktop gives the keys.
@MainActor @Suite struct ClosedWindowTests {
  @Test func aWindowThatTheUserClosedComesBack() {
    let stage = Stage()
    stage.host.send(.closed, at: 1)
    #expect(stage.window.isHidden)
    #expect(!stage.host.isPresented)
    stage.window.makeKeyAndVisible()
    #expect(!stage.window.isHidden && stage.host.isPresented)
    #expect(stage.window.isKeyWindow)
  }

  /// The ends of what is held come to no window that is gone.
  @Test(arguments: [true, false]) func fingersEndWithTheWindow(byTheUser: Bool) {
    let stage = Stage()
    let control = stage.add(UIControl(), 0, 0, 200, 200)
    var (presses, states) = (0, [UIGestureRecognizer.State]())
    control.addAction(UIAction { _ in presses += 1 }, for: .touchDown)
    let pan = UIPanGestureRecognizer { states.append($0.state) }
    pan.cancelsTouchesInView = false
    control.addGestureRecognizer(pan)
    func mouse(_ phase: MouseSample.Phase, _ x: CGFloat, at time: Double) {
      stage.host.send(.mouse(MouseSample(phase, at: CGPoint(x: x, y: 20), time: time)), at: time)
    }
    mouse(.down(button: 0), 20, at: 1)
    mouse(.moved, 60, at: 1.1)
    #expect(control.isHighlighted)
    if byTheUser { stage.host.send(.closed, at: 2) } else { stage.window.isHidden = true }
    #expect(!control.isHighlighted && !control.isTracking)
    #expect(states == [.began, .cancelled])
    stage.window.isHidden = false
    mouse(.moved, 80, at: 3)
    #expect(!control.isTracking)
    mouse(.down(button: 0), 20, at: 4)
    #expect(control.isTracking && presses == 2)
  }

  @Test func heldKeysEndWithTheWindow() {
    final class Typist: UIView {
      var lines: [String] = []
      override var canBecomeFirstResponder: Bool { true }
      override func pressesBegan(_ presses: Set<UIPress>, with event: UIPressesEvent?) {
        lines.append("down")
      }
      override func pressesCancelled(_ presses: Set<UIPress>, with event: UIPressesEvent?) {
        lines.append("lost")
      }
    }
    let stage = Stage()
    let typist = stage.add(Typist(), 0, 0, 10, 10)
    #expect(typist.becomeFirstResponder())
    let key = HostEvent.key(KeySample("a", hidUsage: 4, isDown: true, time: 1))
    stage.host.send(key, at: 1)
    stage.host.send(.closed, at: 2)
    #expect(typist.lines == ["down", "lost"])
    stage.window.isHidden = false
    stage.host.send(key, at: 3)
    #expect(typist.lines == ["down", "lost", "down"])
  }

  @Test func theKeyWindowIsTheOneThatTheDesktopChose() {
    let (first, second) = (Stage(), Stage())
    #expect(second.window.isKeyWindow)
    first.host.send(.focusChanged(true), at: 1)
    second.host.send(.focusChanged(false), at: 1)
    #expect(first.window.isKeyWindow && !second.window.isKeyWindow)
    first.host.send(.focusChanged(false), at: 2)
    #expect(first.window.isKeyWindow)
    second.window.isHidden = true
    second.host.send(.focusChanged(true), at: 2)
    #expect(first.window.isKeyWindow)
    first.host.send(.closed, at: 3)
    #expect(!first.window.isKeyWindow && UIApplication.shared.keyWindow == nil)
  }
}

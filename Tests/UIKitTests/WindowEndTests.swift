import StrataViews
import Testing
import UIKit

/// What views hear when their window goes away.
@MainActor @Suite struct WindowEndTests {
  private final class Hearing: UIView {
    var calls: [String] = []

    override func willMove(toWindow newWindow: UIWindow?) {
      calls.append(newWindow == nil ? "leaves" : "comes")
    }
    override func didMoveToWindow() { calls.append(window == nil ? "left" : "came") }
  }

  private final class Controller: UIViewController {
    var calls: [String] = []

    override func viewWillDisappear(_ animated: Bool) { calls.append("will disappear") }
    override func viewDidDisappear(_ animated: Bool) { calls.append("did disappear") }
  }

  @Test func viewsLeaveAWindowThatGoesAway() {
    let (outer, inner, controller) = (Hearing(), Hearing(), Controller())
    outer.addSubview(inner)
    weak var gone: UIWindow?
    do {
      let stage = Stage(20, 20)
      stage.window.rootViewController = controller
      stage.host.run(at: 0) { stage.window.addSubview(outer) }
      gone = stage.window
    }
    #expect(gone == nil)
    #expect(outer.calls == ["comes", "came", "leaves", "left"])
    #expect(inner.calls == outer.calls)
    #expect(controller.calls == ["will disappear", "did disappear"])
  }

  @Test func aControllerOfTheWindowAloneHearsTheEnd() {
    @MainActor final class Log { var lines: [String] = [] }
    final class Noting: UIViewController {
      let log: Log
      init(_ log: Log) {
        self.log = log
        super.init(nibName: nil, bundle: nil)
      }
      required init?(coder: NSCoder) { nil }
      override func viewWillDisappear(_ animated: Bool) { log.lines.append("will disappear") }
      override func viewDidDisappear(_ animated: Bool) { log.lines.append("did disappear") }
    }
    let log = Log()
    do {
      let stage = Stage(20, 20)
      stage.window.rootViewController = Noting(log)
      stage.host.run(at: 0) {}
    }
    #expect(log.lines == ["will disappear", "did disappear"])
  }

  @Test func fingersEndWithTheWindow() {
    let (control, pan) = (UIControl(), UIPanGestureRecognizer())
    var (cancelled, states) = (0, [UIGestureRecognizer.State]())
    control.addAction(UIAction { _ in cancelled += 1 }, for: .touchCancel)
    pan.cancelsTouchesInView = false
    pan.addHandler { states.append($0.state) }
    control.addGestureRecognizer(pan)
    do {
      let stage = Stage(200, 200)
      _ = stage.add(control, 0, 0, 200, 200)
      stage.touch(.began, 20, 20, at: 1)
      stage.touch(.moved, 60, 20, at: 1.1)
      #expect(control.isTracking && control.isHighlighted)
      #expect(pan.numberOfTouches == 1)
    }
    #expect(!control.isTracking && !control.isHighlighted)
    #expect(cancelled == 1 && states.last == .cancelled)
    #expect(pan.state == .possible && pan.numberOfTouches == 0)
    let stage = Stage(200, 200)
    _ = stage.add(control, 0, 0, 200, 200)
    stage.touch(.began, 20, 20, at: 1)
    #expect(control.isTracking)
  }

  @Test func theFirstResponderResignsWithTheWindow() {
    final class Field: UIView {
      var resignations = 0
      override var canBecomeFirstResponder: Bool { true }
      override func resignFirstResponder() -> Bool {
        resignations += 1
        return super.resignFirstResponder()
      }
    }
    let field = Field()
    do {
      let stage = Stage(20, 20)
      _ = stage.add(field, 0, 0, 20, 20)
      field.becomeFirstResponder()
    }
    #expect(field.resignations == 1 && !field.isFirstResponder)
  }
}

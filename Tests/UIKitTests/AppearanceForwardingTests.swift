import Testing
import UIKit

/// How children appear and disappear with the controller that holds them.
@MainActor @Suite struct AppearanceForwardingTests {
  private class Recorder: UIViewController {
    var calls: [String] = []
    override func viewWillAppear(_ animated: Bool) { calls.append("willAppear \(animated)") }
    override func viewIsAppearing(_ animated: Bool) { calls.append("isAppearing \(animated)") }
    override func viewDidAppear(_ animated: Bool) { calls.append("didAppear \(animated)") }
    override func viewWillDisappear(_ animated: Bool) { calls.append("willDisappear \(animated)") }
    override func viewDidDisappear(_ animated: Bool) { calls.append("didDisappear \(animated)") }
  }

  private final class Silent: Recorder {
    override var shouldAutomaticallyForwardAppearanceMethods: Bool { false }
  }

  /// Puts a child into a container, whose view holds the child's.
  private func hold(_ child: UIViewController, in container: UIViewController) {
    container.addChild(child)
    container.view.addSubview(child.view)
    child.didMove(toParent: container)
  }

  @Test func aTransitionReachesTheChildren() {
    let stage = Stage()
    let (container, child) = (Recorder(), Recorder())
    hold(child, in: container)
    stage.host.run(at: 0) {
      container.beginAppearanceTransition(true, animated: true)
      stage.window.addSubview(container.view)
    }
    #expect(child.calls == ["willAppear true", "isAppearing true"])
    stage.host.run(at: 1) { container.endAppearanceTransition() }
    #expect(child.calls == ["willAppear true", "isAppearing true", "didAppear true"])
    #expect(child.calls == container.calls)
    child.calls = []
    stage.host.run(at: 2) {
      container.beginAppearanceTransition(false, animated: true)
      container.view.removeFromSuperview()
    }
    #expect(child.calls == ["willDisappear true"])
    container.endAppearanceTransition()
    #expect(child.calls == ["willDisappear true", "didDisappear true"])
  }

  @Test func aContainerMayForwardByItself() {
    let stage = Stage()
    let (container, child, inner) = (Silent(), Recorder(), Recorder())
    hold(inner, in: child)
    hold(child, in: container)
    stage.host.run(at: 0) { stage.window.rootViewController = container }
    #expect(container.calls == ["willAppear false", "isAppearing false", "didAppear false"])
    #expect(child.calls.isEmpty)
    #expect(inner.calls.isEmpty)
    stage.host.run(at: 1) {
      child.beginAppearanceTransition(true, animated: false)
      child.endAppearanceTransition()
    }
    #expect(child.calls == container.calls)
    #expect(inner.calls == container.calls)
  }

  @Test func nothingIsPresented() {
    final class Asked: UIViewController {
      var answers: [Bool] = []
      override func viewWillAppear(_ animated: Bool) { answers.append(isBeingPresented) }
    }
    let stage = Stage()
    let controller = Asked()
    stage.host.run(at: 0) { stage.window.rootViewController = controller }
    #expect(controller.answers == [false])
  }
}

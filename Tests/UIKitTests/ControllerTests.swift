import StrataViews
import Testing
import UIKit

@MainActor @Suite struct ControllerTests {
  private final class Recorder: UIViewController {
    var calls: [String] = []
    override func loadView() {
      calls.append("loadView")
      super.loadView()
    }
    override func viewDidLoad() { calls.append("didLoad") }
    override func viewWillAppear(_ animated: Bool) { calls.append("willAppear") }
    override func viewIsAppearing(_ animated: Bool) { calls.append("isAppearing") }
    override func viewDidAppear(_ animated: Bool) { calls.append("didAppear") }
    override func viewWillDisappear(_ animated: Bool) { calls.append("willDisappear") }
    override func viewDidDisappear(_ animated: Bool) { calls.append("didDisappear") }
    override func viewWillLayoutSubviews() { calls.append("willLayout") }
    override func viewDidLayoutSubviews() { calls.append("didLayout") }
    override func willMove(toParent parent: UIViewController?) { calls.append("willMove \(parent != nil)") }
    override func didMove(toParent parent: UIViewController?) { calls.append("didMove \(parent != nil)") }
  }

  @Test func theLifeOfARootController() {
    let stage = Stage()
    let controller = Recorder()
    #expect(!controller.isViewLoaded)
    stage.host.run(at: 0) { stage.window.rootViewController = controller }
    #expect(
      controller.calls == [
        "loadView", "didLoad", "willAppear", "isAppearing", "willLayout", "didLayout", "didAppear",
      ]
    )
    #expect(controller.view.frame == stage.window.bounds)
    controller.calls = []
    stage.host.run(at: 1) { stage.window.rootViewController = nil }
    #expect(controller.calls == ["willDisappear", "didDisappear"])
  }

  @Test func theRootIsLoadedWhenItsWindowIsShown() {
    final class Modelled: UIViewController {
      var model: String?
      var seen: [String?] = []
      override func viewDidLoad() { seen.append(model) }
      override func viewDidAppear(_ animated: Bool) {
        seen.append(view.window?.isHidden == false ? "shown" : "hidden")
      }
    }
    let host = OfflineWindowHost(size: CGSize(width: 100, height: 50))
    let window = UIWindow(host: host)
    let controller = Modelled()
    window.rootViewController = controller
    #expect(!controller.isViewLoaded)
    controller.model = "set"
    window.makeKeyAndVisible()
    #expect(controller.seen == ["set"])
    host.run(at: 0)
    #expect(controller.seen == ["set", "shown"])
    #expect(controller.view.frame == window.bounds)
    window.isHidden = true
    window.isHidden = false
    #expect(window.subviews == [controller.view])
  }

  @Test func childrenAppearWithTheRoot() {
    let stage = Stage()
    let (parent, child) = (Recorder(), Recorder())
    parent.addChild(child)
    parent.view.addSubview(child.view)
    (parent.calls, child.calls) = ([], [])
    stage.host.run(at: 0) { stage.window.rootViewController = parent }
    let expected = ["willAppear", "isAppearing", "willLayout", "didLayout", "didAppear"]
    #expect(parent.calls == expected)
    #expect(child.calls == expected)
  }

  @Test func theChainGoesThroughControllers() {
    let stage = Stage()
    let controller = Recorder()
    stage.host.run(at: 0) { stage.window.rootViewController = controller }
    let child = UIView()
    controller.view.addSubview(child)
    #expect(child.next === controller.view)
    #expect(controller.view.next === controller)
    #expect(controller.next === stage.window)
  }

  @Test func childrenAppearWithTheirView() {
    let stage = Stage()
    let (parent, child) = (Recorder(), Recorder())
    stage.host.run(at: 0) { stage.window.rootViewController = parent }
    stage.host.run(at: 1) {
      parent.addChild(child)
      #expect(child.calls == ["willMove true"])
      parent.view.addSubview(child.view)
      child.didMove(toParent: parent)
    }
    #expect(
      child.calls == [
        "willMove true", "loadView", "didLoad", "willAppear", "didMove true", "isAppearing", "willLayout",
        "didLayout", "didAppear",
      ]
    )
    #expect(parent.children == [child])
    child.calls = []
    child.willMove(toParent: nil)
    child.view.removeFromSuperview()
    child.removeFromParent()
    #expect(child.calls == ["willMove false", "willDisappear", "didDisappear", "didMove false"])
    #expect(child.parent == nil)
  }

  @Test func aChildIsLaidOutWithTheFrameThatItGetsAtLast() {
    final class Measured: UIViewController {
      var widths: [String] = []
      var container: UIViewController?
      override func willMove(toParent parent: UIViewController?) { container = self.parent }
      override func viewIsAppearing(_ animated: Bool) { widths.append("isAppearing \(view.frame.width)") }
      override func viewDidLayoutSubviews() { widths.append("didLayout \(view.frame.width)") }
      override func viewDidAppear(_ animated: Bool) { widths.append("didAppear \(view.frame.width)") }
    }
    let stage = Stage()
    let (parent, child) = (UIViewController(), Measured())
    stage.host.run(at: 0) { stage.window.rootViewController = parent }
    stage.host.run(at: 1) {
      parent.addChild(child)
      parent.view.addSubview(child.view)
      child.view.frame = CGRect(x: 0, y: 0, width: 30, height: 40)
      child.didMove(toParent: parent)
      #expect(child.widths.isEmpty)
    }
    #expect(child.container === parent)
    #expect(child.widths == ["isAppearing 30.0", "didLayout 30.0", "didAppear 30.0"])
  }

  @Test func aViewThatLeavesAtOnceDoesNotAppear() {
    let stage = Stage()
    let controller = Recorder()
    stage.host.run(at: 0) {
      stage.window.addSubview(controller.view)
      controller.view.removeFromSuperview()
    }
    let calls = controller.calls.filter { $0.hasSuffix("ppear") || $0.hasSuffix("ppearing") }
    #expect(calls == ["willAppear", "willDisappear", "didDisappear"])
  }

  @Test func theDefaultViewFollowsItsSuperview() {
    let controller = UIViewController()
    #expect(controller.view.autoresizingMask == [.flexibleWidth, .flexibleHeight])
  }

  @Test func aTransitionSpreadsTheCalls() {
    let stage = Stage()
    let controller = Recorder()
    controller.beginAppearanceTransition(true, animated: true)
    stage.window.addSubview(controller.view)
    #expect(controller.calls == ["willAppear", "loadView", "didLoad"])
    controller.endAppearanceTransition()
    #expect(controller.calls.suffix(4) == ["isAppearing", "willLayout", "didLayout", "didAppear"])
  }

  @Test func theFirstResponderIsOfTheWindow() {
    final class Field: UIView {
      override var canBecomeFirstResponder: Bool { true }
    }
    let stage = Stage()
    let (a, b) = (Field(), Field())
    stage.window.addSubview(a)
    stage.window.addSubview(b)
    #expect(a.becomeFirstResponder())
    #expect(b.becomeFirstResponder())
    #expect(!a.isFirstResponder)
    #expect(b.isFirstResponder)
    b.removeFromSuperview()
    #expect(!b.isFirstResponder)
    #expect(!UIView().becomeFirstResponder())
  }

  @Test func anApplicationStartsItsDelegate() throws {
    final class Delegate: UIResponder, UIApplicationDelegate {
      var window: UIWindow?
      var calls: [String] = []
      func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
      ) -> Bool {
        calls.append("launched")
        return true
      }
      func applicationDidBecomeActive(_ application: UIApplication) { calls.append("active") }
      func applicationWillTerminate(_ application: UIApplication) { calls.append("terminates") }
    }
    let delegate = try #require(_ObjectFactory.make(Delegate.self) as? Delegate)
    let application = UIApplication()
    application.delegate = delegate
    #expect(application.launch())
    #expect(application.applicationState == .active)
    application.terminate()
    #expect(delegate.calls == ["launched", "active", "terminates"])
  }
}

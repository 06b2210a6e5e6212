public import Foundation
import Logging
import StrataViews

/// The program: its delegate, its windows and its run loop.
open class UIApplication: UIResponder {
  static var sharedIfPresent: UIApplication?
  static weak var keyWindow: UIWindow?

  /// The one application object.
  open class var shared: UIApplication {
    if let sharedIfPresent { return sharedIfPresent }
    let application = UIApplication()
    sharedIfPresent = application
    return application
  }

  /// The object that reacts to what happens to the program.
  open var delegate: (any UIApplicationDelegate)?
  /// What the program is doing.
  public private(set) final var applicationState = State.inactive

  /// What a program is doing.
  public enum State: Int, Sendable {
    /// It runs and gets events.
    case active
    /// It starts or ends.
    case inactive
    /// It is not on screen.
    case background
  }

  /// Why and with what the program was started.
  public struct LaunchOptionsKey: RawRepresentable, Hashable, Sendable {
    /// The name.
    public let rawValue: String
    /// Creates a key.
    public init(rawValue: String) { self.rawValue = rawValue }
  }

  /// The window that the desktop, or ``UIWindow/makeKey()``, gave the keys last; nil once it is hidden or closed.
  open var keyWindow: UIWindow? { Self.keyWindow }

  /// Sends an event to its window.
  open func sendEvent(_ event: UIEvent) { event.window?.sendEvent(event) }

  /// The delegate, if it is a responder.
  open override var next: UIResponder? { delegate as? UIResponder }

  /// Tells the delegate that the program has started; false if it refuses.
  package final func launch() -> Bool {
    _ = delegate?.application(self, willFinishLaunchingWithOptions: nil)
    guard delegate?.application(self, didFinishLaunchingWithOptions: nil) ?? true else {
      Logger(label: "strata.views").error("the application's delegate refused to start")
      return false
    }
    post(Self.didFinishLaunchingNotification)
    applicationState = .active
    delegate?.applicationDidBecomeActive(self)
    post(Self.didBecomeActiveNotification)
    return true
  }

  /// Ends the delegate's `main()` after the delegate's last calls.
  public final func terminate() {
    guard applicationState == .active else { return }
    delegate?.applicationWillResignActive(self)
    post(Self.willResignActiveNotification)
    applicationState = .inactive
    delegate?.applicationWillTerminate(self)
    post(Self.willTerminateNotification)
    MainLoop.wake()
  }

  /// Runs the main run loop until ``terminate()``.
  final func run() { MainLoop.run { applicationState == .active } }
}

/// The notifications of the program, posted right after its delegate is called.
extension UIApplication {
  private func post(_ name: NSNotification.Name) { NotificationCenter.default.post(name: name, object: self) }

  private nonisolated static func name(_ event: String) -> NSNotification.Name {
    NSNotification.Name("UIApplication" + event + "Notification")
  }

  /// The program has started.
  public nonisolated static let didFinishLaunchingNotification = name("DidFinishLaunching")
  /// The program gets events.
  public nonisolated static let didBecomeActiveNotification = name("DidBecomeActive")
  /// The program gets no more events.
  public nonisolated static let willResignActiveNotification = name("WillResignActive")
  /// The program is off the screen, which does not happen here: it is not posted.
  public nonisolated static let didEnterBackgroundNotification = name("DidEnterBackground")
  /// The program comes back to the screen, which does not happen here: it is not posted.
  public nonisolated static let willEnterForegroundNotification = name("WillEnterForeground")
  /// The program ends.
  public nonisolated static let willTerminateNotification = name("WillTerminate")
}

/// Reacts to what happens to the program; every method is optional.
@preconcurrency @MainActor public protocol UIApplicationDelegate: NSObjectProtocol {
  /// The window of programs with one.
  var window: UIWindow? { get set }
  /// The program starts.
  func application(
    _ application: UIApplication,
    willFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool
  /// The program has started; false ends it.
  func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool
  /// The program gets events.
  func applicationDidBecomeActive(_ application: UIApplication)
  /// The program gets no more events.
  func applicationWillResignActive(_ application: UIApplication)
  /// The program ends.
  func applicationWillTerminate(_ application: UIApplication)
}

extension UIApplicationDelegate {
  /// Stands for a missing property.
  public var window: UIWindow? {
    get { nil }
    set {}
  }
  /// Stands for a missing implementation.
  public func application(
    _ application: UIApplication,
    willFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool { true }
  /// Stands for a missing implementation.
  public func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool { true }
  /// Stands for a missing implementation.
  public func applicationDidBecomeActive(_ application: UIApplication) {}
  /// Stands for a missing implementation.
  public func applicationWillResignActive(_ application: UIApplication) {}
  /// Stands for a missing implementation.
  public func applicationWillTerminate(_ application: UIApplication) {}

  /// Runs the program: the entry point of a delegate marked `@main`.
  ///
  /// Its windows are on the display, where the library is built with windows.
  public static func main() {
    #if Window
      DisplayWindowHost.install { UIApplication.shared.terminate() }
    #endif
    let application = UIApplication.shared
    application.delegate = _ObjectFactory.make(Self.self) as? Self
    if application.launch() { application.run() }
  }
}

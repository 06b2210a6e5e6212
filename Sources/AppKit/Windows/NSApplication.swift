public import Foundation
import StrataViews

// swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
/// The application; nil until a program asks for ``NSApplication/shared``.
@preconcurrency @MainActor public var NSApp: NSApplication! { NSApplication.sharedIfPresent }

/// The program: its delegate, its windows and its run loop.
///
/// A program that asks for the application has its windows on the display, where the library is built with windows.
@preconcurrency @MainActor open class NSApplication: NSResponder {
  static var sharedIfPresent: NSApplication?
  /// The windows that are shown or were; they stay until they are closed.
  private static var kept: [NSWindow] = []
  private final var phase = Phase.made

  private enum Phase { case made, running, stopped }

  /// The window that keys go to.
  static weak var keyWindow: NSWindow? {
    didSet {
      guard keyWindow !== oldValue else { return }
      oldValue?.resignKey()
      keyWindow?.becomeKey()
      guard let keyWindow else { return }
      if keyWindow.canBecomeMain {
        mainWindow = keyWindow
      } else if mainWindow == nil, let waitingWindow, waitingWindow.isVisible {
        mainWindow = waitingWindow
      }
    }
  }

  /// The window that the program's commands are for.
  static weak var mainWindow: NSWindow? {
    didSet {
      guard mainWindow !== oldValue else { return }
      waitingWindow = nil
      oldValue?.resignMain()
      mainWindow?.becomeMain()
    }
  }

  /// The window that was the main one when the program lost the keys.
  private static weak var waitingWindow: NSWindow?

  /// The window that the desktop gives the keys to, which may be one that cannot become the key window.
  private static weak var focusedWindow: NSWindow?
  /// The window that the desktop took the keys from, until another one gets them.
  private static weak var formerKeyWindow: NSWindow?

  /// True if the program has the keys: it has a key window, or a window that cannot be it is in front.
  static var hasKeys: Bool { keyWindow != nil || focusedWindow?.isVisible == true }

  /// Follows the desktop, which gives a window the keys; one that cannot have them leaves them where they were.
  static func giveKeys(_ window: NSWindow) {
    focusedWindow = window
    if window.canBecomeKey {
      formerKeyWindow = nil
      keyWindow = window
    } else if keyWindow == nil, let formerKeyWindow, formerKeyWindow.isVisible {
      keyWindow = formerKeyWindow
    }
  }

  /// Follows the desktop, which takes the keys from a window, and from the one that it has left them to.
  ///
  /// The program has none then, unless another of its windows gets them before the next commit.
  static func loseKeys(_ window: NSWindow) {
    let wasFocused = focusedWindow === window
    if wasFocused { focusedWindow = nil }
    guard let key = keyWindow, key === window || (wasFocused && key === formerKeyWindow) else { return }
    formerKeyWindow = key
    keyWindow = nil
    AnimationBlock.callSoon {
      guard !hasKeys, let main = mainWindow else { return }
      mainWindow = nil
      waitingWindow = main
    }
  }

  static func keep(_ window: NSWindow) { if !kept.contains(where: { $0 === window }) { kept.append(window) } }

  /// Forgets a window that was closed; the program may end with the last one.
  static func release(_ window: NSWindow) {
    guard kept.contains(where: { $0 === window }) else { return }
    kept.removeAll { $0 === window }
    if !kept.contains(where: \.isVisible) { sharedIfPresent?.lastWindowWasClosed() }
  }

  /// The one application object; the first access makes it.
  open class var shared: NSApplication {
    if let sharedIfPresent { return sharedIfPresent }
    let application = NSApplication()
    sharedIfPresent = application
    #if Window
      DisplayWindowHost.install {}
    #endif
    return application
  }

  /// The answer to a wish to end the program.
  public enum TerminateReply: UInt, Sendable {
    /// It goes on.
    case terminateCancel = 0
    /// It ends.
    case terminateNow = 1
  }

  /// The object that reacts to what happens to the program.
  open weak var delegate: (any NSApplicationDelegate)?
  /// The windows that are shown, and those that were and are not closed.
  open var windows: [NSWindow] { Self.kept }
  /// The window that keys go to.
  open var keyWindow: NSWindow? { Self.keyWindow }
  /// The window that the program's commands are for; nil while the program has not the keys, unless one was made it.
  open var mainWindow: NSWindow? { Self.mainWindow }
  /// True while the program runs.
  open var isRunning: Bool { phase == .running }

  /// How the program stands on the desktop; kept, as desktops here know one way only.
  private final var policy = ActivationPolicy.regular

  /// How a program stands on Apple's desktop.
  public enum ActivationPolicy: Int, Sendable {
    /// It is in the Dock.
    case regular
    /// It has windows, and is not in the Dock.
    case accessory
    /// It has no windows.
    case prohibited
  }

  /// The policy that was set last; it has no effect.
  open func activationPolicy() -> ActivationPolicy { policy }

  /// Keeps a policy, which has no effect, and returns true.
  @discardableResult open func setActivationPolicy(_ activationPolicy: ActivationPolicy) -> Bool {
    policy = activationPolicy
    return true
  }

  /// True if the program has the keys: a window of it is in front.
  open var isActive: Bool { Self.hasKeys }

  /// Brings the key window to the front, and asks the desktop for the keys.
  ///
  /// Without a key window it is the one that had them last, or else the one shown last that can have them. Nothing
  /// happens while no window is shown: a window that `makeKeyAndOrderFront(_:)` shows later asks by itself.
  open func activate() {
    if let keyWindow, keyWindow.isVisible { return keyWindow.host.present() }
    let shown = Self.kept.filter { $0.isVisible && $0.canBecomeKey }
    (shown.first { $0 === Self.formerKeyWindow } ?? shown.last)?.makeKey()
  }

  /// As ``activate()``, whatever other programs do.
  open func activate(ignoringOtherApps flag: Bool) { activate() }

  /// The event that came last; nil before the first.
  public internal(set) final var currentEvent: NSEvent?

  /// Sends an event to its window.
  open func sendEvent(_ event: NSEvent) { event.window?.sendEvent(event) }

  override var naturalNext: NSResponder? { delegate as? NSResponder }

  /// Runs the program until ``stop(_:)`` or ``terminate(_:)``.
  open func run() {
    launch()
    MainLoop.run { phase == .running }
  }

  /// Calls the delegate at the beginning of the program.
  package final func launch() {
    let will = Notification(name: Self.willFinishLaunchingNotification, object: self)
    let did = Notification(name: Self.didFinishLaunchingNotification, object: self)
    phase = .running
    delegate?.applicationWillFinishLaunching(will)
    NotificationCenter.default.post(will)
    delegate?.applicationDidFinishLaunching(did)
    NotificationCenter.default.post(did)
  }

  /// Ends ``run()``, and not the program.
  open func stop(_ sender: Any?) {
    phase = .stopped
    MainLoop.wake()
  }

  /// Ends ``run()`` if the delegate agrees, after its last call.
  open func terminate(_ sender: Any?) {
    guard phase == .running, delegate?.applicationShouldTerminate(self) != .terminateCancel else { return }
    let notification = Notification(name: Self.willTerminateNotification, object: self)
    delegate?.applicationWillTerminate(notification)
    NotificationCenter.default.post(notification)
    stop(sender)
  }

  private func lastWindowWasClosed() {
    if delegate?.applicationShouldTerminateAfterLastWindowClosed(self) ?? true { terminate(nil) }
  }
}

/// Names of what happens to the program.
extension NSApplication {
  /// The program starts.
  nonisolated public static let willFinishLaunchingNotification = Notification.Name(
    "NSApplicationWillFinishLaunchingNotification"
  )
  /// The program has started.
  nonisolated public static let didFinishLaunchingNotification = Notification.Name(
    "NSApplicationDidFinishLaunchingNotification"
  )
  /// The program ends.
  nonisolated public static let willTerminateNotification = Notification.Name(
    "NSApplicationWillTerminateNotification"
  )
}

/// Reacts to what happens to the program; every method is optional.
@preconcurrency @MainActor public protocol NSApplicationDelegate: NSObjectProtocol {
  /// The program starts.
  func applicationWillFinishLaunching(_ notification: Notification)
  /// The program has started.
  func applicationDidFinishLaunching(_ notification: Notification)
  /// Decides if the program ends.
  func applicationShouldTerminate(_ sender: NSApplication) -> NSApplication.TerminateReply
  /// Decides if the program ends with its last window; without an implementation it does.
  func applicationShouldTerminateAfterLastWindowClosed(_ sender: NSApplication) -> Bool
  /// The program ends.
  func applicationWillTerminate(_ notification: Notification)
}

extension NSApplicationDelegate {
  /// Stands for a missing implementation.
  public func applicationWillFinishLaunching(_ notification: Notification) {}
  /// Stands for a missing implementation.
  public func applicationDidFinishLaunching(_ notification: Notification) {}
  /// Stands for a missing implementation.
  public func applicationShouldTerminate(_ sender: NSApplication) -> NSApplication.TerminateReply {
    .terminateNow
  }
  /// Stands for a missing implementation: a desktop without Apple's menu bar offers no way back.
  public func applicationShouldTerminateAfterLastWindowClosed(_ sender: NSApplication) -> Bool { true }
  /// Stands for a missing implementation.
  public func applicationWillTerminate(_ notification: Notification) {}

  /// Runs the program: the entry point of a delegate marked `@main`.
  public static func main() {
    let application = NSApplication.shared
    let delegate = _ObjectFactory.make(Self.self) as? Self
    application.delegate = delegate
    withExtendedLifetime(delegate) { application.run() }
  }
}

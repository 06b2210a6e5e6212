import CoreGraphics
public import Foundation
import QuartzCore
public import StrataViews

/// A view without a superview, which a host shows, and which takes the events there.
open class UIWindow: UIView, WindowEventReceiver {
  /// What shows the window.
  public final let host: any WindowHost
  final var firstResponder: UIResponder?
  private final var finger = MouseFinger()
  /// Nil before the first event, so that a window that goes away makes none.
  private final var ownDelivery: TouchDelivery?
  private final lazy var keys = KeyDelivery(to: self)

  /// Creates a window that a new host shows.
  public override init(frame: CGRect) {
    host = WindowHosts.make(frame.size)
    super.init(frame: frame)
    attachHost()
  }

  /// Creates a window of the size of a host, which shows it.
  public init(host: any WindowHost) {
    self.host = host
    super.init(frame: CGRect(origin: .zero, size: host.size))
    attachHost()
  }

  // Not isolated, as subclasses could have no plain one otherwise.
  deinit {
    let (controller, delivery, responder) = (rootViewController, ownDelivery, firstResponder)
    _ = Departure(of: children, with: controller, delivery, responder)
  }

  private func attachHost() {
    isHidden = true
    colorHost()
    contentScaleFactor = host.scale
    host.receiver = self
    host.attach(ownLayer)
  }

  /// Creates a window from an archive, that a new host shows.
  public required init?(coder: NSCoder) {
    host = WindowHosts.make(UIScreen.main.bounds.size)
    super.init(coder: coder)
    attachHost()
  }

  /// The place and size of the window, in points; the host takes the size, and the desktop chooses the place.
  open override var frame: CGRect {
    didSet { resizeHost() }
  }

  /// The extent of the window in its own coordinates, in points; the host takes the size.
  open override var bounds: CGRect {
    didSet { resizeHost() }
  }

  /// The colour behind the views; on a display it is black where this is clear.
  open override var backgroundColor: UIColor? {
    didSet { colorHost() }
  }

  override func colorsDidChange() {
    super.colorsDidChange()
    colorHost()
  }

  /// Gives the host the colour that is beside the picture of a window that grows.
  private func colorHost() {
    var color = UIColor.black.cgColor
    if let shown = ground?.shown, shown.alpha == 1, shown.pattern == nil { color = shown }
    host.backgroundColor = color
  }

  private func resizeHost() {
    let size = bounds.size
    if host.size != size, size.width > 0, size.height > 0 { host.size = size }
  }

  /// The screen that the window appears on.
  open var screen: UIScreen { .main }
  /// The window itself.
  open override var window: UIWindow? { self }
  /// The application.
  open override var next: UIResponder? { UIApplication.sharedIfPresent }
  /// True for the window that the desktop, or ``makeKey()``, gave the keys last.
  open var isKeyWindow: Bool { UIApplication.keyWindow === self }

  /// The controller whose view fills the window; it is loaded when the window is shown.
  open var rootViewController: UIViewController? {
    didSet {
      guard rootViewController !== oldValue else { return }
      oldValue?.viewIfLoaded?.removeFromSuperview()
      if !isHidden { showRootView() }
    }
  }

  private func showRootView() {
    guard let view = rootViewController?.view, view.parent !== self else { return }
    view.frame = bounds
    view.autoresizingMask = [.flexibleWidth, .flexibleHeight]
    addSubview(view)
  }

  /// Makes the window the key window.
  open func makeKey() { UIApplication.keyWindow = self }

  /// Shows the window and makes it the key window.
  open func makeKeyAndVisible() {
    isHidden = false
    makeKey()
  }

  /// Hides the window, or shows it; a window that the user has closed is hidden.
  open override var isHidden: Bool {
    get { super.isHidden }
    set {
      let wasHidden = super.isHidden
      super.isHidden = newValue
      guard wasHidden != newValue else { return }
      guard !newValue else {
        letGo()
        return host.close()
      }
      host.present()
      showRootView()
    }
  }

  /// Takes fingers and keys away, whose ends no longer come.
  private func letGo() {
    ownDelivery?.cancelAll()
    keys.cancel()
    finger = MouseFinger()
    if isKeyWindow { UIApplication.keyWindow = nil }
  }

  private var delivery: TouchDelivery {
    if let ownDelivery { return ownDelivery }
    let delivery = TouchDelivery(to: self)
    ownDelivery = delivery
    return delivery
  }

  /// Delivers an event to recognizers and views.
  open func sendEvent(_ event: UIEvent) {
    if let presses = event as? UIPressesEvent { keys.deliver(presses) } else { delivery.deliver(event) }
  }

  /// Sends an event of the host through the application, if there is one.
  final func route(_ event: UIEvent) {
    if let application = UIApplication.sharedIfPresent {
      application.sendEvent(event)
    } else {
      sendEvent(event)
    }
  }

  /// Handles an event of the host.
  public func receive(_ event: HostEvent) {
    switch event {
    case .touches(let samples): delivery.receive(samples)
    case .mouse(let mouse):
      if let touch = finger.touch(of: mouse) { delivery.receive([touch]) }
    case .resized(let size): frame = CGRect(origin: frame.origin, size: size)
    case .rescaled(let scale):
      let former = UITraitCollection(contentScaleFactor, inheritedTraits.userInterfaceStyle)
      rescale(to: scale)
      traitsDidChange(from: former)
    case .scroll(let scroll): delivery.receive(scroll)
    case .key(let key): keys.receive(key)
    case .focusChanged(true): if !isHidden { makeKey() }
    case .focusChanged(false): keys.cancel()
    case .closed: isHidden = true
    case .moved: break
    }
  }

  /// Drops references to a view that leaves the window; a first responder in it stops being that.
  final func forget(_ view: UIView) {
    delivery.cancelTouches(in: view)
    _ = dismissFirstResponder(in: view, force: true)
  }

  /// Has a first responder in a view resign, and takes it away with `force` if it refuses; true if it was there and is gone.
  final func dismissFirstResponder(in view: UIView, force: Bool) -> Bool {
    guard let responder = firstResponder else { return false }
    // The chain of a controller begins above its own view.
    let place = sequence(first: responder, next: \.next).lazy.compactMap {
      $0 as? UIView ?? ($0 as? UIViewController)?.viewIfLoaded
    }.first
    guard let place, place.lies(in: view) else { return false }
    responder.resignFirstResponder()
    if force, firstResponder === responder { firstResponder = nil }
    return firstResponder !== responder
  }
}

/// Takes the views and fingers of a window that is gone out of it, with the calls before and after, when it is released.
@MainActor final class Departure {
  private let views: [UIView]
  /// Kept until it has heard that its view disappears.
  private let controller: UIViewController?
  private let delivery: TouchDelivery?
  private let firstResponder: UIResponder?

  nonisolated init(
    of views: [UIView],
    with controller: UIViewController?,
    _ delivery: TouchDelivery?,
    _ firstResponder: UIResponder?
  ) {
    (self.views, self.controller) = (views, controller)
    (self.delivery, self.firstResponder) = (delivery, firstResponder)
  }

  isolated deinit {
    UIView.leaveEndedWindow(views) {
      delivery?.cancelAll()
      firstResponder?.resignFirstResponder()
    }
  }
}

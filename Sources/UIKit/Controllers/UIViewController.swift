import CoreGraphics
public import Foundation
import QuartzCore
import StrataViews

/// Makes a view when it is needed, and follows its life.
///
/// Appearance calls come when the view enters or leaves a window; with ``beginAppearanceTransition(_:animated:)`` a container
/// spreads them over an animation.
open class UIViewController: UIResponder {
  private final var loadedView: UIView?
  /// Where the controller stands between `viewWillAppear` and `viewDidDisappear`.
  private final var appearance = Appearance.gone
  private final var isInTransition = false
  private final var containedControllers: [UIViewController] = []
  private final weak var container: UIViewController?

  private enum Appearance { case gone, appearing, shown, disappearing }

  /// Creates a controller; there are no nib files, and both arguments are for subclasses.
  public init(nibName nibNameOrNil: String?, bundle nibBundleOrNil: Bundle?) { super.init(_responder: ()) }

  /// Creates a controller.
  @MainActor public convenience init() { self.init(nibName: nil, bundle: nil) }

  /// Creates a controller from an archive.
  public required init?(coder: NSCoder) {
    super.init(_responder: ())
    title = coder.decodeObject(of: NSString.self, forKey: "UITitle") as String?
  }

  // MARK: The view

  /// The view; the first access loads it.
  // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
  open var view: UIView! {
    get {
      if loadedView == nil {
        loadView()
        precondition(loadedView != nil, "\(type(of: self)).loadView() did not set the view")
        viewDidLoad()
      }
      return loadedView
    }
    set {
      loadedView?.controller = nil
      loadedView = newValue
      newValue?.controller = self
    }
  }

  /// The view, if it is loaded.
  open var viewIfLoaded: UIView? { loadedView }
  /// True once the view is loaded.
  open var isViewLoaded: Bool { loadedView != nil }

  /// Loads the view if it is not loaded.
  open func loadViewIfNeeded() { _ = view }

  /// Makes the view; the default makes a plain one of the screen's size.
  open func loadView() { view = UIView(frame: UIScreen.main.bounds) }

  /// Reacts to the loaded view.
  open func viewDidLoad() {}
  /// The view is about to appear.
  open func viewWillAppear(_ animated: Bool) {}
  /// The view is appearing, and its layout is known.
  open func viewIsAppearing(_ animated: Bool) {}
  /// The view has appeared.
  open func viewDidAppear(_ animated: Bool) {}
  /// The view is about to disappear.
  open func viewWillDisappear(_ animated: Bool) {}
  /// The view has disappeared.
  open func viewDidDisappear(_ animated: Bool) {}
  /// The view is about to lay out its subviews.
  open func viewWillLayoutSubviews() {}
  /// The view has laid out its subviews.
  open func viewDidLayoutSubviews() {}

  /// What the view is about.
  open var title: String?
  /// The size that the view would like, in points.
  open var preferredContentSize = CGSize.zero

  /// The superview of the view.
  open override var next: UIResponder? { loadedView?.superview ?? container?.loadedView }

  // MARK: Containers

  /// The controllers whose views this one places.
  open var children: [UIViewController] { containedControllers }
  /// The controller that places this one's view.
  open var parent: UIViewController? { container }

  /// Takes a controller in, which leaves its parent.
  ///
  /// The container adds the view. A controller cannot hold itself or a controller that holds it: that ends the program.
  open func addChild(_ childController: UIViewController) {
    guard !sequence(first: self, next: \.container).contains(where: { $0 === childController }) else {
      fatalError("Can't add \(type(of: childController)) as a child: a controller cannot lie in itself")
    }
    guard childController.container !== self else { return }
    childController.removeFromParent()
    childController.willMove(toParent: self)
    containedControllers.append(childController)
    childController.container = self
  }

  /// Leaves the parent; the container removes the view.
  open func removeFromParent() {
    guard let container else { return }
    container.containedControllers.removeAll { $0 === self }
    self.container = nil
    didMove(toParent: nil)
  }

  /// Reacts to a coming change of the parent.
  open func willMove(toParent parent: UIViewController?) {}
  /// Reacts to another parent; containers call it when their transition is over.
  open func didMove(toParent parent: UIViewController?) {}

  // MARK: Appearance

  /// True while the view is being shown for the first time or again.
  open var isBeingPresented: Bool { appearance == .appearing }

  /// Begins to show or hide the view: calls the controller, which follows no window until ``endAppearanceTransition()``.
  open func beginAppearanceTransition(_ isAppearing: Bool, animated: Bool) {
    isInTransition = true
    isAppearing ? appear(animated) : disappear(animated)
  }

  /// Ends what ``beginAppearanceTransition(_:animated:)`` began.
  open func endAppearanceTransition() {
    guard isInTransition else { return }
    isInTransition = false
    if arrive(animated: true) {
      AnimationBlock.withoutAnimation { loadedView?.layoutIfNeeded() }
      finishAppearing(animated: true)
    }
  }

  /// Follows the view into a window or out of it.
  final func viewWillMove(toWindow new: UIWindow?, from old: UIWindow?) {
    guard !isInTransition, (new == nil) != (old == nil) else { return }
    new == nil ? disappear(false) : appear(false)
  }

  /// Goes on after the view has moved; true if it appears, which ``finishAppearing(animated:)`` ends after the layout.
  final func viewDidMoveToWindow() -> Bool { !isInTransition && arrive(animated: false) }

  private func appear(_ animated: Bool) {
    guard appearance == .gone || appearance == .disappearing else { return }
    appearance = .appearing
    viewWillAppear(animated)
  }

  private func disappear(_ animated: Bool) {
    guard appearance == .shown || appearance == .appearing else { return }
    appearance = .disappearing
    viewWillDisappear(animated)
  }

  /// Ends a disappearance; true if the view appears.
  private func arrive(animated: Bool) -> Bool {
    if appearance == .disappearing {
      appearance = .gone
      viewDidDisappear(animated)
    }
    guard appearance == .appearing else { return false }
    viewIsAppearing(animated)
    return true
  }

  /// Ends an appearance, unless the view has left in the meantime.
  final func finishAppearing(animated: Bool = false) {
    guard appearance == .appearing, !isInTransition else { return }
    appearance = .shown
    viewDidAppear(animated)
  }
}

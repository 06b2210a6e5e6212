import CoreGraphics
public import Foundation
import QuartzCore
import StrataViews

/// Makes a view when it is needed, and follows its life.
///
/// Appearance calls come when the view enters or leaves a window; with ``beginAppearanceTransition(_:animated:)`` a container
/// spreads them over an animation. A view that enters is laid out with the next commit: ``viewIsAppearing(_:)`` comes right
/// before that layout, and ``viewDidAppear(_:)`` after it.
open class UIViewController: UIResponder, UITraitEnvironment {
  private final var loadedView: UIView?
  /// Where the controller stands between `viewWillAppear` and `viewDidDisappear`.
  private final var appearance = Appearance.gone
  private final var isAnimated = false
  private final var isInTransition = false
  /// The children that take part in this controller's transition.
  private final var companions: [UIViewController] = []
  private final var containedControllers: [UIViewController] = []
  private final weak var container: UIViewController?

  private enum Appearance {
    case gone
    /// `viewWillAppear` was called.
    case announced
    /// `viewIsAppearing` was called, too.
    case appearing
    case shown
    case disappearing
  }

  /// Creates a controller; there are no nib files, and both arguments are for subclasses.
  public init(nibName nibNameOrNil: String?, bundle nibBundleOrNil: Bundle?) { super.init(_responder: ()) }

  /// Creates a controller.
  @preconcurrency @MainActor public convenience init() { self.init(nibName: nil, bundle: nil) }

  /// Creates a controller; there are no archives of controllers, and the argument is for subclasses.
  public required init?(coder: NSCoder) { super.init(_responder: ()) }

  /// The properties of the surroundings: those of the view once it is loaded.
  open var traitCollection: UITraitCollection {
    if let loadedView { return loadedView.traitCollection }
    let style = overrideUserInterfaceStyle
    return UITraitCollection(UIScreen.main.scale, style == .unspecified ? .light : style)
  }

  /// The appearance of the view and of those in it; unspecified is that of the superview.
  open var overrideUserInterfaceStyle = UIUserInterfaceStyle.unspecified {
    didSet { loadedView?.controllerStyleDidChange(from: oldValue) }
  }

  /// Reacts to other surroundings of the view: another style, or another number of pixels per point; the default does nothing.
  open func traitCollectionDidChange(_ previousTraitCollection: UITraitCollection?) {}

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
      newValue?.controllerStyleDidChange(from: .unspecified)
    }
  }

  /// The view, if it is loaded.
  open var viewIfLoaded: UIView? { loadedView }
  /// True once the view is loaded.
  open var isViewLoaded: Bool { loadedView != nil }

  /// Loads the view if it is not loaded.
  open func loadViewIfNeeded() { _ = view }

  /// Makes the view; the default makes a plain one of the screen's size, which follows its superview's.
  open func loadView() {
    let plain = UIView(frame: UIScreen.main.bounds)
    plain.autoresizingMask = [.flexibleWidth, .flexibleHeight]
    view = plain
  }

  /// Reacts to the loaded view.
  open func viewDidLoad() {}
  /// The view is about to appear.
  open func viewWillAppear(_ animated: Bool) {}
  /// The view is appearing: it is in its window, has its size, and is about to be laid out.
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
    containedControllers.append(childController)
    childController.container = self
    childController.willMove(toParent: self)
  }

  /// Leaves the parent; the container removes the view.
  open func removeFromParent() {
    guard let container else { return }
    container.containedControllers.removeAll { $0 === self }
    self.container = nil
    didMove(toParent: nil)
  }

  /// Reacts to a coming change of the views; a new ``parent`` is known already.
  open func willMove(toParent parent: UIViewController?) {}
  /// Reacts to another parent; containers call it when their transition is over.
  open func didMove(toParent parent: UIViewController?) {}

  // MARK: Appearance

  /// True while another controller presents this one: never, as windows and containers show all controllers.
  open var isBeingPresented: Bool { false }

  /// True if children appear and disappear with this controller.
  ///
  /// A container that returns false calls ``beginAppearanceTransition(_:animated:)`` and ``endAppearanceTransition()`` of its
  /// children itself, also when it adds and removes their views.
  open var shouldAutomaticallyForwardAppearanceMethods: Bool { true }

  /// Begins to show or hide the view: calls the controller, which follows no window until ``endAppearanceTransition()``.
  ///
  /// Children whose views lie in this one's take part, unless ``shouldAutomaticallyForwardAppearanceMethods`` is false.
  open func beginAppearanceTransition(_ isAppearing: Bool, animated: Bool) {
    isInTransition = true
    isAppearing ? appear(animated) : disappear(animated)
    companions += containedControllers.filter(follows)
    for child in companions { child.beginAppearanceTransition(isAppearing, animated: animated) }
  }

  /// Ends what ``beginAppearanceTransition(_:animated:)`` began.
  open func endAppearanceTransition() {
    guard isInTransition else { return }
    isInTransition = false
    if appearance == .announced { loadedView?.setNeedsLayout() }
    endDisappearing()
    finishAppearing()
    let children = companions
    companions = []
    for child in children { child.endAppearanceTransition() }
  }

  /// True if a child that is in no transition of its own appears and disappears with this controller.
  private func follows(_ child: UIViewController) -> Bool {
    guard shouldAutomaticallyForwardAppearanceMethods, !child.isInTransition, let loadedView else {
      return false
    }
    return child.loadedView?.lies(in: loadedView) ?? false
  }

  /// True if the window decides on the appearance, and not a transition.
  private var followsWindow: Bool {
    !isInTransition
      && sequence(first: self, next: \.container).allSatisfy {
        $0.container?.shouldAutomaticallyForwardAppearanceMethods ?? true
      }
  }

  /// Follows the view into a window or out of it.
  final func viewWillMove(toWindow new: UIWindow?, wasInWindow: Bool) {
    guard followsWindow, (new != nil) != wasInWindow else { return }
    new == nil ? disappear(false) : appear(false)
  }

  /// Goes on after the view has moved; true if it appears, which ``finishAppearing()`` ends after the layout.
  final func viewDidMoveToWindow() -> Bool {
    if appearance == .announced { loadedView?.setNeedsLayout() }
    guard followsWindow else { return false }
    endDisappearing()
    return isComing
  }

  private func appear(_ animated: Bool) {
    guard appearance == .gone || appearance == .disappearing else { return }
    (appearance, isAnimated) = (.announced, animated)
    viewWillAppear(animated)
  }

  private func disappear(_ animated: Bool) {
    guard appearance != .gone, appearance != .disappearing else { return }
    (appearance, isAnimated) = (.disappearing, animated)
    viewWillDisappear(animated)
  }

  /// True between `viewWillAppear` and `viewDidAppear`.
  private var isComing: Bool { appearance == .announced || appearance == .appearing }

  private func endDisappearing() {
    guard appearance == .disappearing else { return }
    appearance = .gone
    viewDidDisappear(isAnimated)
  }

  /// Tells the controller, before the first layout in a window, that the view is appearing.
  final func appearBeforeLayout() {
    if loadedView?.window != nil { beginAppearing() }
  }

  private func beginAppearing() {
    guard appearance == .announced else { return }
    appearance = .appearing
    viewIsAppearing(isAnimated)
  }

  /// Ends an appearance after the layout, unless the view has left in the meantime.
  final func finishAppearing() {
    guard isComing, !isInTransition else { return }
    AnimationBlock.withoutAnimation { loadedView?.layoutIfNeeded() }
    beginAppearing()
    guard appearance == .appearing else { return }
    appearance = .shown
    viewDidAppear(isAnimated)
  }
}

import CoreGraphics
public import Foundation

/// Makes a view when it is needed, and follows its life.
///
/// A view appears when it is in a window that is shown, and neither it nor a view around it is hidden.
@preconcurrency @MainActor open class NSViewController: NSResponder {
  private final var loadedView: NSView?
  private final var sight = Sight.none

  private enum Sight { case none, coming, whole, going }

  /// Creates a controller; there are no nib files, and both arguments are for subclasses.
  public init(nibName nibNameOrNil: String?, bundle nibBundleOrNil: Bundle?) { super.init(_responder: ()) }

  /// Creates a controller.
  @preconcurrency @MainActor public convenience init() { self.init(nibName: nil, bundle: nil) }

  /// Creates a controller from an archive.
  public required init?(coder: NSCoder) {
    super.init(_responder: ())
    title = coder.decodeObject(of: NSString.self, forKey: "NSTitle") as String?
  }

  // MARK: The view

  /// The view; the first access loads it.
  open var view: NSView {
    get {
      if let loadedView { return loadedView }
      loadView()
      guard let loadedView else {
        preconditionFailure("\(type(of: self)).loadView() did not set the view")
      }
      viewDidLoad()
      return loadedView
    }
    set {
      loadedView?.controller = nil
      loadedView = newValue
      newValue.controller = self
    }
  }

  /// The view, if it is loaded.
  open var viewIfLoaded: NSView? { loadedView }
  /// True once the view is loaded.
  open var isViewLoaded: Bool { loadedView != nil }
  /// Loads the view if it is not loaded.
  open func loadViewIfNeeded() { _ = view }
  /// Makes the view; the default makes a plain one without extent.
  open func loadView() { view = NSView(frame: NSRect(origin: .zero, size: preferredContentSize)) }

  /// Reacts to the loaded view.
  open func viewDidLoad() {}
  /// The view is about to appear.
  open func viewWillAppear() {}
  /// The view has appeared.
  open func viewDidAppear() {}
  /// The view is about to disappear.
  open func viewWillDisappear() {}
  /// The view has disappeared.
  open func viewDidDisappear() {}
  /// The view is about to lay out its subviews.
  open func viewWillLayout() {}
  /// The view has laid out its subviews.
  open func viewDidLayout() {}

  /// What the view is about.
  open var title: String?
  /// The object that the view shows.
  open var representedObject: Any?
  /// The size that the view would like, in points.
  open var preferredContentSize = NSSize.zero

  override var naturalNext: NSResponder? { loadedView?.natural }

  // MARK: Containers

  /// The controllers whose views this one places.
  public private(set) final var children: [NSViewController] = []
  /// The controller that places this one's view.
  public private(set) final weak var parent: NSViewController?

  /// Takes a controller in at the end of ``children`` by ``insertChild(_:at:)``; one that is there already stays where it is.
  open func addChild(_ childViewController: NSViewController) {
    guard childViewController.parent !== self else { return }
    insertChild(childViewController, at: children.count)
  }

  /// Takes a controller in, which leaves its parent; the container adds the view.
  ///
  /// All children come this way. A controller cannot hold itself or a controller that holds it: that ends the program.
  ///
  /// - Parameters:
  ///   - childViewController: The controller; one that is a child already changes its place.
  ///   - index: The place among ``children``; one beyond them is their end.
  open func insertChild(_ childViewController: NSViewController, at index: Int) {
    guard !sequence(first: self, next: \.parent).contains(where: { $0 === childViewController }) else {
      fatalError("Can't add \(type(of: childViewController)) as a child: a controller cannot lie in itself")
    }
    if childViewController.parent === self {
      children.removeAll { $0 === childViewController }
    } else {
      childViewController.removeFromParent()
    }
    children.insert(childViewController, at: min(max(index, 0), children.count))
    childViewController.parent = self
  }

  /// Lets the controller at a place among ``children`` go; without one nothing happens.
  ///
  /// All children leave this way.
  open func removeChild(at index: Int) {
    if children.indices.contains(index) { children.remove(at: index).parent = nil }
  }

  /// Leaves the parent by its ``removeChild(at:)``; the container removes the view.
  open func removeFromParent() {
    guard let parent, let index = parent.children.firstIndex(where: { $0 === self }) else { return }
    parent.removeChild(at: index)
  }

  // MARK: Appearance

  /// Begins to show or hide the view, if that is a change.
  final func prepare(toBeSeen isSeen: Bool) {
    switch (sight, isSeen) {
    case (.none, true), (.going, true):
      sight = .coming
      viewWillAppear()
    case (.whole, false), (.coming, false):
      sight = .going
      viewWillDisappear()
    default: break
    }
  }

  /// Ends what ``prepare(toBeSeen:)`` began.
  final func confirmSight() {
    switch sight {
    case .coming:
      sight = .whole
      viewDidAppear()
    case .going:
      sight = .none
      viewDidDisappear()
    case .none, .whole: break
    }
  }
}

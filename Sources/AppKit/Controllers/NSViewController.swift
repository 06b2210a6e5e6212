import CoreGraphics
public import Foundation

/// Makes a view when it is needed, and follows its life.
@preconcurrency @MainActor open class NSViewController: NSResponder {
  private final var loadedView: NSView?
  private final var isShown = false

  /// Creates a controller; there are no nib files, and both arguments are for subclasses.
  public init(nibName nibNameOrNil: String?, bundle nibBundleOrNil: Bundle?) { super.init(_responder: ()) }

  /// Creates a controller.
  @MainActor public convenience init() { self.init(nibName: nil, bundle: nil) }

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
  /// The view is about to come into a window.
  open func viewWillAppear() {}
  /// The view is in a window.
  open func viewDidAppear() {}
  /// The view is about to leave its window.
  open func viewWillDisappear() {}
  /// The view has left its window.
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

  /// Takes a controller in, which leaves its parent; the container adds the view.
  ///
  /// A controller cannot hold itself or a controller that holds it: that ends the program.
  open func addChild(_ childViewController: NSViewController) {
    guard !sequence(first: self, next: \.parent).contains(where: { $0 === childViewController }) else {
      fatalError("Can't add \(type(of: childViewController)) as a child: a controller cannot lie in itself")
    }
    guard childViewController.parent !== self else { return }
    childViewController.removeFromParent()
    children.append(childViewController)
    childViewController.parent = self
  }

  /// Leaves the parent; the container removes the view.
  open func removeFromParent() {
    parent?.children.removeAll { $0 === self }
    parent = nil
  }

  // MARK: Appearance

  /// Follows the view into a window or out of it.
  final func viewWillMove(toWindow new: NSWindow?, from old: NSWindow?) {
    guard (new == nil) != (old == nil) else { return }
    if new == nil { viewWillDisappear() } else { viewWillAppear() }
  }

  /// Ends the calls after the view has moved.
  final func viewDidMoveToWindow() {
    let isInWindow = loadedView?.window != nil
    guard isShown != isInWindow else { return }
    isShown = isInWindow
    if isInWindow { viewDidAppear() } else { viewDidDisappear() }
  }
}

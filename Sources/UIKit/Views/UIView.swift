public import CoreGraphics
public import Foundation
public import QuartzCore
import StrataViews

/// A rectangle that draws, arranges its subviews, and handles events, over a layer.
///
/// The view is the delegate of its layer. Properties of place and appearance are those of the layer: outside of animation
/// blocks they change at once, and inside they animate.
///
/// - Thread: The main actor's.
@preconcurrency @MainActor open class UIView: UIResponder, @MainActor CALayerDelegate, UITraitEnvironment {
  /// What ``layer`` returns, without a call that a subclass may override.
  final let ownLayer: CALayer
  /// Read off the main actor by a window's deinitialiser alone, when nothing else can reach the window.
  nonisolated(unsafe) final var children: [UIView] = []
  final weak var parent: UIView?
  final weak var controller: UIViewController?
  final var ownTint: UIColor?
  final var recognizers: [UIGestureRecognizer] = []
  /// The number of running animations that keep the view from being touched.
  final var blockingAnimations = 0
  private final var maskingView: UIView?
  /// The background that was set, and what it is in the view's surroundings.
  final var ground: (color: UIColor, shown: CGColor)?
  /// The surroundings of the superview that the view was taken from, which it keeps as long as it has no other.
  final var keptTraits: UITraitCollection?

  /// The layer that shows the view; an override may name its class, and returns the same layer.
  open var layer: CALayer { ownLayer }

  /// The class of the view's layer, a class of layers.
  open class var layerClass: AnyClass { CALayer.self }

  /// Creates a view with a frame in its future superview's coordinates, in points.
  public init(frame: CGRect) {
    ownLayer = Self.makeLayer()
    super.init(_responder: ())
    prepareLayer()
    self.frame = frame
  }

  /// Creates a view without extent.
  @preconcurrency @MainActor public convenience init() { self.init(frame: .zero) }

  /// Creates a view from what ``encode(with:)`` wrote.
  public required init?(coder: NSCoder) {
    ownLayer = Self.makeLayer()
    super.init(_responder: ())
    prepareLayer()
    restore(from: coder)
  }

  // MARK: Place

  /// The extent in the superview's coordinates, in points; undefined under a transform that is not the identity.
  open var frame: CGRect {
    get { ownLayer.frame }
    set { resize { ownLayer.frame = newValue } }
  }

  /// The extent in the view's own coordinates, in points.
  open var bounds: CGRect {
    get { ownLayer.bounds }
    set { resize { ownLayer.bounds = newValue } }
  }

  /// Where the anchor point lies in the superview, in points.
  open var center: CGPoint {
    get { ownLayer.position }
    set { ownLayer.position = newValue }
  }

  /// The transform of the plane about the anchor point.
  open var transform: CGAffineTransform {
    get { ownLayer.affineTransform() }
    set { ownLayer.setAffineTransform(newValue) }
  }

  /// The transform of space about the anchor point.
  open var transform3D: CATransform3D {
    get { ownLayer.transform }
    set { ownLayer.transform = newValue }
  }

  /// The point that ``center`` places, in unit coordinates of the bounds.
  open var anchorPoint: CGPoint {
    get { ownLayer.anchorPoint }
    set { ownLayer.anchorPoint = newValue }
  }

  // MARK: Appearance

  /// Opacity of the view and its subviews, from 0 to 1.
  open var alpha: CGFloat {
    get { CGFloat(ownLayer.opacity) }
    set { ownLayer.opacity = Float(newValue.isNaN ? 1 : min(max(newValue, 0), 1)) }
  }

  /// Hides the view and its subviews, and keeps events from them.
  open var isHidden: Bool {
    get { ownLayer.isHidden }
    set { ownLayer.isHidden = newValue }
  }

  /// States that drawing covers the bounds without transparency; what it leaves out is black without a background.
  open var isOpaque = true {
    didSet { if drawsItself { updateGround() } else { ownLayer.isOpaque = isOpaque } }
  }

  /// The colour behind the drawing.
  open var backgroundColor: UIColor? {
    get { shownBackground }
    set { showBackground(newValue) }
  }

  /// Clips the subviews to the bounds and rounded corners.
  open var clipsToBounds: Bool {
    get { ownLayer.masksToBounds }
    set { ownLayer.masksToBounds = newValue }
  }

  /// The view whose opacity masks this one, in this view's coordinates; it must have no superview.
  open var mask: UIView? {
    get { maskingView }
    set {
      newValue?.removeFromSuperview()
      maskingView = newValue
      ownLayer.mask = newValue?.layer
      if let window { newValue?.rescale(to: window.host.scale) }
    }
  }

  /// The way in which contents fill the bounds.
  open var contentMode = ContentMode.scaleToFill {
    didSet { contentModeDidChange(from: oldValue) }
  }

  /// Pixels per point of the contents.
  open var contentScaleFactor: CGFloat {
    get { ownLayer.contentsScale }
    set { drawAt(scale: newValue) }
  }

  /// The colour of what can be touched; without an own one the superview's.
  // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
  open var tintColor: UIColor! {
    get { ownTint ?? parent?.tintColor ?? .tintColor }
    set {
      ownTint = newValue
      tintDidChange()
    }
  }

  /// Reacts to another ``tintColor``; the default does nothing.
  open func tintColorDidChange() {}

  /// The properties of the surroundings; without a superview those of the former one, if there was one.
  open var traitCollection: UITraitCollection { inheritedTraits }

  /// The appearance of the view and of those in it; unspecified is that of the controller, or else of the superview.
  open var overrideUserInterfaceStyle = UIUserInterfaceStyle.unspecified {
    didSet { styleDidChange(from: oldValue) }
  }

  /// Shows the view in the colours for other surroundings.
  func colorsDidChange() {
    refreshBackground()
    if drawsItself { ownLayer.setNeedsDisplay() }
    ownLayer.setNeedsLayout()
  }

  /// Reacts to other surroundings: another style, or another number of pixels per point; the default does nothing.
  open func traitCollectionDidChange(_ previousTraitCollection: UITraitCollection?) {}

  // MARK: Identity and interaction

  /// A number by which ``viewWithTag(_:)`` finds the view.
  open var tag = 0
  /// False keeps events from the view and its subviews.
  open var isUserInteractionEnabled = true
  /// False gives the view the first finger only.
  open var isMultipleTouchEnabled = false
  /// Keeps fingers from the window's other views while the view has one, and from the view while another one has.
  open var isExclusiveTouch = false

  /// The next responder: the view's controller, or the superview.
  open override var next: UIResponder? { controller ?? parent }

  // MARK: Layout

  /// How the frame follows the superview's size.
  open var autoresizingMask: AutoresizingMask = []
  /// Lets the subviews follow this view's size by their masks.
  open var autoresizesSubviews = true

  /// Places the subviews; the default does nothing.
  open func layoutSubviews() {}

  /// Asks for a layout before the next frame.
  open func setNeedsLayout() { ownLayer.setNeedsLayout() }

  /// Lays out the view and its subviews now, if they need it.
  open func layoutIfNeeded() { ownLayer.layoutIfNeeded() }

  /// Returns the size that fits best into `size`; the default is the present size.
  open func sizeThatFits(_ size: CGSize) -> CGSize { bounds.size }

  /// Takes the size that fits best.
  open func sizeToFit() { takeFittingSize() }

  /// The value of ``intrinsicContentSize`` for a side without a size of its own.
  public static let noIntrinsicMetric: CGFloat = -1

  /// The size of the contents themselves, in points.
  open var intrinsicContentSize: CGSize {
    CGSize(width: Self.noIntrinsicMetric, height: Self.noIntrinsicMetric)
  }

  /// States that ``intrinsicContentSize`` has changed.
  ///
  /// Nothing here is placed by the size of its contents alone, so that the default does nothing.
  open func invalidateIntrinsicContentSize() {}

  // MARK: Hierarchy

  /// The view that holds this one.
  open var superview: UIView? { parent }

  /// The views that this one holds, from back to front, in the order of their layers.
  open var subviews: [UIView] {
    followLayers()
    return children
  }

  /// The window that shows the view.
  open var window: UIWindow? { parent?.window }

  /// Adds a view in front of the others; it leaves its superview.
  ///
  /// A view cannot hold itself or a view that holds it: that ends the program, as Core Animation's exception does.
  open func addSubview(_ view: UIView) { place(view, .front) }

  /// Adds a view at an index, counted from the back; an index that is too large means the front.
  open func insertSubview(_ view: UIView, at index: Int) { place(view, .index(max(index, 0))) }

  /// Adds a view behind one of the subviews.
  open func insertSubview(_ view: UIView, belowSubview siblingSubview: UIView) {
    place(view, .beside(siblingSubview, 0))
  }

  /// Adds a view in front of one of the subviews.
  open func insertSubview(_ view: UIView, aboveSubview siblingSubview: UIView) {
    place(view, .beside(siblingSubview, 1))
  }

  /// Exchanges the places of two subviews; indices that are out of range are ignored.
  open func exchangeSubview(at index1: Int, withSubviewAt index2: Int) { exchange(index1, index2) }

  /// Moves a subview in front of the others.
  open func bringSubviewToFront(_ view: UIView) { if view.parent === self { place(view, .front) } }

  /// Moves a subview behind the others.
  open func sendSubviewToBack(_ view: UIView) { if view.parent === self { place(view, .index(0)) } }

  /// Leaves the superview.
  open func removeFromSuperview() { leaveParent() }

  /// True if the view is `view` or lies in it.
  open func isDescendant(of view: UIView) -> Bool { lies(in: view) }

  /// Returns this view or the first one in it with a tag.
  open func viewWithTag(_ tag: Int) -> UIView? {
    if self.tag == tag { return self }
    return children.lazy.compactMap { $0.viewWithTag(tag) }.first
  }

  // MARK: Hierarchy events

  /// Reacts to a new subview.
  open func didAddSubview(_ subview: UIView) {}
  /// Reacts to a subview that is about to leave.
  open func willRemoveSubview(_ subview: UIView) {}
  /// Reacts to a coming change of the superview.
  open func willMove(toSuperview newSuperview: UIView?) {}
  /// Reacts to another superview.
  open func didMoveToSuperview() {}
  /// Reacts to a coming change of the window.
  open func willMove(toWindow newWindow: UIWindow?) {}
  /// Reacts to another window.
  open func didMoveToWindow() {}

  // MARK: Conversion

  /// Converts a point to another view; nil is the window.
  open func convert(_ point: CGPoint, to view: UIView?) -> CGPoint {
    (view ?? window).map { ownLayer.convert(point, to: $0.ownLayer) } ?? point
  }

  /// Converts a point from another view; nil is the window.
  open func convert(_ point: CGPoint, from view: UIView?) -> CGPoint {
    (view ?? window).map { ownLayer.convert(point, from: $0.ownLayer) } ?? point
  }

  /// Converts a rectangle to another view, as the bounding box of its corners; nil is the window.
  open func convert(_ rect: CGRect, to view: UIView?) -> CGRect {
    (view ?? window).map { ownLayer.convert(rect, to: $0.ownLayer) } ?? rect
  }

  /// Converts a rectangle from another view, as the bounding box of its corners; nil is the window.
  open func convert(_ rect: CGRect, from view: UIView?) -> CGRect {
    (view ?? window).map { ownLayer.convert(rect, from: $0.ownLayer) } ?? rect
  }

  // MARK: Drawing

  /// Draws a part of the view into the current context, in the view's coordinates; only an override is called.
  open func draw(_ rect: CGRect) {}

  /// Asks for a drawing of the whole view before the next frame.
  open func setNeedsDisplay() { ownLayer.setNeedsDisplay() }

  /// Asks for a drawing of a rectangle, in the view's coordinates, before the next frame.
  open func setNeedsDisplay(_ rect: CGRect) { ownLayer.setNeedsDisplay(rect) }

  /// Returns a view that shows what this one shows now.
  ///
  /// The picture is taken of the model, or of what is on screen if `afterUpdates` is false. Without extent there is none.
  open func snapshotView(afterScreenUpdates afterUpdates: Bool) -> UIView? { snapshot(afterUpdates) }

  /// Returns a view that shows a rectangle of this one, in this view's coordinates; `capInsets` stay unstretched.
  open func resizableSnapshotView(
    from rect: CGRect,
    afterScreenUpdates afterUpdates: Bool,
    withCapInsets capInsets: UIEdgeInsets
  ) -> UIView? { snapshot(of: rect, afterUpdates, capInsets) }

  /// Draws the view and its subviews into the current context, stretched over a rectangle; false if there is no context.
  @discardableResult
  open func drawHierarchy(in rect: CGRect, afterScreenUpdates afterUpdates: Bool) -> Bool {
    drawTree(in: rect, afterUpdates)
  }

  // MARK: Events

  /// The recognizers of the view; nil without any.
  open var gestureRecognizers: [UIGestureRecognizer]? {
    get { recognizers.isEmpty ? nil : recognizers }
    set { replaceRecognizers(with: newValue ?? []) }
  }

  /// Follows the view's fingers with a recognizer, which leaves its former view.
  open func addGestureRecognizer(_ gestureRecognizer: UIGestureRecognizer) { attach(gestureRecognizer) }

  /// Stops following fingers with a recognizer; a gesture that goes on is broken off.
  open func removeGestureRecognizer(_ gestureRecognizer: UIGestureRecognizer) { detach(gestureRecognizer) }

  /// Returns the frontmost view under a point of the view's coordinates; nil outside.
  ///
  /// A view that an animation moves lies where it moves to.
  open func hitTest(_ point: CGPoint, with event: UIEvent?) -> UIView? {
    frontmostView(at: point, with: event)
  }

  /// Has the first responder resign if it lies in this view; returns true if it was there and has resigned.
  ///
  /// `force` takes it away if it refuses.
  @discardableResult open func endEditing(_ force: Bool) -> Bool {
    window?.dismissFirstResponder(in: self, force: force) ?? false
  }

  /// Returns true if a point of the view's coordinates lies in the view.
  open func point(inside point: CGPoint, with event: UIEvent?) -> Bool { ownLayer.bounds.contains(point) }

  /// Asks before a recognizer of this view begins.
  open func gestureRecognizerShouldBegin(_ gestureRecognizer: UIGestureRecognizer) -> Bool { true }

  // MARK: The layer's delegate

  /// Provides the layer's contents in place of drawing; the default leaves it to ``draw(_:in:)``.
  open func display(_ layer: CALayer) { OptionalCall.noteDefault(.display, of: self) }

  /// Draws the layer's contents: calls ``draw(_:)`` with the context as the current one.
  open func draw(_ layer: CALayer, in ctx: CGContext) { drawContents(of: layer, in: ctx) }

  /// Prepares a drawing of the layer; the default does nothing.
  open func layerWillDraw(_ layer: CALayer) {}

  /// Lays out the layer: the subviews by ``layoutSubviews()``, with the controller's calls around it.
  open func layoutSublayers(of layer: CALayer) { layOut(layer) }

  /// Returns the animation of a change: `NSNull` outside of animation blocks.
  open func action(for layer: CALayer, forKey event: String) -> (any CAAction)? {
    AnimationBlock.action(for: layer, key: event)
  }

  /// Writes the view's own properties and its subviews into a keyed archive.
  open func encode(with coder: NSCoder) { archive(into: coder) }
}

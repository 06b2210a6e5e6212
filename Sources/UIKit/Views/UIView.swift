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
@preconcurrency @MainActor open class UIView: UIResponder, @MainActor CALayerDelegate {
  /// The layer that shows the view.
  public final let layer: CALayer

  final var children: [UIView] = []
  final weak var parent: UIView?
  final weak var controller: UIViewController?
  final var ownTint: UIColor?
  final var recognizers: [UIGestureRecognizer] = []
  /// The number of running animations that keep the view from being touched.
  final var blockingAnimations = 0
  private final var maskingView: UIView?

  /// The class of the view's layer, a class of layers.
  open class var layerClass: AnyClass { CALayer.self }

  /// Creates a view with a frame in its future superview's coordinates, in points.
  public init(frame: CGRect) {
    layer = Self.makeLayer()
    super.init(_responder: ())
    prepareLayer()
    self.frame = frame
  }

  /// Creates a view without extent.
  @MainActor public convenience init() { self.init(frame: .zero) }

  /// Creates a view from what ``encode(with:)`` wrote.
  public required init?(coder: NSCoder) {
    layer = Self.makeLayer()
    super.init(_responder: ())
    prepareLayer()
    restore(from: coder)
  }

  private static func makeLayer() -> CALayer {
    guard let type = layerClass as? CALayer.Type else {
      preconditionFailure("\(self).layerClass is \(layerClass), which is not a class of layers")
    }
    return _PresentationFactory.makeLayer(of: type)
  }

  private func prepareLayer() {
    layer.delegate = self
    layer.contentsScale = UIScreen.main.scale
    if drawsItself { layer.setNeedsDisplay() }
  }

  // MARK: Place

  /// The extent in the superview's coordinates, in points; undefined under a transform that is not the identity.
  open var frame: CGRect {
    get { layer.frame }
    set { resize { layer.frame = newValue } }
  }

  /// The extent in the view's own coordinates, in points.
  open var bounds: CGRect {
    get { layer.bounds }
    set { resize { layer.bounds = newValue } }
  }

  /// Changes the layer's size, and the subviews' places with it.
  private func resize(_ change: () -> Void) {
    let old = layer.bounds.size
    change()
    resizeSubviews(from: old)
  }

  /// Where the anchor point lies in the superview, in points.
  open var center: CGPoint {
    get { layer.position }
    set { layer.position = newValue }
  }

  /// The transform of the plane about the anchor point.
  open var transform: CGAffineTransform {
    get { layer.affineTransform() }
    set { layer.setAffineTransform(newValue) }
  }

  /// The transform of space about the anchor point.
  open var transform3D: CATransform3D {
    get { layer.transform }
    set { layer.transform = newValue }
  }

  /// The point that ``center`` places, in unit coordinates of the bounds.
  open var anchorPoint: CGPoint {
    get { layer.anchorPoint }
    set { layer.anchorPoint = newValue }
  }

  // MARK: Appearance

  /// Opacity of the view and its subviews, from 0 to 1.
  open var alpha: CGFloat {
    get { CGFloat(layer.opacity) }
    set { layer.opacity = Float(newValue.isNaN ? 1 : min(max(newValue, 0), 1)) }
  }

  /// Hides the view and its subviews, and keeps events from them.
  open var isHidden: Bool {
    get { layer.isHidden }
    set { layer.isHidden = newValue }
  }

  /// States that drawing covers the bounds without transparency.
  open var isOpaque = true {
    didSet { layer.isOpaque = isOpaque && drawsItself }
  }

  /// The colour behind the drawing.
  open var backgroundColor: UIColor? {
    get { layer.backgroundColor.map { UIColor(cgColor: $0) } }
    set { layer.backgroundColor = newValue?.cgColor }
  }

  /// Clips the subviews to the bounds and rounded corners.
  open var clipsToBounds: Bool {
    get { layer.masksToBounds }
    set { layer.masksToBounds = newValue }
  }

  /// The view whose opacity masks this one, in this view's coordinates; it must have no superview.
  open var mask: UIView? {
    get { maskingView }
    set {
      newValue?.removeFromSuperview()
      maskingView = newValue
      layer.mask = newValue?.layer
    }
  }

  /// The way in which contents fill the bounds.
  open var contentMode = ContentMode.scaleToFill {
    didSet { contentModeDidChange(from: oldValue) }
  }

  /// Pixels per point of the contents.
  open var contentScaleFactor: CGFloat {
    get { layer.contentsScale }
    set {
      guard newValue > 0, newValue != layer.contentsScale else { return }
      layer.contentsScale = newValue
      if drawsItself { layer.setNeedsDisplay() }
    }
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

  /// The properties of the surroundings.
  open var traitCollection: UITraitCollection {
    UITraitCollection(displayScale: window?.host.scale ?? UIScreen.main.scale)
  }

  // MARK: Identity and interaction

  /// A number by which ``viewWithTag(_:)`` finds the view.
  open var tag = 0
  /// False keeps events from the view and its subviews.
  open var isUserInteractionEnabled = true
  /// False gives the view the first finger only.
  open var isMultipleTouchEnabled = false

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
  open func setNeedsLayout() { layer.setNeedsLayout() }

  /// Lays out the view and its subviews now, if they need it.
  open func layoutIfNeeded() { layer.layoutIfNeeded() }

  /// Returns the size that fits best into `size`; the default is the present size.
  open func sizeThatFits(_ size: CGSize) -> CGSize { bounds.size }

  /// Takes the size that fits best.
  open func sizeToFit() {
    let size = sizeThatFits(bounds.size)
    var frame = frame
    frame.size = size
    self.frame = frame
  }

  /// The value of ``intrinsicContentSize`` for a side without a size of its own.
  public static let noIntrinsicMetric: CGFloat = -1

  /// The size of the contents themselves, in points.
  open var intrinsicContentSize: CGSize {
    CGSize(width: Self.noIntrinsicMetric, height: Self.noIntrinsicMetric)
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

  /// The window that shows the view.
  open var window: UIWindow? { parent?.window }

  // MARK: Drawing and events

  /// Draws a part of the view into the current context, in the view's coordinates; only an override is called.
  open func draw(_ rect: CGRect) {}

  /// Asks for a drawing of the whole view before the next frame.
  open func setNeedsDisplay() { layer.setNeedsDisplay() }

  /// Asks for a drawing of a rectangle, in the view's coordinates, before the next frame.
  open func setNeedsDisplay(_ rect: CGRect) { layer.setNeedsDisplay(rect) }

  /// Returns the frontmost view under a point of the view's coordinates, as it is on screen; nil outside.
  open func hitTest(_ point: CGPoint, with event: UIEvent?) -> UIView? {
    frontmostView(at: point, with: event)
  }

  /// Returns true if a point of the view's coordinates lies in the view.
  open func point(inside point: CGPoint, with event: UIEvent?) -> Bool { shownLayer.bounds.contains(point) }

  /// Asks before a recognizer of this view begins.
  open func gestureRecognizerShouldBegin(_ gestureRecognizer: UIGestureRecognizer) -> Bool { true }

  // MARK: The layer's delegate

  /// Provides the layer's contents in place of drawing; the default leaves it to ``draw(_:in:)``.
  open func display(_ layer: CALayer) { OptionalCall.noteDefault() }

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

  /// Writes the view's own properties into a keyed archive.
  open func encode(with coder: NSCoder) { archive(into: coder) }
}

public import CoreGraphics
public import Foundation
import StrataRenderTree

/// A rectangle with content, style and sublayers: the unit of the model tree.
///
/// A layer is used from one thread at a time. Swift cannot override members of extensions, so this class declares all
/// members that clients may override, and nothing else; the files `CALayer+…` implement them. The initialisers come
/// first and the class has one stored property: ``PresentationFactory`` relies on both.
open class CALayer: NSObject, NSSecureCoding, CAMediaTiming {
  final let storage: LayerStorage

  /// Creates a copy for presentation; subclasses override it to copy their own stored properties.
  ///
  /// The copy carries everything that the layer manages, but neither animations nor a place in the tree.
  public init(layer: Any) {
    storage = (layer as? CALayer).map { LayerStorage(copying: $0) } ?? LayerStorage(for: Self.self)
    super.init()
  }

  /// Creates a layer with its class's default values.
  public override init() {
    storage = LayerStorage(for: Self.self)
    super.init()
  }

  /// Creates a layer from an archive.
  public required init?(coder: NSCoder) {
    storage = LayerStorage(for: Self.self)
    super.init()
    restore(from: coder)
  }

  deinit { storage.dismantle() }

  // MARK: Place

  /// The layer's extent in its own coordinates, in points; a negative size is standardised.
  open var bounds: CGRect {
    get { storage.state.bounds }
    set { setBounds(newValue) }
  }

  /// Where the anchor point lies in the superlayer, in points.
  open var position: CGPoint {
    get { storage.state.position }
    set { setPosition(newValue) }
  }

  /// Depth relative to the siblings, in points; larger is nearer to the viewer.
  open var zPosition: CGFloat {
    get { storage.state.zPosition }
    set { set(LayerSchema.shared.zPosition, \.zPosition, newValue) }
  }

  /// The point that `position` places and `transform` leaves in place, in unit coordinates of the bounds.
  open var anchorPoint: CGPoint {
    get { storage.state.anchorPoint }
    set { set(LayerSchema.shared.anchorPoint, \.anchorPoint, newValue) }
  }

  /// The anchor point's depth, in points.
  open var anchorPointZ: CGFloat {
    get { storage.state.anchorPointZ }
    set { set(LayerSchema.shared.anchorPointZ, \.anchorPointZ, newValue) }
  }

  /// The transform about the anchor point.
  open var transform: CATransform3D {
    get { storage.state.transform }
    set { setTransform(newValue) }
  }

  /// The transform about the anchor point that sublayers get in addition to their own.
  open var sublayerTransform: CATransform3D {
    get { storage.state.sublayerTransform }
    set { set(LayerSchema.shared.sublayerTransform, \.sublayerTransform, newValue) }
  }

  /// The bounding box of the layer in its superlayer, in points; derived from bounds, position and transform.
  open var frame: CGRect {
    get { computedFrame }
    set { setFrame(newValue) }
  }

  /// Returns the transform as an affine transform of the plane; the identity if it is not one.
  open func affineTransform() -> CGAffineTransform {
    let transform = storage.state.transform
    return CATransform3DIsAffine(transform) ? CATransform3DGetAffineTransform(transform) : .identity
  }

  /// Sets the transform to an affine transform of the plane.
  open func setAffineTransform(_ m: CGAffineTransform) { transform = CATransform3DMakeAffineTransform(m) }

  /// Mirrors the coordinates of the layer and its sublayers vertically.
  open var isGeometryFlipped: Bool {
    get { storage.state.isGeometryFlipped }
    set { set(LayerSchema.shared.isGeometryFlipped, \.isGeometryFlipped, newValue) }
  }

  /// Returns true if the first row of the contents lies at the smallest y, by the flips up to the root.
  open func contentsAreFlipped() -> Bool { flipParity }

  // MARK: Appearance

  /// Hides the layer and its sublayers.
  open var isHidden: Bool {
    get { storage.state.isHidden }
    set { setHidden(newValue) }
  }

  /// True if the layer is visible from behind.
  open var isDoubleSided: Bool {
    get { storage.state.isDoubleSided }
    set { set(LayerSchema.shared.isDoubleSided, \.isDoubleSided, newValue) }
  }

  /// Opacity of the layer and its sublayers, from 0 to 1.
  open var opacity: Float {
    get { storage.state.opacity }
    set { set(LayerSchema.shared.opacity, \.opacity, newValue) }
  }

  /// Composites the layer as one group before its opacity is applied.
  open var allowsGroupOpacity: Bool {
    get { storage.state.allowsGroupOpacity }
    set { set(LayerSchema.shared.allowsGroupOpacity, \.allowsGroupOpacity, newValue) }
  }

  /// Clips the sublayers and contents to the bounds and corners.
  open var masksToBounds: Bool {
    get { storage.state.masksToBounds }
    set { set(LayerSchema.shared.masksToBounds, \.masksToBounds, newValue) }
  }

  /// Radius of the corners of background and border, in points.
  open var cornerRadius: CGFloat {
    get { storage.state.cornerRadius }
    set { set(LayerSchema.shared.cornerRadius, \.cornerRadius, newValue) }
  }

  /// The shape of rounded corners; an unknown name falls back to circular.
  open var cornerCurve: CALayerCornerCurve {
    get { storage.state.cornerCurve }
    set { set(LayerSchema.shared.cornerCurve, \.cornerCurve, newValue == .continuous ? newValue : .circular) }
  }

  /// Returns the size of a corner of this curve as a multiple of the radius.
  open class func cornerCurveExpansionFactor(_ curve: CALayerCornerCurve) -> CGFloat {
    curve == .continuous ? 1.528665 : 1
  }

  /// The corners that the radius rounds; other bits are dropped.
  open var maskedCorners: CACornerMask {
    get { storage.state.maskedCorners }
    set {
      set(
        LayerSchema.shared.maskedCorners,
        \.maskedCorners,
        newValue.intersection(CACornerMask(rawValue: 15))
      )
    }
  }

  /// The colour behind the contents.
  open var backgroundColor: CGColor? {
    get { storage.state.backgroundColor }
    set { set(LayerSchema.shared.backgroundColor, \.backgroundColor, newValue) }
  }

  /// The colour of the border.
  open var borderColor: CGColor? {
    get { storage.state.borderColor }
    set { set(LayerSchema.shared.borderColor, \.borderColor, newValue) }
  }

  /// Width of the border inside the bounds, in points.
  open var borderWidth: CGFloat {
    get { storage.state.borderWidth }
    set { set(LayerSchema.shared.borderWidth, \.borderWidth, newValue) }
  }

  /// The colour of the shadow.
  open var shadowColor: CGColor? {
    get { storage.state.shadowColor }
    set { set(LayerSchema.shared.shadowColor, \.shadowColor, newValue) }
  }

  /// Opacity of the shadow, from 0 to 1.
  open var shadowOpacity: Float {
    get { storage.state.shadowOpacity }
    set { set(LayerSchema.shared.shadowOpacity, \.shadowOpacity, newValue) }
  }

  /// The shadow's distance from the layer, in points.
  open var shadowOffset: CGSize {
    get { storage.state.shadowOffset }
    set { set(LayerSchema.shared.shadowOffset, \.shadowOffset, newValue) }
  }

  /// Blur radius of the shadow, in points.
  open var shadowRadius: CGFloat {
    get { storage.state.shadowRadius }
    set { set(LayerSchema.shared.shadowRadius, \.shadowRadius, newValue) }
  }

  /// The shape of the shadow in layer coordinates, instead of that of the composited layer; copied.
  open var shadowPath: CGPath? {
    get { storage.state.shadowPath }
    set { set(LayerSchema.shared.shadowPath, \.shadowPath, newValue.map { $0.copy() ?? $0 }) }
  }

  /// Filters on the composited layer.
  open var filters: [Any]? {
    get { storage.extras.filters }
    set { setFilters(newValue) }
  }

  /// Filters on the picture behind the layer.
  open var backgroundFilters: [Any]? {
    get { storage.extras.backgroundFilters }
    set { setBackgroundFilters(newValue) }
  }

  /// The way in which the layer is composited: a filter or its name; nil is source over.
  open var compositingFilter: Any? {
    get { storage.extras.compositingFilter }
    set { setCompositingFilter(newValue) }
  }

  /// Composites the layer into a bitmap that is kept and drawn.
  open var shouldRasterize: Bool {
    get { storage.state.shouldRasterize }
    set { set(LayerSchema.shared.shouldRasterize, \.shouldRasterize, newValue) }
  }

  /// Pixels per point of that bitmap.
  open var rasterizationScale: CGFloat {
    get { storage.state.rasterizationScale }
    set { set(LayerSchema.shared.rasterizationScale, \.rasterizationScale, newValue) }
  }

  /// The edges that are antialiased.
  open var edgeAntialiasingMask: CAEdgeAntialiasingMask {
    get { storage.state.edgeAntialiasingMask }
    set { set(LayerSchema.shared.edgeAntialiasingMask, \.edgeAntialiasingMask, newValue) }
  }

  /// Allows the edges to be antialiased.
  open var allowsEdgeAntialiasing: Bool {
    get { storage.state.allowsEdgeAntialiasing }
    set { set(LayerSchema.shared.allowsEdgeAntialiasing, \.allowsEdgeAntialiasing, newValue) }
  }

  // MARK: Contents

  /// The object that the layer shows, normally a `CGImage`.
  open var contents: Any? {
    get { storage.contentsObject }
    set { setContents(newValue) }
  }

  /// The part of the contents that is shown, in unit coordinates.
  open var contentsRect: CGRect {
    get { storage.state.contentsRect }
    set { set(LayerSchema.shared.contentsRect, \.contentsRect, newValue) }
  }

  /// The part of the contents that stretches when they are resized, in unit coordinates.
  open var contentsCenter: CGRect {
    get { storage.state.contentsCenter }
    set { set(LayerSchema.shared.contentsCenter, \.contentsCenter, newValue) }
  }

  /// The placement of the contents in the bounds; an unknown name falls back to the centre.
  open var contentsGravity: CALayerContentsGravity {
    get { storage.state.contentsGravity }
    set { set(LayerSchema.shared.contentsGravity, \.contentsGravity, newValue.known) }
  }

  /// Pixels of the contents per point.
  open var contentsScale: CGFloat {
    get { storage.state.contentsScale }
    set { set(LayerSchema.shared.contentsScale, \.contentsScale, newValue) }
  }

  /// The pixel format of the backing store; an unknown name falls back to eight bits a channel.
  open var contentsFormat: CALayerContentsFormat {
    get { storage.state.contentsFormat }
    set { set(LayerSchema.shared.contentsFormat, \.contentsFormat, newValue.known) }
  }

  /// The sampling of contents that are shown smaller than they are.
  open var minificationFilter: CALayerContentsFilter {
    get { storage.state.minificationFilter }
    set { set(LayerSchema.shared.minificationFilter, \.minificationFilter, newValue) }
  }

  /// The sampling of contents that are shown larger than they are.
  open var magnificationFilter: CALayerContentsFilter {
    get { storage.state.magnificationFilter }
    set { set(LayerSchema.shared.magnificationFilter, \.magnificationFilter, newValue) }
  }

  /// Shift of the level that trilinear minification chooses; larger is coarser.
  open var minificationFilterBias: Float {
    get { storage.state.minificationFilterBias }
    set { set(LayerSchema.shared.minificationFilterBias, \.minificationFilterBias, newValue) }
  }

  /// States that the contents have no transparent pixels.
  open var isOpaque: Bool {
    get { storage.state.isOpaque }
    set { set(LayerSchema.shared.isOpaque, \.isOpaque, newValue) }
  }

  /// Redraws when the bounds change.
  open var needsDisplayOnBoundsChange: Bool {
    get { storage.extras.needsDisplayOnBoundsChange }
    set { setExtra("needsDisplayOnBoundsChange", \.needsDisplayOnBoundsChange, newValue) }
  }

  /// Allows drawing to be recorded and executed elsewhere; the picture is the same.
  open var drawsAsynchronously: Bool {
    get { storage.extras.drawsAsynchronously }
    set { setExtra("drawsAsynchronously", \.drawsAsynchronously, newValue) }
  }

  /// Lets the contents be drawn at the scale at which they are shown.
  open var wantsDynamicContentScaling: Bool {
    get { storage.extras.wantsDynamicContentScaling }
    set { setExtra("wantsDynamicContentScaling", \.wantsDynamicContentScaling, newValue) }
  }

  /// Asks for brightness beyond that of the standard range.
  open var wantsExtendedDynamicRangeContent: Bool {
    get { storage.extras.wantsExtendedDynamicRangeContent }
    set { setExtra("wantsExtendedDynamicRangeContent", \.wantsExtendedDynamicRangeContent, newValue) }
  }

  /// The dynamic range in which the layer should be shown; an unknown name falls back to standard.
  open var preferredDynamicRange: CALayer.DynamicRange {
    get { storage.extras.preferredDynamicRange }
    set {
      let known: Set<CALayer.DynamicRange> = [.automatic, .standard, .constrainedHigh, .high]
      setExtra(
        "preferredDynamicRange",
        \.preferredDynamicRange,
        known.contains(newValue) ? newValue : .standard
      )
    }
  }

  /// The brightness of the contents as a multiple of white.
  open var contentsHeadroom: CGFloat {
    get { storage.extras.contentsHeadroom }
    set { setExtra("contentsHeadroom", \.contentsHeadroom, newValue) }
  }

  /// The mapping of bright contents to the display's range; an unknown name falls back to automatic.
  open var toneMapMode: CALayer.ToneMapMode {
    get { storage.extras.toneMapMode }
    set {
      let known: Set<CALayer.ToneMapMode> = [.automatic, .never, .ifSupported]
      setExtra("toneMapMode", \.toneMapMode, known.contains(newValue) ? newValue : .automatic)
    }
  }

  // MARK: Display

  /// Returns true if the layer is marked for display.
  open func needsDisplay() -> Bool { storage.flags.contains(.needsDisplay) }

  /// Marks the whole layer for display.
  open func setNeedsDisplay() { markForDisplay(nil) }

  /// Marks a rectangle, in layer coordinates, for display.
  open func setNeedsDisplay(_ r: CGRect) { markForDisplay(r) }

  /// Displays the layer now if it is marked.
  open func displayIfNeeded() { serveDisplay() }

  /// Provides the contents: asks the delegate, else draws into a backing store.
  ///
  /// Also called for each frame of an animation of a key that needs display. ``presentation()`` then has the values of the frame, and
  /// changes start no actions unless the transaction enables them.
  open func display() { performDisplay() }

  /// Draws the contents into `ctx`, in layer coordinates; the default asks the delegate.
  open func draw(in ctx: CGContext) { drawThroughDelegate(in: ctx) }

  /// Draws the layer and its sublayers, without animations, into `ctx` in the layer's own coordinates.
  open func render(in ctx: CGContext) { renderModel(in: ctx) }

  /// Returns true if a change of `key` needs a display.
  open class func needsDisplay(forKey key: String) -> Bool { false }

  // MARK: Layout

  /// Returns true if the layer is marked for layout.
  open func needsLayout() -> Bool { storage.flags.contains(.needsLayout) }

  /// Marks the layer for layout; within its own layout for another pass of the same commit.
  open func setNeedsLayout() { markForLayout(isExplicit: true) }

  /// Lays out the tree around the layer now, from the highest marked ancestor down.
  open func layoutIfNeeded() { serveLayout() }

  /// Places the sublayers; the default asks the delegate, then the layout manager.
  open func layoutSublayers() { layoutThroughDelegate() }

  /// Returns the preferred size of the layer in its superlayer, in points.
  open func preferredFrameSize() -> CGSize { computedPreferredFrameSize }

  /// The parts of the frame that stretch with the superlayer.
  open var autoresizingMask: CAAutoresizingMask {
    get { storage.extras.autoresizingMask }
    set { setExtra("autoresizingMask", \.autoresizingMask, newValue) }
  }

  /// Adapts the sublayers to a change of this layer's size from `size`, in points.
  open func resizeSublayers(withOldSize size: CGSize) {
    for sublayer in storage.sublayers { sublayer.resize(withOldSuperlayerSize: size) }
  }

  /// Adapts the frame to a change of the superlayer's size from `size`, in points.
  open func resize(withOldSuperlayerSize size: CGSize) { autoresize(fromSuperlayerSize: size) }

  /// The object that places the sublayers when the delegate does not.
  open var layoutManager: (any CALayoutManager)? {
    get { storage.extras.layoutManager }
    set { setLayoutManager(newValue) }
  }

  /// The layer's constraints, for a superlayer with a constraint layout manager.
  open var constraints: [CAConstraint]? {
    get { storage.extras.constraints }
    set { setConstraints(newValue) }
  }

  /// Adds a constraint.
  open func addConstraint(_ c: CAConstraint) { setConstraints((storage.extras.constraints ?? []) + [c]) }

  // MARK: Tree

  /// The layer's parent; the masked layer if this is a mask.
  open var superlayer: CALayer? { parentLayer }

  /// The children from back to front; nil if the layer has none.
  open var sublayers: [CALayer]? {
    get { childLayers }
    set { setSublayers(newValue) }
  }

  /// The layer whose alpha masks this one.
  open var mask: CALayer? {
    get { maskLayer }
    set { setMask(newValue) }
  }

  /// Appends a sublayer, in front of the others.
  open func addSublayer(_ layer: CALayer) { insert(layer, at: .max) }

  /// Inserts a sublayer at an index; beyond the count it is appended.
  open func insertSublayer(_ layer: CALayer, at idx: UInt32) { insert(layer, at: Int(idx)) }

  /// Inserts a sublayer behind a sibling, or at the back.
  open func insertSublayer(_ layer: CALayer, below sibling: CALayer?) { insert(layer, below: sibling) }

  /// Inserts a sublayer in front of a sibling, or at the front.
  open func insertSublayer(_ layer: CALayer, above sibling: CALayer?) { insert(layer, above: sibling) }

  /// Replaces a sublayer.
  open func replaceSublayer(_ oldLayer: CALayer, with newLayer: CALayer) { replace(oldLayer, with: newLayer) }

  /// Takes the layer out of its superlayer, as sublayer or as mask.
  open func removeFromSuperlayer() { detach() }

  // MARK: Presentation

  /// Returns a copy with the values now on screen, or nil before the first commit in a hosted tree.
  open func presentation() -> Self? { currentPresentation as? Self }

  /// Returns the model layer behind a presentation copy, else the layer itself.
  open func model() -> Self { (storage.presentation?.model as? Self) ?? self }

  // MARK: Hit testing and conversion

  /// Returns the frontmost layer of this tree under a point of the superlayer's space.
  open func hitTest(_ p: CGPoint) -> CALayer? { frontmostLayer(at: p) }

  /// Returns true if a point, in layer coordinates, lies in the bounds.
  open func contains(_ p: CGPoint) -> Bool { boundsContain(p) }

  /// Converts a point from the space of `l`, nil being the superlayer's.
  open func convert(_ p: CGPoint, from l: CALayer?) -> CGPoint { converted(p, from: l) }

  /// Converts a point to the space of `l`, nil being the superlayer's.
  open func convert(_ p: CGPoint, to l: CALayer?) -> CGPoint { converted(p, to: l) }

  /// Converts a rectangle from the space of `l`: the bounding box of its corners.
  open func convert(_ r: CGRect, from l: CALayer?) -> CGRect { converted(r, from: l) }

  /// Converts a rectangle to the space of `l`: the bounding box of its corners.
  open func convert(_ r: CGRect, to l: CALayer?) -> CGRect { converted(r, to: l) }

  /// Converts a time, in seconds, from that of `l`, nil being media time.
  open func convertTime(_ t: CFTimeInterval, from l: CALayer?) -> CFTimeInterval { convertedTime(t, from: l) }

  /// Converts a time, in seconds, to that of `l`, nil being media time.
  open func convertTime(_ t: CFTimeInterval, to l: CALayer?) -> CFTimeInterval { convertedTime(t, to: l) }

  /// The part of the bounds that the nearest scroll layer shows.
  open var visibleRect: CGRect { computedVisibleRect }

  /// Scrolls the nearest scroll layer so that a point of this layer becomes its origin.
  open func scroll(_ p: CGPoint) { scrollNearest(to: p) }

  /// Scrolls the nearest scroll layer by the least amount that shows a rectangle of this layer.
  open func scrollRectToVisible(_ r: CGRect) { scrollNearest(toShow: r) }

  // MARK: Actions and animations

  /// The object that provides contents, layout and actions; not kept alive.
  weak open var delegate: (any CALayerDelegate)? {
    get { storage.delegate }
    set {
      storage.noteSet(name: "delegate")
      storage.delegate = newValue
    }
  }

  /// Actions by event name.
  open var actions: [String: any CAAction]? {
    get { storage.extras.actions }
    set { setExtraObject("actions", \.actions, newValue) }
  }

  /// Values for properties that were never set; the key `style` leads to a further dictionary.
  open var style: [AnyHashable: Any]? {
    get { storage.extras.style }
    set { setStyle(newValue) }
  }

  /// The layer's name.
  open var name: String? {
    get { storage.extras.name }
    set { setExtra("name", \.name, newValue) }
  }

  /// Returns the action for an event, from the delegate, `actions`, the style, or the class.
  open func action(forKey event: String) -> (any CAAction)? { searchAction(event) }

  /// Returns the class's action for an event.
  open class func defaultAction(forKey event: String) -> (any CAAction)? { nil }

  /// Returns the class's value for a property that was never set.
  open class func defaultValue(forKey key: String) -> Any? {
    LayerDefaults.storedDefault(forKey: key, of: self)
  }

  /// Adds a copy of an animation; it replaces the animation with the same key.
  open func add(_ anim: CAAnimation, forKey key: String?) { attach(anim, forKey: key) }

  /// Removes every animation.
  open func removeAllAnimations() { detachAllAnimations() }

  /// Removes an animation.
  open func removeAnimation(forKey key: String) { detachAnimation(forKey: key) }

  /// Returns the keys of the animations in the order of their addition; nil if the layer has none.
  open func animationKeys() -> [String]? {
    storage.animations.isEmpty ? nil : storage.animations.map(\.key)
  }

  /// Returns the layer's copy of an animation.
  open func animation(forKey key: String) -> CAAnimation? {
    storage.animations[key]?.animation
  }

  // MARK: Timing

  /// The time at which the layer begins, in its superlayer's time, in seconds.
  open var beginTime: CFTimeInterval {
    get { storage.state.timing.beginTime }
    set { set(LayerSchema.shared.beginTime, \.timing.beginTime, newValue) }
  }

  /// Shift of the layer's time, in seconds.
  open var timeOffset: CFTimeInterval {
    get { storage.state.timing.timeOffset }
    set { set(LayerSchema.shared.timeOffset, \.timing.timeOffset, newValue) }
  }

  /// Rate of the layer's time against its superlayer's.
  open var speed: Float {
    get { storage.state.timing.speed }
    set { set(LayerSchema.shared.speed, \.timing.speed, newValue) }
  }

  /// The duration of the layer, in seconds; infinite by default.
  open var duration: CFTimeInterval {
    get { storage.state.timing.duration }
    set { set(LayerSchema.shared.duration, \.timing.duration, newValue) }
  }

  /// Number of repetitions of the duration.
  open var repeatCount: Float {
    get { storage.state.timing.repeatCount }
    set { set(LayerSchema.shared.repeatCount, \.timing.repeatCount, newValue) }
  }

  /// Length of all repetitions, in seconds.
  open var repeatDuration: CFTimeInterval {
    get { storage.state.timing.repeatDuration }
    set { set(LayerSchema.shared.repeatDuration, \.timing.repeatDuration, newValue) }
  }

  /// Follows each forward run by a backward one.
  open var autoreverses: Bool {
    get { storage.state.timing.autoreverses }
    set { set(LayerSchema.shared.autoreverses, \.timing.autoreverses, newValue) }
  }

  /// The visibility of the layer outside its active interval.
  open var fillMode: CAMediaTimingFillMode {
    get { CAMediaTimingFillMode(rawValue: storage.state.timing.fillMode.rawValue) }
    set { set(LayerSchema.shared.fillMode, \.timing.fillMode, FillMode(name: newValue.rawValue)) }
  }

  // MARK: Key-value access and archiving

  /// Returns the value of a property or of a key stored before; a dotted key is one plain key.
  open func value(forKey key: String) -> Any? { keyedValue(key) }

  /// Sets a property or stores a value under a key of its own.
  ///
  /// A value of the wrong type stops the program. But a colour or path keeps its old value, which is logged once, and a
  /// colour of a view module stands for its `cgColor`.
  open func setValue(_ value: Any?, forKey key: String) { setKeyedValue(value, key) }

  /// Returns the value at a path through properties, structures and named objects.
  open func value(forKeyPath keyPath: String) -> Any? { pathValue(keyPath) }

  /// Sets the value at a path through properties, structures and named objects, as ``setValue(_:forKey:)`` does.
  open func setValue(_ value: Any?, forKeyPath keyPath: String) { setPathValue(value, keyPath) }

  /// Returns true if an archive should hold the value of `key`, which is the case once it was set.
  open func shouldArchiveValue(forKey key: String) -> Bool { wasSet(key) }

  /// Writes the values that were set into an archive.
  open func encode(with coder: NSCoder) { archive(into: coder) }

  /// The layer in one line: class, address, name, position, bounds, what differs from the defaults of the class, and
  /// the numbers of sublayers and animations; ``treeDescription()`` prints a whole tree.
  open override var description: String { summary }

  /// The same as ``description``.
  open override var debugDescription: String { description }

  /// Layers can be archived securely.
  open class var supportsSecureCoding: Bool { true }
}

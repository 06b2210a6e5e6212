public import CoreGraphics
public import Foundation
public import QuartzCore
import StrataViews

/// A rectangle that draws, arranges its subviews, and handles events.
///
/// A view in a window has a layer. Its coordinates begin in the lower left corner, unless ``isFlipped``. Properties change
/// at once; through ``AnimatorProxy``, or in a group that allows implicit animation, they animate.
///
/// - Thread: The main actor's.
@preconcurrency @MainActor
open class NSView: NSResponder, NSAnimatablePropertyContainer {
  final var geometry = ViewGeometry()
  /// The part that `draw(_:)` draws now.
  final var rectOfDrawing: CGRect?
  /// True if changes that are being made, and are announced together, move the bounds by themselves; nil without changes.
  final var movesBounds: Bool?
  /// The extent during a drawing of a resize that is on its way.
  final var boundsOfDrawing: CGRect?
  final var backing: CALayer?
  /// The layer's delegate, or the stand-in for a view that is it.
  final var layerDelegate: ViewLayerDelegate?
  final var isHosting = false
  final var children: [NSView] = []
  final weak var parent: NSView?
  final weak var owningWindow: NSWindow?
  final weak var controller: NSViewController?
  final var areas: [NSTrackingArea] = []
  /// The display links that fire while the view is seen.
  final var links: [WeakLink] = []
  /// The parts that choose the pointer; nil until the view is asked for them.
  final var cursorRects: [(NSRect, NSCursor)]?
  /// The bounds for which the view was asked.
  final var cursorBounds = NSRect.zero
  /// Appearance before there is a layer.
  final var appearance = ViewAppearance()
  final var stepping: [String: FrameSteps] = [:]
  final var crossfade: AnimationSettings?
  private final var wantsOwnLayer = false
  final var isMarkedForLayout = true

  /// Creates a view with a frame in its future superview's coordinates, in points.
  public init(frame frameRect: NSRect) {
    super.init(_responder: ())
    geometry.frame = frameRect.standardized
    geometry.bounds = CGRect(origin: .zero, size: geometry.frame.size)
  }

  /// Creates a view without extent.
  @preconcurrency @MainActor public convenience init() { self.init(frame: .zero) }

  /// Creates a view with the frame that ``encode(with:)`` wrote.
  public required init?(coder: NSCoder) {
    super.init(_responder: ())
    restore(from: coder)
  }

  // MARK: Place

  /// The extent in the superview's coordinates, in points, before ``frameRotation``.
  open var frame: NSRect {
    get { geometry.frame }
    set {
      let newValue = newValue.standardized
      asOneChange {
        setFrameOrigin(newValue.origin)
        setFrameSize(newValue.size)
      }
    }
  }

  /// Moves the corner with the least coordinates to a point of the superview.
  open func setFrameOrigin(_ newOrigin: NSPoint) { change { $0.frame.origin = newOrigin } }

  /// Changes the size, in points of the superview, and lets the subviews follow.
  open func setFrameSize(_ newSize: NSSize) { changeSize { $0.resize(to: newSize) } }

  /// The extent in the view's own coordinates: the smallest rectangle of them that holds the view.
  open var bounds: NSRect {
    get { geometry.extent(of: boundsOfDrawing ?? geometry.bounds) }
    set {
      asOneChange {
        setBoundsOrigin(newValue.origin)
        setBoundsSize(newValue.size)
      }
    }
  }

  /// Changes the coordinates of the corner with the least ones: what the view shows moves.
  open func setBoundsOrigin(_ newOrigin: NSPoint) { change { $0.moveBounds(to: newOrigin) } }

  /// Changes the extent in the view's own coordinates: what the view shows is scaled.
  open func setBoundsSize(_ newSize: NSSize) { changeSize { $0.scaleBounds(to: newSize) } }

  /// Degrees by which the view is turned about its frame's origin, from the x axis to the y axis.
  open var frameRotation: CGFloat {
    get { geometry.rotation }
    set { change { $0.rotation = newValue } }
  }

  /// Degrees by which the view's coordinates are turned about their origin, from the x axis to the y axis.
  ///
  /// Drawings and subviews are turned in the frame, which stays; ``bounds`` grows to hold it. The change does not animate, and
  /// draws nothing anew. Sublayers of the program's own stay, too. An angle that is not finite is ignored.
  open var boundsRotation: CGFloat {
    get { geometry.boundsRotation }
    set { turnBounds(to: newValue) }
  }

  /// Degrees by which the view is turned, about its middle if it is set: the frame's origin moves.
  ///
  /// An angle that is not finite is ignored.
  open var frameCenterRotation: CGFloat {
    get { geometry.rotation }
    set { if newValue.isFinite { change { $0.turnAboutMiddle(to: newValue) } } }
  }

  /// Moves the origin of the view's coordinates to a point of them.
  open func translateOrigin(to translation: NSPoint) { moveUnits(to: translation) }

  /// Makes the unit of the view's coordinates larger by factors; factors that are not positive are ignored.
  open func scaleUnitSquare(to newUnitSize: NSSize) { scaleUnits(to: newUnitSize) }

  /// Turns the view's coordinates further, by an angle in degrees.
  open func rotate(byDegrees angle: CGFloat) { boundsRotation += angle }

  /// True if the view's coordinates are turned against those of the window.
  open var isRotatedFromBase: Bool { isTurned }

  /// True if the view's coordinates are turned or scaled against those of the window.
  open var isRotatedOrScaledFromBase: Bool { isTurned || isScaled }

  /// True if the y axis begins at the upper edge and points down.
  open var isFlipped: Bool { false }

  /// The part of the bounds that no view around this one cuts off.
  open var visibleRect: NSRect { shownPart }

  /// Posts ``frameDidChangeNotification`` when the frame has changed and the subviews have followed.
  ///
  /// A notification takes half a microsecond, even without observers.
  open var postsFrameChangedNotifications = true
  /// Posts ``boundsDidChangeNotification`` when the bounds change by themselves, and not with the frame.
  open var postsBoundsChangedNotifications = true

  // MARK: Conversion

  /// Converts a point to another view; nil is the window.
  open func convert(_ point: NSPoint, to view: NSView?) -> NSPoint { point.applying(map(to: view)) }
  /// Converts a point from another view; nil is the window.
  open func convert(_ point: NSPoint, from view: NSView?) -> NSPoint { point.applying(map(from: view)) }
  /// Converts a size to another view, to positive sides; nil is the window.
  open func convert(_ size: NSSize, to view: NSView?) -> NSSize { size.applying(map(to: view)).positive }
  /// Converts a size from another view, to positive sides; nil is the window.
  open func convert(_ size: NSSize, from view: NSView?) -> NSSize { size.applying(map(from: view)).positive }
  /// Converts a rectangle to another view, as the bounding box of its corners; nil is the window.
  open func convert(_ rect: NSRect, to view: NSView?) -> NSRect { rect.applying(map(to: view)) }
  /// Converts a rectangle from another view, as the bounding box of its corners; nil is the window.
  open func convert(_ rect: NSRect, from view: NSView?) -> NSRect { rect.applying(map(from: view)) }

  /// Converts a point to pixels.
  open func convertToBacking(_ point: NSPoint) -> NSPoint { point.applying(toBacking) }
  /// Converts a point from pixels.
  open func convertFromBacking(_ point: NSPoint) -> NSPoint { point.applying(toBacking.inverse) }
  /// Converts a size to pixels.
  open func convertToBacking(_ size: NSSize) -> NSSize { size.applying(toBacking) }
  /// Converts a size from pixels.
  open func convertFromBacking(_ size: NSSize) -> NSSize { size.applying(toBacking.inverse) }
  /// Converts a rectangle to pixels.
  open func convertToBacking(_ rect: NSRect) -> NSRect { rect.applying(toBacking) }
  /// Converts a rectangle from pixels.
  open func convertFromBacking(_ rect: NSRect) -> NSRect { rect.applying(toBacking.inverse) }

  /// Returns a rectangle whose edges lie on the edges of pixels nearest to those of `rect`.
  open func centerScanRect(_ rect: NSRect) -> NSRect { roundedToPixels(rect) }

  /// Returns a rectangle whose edges lie on edges of pixels, as the options say.
  open func backingAlignedRect(_ rect: NSRect, options: AlignmentOptions) -> NSRect {
    NSIntegralRectWithOptions(rect.applying(toBacking), options).applying(toBacking.inverse)
  }

  /// Converts a point to the view's layer.
  open func convertToLayer(_ point: NSPoint) -> NSPoint { point.applying(toLayer) }
  /// Converts a point from the view's layer.
  open func convertFromLayer(_ point: NSPoint) -> NSPoint { point.applying(toLayer.inverse) }
  /// Converts a size to the view's layer.
  open func convertToLayer(_ size: NSSize) -> NSSize { size.applying(toLayer).positive }
  /// Converts a size from the view's layer.
  open func convertFromLayer(_ size: NSSize) -> NSSize { size.applying(toLayer.inverse).positive }
  /// Converts a rectangle to the view's layer.
  open func convertToLayer(_ rect: NSRect) -> NSRect { rect.applying(toLayer) }
  /// Converts a rectangle from the view's layer.
  open func convertFromLayer(_ rect: NSRect) -> NSRect { rect.applying(toLayer.inverse) }

  // MARK: Appearance

  /// Opacity of the view and its subviews, from 0 to 1.
  open var alphaValue: CGFloat {
    get { backing.map { CGFloat($0.opacity) } ?? appearance.alpha }
    set {
      let alpha = newValue.isNaN ? 1 : min(max(newValue, 0), 1)
      changeAppearance {
        $0.alpha = alpha
      } on: {
        $1.opacity = Float($0.alpha)
      }
    }
  }

  /// Hides the view and its subviews, and keeps events from them.
  open var isHidden: Bool {
    get { backing?.isHidden ?? appearance.isHidden }
    set { hide(newValue) }
  }

  /// A shadow around what the view shows.
  open var shadow: NSShadow? {
    get { appearance.shadow }
    set {
      let isFlipped = isFlipped
      changeAppearance {
        $0.shadow = newValue
      } on: {
        $0.applyShadow(to: $1, isFlipped: isFlipped)
      }
    }
  }

  /// Filters of what is behind the view.
  open var backgroundFilters: [Any] {
    get { backing?.backgroundFilters ?? appearance.backgroundFilters }
    set {
      changeAppearance {
        $0.backgroundFilters = newValue
      } on: {
        ViewAppearance.setFilters($0.backgroundFilters, of: $1, \.backgroundFilters)
      }
    }
  }

  /// The filter that puts the view over what is behind it.
  open var compositingFilter: Any? {
    get { backing?.compositingFilter ?? appearance.compositingFilter }
    set {
      changeAppearance {
        $0.compositingFilter = newValue
      } on: {
        $1.compositingFilter = $0.compositingFilter
      }
    }
  }

  /// Filters of the view and its subviews.
  open var contentFilters: [Any] {
    get { backing?.filters ?? appearance.contentFilters }
    set {
      changeAppearance {
        $0.contentFilters = newValue
      } on: {
        ViewAppearance.setFilters($0.contentFilters, of: $1, \.filters)
      }
    }
  }

  /// States that filters are set on the view's layers, as AppKit wants to know; here filters are drawn without it, too.
  open var layerUsesCoreImageFilters: Bool {
    get { appearance.usesFilters }
    set { appearance.usesFilters = newValue }
  }

  /// Clips the subviews to the bounds.
  open var clipsToBounds: Bool {
    get { backing?.masksToBounds ?? appearance.clips }
    set {
      changeAppearance {
        $0.clips = newValue
      } on: {
        $1.masksToBounds = $0.clips
      }
    }
  }

  /// States that drawing covers the bounds without transparency; asked when the layer is made.
  open var isOpaque: Bool { false }

  // MARK: Layer

  /// The view's layer; nil until the view is in a window or wants one.
  ///
  /// A layer that is set before ``wantsLayer`` is hosted: the view places it, and all else is the program's.
  open var layer: CALayer? {
    get { backing }
    set { setLayer(newValue) }
  }

  /// Gives the view and those in it layers, before they are in a window.
  open var wantsLayer: Bool {
    get { wantsOwnLayer }
    set {
      wantsOwnLayer = newValue
      if newValue { prepareLayers() } else if window == nil { dropLayer() }
    }
  }

  /// Makes the view's layer, which the view places; its delegate is the view, if the class conforms to `CALayerDelegate`.
  open func makeBackingLayer() -> CALayer { CALayer() }

  /// True if ``updateLayer()`` provides the contents in place of drawing.
  open var wantsUpdateLayer: Bool { false }

  /// Provides the contents of ``layer``; the default does nothing.
  open func updateLayer() {}

  /// When the contents are drawn anew.
  open var layerContentsRedrawPolicy: LayerContentsRedrawPolicy {
    get { appearance.policy ?? (isHosting ? .never : .duringViewResize) }
    set { appearance.policy = newValue }
  }

  /// Where contents lie that have another size than the view.
  ///
  /// A `contentsGravity` that the program gives the layer stays until this is set.
  open var layerContentsPlacement: LayerContentsPlacement {
    get { appearance.placement }
    set {
      appearance.placement = newValue
      if let backing, !isHosting { placeContents(of: backing, isForced: true) }
    }
  }

  // MARK: Hierarchy

  /// The view that holds this one.
  open var superview: NSView? { parent }

  /// The views that this one holds, from back to front.
  open var subviews: [NSView] {
    get { children }
    set { setChildren(newValue) }
  }

  /// Adds a view in front of the others; it leaves its superview.
  ///
  /// A view cannot hold itself or a view that holds it: that ends the program, as Core Animation's exception does.
  open func addSubview(_ view: NSView) { place(view, at: nil) }

  /// Adds a view in front of or behind one of the subviews; without one in front of or behind them all.
  open func addSubview(
    _ view: NSView,
    positioned place: NSWindow.OrderingMode,
    relativeTo otherView: NSView?
  ) {
    self.place(view, place, otherView)
  }

  /// Puts a view in the place of one of the subviews, which leaves.
  open func replaceSubview(_ oldView: NSView, with newView: NSView) {
    guard oldView.parent === self, oldView !== newView else { return }
    place(newView, .above, oldView)
    oldView.removeFromSuperview()
  }

  /// Orders the subviews from back to front by a comparison; equal ones keep their order.
  open func sortSubviews(
    _ compare: (NSView, NSView, UnsafeMutableRawPointer?) -> ComparisonResult,
    context: UnsafeMutableRawPointer?
  ) {
    sortChildren { compare($0, $1, context) }
  }

  /// Leaves the superview.
  open func removeFromSuperview() { leaveParent() }

  /// True if the view is `view` or lies in it.
  open func isDescendant(of view: NSView) -> Bool { lies(in: view) }

  /// Returns the nearest view that holds both, or is one of them and holds the other.
  open func ancestorShared(with view: NSView) -> NSView? {
    sequence(first: self, next: \.parent).first { view.lies(in: $0) }
  }

  /// A number by which ``viewWithTag(_:)`` finds the view.
  open var tag: Int { -1 }

  /// Returns this view or the first one in it with a tag.
  open func viewWithTag(_ tag: Int) -> NSView? {
    if self.tag == tag { return self }
    return children.lazy.compactMap { $0.viewWithTag(tag) }.first
  }

  /// True if the view or one that holds it is hidden.
  open var isHiddenOrHasHiddenAncestor: Bool { isOutOfSight }

  override var naturalNext: NSResponder? { controller ?? natural }

  /// The next responder after the view's controller.
  final var natural: NSResponder? { parent ?? owningWindow }

  /// The window that shows the view.
  open var window: NSWindow? { sequence(first: self, next: \.parent).reduce(nil) { $1.owningWindow ?? $0 } }

  // MARK: Layout

  /// How the frame follows the superview's size.
  open var autoresizingMask: AutoresizingMask = []
  /// Lets the subviews follow this view's size by their masks.
  open var autoresizesSubviews = true

  /// Places the subviews after a change of the size; the default goes by their masks.
  open func resizeSubviews(withOldSize oldSize: NSSize) {
    guard autoresizesSubviews else { return }
    for child in children { child.resize(withOldSuperviewSize: oldSize) }
  }

  /// Follows a change of the superview's size; the default goes by ``autoresizingMask``.
  open func resize(withOldSuperviewSize oldSize: NSSize) { autoresize(from: oldSize) }

  /// Asks for a layout before the next frame.
  open var needsLayout: Bool {
    get { isMarkedForLayout }
    set {
      isMarkedForLayout = newValue
      if newValue { backing?.setNeedsLayout() }
    }
  }

  /// Places the subviews; the default does nothing.
  open func layout() {}

  /// Lays out the view and those in it now, if they need it.
  open func layoutSubtreeIfNeeded() {
    if isMarkedForLayout { layOut() }
    for child in children { child.layoutSubtreeIfNeeded() }
  }

  /// The value of ``intrinsicContentSize`` for a side without a size of its own.
  public static let noIntrinsicMetric: CGFloat = -1

  /// The size of the contents themselves, in points.
  open var intrinsicContentSize: NSSize {
    NSSize(width: Self.noIntrinsicMetric, height: Self.noIntrinsicMetric)
  }

  /// States that ``intrinsicContentSize`` has changed.
  ///
  /// Nothing here is placed by the size of its contents alone, so that the default does nothing.
  open func invalidateIntrinsicContentSize() {}

  // MARK: Changes

  /// Reacts to a new subview.
  open func didAddSubview(_ subview: NSView) {}
  /// Reacts to a subview that is about to leave.
  open func willRemoveSubview(_ subview: NSView) {}
  /// Reacts to a coming change of the superview.
  open func viewWillMove(toSuperview newSuperview: NSView?) {}
  /// Reacts to another superview.
  open func viewDidMoveToSuperview() {}
  /// Reacts to a coming change of the window.
  open func viewWillMove(toWindow newWindow: NSWindow?) {}
  /// Reacts to another window.
  open func viewDidMoveToWindow() {}
  /// Reacts to being hidden, by itself or by a view around it.
  open func viewDidHide() {}
  /// Reacts to being shown again.
  open func viewDidUnhide() {}
  /// Reacts to another number of pixels per point; the layer has it already.
  open func viewDidChangeBackingProperties() {}

  // MARK: Drawing

  /// Prepares a drawing of the view, or an update of its layer; the default does nothing.
  open func viewWillDraw() {}

  /// Draws a part of the view into the current context, in the view's coordinates; only an override is called.
  open func draw(_ dirtyRect: NSRect) {}

  /// True if a rectangle, in the view's coordinates, is to be drawn; asked by `draw(_:)`.
  open func needsToDraw(_ rect: NSRect) -> Bool { rectOfDrawing?.intersects(rect) ?? false }

  /// Asks for a drawing of the whole view before the next frame; true until then, or until it is set to false.
  open var needsDisplay: Bool {
    get { backing?.needsDisplay() ?? drawsItself }
    set { if newValue { markForDisplay(nil) } else { backing?.unmarkForDisplay() } }
  }

  /// Asks for a drawing of a rectangle, in the view's coordinates, before the next frame.
  open func setNeedsDisplay(_ invalidRect: NSRect) { markForDisplay(invalidRect) }

  /// Draws the view, and those in it, now if they are marked.
  open func displayIfNeeded() { drawIfMarked() }

  /// Draws the view, and those in it, now.
  open func display() {
    markForDisplay(nil)
    drawIfMarked()
  }

  /// Makes a bitmap for ``cacheDisplay(in:to:)``, with the view's pixels per point; nil for an empty rectangle.
  open func bitmapImageRepForCachingDisplay(in rect: NSRect) -> NSBitmapImageRep? { bitmap(for: rect) }

  /// Draws the view, and those in it, into a bitmap, whose size is that of the rectangle.
  ///
  /// What is marked is drawn before; animations do not show.
  ///
  /// - Parameters:
  ///   - rect: In the view's coordinates.
  ///   - bitmapImageRep: The bitmap, whose pixels are drawn over.
  open func cacheDisplay(in rect: NSRect, to bitmapImageRep: NSBitmapImageRep) {
    drawTree(in: rect, to: bitmapImageRep)
  }

  /// Makes the view as a new one, for use in another place: visible and opaque.
  open func prepareForReuse() {
    alphaValue = 1
    isHidden = false
  }

  // MARK: Events

  /// Returns the frontmost view under a point of the superview's coordinates; nil outside.
  ///
  /// A view that an animation moves lies where it moves to.
  open func hitTest(_ point: NSPoint) -> NSView? { frontmostView(at: point) }

  /// Returns true if a point lies in a rectangle, both in the view's coordinates.
  ///
  /// The edges at the upper and left side belong to the rectangle.
  open func mouse(_ point: NSPoint, in rect: NSRect) -> Bool { encloses(point, in: rect) }

  /// Handles a key with the command key: asks the subviews, from back to front.
  open override func performKeyEquivalent(with event: NSEvent) -> Bool {
    children.contains { $0.performKeyEquivalent(with: event) }
  }

  /// The parts of the view whose owners follow the mouse.
  open var trackingAreas: [NSTrackingArea] { areas }

  /// Begins to follow the mouse in a part of the view.
  open func addTrackingArea(_ trackingArea: NSTrackingArea) { areas.append(trackingArea) }

  /// Ends following the mouse in a part of the view.
  open func removeTrackingArea(_ trackingArea: NSTrackingArea) { areas.removeAll { $0 === trackingArea } }

  /// Replaces tracking areas that depend on the size; called in a window before the mouse is followed.
  open func updateTrackingAreas() {}

  /// Adds the rectangles that choose the pointer; called when the mouse comes and after the bounds have changed.
  open func resetCursorRects() {}

  /// Chooses the pointer over a part of the view; called by ``resetCursorRects()``.
  open func addCursorRect(_ rect: NSRect, cursor: NSCursor) { choose(cursor, over: rect) }

  /// Takes all rectangles of the view away.
  open func discardCursorRects() { cursorRects = [] }

  // MARK: Animations

  /// The animations of properties by their keys, which go before those of ``defaultAnimation(forKey:)``.
  open var animations: [NSAnimatablePropertyKey: Any] = [:]

  /// Returns the animation of a property: that of ``animations``, or the class's.
  open func animation(forKey key: NSAnimatablePropertyKey) -> Any? {
    animations[key] ?? type(of: self).defaultAnimation(forKey: key)
  }

  /// Returns the class's animation of a property; nil for properties that do not animate.
  open class func defaultAnimation(forKey key: NSAnimatablePropertyKey) -> Any? {
    ViewKey.animation(forKey: key)
  }

  // MARK: Archives

  /// Writes the frame, the view's own properties and its subviews into a keyed archive.
  open func encode(with coder: NSCoder) { archive(into: coder) }
}

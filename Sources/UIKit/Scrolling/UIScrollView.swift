import CoreGraphics
public import Foundation
import QuartzCore

/// A view that shows a part of its content, which fingers, the mouse and wheels move and two fingers zoom.
///
/// The content is the subviews, and ``contentOffset`` the origin of the bounds. It is dragged with one finger or the pressed mouse,
/// moves on when it is let go, and is pulled back at its edges. A finger's first 150 milliseconds are kept from the subviews
/// (``delaysContentTouches``), so that it can drag what could be pressed.
///
/// ```swift
/// let view = UIScrollView(frame: bounds)
/// view.contentSize = photo.size
/// view.addSubview(UIImageView(image: photo))
/// view.delegate = self
/// view.maximumZoomScale = 4  // with viewForZooming(in:) of the delegate
/// ```
///
/// What moves by itself does so once for each frame of the display, in an offline window 60 times a second of its time. Offsets
/// are then whole pixels, and closed forms of the time: see `Documentation/Views.md`.
///
/// - Thread: The main actor's.
open class UIScrollView: UIView {
  let pan = ScrollPan()
  private(set) var pinch: ScrollPinch?
  /// What fingers or a wheel do now.
  var drag: ScrollDrag?
  var zoom: ScrollZoom?
  var motion: ScrollMotion?
  var ticker: CADisplayLink?
  let indicators = ScrollIndicators()
  /// The offset that fingers ask for, of which ``ScrollRange/pulled(_:)`` shows less beyond the edges.
  var wanted = CGPoint.zero
  /// True while this class changes the offset, and not the program.
  var isMovingItself = false
  /// True while a zoom changes the size of the content, before it has the offset that belongs to it.
  var isScalingContent = false
  /// True if a finger has stopped a deceleration, so that what is between two places of rest moves on without a drag.
  var wasHeldUp = false
  var isBouncingBack = false
  /// True while the program ends what fingers and wheels do, after which nothing decelerates.
  var isLettingGo = false
  /// The animations of the zoom that run.
  var zoomAnimations = 0

  /// Creates a scroll view with a frame in its future superview's coordinates, in points.
  public override init(frame: CGRect) {
    super.init(frame: frame)
    clipsToBounds = true
    prepare()
  }

  /// Creates a scroll view from what ``encode(with:)`` wrote.
  public required init?(coder: NSCoder) {
    let settings = Settings(coder)
    contentSize = settings.contentSize
    contentInset = settings.contentInset
    (minimumZoomScale, maximumZoomScale) = (settings.zoomScales.min, settings.zoomScales.max)
    super.init(coder: coder)
    if !hasProperties(in: coder) { clipsToBounds = true }
    prepare()
    settings.apply(to: self)
    updatePinch()
  }

  /// Writes the view and its settings, without delegate and gestures, into a keyed archive.
  open override func encode(with coder: NSCoder) {
    super.encode(with: coder)
    Settings(self).encode(with: coder)
  }

  private func prepare() {
    pan.scrollView = self
    (pan.allowedScrollTypesMask, pan.delaysTouchesEnded) = (.all, false)
    pan.addTarget(self, action: UIScrollView.follow)
    attach(pan)
  }

  /// Adds the pinch that zooms, before the pan, or removes it.
  private func updatePinch() {
    let isNeeded = maximumZoomScale > minimumZoomScale
    guard isNeeded != (pinch != nil) else { return }
    if let former = pinch {
      pinch = nil
      detach(former)
      return
    }
    let new = ScrollPinch()
    new.scrollView = self
    new.delaysTouchesEnded = false
    new.addTarget(self, action: UIScrollView.followPinch)
    pinch = new
    attach(new)
    recognizers.removeAll { $0 === new }
    recognizers.insert(new, at: 0)
  }

  // MARK: Geometry

  /// Hears of drags, motions and zooms; not kept alive.
  open weak var delegate: (any UIScrollViewDelegate)?

  /// The point of the content in the upper left corner, in points: the origin of the bounds.
  ///
  /// Any point can be set. Content that is dragged or decelerates goes on from there; an animation ends.
  open var contentOffset: CGPoint {
    get { ownLayer.bounds.origin }
    set { bounds.origin = newValue }
  }

  /// The size of the content, in points; a zoom sets it to that of the zoomed view.
  open var contentSize = CGSize.zero {
    didSet { if contentSize != oldValue { edgesDidChange() } }
  }

  /// Room around the content, in points.
  open var contentInset = UIEdgeInsets.zero {
    didSet { if contentInset != oldValue { edgesDidChange() } }
  }

  /// The room around the content: ``contentInset``, as there are no bars here that cover a view.
  open var adjustedContentInset: UIEdgeInsets { contentInset }

  /// The extent in the view's own coordinates, in points; its origin is ``contentOffset``.
  open override var bounds: CGRect {
    get { super.bounds }
    set {
      let former = ownLayer.bounds
      super.bounds = newValue
      boundsDidChange(from: former)
    }
  }

  /// The extent in the superview's coordinates, in points.
  open override var frame: CGRect {
    get { super.frame }
    set {
      let former = ownLayer.bounds
      super.frame = newValue
      boundsDidChange(from: former)
    }
  }

  /// Shows another part of the content, at once or within 0.3 seconds; any motion ends.
  ///
  /// An animation ends drags and pinches, too, and leads to a place between the edges if these change meanwhile but not
  /// if it led beyond them at first. The delegate hears of its end, also if something else ends it early.
  open func setContentOffset(_ contentOffset: CGPoint, animated: Bool) {
    if animated, contentOffset.x.isFinite, contentOffset.y.isFinite { letGo() }
    stopMotion()
    if animated { animate(to: contentOffset) } else { self.contentOffset = contentOffset }
  }

  /// Scrolls as little as needed to show a rectangle of the content, in points; one that is shown scrolls nothing.
  open func scrollRectToVisible(_ rect: CGRect, animated: Bool) {
    guard let offset = offset(toShow: rect), offset != contentOffset else { return }
    setContentOffset(offset, animated: animated)
  }

  // MARK: Dragging

  /// False keeps fingers and wheels from scrolling.
  open var isScrollEnabled: Bool {
    get { pan.isEnabled }
    set { pan.isEnabled = newValue }
  }

  /// Keeps a drag that begins level or upright on that axis.
  open var isDirectionalLockEnabled = false
  /// Comes to rest at multiples of the view's size.
  open var isPagingEnabled = false
  /// Lets the content be pulled and swing beyond its edges.
  open var bounces = true
  /// Lets content that fits be pulled up and down.
  open var alwaysBounceVertical = false
  /// Lets content that fits be pulled to the sides.
  open var alwaysBounceHorizontal = false
  /// How the speed of content that was let go declines.
  open var decelerationRate = DecelerationRate.normal

  /// True while a finger is down in the content, whether it drags or not.
  open var isTracking: Bool { pan.numberOfTouches > 0 }
  /// True while the content is dragged, or scrolled by a wheel.
  open var isDragging: Bool { drag != nil }
  /// True while content that was let go moves on.
  open var isDecelerating: Bool { motion?.kind == .deceleration }

  /// Recognizes drags and wheels.
  open var panGestureRecognizer: UIPanGestureRecognizer { pan }

  /// Ends drags, decelerations, animations and pinches where the content is, or at the edge that it is beyond.
  ///
  /// What changes the scale by itself, such as the way back into its limits, goes on.
  open func stopScrollingAndZooming() {
    letGo()
    stopMotion()
    move(to: clamped(contentOffset))
  }

  // MARK: Fingers in the content

  /// Keeps a finger from the content for 0.15 seconds, in which it may begin to drag.
  open var delaysContentTouches = true
  /// Lets a drag take a finger from the content that knows of it.
  open var canCancelContentTouches = true

  /// Returns false to keep a finger that came down from a view of the content; the default is true.
  open func touchesShouldBegin(_ touches: Set<UITouch>, with event: UIEvent?, in view: UIView) -> Bool {
    true
  }

  /// Returns false to leave a finger to a view of the content that knows of it; the default does it for controls.
  ///
  /// Only asked with ``canCancelContentTouches``.
  open func touchesShouldCancel(in view: UIView) -> Bool { !(view is UIControl) }

  /// Returns the frontmost view under a point; content that still moves visibly is not touched, but held up.
  open override func hitTest(_ point: CGPoint, with event: UIEvent?) -> UIView? {
    let hit = super.hitTest(point, with: event)
    return hit != nil && movesVisibly ? self : hit
  }

  // MARK: Zooming

  /// The least scale; zooming needs a greater ``maximumZoomScale``.
  open var minimumZoomScale: CGFloat = 1 {
    didSet { updatePinch() }
  }

  /// The greatest scale.
  open var maximumZoomScale: CGFloat = 1 {
    didSet { updatePinch() }
  }

  /// The scale of the delegate's zoomed view, 1 without one; set within the limits, about the middle of the view.
  open var zoomScale: CGFloat {
    get { zoomedView.map(scale) ?? 1 }
    set { setZoomScale(newValue, animated: false) }
  }

  /// Scales the zoomed view about the middle of the view, at once or within 0.3 seconds.
  open func setZoomScale(_ scale: CGFloat, animated: Bool) { setScale(scale, animated) }

  /// Shows a rectangle of the zoomed view, in the coordinates of that view, as large as the limits allow.
  open func zoom(to rect: CGRect, animated: Bool) { show(rect, animated) }

  /// Lets two fingers zoom beyond the limits for as long as they are down.
  open var bouncesZoom = true
  /// True while two fingers zoom.
  open var isZooming: Bool { zoom != nil }
  /// True while a scale beyond the limits goes back to them.
  open var isZoomBouncing: Bool { isBouncingBack }
  /// Recognizes two fingers that zoom; nil if the limits leave nothing to zoom.
  open var pinchGestureRecognizer: UIPinchGestureRecognizer? { pinch }

  // MARK: Indicators

  /// Shows where the content is while it moves from side to side.
  open var showsHorizontalScrollIndicator = true {
    didSet { indicators.update(self) }
  }

  /// Shows where the content is while it moves up and down.
  open var showsVerticalScrollIndicator = true {
    didSet { indicators.update(self) }
  }

  /// The colour of the indicators.
  open var indicatorStyle = IndicatorStyle.default {
    didSet { indicators.update(self) }
  }

  /// Room beyond both ends of the vertical indicator, and to its right, in points.
  open var verticalScrollIndicatorInsets = UIEdgeInsets.zero {
    didSet { indicators.update(self) }
  }

  /// Room beyond both ends of the horizontal indicator, and below it, in points.
  open var horizontalScrollIndicatorInsets = UIEdgeInsets.zero {
    didSet { indicators.update(self) }
  }

  /// The room of both indicators, in points; reading gives that of the vertical one.
  open var scrollIndicatorInsets: UIEdgeInsets {
    get { verticalScrollIndicatorInsets }
    set { (verticalScrollIndicatorInsets, horizontalScrollIndicatorInsets) = (newValue, newValue) }
  }

  /// Shows the indicators for a short time.
  open func flashScrollIndicators() { indicators.flash(self) }

  /// Lays out the view, and keeps the indicators in front of the content.
  open override func layoutSublayers(of layer: CALayer) {
    super.layoutSublayers(of: layer)
    if layer === ownLayer { indicators.comeToFront(of: layer) }
  }

  // MARK: Window

  /// Ends motions when the view leaves the window; overrides call this one.
  open override func didMoveToWindow() {
    super.didMoveToWindow()
    guard window == nil, motion != nil else { return }
    move(to: clamped(contentOffset))
    stopMotion()
  }
}

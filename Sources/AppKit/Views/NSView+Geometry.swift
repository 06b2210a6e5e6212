import CoreGraphics
public import Foundation
import QuartzCore

/// Conversion between coordinates, and hit testing.
extension NSView {
  /// True if the y axis points in another direction than the superview's.
  private var isMirrored: Bool { isFlipped != (parent?.isFlipped ?? false) }

  /// The map to the points of the window, or of the outermost view without one.
  private var toWindow: CGAffineTransform {
    sequence(first: self, next: \.parent).reduce(.identity) { map, view in
      map.concatenating(view.geometry.toSuperview(isMirrored: view.isMirrored))
    }
  }

  private func map(to view: NSView?) -> CGAffineTransform {
    guard let view else { return toWindow }
    return view === self ? .identity : toWindow.concatenating(view.toWindow.inverse)
  }

  private func map(from view: NSView?) -> CGAffineTransform {
    view.map { $0.map(to: self) } ?? toWindow.inverse
  }

  /// Converts a point to another view; nil is the window.
  public final func convert(_ point: NSPoint, to view: NSView?) -> NSPoint { point.applying(map(to: view)) }

  /// Converts a point from another view; nil is the window.
  public final func convert(_ point: NSPoint, from view: NSView?) -> NSPoint {
    point.applying(map(from: view))
  }

  /// Converts a size to another view, to positive sides; nil is the window.
  public final func convert(_ size: NSSize, to view: NSView?) -> NSSize {
    size.applying(map(to: view)).positive
  }

  /// Converts a size from another view, to positive sides; nil is the window.
  public final func convert(_ size: NSSize, from view: NSView?) -> NSSize {
    size.applying(map(from: view)).positive
  }

  /// Converts a rectangle to another view, as the bounding box of its corners; nil is the window.
  public final func convert(_ rect: NSRect, to view: NSView?) -> NSRect { rect.applying(map(to: view)) }

  /// Converts a rectangle from another view, as the bounding box of its corners; nil is the window.
  public final func convert(_ rect: NSRect, from view: NSView?) -> NSRect { rect.applying(map(from: view)) }

  // MARK: Pixels

  /// The map from the view's points to its pixels, which count in the direction of the view's axes.
  private var toBacking: CGAffineTransform {
    let scale = window?.backingScaleFactor ?? backing?.contentsScale ?? NSScreen.mainScale
    let whole = sequence(first: self, next: \.parent).map(\.geometry.scale).reduce(
      CGSize(width: scale, height: scale)
    ) { CGSize(width: $0.width * $1.width, height: $0.height * $1.height) }
    return CGAffineTransform(scaleX: whole.width, y: whole.height)
  }

  /// Converts a point to pixels.
  public final func convertToBacking(_ point: NSPoint) -> NSPoint { point.applying(toBacking) }
  /// Converts a point from pixels.
  public final func convertFromBacking(_ point: NSPoint) -> NSPoint { point.applying(toBacking.inverse) }
  /// Converts a size to pixels.
  public final func convertToBacking(_ size: NSSize) -> NSSize { size.applying(toBacking) }
  /// Converts a size from pixels.
  public final func convertFromBacking(_ size: NSSize) -> NSSize { size.applying(toBacking.inverse) }
  /// Converts a rectangle to pixels.
  public final func convertToBacking(_ rect: NSRect) -> NSRect { rect.applying(toBacking) }
  /// Converts a rectangle from pixels.
  public final func convertFromBacking(_ rect: NSRect) -> NSRect { rect.applying(toBacking.inverse) }

  /// Returns a rectangle whose edges lie on the edges of pixels nearest to those of `rect`.
  public final func centerScanRect(_ rect: NSRect) -> NSRect {
    let pixels = convertToBacking(rect.standardized)
    let (x, y) = (pixels.minX.rounded(), pixels.minY.rounded())
    return convertFromBacking(
      NSRect(x: x, y: y, width: pixels.maxX.rounded() - x, height: pixels.maxY.rounded() - y)
    )
  }

  // MARK: Layers

  /// The map from the view's points to those of its layer.
  ///
  /// They differ by ``boundsRotation``, and where a program has turned its own layer's axis.
  private var toLayer: CGAffineTransform {
    guard let backing, backing.isGeometryFlipped != isMirrored else { return geometry.turn }
    let bounds = geometry.bounds
    return geometry.turn.concatenating(
      CGAffineTransform(a: 1, b: 0, c: 0, d: -1, tx: 0, ty: bounds.minY + bounds.maxY)
    )
  }

  /// Converts a point to the view's layer.
  public final func convertToLayer(_ point: NSPoint) -> NSPoint { point.applying(toLayer) }
  /// Converts a point from the view's layer.
  public final func convertFromLayer(_ point: NSPoint) -> NSPoint { point.applying(toLayer.inverse) }
  /// Converts a size to the view's layer.
  public final func convertToLayer(_ size: NSSize) -> NSSize { size.applying(toLayer).positive }
  /// Converts a size from the view's layer.
  public final func convertFromLayer(_ size: NSSize) -> NSSize { size.applying(toLayer.inverse).positive }
  /// Converts a rectangle to the view's layer.
  public final func convertToLayer(_ rect: NSRect) -> NSRect { rect.applying(toLayer) }
  /// Converts a rectangle from the view's layer.
  public final func convertFromLayer(_ rect: NSRect) -> NSRect { rect.applying(toLayer.inverse) }

  // MARK: Own coordinates

  /// Moves the origin of the view's coordinates to a point of them.
  public final func translateOrigin(to translation: NSPoint) {
    let origin = geometry.extent(of: geometry.bounds).origin
    setBoundsOrigin(NSPoint(x: origin.x - translation.x, y: origin.y - translation.y))
  }

  /// Makes the unit of the view's coordinates larger by factors; factors that are not positive are ignored.
  public final func scaleUnitSquare(to newUnitSize: NSSize) {
    guard newUnitSize.width > 0, newUnitSize.height > 0 else { return }
    let size = geometry.extent(of: geometry.bounds).size
    setBoundsSize(NSSize(width: size.width / newUnitSize.width, height: size.height / newUnitSize.height))
  }

  /// Degrees by which the view is turned, about its middle if it is set: the frame's origin moves.
  ///
  /// An angle that is not finite is ignored.
  public final var frameCenterRotation: CGFloat {
    get { geometry.rotation }
    set { if newValue.isFinite { change { $0.turnAboutMiddle(to: newValue) } } }
  }

  /// Turns the view's coordinates further, by an angle in degrees.
  public final func rotate(byAngle angle: CGFloat) { boundsRotation += angle }

  /// True if the view's coordinates are turned against those of the window.
  public final var isRotatedFromBase: Bool {
    sequence(first: self, next: \.parent).contains {
      $0.geometry.rotation != 0 || $0.geometry.boundsRotation != 0
    }
  }

  /// True if the view's coordinates are turned or scaled against those of the window.
  public final var isRotatedOrScaledFromBase: Bool {
    isRotatedFromBase
      || sequence(first: self, next: \.parent).contains { $0.geometry.scale != CGSize(width: 1, height: 1) }
  }

  final func turnBounds(to angle: CGFloat) {
    guard angle.isFinite, angle != geometry.boundsRotation else { return }
    geometry.boundsRotation = angle
    guard !isHosting else { return }
    for child in children { child.withoutActions { child.place() } }
  }

  /// The part of the bounds that no view around this one cuts off.
  public final var visibleRect: NSRect {
    guard let parent, !isHidden else { return isHidden ? .zero : bounds }
    let part = bounds.intersection(convert(parent.visibleRect, from: parent))
    return part.isNull ? .zero : part
  }

  // MARK: Hit testing

  /// Returns true if a point lies in a rectangle, both in the view's coordinates.
  ///
  /// The edges at the upper and left side belong to the rectangle.
  public final func mouse(_ point: NSPoint, in rect: NSRect) -> Bool {
    guard point.x >= rect.minX, point.x < rect.maxX else { return false }
    return isFlipped
      ? point.y >= rect.minY && point.y < rect.maxY : point.y > rect.minY && point.y <= rect.maxY
  }

  /// The layer as it is on screen: a copy while something moves it, else nil.
  private var movingLayer: CALayer? {
    backing.flatMap { $0.animationKeys() == nil ? nil : $0.presentation() }
  }

  /// Converts a point of the superview to this view as it is on screen.
  final func shownPoint(_ point: NSPoint) -> NSPoint {
    guard let layer = movingLayer else {
      return point.applying(geometry.toSuperview(isMirrored: isMirrored).inverse)
    }
    // Layers know nothing of turned coordinates.
    let map = ViewGeometry.toSuperview(shown: layer, isMirrored: isMirrored)
    return point.applying(turnOfSuperview).applying(map.inverse).applying(geometry.turn.inverse)
  }

  /// True if a point of the view's coordinates lies in its frame as it is on screen.
  final func holds(_ point: NSPoint) -> Bool {
    mouse(point.applying(geometry.turn), in: movingLayer?.bounds ?? boundsOfDrawing ?? geometry.bounds)
  }

  final func frontmostView(at point: NSPoint) -> NSView? {
    guard !isHidden, point.x.isFinite, point.y.isFinite else { return nil }
    let local = shownPoint(point)
    guard holds(local) else { return nil }
    for child in children.reversed() {
      if let hit = child.hitTest(local) { return hit }
    }
    return self
  }

  /// Converts a point of the window to this view as it is on screen.
  final func shownPoint(inWindow point: NSPoint) -> NSPoint {
    let path = Array(sequence(first: self, next: \.parent))
    return path.reversed().reduce(point) { $1.shownPoint($0) }
  }
}

extension CGSize {
  fileprivate var positive: CGSize { CGSize(width: abs(width), height: abs(height)) }
}

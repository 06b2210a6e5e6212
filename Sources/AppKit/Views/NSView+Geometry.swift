import CoreGraphics
import Foundation
import QuartzCore

/// Conversion between coordinates, and hit testing.
extension NSView {
  /// True if the y axis points in another direction than the superview's.
  final var isMirrored: Bool { isFlipped != (parent?.isFlipped ?? false) }

  /// The map to the points of the superview.
  private var toSuperview: CGAffineTransform { geometry.toSuperview(isMirrored: isMirrored) }

  /// The map to the points of the window, or of the outermost view without one.
  private var toWindow: CGAffineTransform {
    sequence(first: self, next: \.parent).reduce(.identity) { map, view in
      map.concatenating(view.toSuperview)
    }
  }

  /// The map to the points of another view; nil is the window.
  final func map(to view: NSView?) -> CGAffineTransform {
    var map = CGAffineTransform.identity
    for next in sequence(first: self, next: \.parent) {
      if next === view { return map }
      map = map.concatenating(next.toSuperview)
    }
    return view.map { map.concatenating($0.toWindow.inverse) } ?? map
  }

  /// The map from the points of another view; nil is the window.
  final func map(from view: NSView?) -> CGAffineTransform {
    view.map { $0.map(to: self) } ?? toWindow.inverse
  }

  // MARK: Pixels

  /// The map from the view's points to its pixels, which count in the direction of the view's axes.
  final var toBacking: CGAffineTransform {
    let scale = window?.backingScaleFactor ?? backing?.contentsScale ?? NSScreen.mainScale
    let whole = sequence(first: self, next: \.parent).map(\.geometry.scale).reduce(
      CGSize(width: scale, height: scale)
    ) { CGSize(width: $0.width * $1.width, height: $0.height * $1.height) }
    return CGAffineTransform(scaleX: whole.width, y: whole.height)
  }

  /// Moves the edges of a rectangle to the nearest edges of pixels.
  final func roundedToPixels(_ rect: NSRect) -> NSRect {
    let pixels = rect.standardized.applying(toBacking)
    let (x, y) = (pixels.minX.rounded(), pixels.minY.rounded())
    return NSRect(x: x, y: y, width: pixels.maxX.rounded() - x, height: pixels.maxY.rounded() - y)
      .applying(toBacking.inverse)
  }

  // MARK: Layers

  /// The map from the view's points to those of its layer.
  ///
  /// They differ by ``boundsRotation``, and where a program has turned its own layer's axis.
  final var toLayer: CGAffineTransform {
    guard let backing, backing.isGeometryFlipped != isMirrored else { return geometry.turn }
    return geometry.turn.concatenating(geometry.mirror)
  }

  // MARK: Own coordinates

  final func moveUnits(to point: NSPoint) {
    let origin = geometry.extent(of: geometry.bounds).origin
    setBoundsOrigin(NSPoint(x: origin.x - point.x, y: origin.y - point.y))
  }

  final func scaleUnits(to unit: NSSize) {
    guard unit.width > 0, unit.height > 0 else { return }
    let size = geometry.extent(of: geometry.bounds).size
    setBoundsSize(NSSize(width: size.width / unit.width, height: size.height / unit.height))
  }

  /// True if the view's coordinates are turned against those of the window.
  final var isTurned: Bool {
    sequence(first: self, next: \.parent).contains {
      $0.geometry.rotation != 0 || $0.geometry.boundsRotation != 0
    }
  }

  /// True if the view's coordinates are scaled against those of the window.
  final var isScaled: Bool {
    sequence(first: self, next: \.parent).contains { $0.geometry.scale != CGSize(width: 1, height: 1) }
  }

  final func turnBounds(to angle: CGFloat) {
    guard angle.isFinite, angle != geometry.boundsRotation else { return }
    asOneChange {
      step { $0.boundsRotation = angle }
      guard !isHosting else { return }
      for child in children { child.withoutActions { child.place() } }
    }
  }

  /// The part of the bounds that no view around this one cuts off.
  final var shownPart: NSRect {
    guard let parent, !isHidden else { return isHidden ? .zero : bounds }
    let part = bounds.intersection(parent.shownPart.applying(toSuperview.inverse))
    return part.isNull ? .zero : part
  }

  // MARK: Hit testing

  /// True if a point lies in a rectangle, to which the edges at its upper and left side belong.
  final func encloses(_ point: NSPoint, in rect: NSRect) -> Bool {
    guard point.x >= rect.minX, point.x < rect.maxX else { return false }
    return isFlipped
      ? point.y >= rect.minY && point.y < rect.maxY : point.y > rect.minY && point.y <= rect.maxY
  }

  /// True if a point of the view's coordinates lies in its frame.
  final func holds(_ point: NSPoint) -> Bool { encloses(point.applying(geometry.turn), in: geometry.bounds) }

  final func frontmostView(at point: NSPoint) -> NSView? {
    guard !isHidden, point.x.isFinite, point.y.isFinite else { return nil }
    let local = point.applying(toSuperview.inverse)
    guard holds(local) else { return nil }
    for child in children.reversed() {
      if let hit = child.hitTest(local) { return hit }
    }
    return self
  }
}

extension CGSize {
  /// The size with positive sides.
  var positive: CGSize { CGSize(width: abs(width), height: abs(height)) }
}

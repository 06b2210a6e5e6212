import CoreGraphics
import Foundation
import QuartzCore

/// Where a view lies in its superview, and what its own coordinates are.
struct ViewGeometry {
  /// The corner with the least coordinates before the rotation, and the size, in the superview's points.
  var frame = CGRect.zero
  /// The extent in the layer's points, which are the view's own before ``boundsRotation``.
  var bounds = CGRect.zero
  /// Degrees about the frame's origin, from the x axis to the y axis.
  var rotation: CGFloat = 0
  /// Degrees by which the view's own axes are turned about their origin, from the x axis to the y axis.
  var boundsRotation: CGFloat = 0

  /// Changes the frame's size; the scale of the view's own coordinates stays.
  mutating func resize(to size: CGSize) {
    guard size != frame.size else { return }
    let scale = self.scale
    frame.size = size
    bounds.size = CGSize(width: size.width / scale.width, height: size.height / scale.height)
  }

  /// Turns the frame about its middle, to an angle in degrees.
  mutating func turnAboutMiddle(to angle: CGFloat) {
    func middle(_ degrees: CGFloat) -> CGPoint {
      CGPoint(x: frame.width / 2, y: frame.height / 2)
        .applying(CGAffineTransform(rotationAngle: degrees * .pi / 180))
    }
    let (old, new) = (middle(rotation), middle(angle))
    frame.origin = CGPoint(x: frame.minX + old.x - new.x, y: frame.minY + old.y - new.y)
    rotation = angle
  }

  /// True if the frame and its rotation are those of another geometry.
  func hasFrame(of other: ViewGeometry) -> Bool { frame == other.frame && rotation == other.rotation }

  /// True if the bounds and their rotation are those of another geometry.
  func hasBounds(of other: ViewGeometry) -> Bool {
    bounds == other.bounds && boundsRotation == other.boundsRotation
  }

  // MARK: Own coordinates

  /// The map from the view's points to its layer's.
  var turn: CGAffineTransform {
    boundsRotation == 0 ? .identity : CGAffineTransform(rotationAngle: boundsRotation * .pi / 180)
  }

  /// The smallest rectangle of the view's points that holds a rectangle of the layer's.
  func extent(of rect: CGRect) -> CGRect { boundsRotation == 0 ? rect : rect.applying(turn.inverse) }

  /// Changes the corner with the least coordinates.
  mutating func moveBounds(to origin: CGPoint) {
    guard boundsRotation != 0 else { return bounds.origin = origin }
    let old = extent(of: bounds).origin
    let way = CGPoint(x: origin.x - old.x, y: origin.y - old.y).applying(turn)
    bounds.origin = CGPoint(x: bounds.minX + way.x, y: bounds.minY + way.y)
  }

  /// Changes the extent; turned axes keep their angle, and are scaled along the sides of the frame.
  mutating func scaleBounds(to size: CGSize) {
    guard boundsRotation != 0 else { return bounds.size = size }
    let old = extent(of: bounds)
    func scaled(_ side: CGFloat, _ old: CGFloat, _ new: CGFloat) -> CGFloat {
      old == 0 ? new : side * new / old
    }
    bounds.size = CGSize(
      width: scaled(bounds.width, old.width, size.width),
      height: scaled(bounds.height, old.height, size.height)
    )
    moveBounds(to: old.origin)
  }

  // MARK: Superview

  /// Points of the superview for a point of the layer.
  var scale: CGSize {
    func ratio(_ outer: CGFloat, _ inner: CGFloat) -> CGFloat {
      let ratio = outer / inner
      return ratio.isFinite && ratio > 0 ? ratio : 1
    }
    return CGSize(
      width: ratio(frame.width, bounds.width),
      height: ratio(frame.height, bounds.height)
    )
  }

  /// The transform about the frame's origin that the view's layer has.
  var transform: CGAffineTransform {
    CGAffineTransform(scaleX: scale.width, y: scale.height)
      .concatenating(CGAffineTransform(rotationAngle: rotation * .pi / 180))
  }

  /// The map that turns the bounds upside down.
  var mirror: CGAffineTransform {
    CGAffineTransform(a: 1, b: 0, c: 0, d: -1, tx: 0, ty: bounds.minY + bounds.maxY)
  }

  /// The map from the view's points to the superview's, whose y axis points in the opposite direction if it is mirrored.
  func toSuperview(isMirrored: Bool) -> CGAffineTransform {
    turn.concatenating(isMirrored ? mirror : .identity)
      .concatenating(CGAffineTransform(translationX: -bounds.minX, y: -bounds.minY))
      .concatenating(transform)
      .concatenating(CGAffineTransform(translationX: frame.minX, y: frame.minY))
  }

  /// Where the layer's anchor point lies in the superview.
  func position(ofAnchor anchor: CGPoint) -> CGPoint {
    let offset = CGPoint(x: anchor.x * bounds.width, y: anchor.y * bounds.height).applying(transform)
    return CGPoint(x: frame.minX + offset.x, y: frame.minY + offset.y)
  }
}

extension CGAffineTransform {
  /// The inverse, or the identity if there is none.
  var inverse: CGAffineTransform { a * d - b * c == 0 ? .identity : inverted() }
}

import CoreGraphics
package import Foundation

extension LayerState {
  /// The bounding box of the layer in its superlayer's points, from position, bounds, anchor point and transform
  /// alone.
  ///
  /// Setting it keeps the bounds' origin, takes the size back through the transform, as a vector, and moves the middle of
  /// the box to the middle of the rectangle. Under rotations other than by quarter turns the frame read back may have
  /// another size. A transform that squeezes the layer to nothing does not count.
  package var frame: CGRect {
    get {
      var box = boxAroundAnchor
      box.origin.x += position.x
      box.origin.y += position.y
      return box
    }
    set {
      let wanted = newValue.standardized
      guard let size = sizeBeforeTransform(wanted.size) else {
        let box = boxAroundAnchor
        // A frame that was read and moved: the size is that of the squeezed layer, and no new one.
        guard box.size != wanted.size else {
          position = CGPoint(x: wanted.origin.x - box.origin.x, y: wanted.origin.y - box.origin.y)
          return
        }
        bounds.size = wanted.size
        position = CGPoint(
          x: wanted.origin.x + anchorPoint.x * wanted.size.width,
          y: wanted.origin.y + anchorPoint.y * wanted.size.height
        )
        return
      }
      bounds.size = size
      let box = boxAroundAnchor
      position = CGPoint(
        x: wanted.origin.x - box.origin.x + Self.half(of: wanted.size.width, without: box.size.width),
        y: wanted.origin.y - box.origin.y + Self.half(of: wanted.size.height, without: box.size.height)
      )
    }
  }

  /// Half of what a length is longer than another one; zero for equal ones and where the other one is infinite.
  private static func half(of length: CGFloat, without other: CGFloat) -> CGFloat {
    length == other || !other.isFinite ? 0 : (length - other) / 2
  }

  /// The bounding box of the transformed bounds, with the anchor point at the origin.
  private var boxAroundAnchor: CGRect {
    let anchor = anchor
    let (left, bottom) = (bounds.origin.x - anchor.x, bounds.origin.y - anchor.y)
    if transform.isIdentity {
      return CGRect(x: left, y: bottom, width: bounds.size.width, height: bounds.size.height)
    }
    let (right, top) = (left + bounds.size.width, bottom + bounds.size.height)
    return LayerGeometry.boundingBox(
      transform.projected(CGPoint(x: left, y: bottom)),
      transform.projected(CGPoint(x: right, y: bottom)),
      transform.projected(CGPoint(x: right, y: top)),
      transform.projected(CGPoint(x: left, y: top))
    )
  }

  /// The factor up to which a scale of the plane may hide a layer and not count for its frame (rendering G-27); a part
  /// in a million is for rounding.
  private static let hidingScale = CGFloat(0.0001)
  private static let leastDeterminant = hidingScale * hidingScale * (1 + 1e-6)

  /// True if less than a point of the layer is left in either direction, as where a scale hides it; a map in metres is not
  /// hidden by its scale.
  private var isSqueezed: Bool {
    let size = boxAroundAnchor.size
    return size.width < 1 && size.height < 1
  }

  /// The vector `size` taken back through the linear part of the transform, without signs (rendering G-25); nil if that
  /// has no inverse to speak of.
  private func sizeBeforeTransform(_ size: CGSize) -> CGSize? {
    if transform.isIdentity { return size }
    let (a, b, c, d) = (transform.m11, transform.m12, transform.m21, transform.m22)
    let determinant = a * d - b * c
    guard determinant != 0, determinant.isFinite else { return nil }
    guard abs(determinant) > Self.leastDeterminant || !isSqueezed else { return nil }
    let width = abs(d / determinant * size.width - c / determinant * size.height)
    let height = abs(a / determinant * size.height - b / determinant * size.width)
    return width.isFinite && height.isFinite ? CGSize(width: width, height: height) : nil
  }
}

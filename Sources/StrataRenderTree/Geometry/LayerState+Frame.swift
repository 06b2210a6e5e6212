import CoreGraphics
package import Foundation

extension LayerState {
  /// The bounding box of the layer in its superlayer's points, from position, bounds, anchor point and transform
  /// alone.
  ///
  /// Setting it keeps the bounds' origin, takes the size back through the transform, as a vector, and moves the layer there. Under
  /// rotations other than by quarter turns the frame read back may have another size.
  package var frame: CGRect {
    get {
      var box = boxAroundAnchor
      box.origin.x += position.x
      box.origin.y += position.y
      return box
    }
    set {
      let wanted = newValue.standardized
      bounds.size = sizeBeforeTransform(wanted.size)
      let box = boxAroundAnchor
      position = CGPoint(x: wanted.origin.x - box.origin.x, y: wanted.origin.y - box.origin.y)
    }
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

  /// The vector `size` taken back through the linear part of the transform, without signs (rendering G-25).
  private func sizeBeforeTransform(_ size: CGSize) -> CGSize {
    if transform.isIdentity { return size }
    let (a, b, c, d) = (transform.m11, transform.m12, transform.m21, transform.m22)
    let determinant = a * d - b * c
    guard determinant != 0, determinant.isFinite else { return size }
    let width = abs(d / determinant * size.width - c / determinant * size.height)
    let height = abs(a / determinant * size.height - b / determinant * size.width)
    return width.isFinite && height.isFinite ? CGSize(width: width, height: height) : size
  }
}

public import CoreGraphics
import Foundation
public import ImageIO

extension CIImage {
  /// Returns the image upright, if its pixels lie in an orientation; the lower left corner of the extent stays.
  public func oriented(_ orientation: CGImagePropertyOrientation) -> CIImage {
    transformed(by: orientationTransform(for: orientation))
  }

  /// Returns the image upright, if its pixels lie in an orientation of Exif, 1 to 8; the image itself for other numbers.
  public func oriented(forExifOrientation orientation: Int32) -> CIImage {
    transformed(by: orientationTransform(forExifOrientation: orientation))
  }

  /// Returns the transform that ``oriented(_:)`` applies.
  public func orientationTransform(for orientation: CGImagePropertyOrientation) -> CGAffineTransform {
    let turn = orientation.transform
    guard !extent.isInfinite, !extent.isNull else { return turn }
    let turned = extent.applying(turn)
    let move = CGAffineTransform(
      translationX: extent.minX - turned.minX,
      y: extent.minY - turned.minY
    )
    return turn.concatenating(move)
  }

  /// Returns the transform that ``oriented(forExifOrientation:)`` applies.
  public func orientationTransform(forExifOrientation orientation: Int32) -> CGAffineTransform {
    let known = UInt32(exactly: orientation).flatMap { CGImagePropertyOrientation(rawValue: $0) }
    return orientationTransform(for: known ?? .up)
  }
}

extension CGImagePropertyOrientation {
  /// The turn about the origin of a plane with y up that brings pixels of this orientation upright.
  fileprivate var transform: CGAffineTransform {
    switch self {
    case .up: .identity
    case .upMirrored: CGAffineTransform(a: -1, b: 0, c: 0, d: 1, tx: 0, ty: 0)
    case .down: CGAffineTransform(a: -1, b: 0, c: 0, d: -1, tx: 0, ty: 0)
    case .downMirrored: CGAffineTransform(a: 1, b: 0, c: 0, d: -1, tx: 0, ty: 0)
    case .leftMirrored: CGAffineTransform(a: 0, b: -1, c: -1, d: 0, tx: 0, ty: 0)
    case .right: CGAffineTransform(a: 0, b: -1, c: 1, d: 0, tx: 0, ty: 0)
    case .rightMirrored: CGAffineTransform(a: 0, b: 1, c: 1, d: 0, tx: 0, ty: 0)
    case .left: CGAffineTransform(a: 0, b: 1, c: -1, d: 0, tx: 0, ty: 0)
    }
  }
}

import CoreGraphics

extension UIImage.Orientation {
  /// The orientations in the order of the Exif standard, whose numbers begin with 1.
  private static let numbered: [UIImage.Orientation] = [
    .up, .upMirrored, .down, .downMirrored, .leftMirrored, .right, .rightMirrored, .left,
  ]

  /// The orientation of a number of the Exif standard; nil for other numbers.
  init?(exif: Int) {
    guard Self.numbered.indices.contains(exif - 1) else { return nil }
    self = Self.numbered[exif - 1]
  }

  /// The number in the Exif standard.
  var exif: Int { (Self.numbered.firstIndex(of: self) ?? 0) + 1 }

  /// True if width and height change places.
  var swapsSides: Bool {
    switch self {
    case .left, .right, .leftMirrored, .rightMirrored: true
    case .up, .down, .upMirrored, .downMirrored: false
    }
  }

  /// The orientation that is mirrored left to right after this one.
  var mirrored: UIImage.Orientation {
    switch self {
    case .up: .upMirrored
    case .down: .downMirrored
    case .left: .rightMirrored
    case .right: .leftMirrored
    case .upMirrored: .up
    case .downMirrored: .down
    case .leftMirrored: .right
    case .rightMirrored: .left
    }
  }

  /// From the pixels' place to the place shown, about the centre, with y pointing down.
  var transform: CGAffineTransform {
    let mirror = CGAffineTransform(scaleX: -1, y: 1)
    return switch self {
    case .up: .identity
    case .down: CGAffineTransform(rotationAngle: .pi)
    case .left: CGAffineTransform(rotationAngle: -.pi / 2)
    case .right: CGAffineTransform(rotationAngle: .pi / 2)
    case .upMirrored: mirror
    case .downMirrored: mirror.concatenating(CGAffineTransform(rotationAngle: .pi))
    case .leftMirrored: mirror.concatenating(CGAffineTransform(rotationAngle: -.pi / 2))
    case .rightMirrored: mirror.concatenating(CGAffineTransform(rotationAngle: .pi / 2))
    }
  }
}

package import CoreGraphics
import Foundation

extension CGColor {
  /// Makes a colour that repeats a picture from the origin of the base space.
  ///
  /// - Parameters:
  ///   - image: The picture of a cell, as it is now.
  ///   - size: The size of a cell in points.
  ///   - isUpsideDown: The base space has its y axis down.
  /// - Returns: The colour; nil for an empty size.
  package static func repeating(_ image: CGImage, size: CGSize, isUpsideDown: Bool) -> CGColor? {
    var callbacks = CGPatternCallbacks(
      version: 0,
      drawPattern: { info, context in
        info.map { Unmanaged<Cell>.fromOpaque($0).takeUnretainedValue().draw(in: context) }
      },
      releaseInfo: { info in info.map { Unmanaged<Cell>.fromOpaque($0).release() } }
    )
    let cell = Unmanaged.passRetained(Cell(image.still, size, isUpsideDown))
    let pattern = CGPattern(
      info: cell.toOpaque(),
      bounds: CGRect(origin: .zero, size: size),
      matrix: .identity,
      xStep: size.width,
      yStep: size.height,
      tiling: .constantSpacing,
      isColored: true,
      callbacks: &callbacks
    )
    guard let pattern else {
      cell.release()
      return nil
    }
    return CGColorSpace(patternBaseSpace: nil).flatMap {
      CGColor(patternSpace: $0, pattern: pattern, components: [1])
    }
  }

  /// A picture and the size of a cell.
  private final class Cell {
    let image: CGImage
    let size: CGSize
    let isUpsideDown: Bool

    init(_ image: CGImage, _ size: CGSize, _ isUpsideDown: Bool) {
      (self.image, self.size, self.isUpsideDown) = (image, size, isUpsideDown)
    }

    func draw(in context: CGContext) {
      if isUpsideDown {
        // Core Graphics draws upright where y points up.
        context.translateBy(x: 0, y: size.height)
        context.scaleBy(x: 1, y: -1)
      }
      context.draw(image, in: CGRect(origin: .zero, size: size))
    }
  }
}

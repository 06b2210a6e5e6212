import CoreGraphics
import Foundation

extension UIColor {
  /// Creates a colour that repeats a picture, from the upper left corner of the view or picture that it is drawn in.
  ///
  /// An empty picture gives a clear colour.
  public convenience init(patternImage image: UIImage) {
    let clear = CGColor(genericGrayGamma2_2Gray: 0, alpha: 0)
    self.init(cgColor: image.uprightImage.flatMap { Self.pattern($0, size: image.size) } ?? clear)
  }

  /// A picture and the size of a cell.
  private final class Cell {
    let image: CGImage
    let size: CGSize

    init(_ image: CGImage, _ size: CGSize) { (self.image, self.size) = (image, size) }

    func draw(in context: CGContext) {
      // Core Graphics draws upright where y points up.
      context.translateBy(x: 0, y: size.height)
      context.scaleBy(x: 1, y: -1)
      context.draw(image, in: CGRect(origin: .zero, size: size))
    }
  }

  /// A colour whose cells are a picture, in a space whose y axis points down.
  private static func pattern(_ image: CGImage, size: CGSize) -> CGColor? {
    var callbacks = CGPatternCallbacks(
      version: 0,
      drawPattern: { info, context in
        info.map { Unmanaged<Cell>.fromOpaque($0).takeUnretainedValue().draw(in: context) }
      },
      releaseInfo: { info in info.map { Unmanaged<Cell>.fromOpaque($0).release() } }
    )
    let cell = Unmanaged.passRetained(Cell(image, size))
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
}

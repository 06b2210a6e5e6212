import CoreGraphics
import Foundation
import QuartzCore

/// Pictures with caps: nine parts whose corners keep their size.
extension UIImage {
  /// Returns the picture with caps at the left and the top, in points, one stretched point after each of them, and the
  /// rest as the other caps.
  ///
  /// With a cap of 0 the picture is stretched as a whole in that direction.
  public final func stretchableImage(withLeftCapWidth leftCapWidth: Int, topCapHeight: Int) -> UIImage {
    func rest(of length: CGFloat, after cap: Int) -> CGFloat {
      cap > 0 ? max(length - CGFloat(cap) - 1, 0) : 0
    }
    let caps = UIEdgeInsets(
      top: CGFloat(topCapHeight),
      left: CGFloat(leftCapWidth),
      bottom: rest(of: size.height, after: topCapHeight),
      right: rest(of: size.width, after: leftCapWidth)
    )
    return resizableImage(withCapInsets: caps, resizingMode: .stretch)
  }

  /// Draws the nine parts of the picture over a rectangle of a context whose y axis points down.
  final func drawParts(in rect: CGRect, _ context: CGContext) {
    guard let image = uprightImage else { return }
    let whole = CGRect(origin: .zero, size: size)
    let columns = zip(
      Self.parts(of: whole.width, from: capInsets.left, capInsets.right, at: 0),
      Self.parts(of: rect.width, from: capInsets.left, capInsets.right, at: rect.minX)
    )
    let rows = Array(
      zip(
        Self.parts(of: whole.height, from: capInsets.top, capInsets.bottom, at: 0),
        Self.parts(of: rect.height, from: capInsets.top, capInsets.bottom, at: rect.minY)
      )
    )
    for (fromX, toX) in columns {
      for (fromY, toY) in rows where toX.length > 0 && toY.length > 0 {
        let source = CGRect(x: fromX.start, y: fromY.start, width: fromX.length, height: fromY.length)
        let target = CGRect(x: toX.start, y: toY.start, width: toX.length, height: toY.length)
        draw(source, of: image, in: target, context)
      }
    }
  }

  /// The first cap, the part between and the last cap of a length; caps keep their size where there is room.
  private static func parts(of length: CGFloat, from first: CGFloat, _ last: CGFloat, at start: CGFloat) -> [(
    start: CGFloat, length: CGFloat
  )] {
    let (first, last) = (max(first, 0), max(last, 0))
    let factor = first + last > length ? length / (first + last) : 1
    let (head, tail) = (first * factor, last * factor)
    let middle = max(length - head - tail, 0)
    return [(start, head), (start + head, middle), (start + head + middle, tail)]
  }

  private func draw(_ source: CGRect, of image: CGImage, in target: CGRect, _ context: CGContext) {
    let pixels = source.applying(CGAffineTransform(scaleX: scale, y: scale))
    guard let part = image.cropping(to: pixels) else { return }
    context.saveGState()
    context.clip(to: target)
    context.translateBy(x: 0, y: target.minY)
    context.scaleBy(x: 1, y: -1)
    // Core Graphics draws upright where y points up.
    let box = CGRect(x: target.minX, y: -target.height, width: target.width, height: target.height)
    if resizingMode == .stretch {
      context.draw(part, in: box)
    } else {
      // Tiles begin in the upper left corner.
      let tile = CGRect(x: box.minX, y: -source.height, width: source.width, height: source.height)
      context.draw(part, in: tile, byTiling: true)
    }
    context.restoreGState()
  }

  /// The part between the caps in unit coordinates of the upright picture, which a layer stretches; all of it without caps.
  final var stretchedPart: CGRect {
    let unit = CGRect(x: 0, y: 0, width: 1, height: 1)
    guard capInsets != .zero, size.width > 0, size.height > 0 else { return unit }
    // A part without extent stretches the pixels at its place.
    return CGRect(
      x: min(max(capInsets.left / size.width, 0), 1),
      y: min(max(capInsets.top / size.height, 0), 1),
      width: max(size.width - capInsets.left - capInsets.right, 0) / size.width,
      height: max(size.height - capInsets.top - capInsets.bottom, 0) / size.height
    )
  }
}

import Foundation
import StrataBase
import StrataRaster

/// The shadow of drawings as an image: their blurred alpha.
struct ShadowPicture {
  private let shadow: ContextShadow
  private let box: CGRect
  private let density: Double

  /// Creates a shadow; `box` is the part of base space in which it may be visible.
  init(_ shadow: ContextShadow, box: CGRect) {
    (self.shadow, self.box) = (shadow, box)
    // A wide blur needs fewer pixels than a sharp edge.
    density = shadow.sigma > 6 ? 1 : shadow.sigma > 2 ? 2 : VectorDensity.usual
  }

  /// Returns the alpha of the shadow and the rectangle of base space that it covers, with its offset; nil if it is
  /// empty.
  func mask(of operations: [VectorOperation]) -> (PixelBuffer, CGRect)? {
    // A shadow so far away is not visible.
    guard shadow.isNear else { return nil }
    let offset = CGVector(dx: shadow.offset.x, dy: -shadow.offset.y)
    let area = operations.reduce(CGRect.null) { $0.union($1.box) }.overlap(with: shadow.sources(of: box))
    guard !area.isNull, !area.isInfinite, area.width > 0, area.height > 0 else { return nil }
    let scale = VectorDensity.density(of: area, wanted: density)
    guard let pixels = VectorOperation.picture(of: operations, in: area, density: scale) else { return nil }
    let alpha = PixelBuffer(width: pixels.width, height: pixels.height, format: .alpha8)
    for y in 0..<alpha.height {
      let from = pixels.row(y).assumingMemoryBound(to: SIMD4<UInt8>.self)
      let to = alpha.row(y).assumingMemoryBound(to: UInt8.self)
      for x in 0..<alpha.width { to[x] = from[x].w }
    }
    let sigma = shadow.sigma * scale
    let (blurred, growX, growY) = Blur.gaussian(alpha, sigmaX: sigma, sigmaY: sigma)
    let rect = CGRect(
      x: area.minX - CGFloat(Double(growX) / scale) + offset.dx,
      y: area.maxY + CGFloat(Double(growY) / scale) + offset.dy
        - CGFloat(Double(blurred.height) / scale),
      width: CGFloat(Double(blurred.width) / scale),
      height: CGFloat(Double(blurred.height) / scale)
    )
    return (blurred, rect)
  }
}

extension ContextShadow {
  /// False for a shadow that falls beyond the coordinates of a vector picture.
  var isNear: Bool { abs(offset.x) < 1e7 && abs(offset.y) < 1e7 }

  /// Returns the rectangle of base space, y up, from which a shadow may fall into `target`.
  func sources(of target: CGRect) -> CGRect {
    let reach = CGFloat(sigma * 3 + 2)
    return target.offsetBy(dx: -offset.x, dy: offset.y).insetBy(dx: -reach, dy: -reach)
  }
}

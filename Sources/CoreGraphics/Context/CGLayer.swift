public import Foundation

/// An offscreen bitmap that is drawn once and then drawn into a context many times.
///
/// - Thread: One at a time.
public final class CGLayer: Hashable {
  /// The size in user space of the context that the layer was created for.
  public let size: CGSize
  private let bitmap: CGContext

  /// Creates a layer with as many pixels as it covers in the context; nil if there are none or too many.
  public init?(_ context: CGContext, size: CGSize, auxiliaryInfo: CFDictionary?) {
    let density = context.vectorBox == nil ? 1 : CGContext.vectorDensity
    let ctm = context.ctm.scaledBy(x: density, y: density)
    let (scaleX, scaleY) = (hypot(ctm.a, ctm.b), hypot(ctm.c, ctm.d))
    let width = PixelCount.covering(size.width, scale: scaleX)
    let height = PixelCount.covering(size.height, scale: scaleY)
    guard width >= 1, height >= 1, width <= CGImage.pixelLimit / height,
      let bitmap = CGContext(
        data: nil,
        width: width,
        height: height,
        bitsPerComponent: 8,
        bytesPerRow: 0,
        space: .deviceRGB,
        bitmapInfo: CGImageAlphaInfo.premultipliedLast.rawValue
      )
    else { return nil }
    bitmap.scaleBy(x: CGFloat(width) / size.width, y: CGFloat(height) / size.height)
    self.size = size
    self.bitmap = bitmap
  }

  /// The context that draws into the layer; its origin is the bottom left.
  public var context: CGContext? { bitmap }

  /// Returns whether both are the same object.
  public static func == (lhs: CGLayer, rhs: CGLayer) -> Bool { lhs === rhs }

  /// Feeds the identity into a hasher.
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

extension CGContext {
  /// Draws a layer with its lower left corner at a point.
  public func draw(_ layer: CGLayer, at point: CGPoint) {
    draw(layer, in: CGRect(origin: point, size: layer.size))
  }

  /// Draws a layer into a rectangle.
  public func draw(_ layer: CGLayer, in rect: CGRect) {
    if let image = layer.context?.store.keptImage() { draw(image, in: rect) }
  }
}

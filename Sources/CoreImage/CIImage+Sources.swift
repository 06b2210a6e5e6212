public import CoreGraphics
public import CoreVideo
public import Foundation
import ImageIO
import StrataBase

extension CIImage {
  /// Creates an image of what a pixel buffer holds now, its lower left corner at the origin.
  ///
  /// The image is empty if there is no memory for it.
  public convenience init(cvPixelBuffer buffer: CVPixelBuffer) {
    self.init(cvPixelBuffer: buffer, options: nil)
  }

  /// Creates an image of what a pixel buffer holds now; `options` have no effect.
  public convenience init(cvPixelBuffer buffer: CVPixelBuffer, options: [CIImageOption: Any]?) {
    let image = buffer.makeImage()
    self.init(
      node: image.map { BitmapNode($0) } ?? AreaNode.nothing,
      colorSpace: image?.colorSpace,
      pixelBuffer: buffer
    )
  }

  /// Creates an image of what a pixel buffer holds now, its lower left corner at the origin.
  public convenience init(cvImageBuffer buffer: CVImageBuffer) {
    self.init(cvPixelBuffer: buffer, options: nil)
  }

  /// Creates an image of what a pixel buffer holds now; `options` have no effect.
  public convenience init(cvImageBuffer buffer: CVImageBuffer, options: [CIImageOption: Any]?) {
    self.init(cvPixelBuffer: buffer, options: options)
  }

  /// Creates an image of pixels in memory, the upper row first, its lower left corner at the origin.
  ///
  /// Colours are premultiplied. The image is empty, which is logged, if there are too few bytes.
  ///
  /// - Parameters:
  ///   - data: The pixels.
  ///   - bytesPerRow: The bytes from one row to the next.
  ///   - size: The size in pixels.
  ///   - format: The layout of a pixel.
  ///   - colorSpace: The space of the components; nil if they are those of the working space.
  public convenience init(
    bitmapData data: Data,
    bytesPerRow: Int,
    size: CGSize,
    format: CIFormat,
    colorSpace: CGColorSpace?
  ) {
    let node = BytesNode(data, bytesPerRow: bytesPerRow, size: size, format: format, space: colorSpace)
    if node == nil {
      Diagnostics.report("\(data.count) bytes are no bitmap of \(size.width) x \(size.height) pixels")
    }
    self.init(node: node ?? AreaNode.nothing, colorSpace: colorSpace)
  }

  /// The properties of the file that the image was made with, by the keys of Image I/O, or those that
  /// ``settingProperties(_:)`` gave; empty for all other images.
  public var properties: [String: Any] {
    if let ownProperties {
      let pairs = ownProperties.compactMap { key, value in (key as? String).map { ($0, value) } }
      return Dictionary(pairs, uniquingKeysWith: { first, _ in first })
    }
    guard let file = cgImage?.file?.data, let source = CGImageSourceCreateWithData(file as CFData, nil),
      let properties = CGImageSourceCopyPropertiesAtIndex(source, 0, nil)
    else { return [:] }
    return properties as? [String: Any] ?? [:]
  }

  /// Returns the image with other properties, by the keys of Image I/O; files that a context writes do not have them.
  public func settingProperties(_ properties: [AnyHashable: Any]) -> CIImage {
    CIImage(
      node: node,
      colorSpace: colorSpace,
      pixelBuffer: pixelBuffer,
      url: url,
      properties: properties
    )
  }
}

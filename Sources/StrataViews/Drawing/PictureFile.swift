package import CoreGraphics
package import Foundation
import ImageIO

/// A picture as a file has it.
package struct PictureFile {
  package let image: CGImage
  /// How the picture is turned and mirrored, as a number of the Exif standard; nil if the file does not state it.
  package let orientation: Int?
  /// The size in points of 1/72 inch, by the resolution that the file states; without one the number of pixels.
  package let size: CGSize

  /// Decodes a picture; nil if the data is not one.
  package init?(_ data: Data) {
    guard let source = CGImageSourceCreateWithData(data as CFData, nil),
      let image = CGImageSourceCreateImageAtIndex(source, 0, nil)
    else { return nil }
    self.image = image
    let properties = CGImageSourceCopyPropertiesAtIndex(source, 0, nil)
    orientation = (properties?.object(forKey: kCGImagePropertyOrientation) as? NSNumber)?.intValue
    func points(_ pixels: Int, _ key: CFString) -> CGFloat {
      guard let number = properties?.object(forKey: key) as? NSNumber, number.doubleValue > 0 else {
        return CGFloat(pixels)
      }
      return CGFloat(pixels) * 72 / CGFloat(number.doubleValue)
    }
    size = CGSize(
      width: points(image.width, kCGImagePropertyDPIWidth),
      height: points(image.height, kCGImagePropertyDPIHeight)
    )
  }

  /// Returns a picture in a format, a uniform type identifier; nil for formats that are not written.
  package static func encode(_ image: CGImage, as type: NSString, options: NSDictionary?) -> Data? {
    let bytes = NSMutableData()
    guard let destination = CGImageDestinationCreateWithData(bytes, type, 1, nil) else { return nil }
    CGImageDestinationAddImage(destination, image, options)
    return CGImageDestinationFinalize(destination) ? bytes.copiedBytes : nil
  }

  /// The options of a file of pixels that are shown in a size in points, and of a quality from 0 to 1.
  ///
  /// The resolution is stated unless each pixel is a point; an empty size states none.
  package static func options(showing image: CGImage, in size: CGSize, quality: Double?) -> NSDictionary {
    let pixels = CGSize(width: image.width, height: image.height)
    var options: [NSString: NSNumber] = [:]
    if size != pixels, size.width > 0, size.height > 0 {
      options[kCGImagePropertyDPIWidth] = NSNumber(value: Double(72 * pixels.width / size.width))
      options[kCGImagePropertyDPIHeight] = NSNumber(value: Double(72 * pixels.height / size.height))
    }
    if let quality { options[kCGImageDestinationLossyCompressionQuality] = NSNumber(value: quality) }
    return options as NSDictionary
  }

  /// Pixels per point, by the suffix `@2x` or `@3x` of a file's name.
  package static func scale(ofFile path: String) -> CGFloat {
    let name = URL(filePath: path).deletingPathExtension().lastPathComponent
    return name.hasSuffix("@3x") ? 3 : name.hasSuffix("@2x") ? 2 : 1
  }

  /// The file of a picture of a bundle; without an extension it is a PNG.
  ///
  /// Of the scales that are there, it is the least that is not below `scale`, in pixels per point, or else the largest.
  package static func path(named name: String, in bundle: Bundle = .main, scale: CGFloat = .infinity)
    -> String?
  {
    let file = URL(filePath: name)
    let kind = file.pathExtension.isEmpty ? "png" : file.pathExtension
    let base = file.deletingPathExtension().relativePath
    let suffixes: [(scale: CGFloat, text: String)] = [(1, ""), (2, "@2x"), (3, "@3x")]
    let order = suffixes.filter { $0.scale >= scale } + suffixes.reversed().filter { $0.scale < scale }
    return order.lazy.compactMap { bundle.path(forResource: base + $0.text, ofType: kind) }.first
  }
}

package import CoreGraphics
package import Foundation
import ImageIO

/// A picture as a file has it.
package struct PictureFile {
  package let image: CGImage
  /// How the picture is turned and mirrored, as a number of the Exif standard; nil if the file does not state it.
  package let orientation: Int?

  /// Decodes a picture; nil if the data is not one.
  package init?(_ data: Data) {
    guard let source = CGImageSourceCreateWithData(data as CFData, nil),
      let image = CGImageSourceCreateImageAtIndex(source, 0, nil)
    else { return nil }
    self.image = image
    let properties = CGImageSourceCopyPropertiesAtIndex(source, 0, nil)
    orientation = (properties?.object(forKey: kCGImagePropertyOrientation) as? NSNumber)?.intValue
  }

  /// Returns a picture in a format, a uniform type identifier; nil for formats that are not written.
  package static func encode(_ image: CGImage, as type: NSString, options: NSDictionary?) -> Data? {
    let bytes = NSMutableData()
    guard let destination = CGImageDestinationCreateWithData(bytes, type, 1, nil) else { return nil }
    CGImageDestinationAddImage(destination, image, options)
    return CGImageDestinationFinalize(destination) ? bytes.copiedBytes : nil
  }

  /// The options for a quality from 0 to 1.
  package static func options(quality: Double) -> NSDictionary {
    [kCGImageDestinationLossyCompressionQuality: NSNumber(value: quality)]
  }

  /// Pixels per point, by the suffix `@2x` or `@3x` of a file's name.
  package static func scale(ofFile path: String) -> CGFloat {
    let name = URL(filePath: path).deletingPathExtension().lastPathComponent
    return name.hasSuffix("@3x") ? 3 : name.hasSuffix("@2x") ? 2 : 1
  }

  /// The file of a picture of the main bundle, in the largest scale that is there; without an extension it is a PNG.
  package static func path(named name: String) -> String? {
    let file = URL(filePath: name)
    let kind = file.pathExtension.isEmpty ? "png" : file.pathExtension
    let base = file.deletingPathExtension().relativePath
    return ["@3x", "@2x", ""].lazy.compactMap { Bundle.main.path(forResource: base + $0, ofType: kind) }.first
  }
}

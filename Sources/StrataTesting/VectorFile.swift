package import CoreGraphics
import Foundation
import ImageIO

/// A file of vectors that an independent reader shows.
package protocol VectorFile {
  static var pathExtension: String { get }
  var file: Data { get }

  /// Returns the picture on white, with `scale` pixels per point; `isExact` asks for the reader that places cells of
  /// patterns exactly.
  func image(scale: Int, isExact: Bool) throws -> CGImage
}

/// The reader made no picture of a file.
package struct UnreadableFile: Error, CustomStringConvertible {
  package let description: String
}

extension VectorFile {
  /// Compares the file with a picture of twice as many pixels as points.
  ///
  /// If the environment variable `STRATA_PAGE_PICTURES` names a folder, file and pictures are written there under `name`.
  package func comparison(with expected: CGImage, name: String, isExact: Bool = false) throws
    -> ImageComparison
  {
    let actual = try image(scale: 2, isExact: isExact)
    if let folder = ProcessInfo.processInfo.environment["STRATA_PAGE_PICTURES"] {
      let path = URL(fileURLWithPath: folder).appendingPathComponent(name).path
      try file.write(to: URL(fileURLWithPath: path + "." + Self.pathExtension))
      for (picture, kind) in [(expected, "screen"), (actual, Self.pathExtension)] {
        let url = URL(fileURLWithPath: "\(path) (\(kind)).png") as NSURL
        guard let target = CGImageDestinationCreateWithURL(url, "public.png" as NSString, 1, nil) else {
          continue
        }
        CGImageDestinationAddImage(target, picture, nil)
        _ = CGImageDestinationFinalize(target)
      }
    }
    guard let comparison = ImageComparison(expected, actual) else {
      throw UnreadableFile(
        description: "the file has \(actual.width) x \(actual.height) pixels, the screen a different size"
      )
    }
    return comparison
  }
}

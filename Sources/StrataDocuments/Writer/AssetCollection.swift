import CoreGraphics
import Foundation

/// The image files that a written document needs, by their path in the package.
struct AssetCollection {
  /// One image file.
  struct Asset {
    let path: String
    let isAlpha: Bool
  }

  private(set) var files: [(path: String, data: Data)] = []
  private var known: [ObjectIdentifier: Asset] = [:]
  private var taken: Set<String> = []
  private(set) var failures: [String] = []

  /// Reserves a path that the document uses.
  mutating func reserve(_ path: String) { taken.insert(path) }

  /// Adds a file for an image: the original bytes if it came from a file, otherwise PNG.
  mutating func add(_ image: CGImage) -> Asset? {
    if let asset = known[ObjectIdentifier(image)] { return asset }
    do throws(ImageError) {
      let isAlpha = image.file?.isAlpha ?? (image.isMask || image.alphaInfo == .alphaOnly)
      let data: Data
      var suffix = "png"
      if let file = image.file {
        data = file.data
        suffix = file.format == .jpeg ? "jpg" : file.format == .webP ? "webp" : "png"
      } else {
        data = try ImageCodec.encode(image.pixels, as: .png, alphaAsGray: isAlpha)
      }
      var number = known.count
      while taken.contains("assets/image\(number).\(suffix)") { number += 1 }
      let asset = Asset(path: "assets/image\(number).\(suffix)", isAlpha: isAlpha)
      taken.insert(asset.path)
      known[ObjectIdentifier(image)] = asset
      files.append((asset.path, data))
      return asset
    } catch {
      failures.append("\(error)")
      return nil
    }
  }
}

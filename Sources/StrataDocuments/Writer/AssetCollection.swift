import CoreGraphics
import Foundation
import StrataCAML

/// The new image files that a written document needs, by their path in the package.
///
/// A file never takes the path of another one: neither of those that the document refers to, nor of one in the folder with
/// other bytes.
struct AssetCollection {
  /// One image file.
  struct Asset {
    let path: String
    let isAlpha: Bool
  }

  private(set) var files: [(path: String, data: Data)] = []
  private var known: [ObjectIdentifier: Asset] = [:]
  private var taken: Set<String>
  private let folder: URL?
  private(set) var failures: [String] = []

  /// Creates a collection for a folder; nil if nothing is written to a disk.
  ///
  /// - Parameters:
  ///   - folder: The folder that the paths are relative to.
  ///   - taken: The paths that the document uses.
  init(in folder: URL?, taken: Set<String>) {
    (self.folder, self.taken) = (folder, taken)
  }

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
      let path = freePath(for: data, suffix)
      let asset = Asset(path: path, isAlpha: isAlpha)
      taken.insert(path)
      known[ObjectIdentifier(image)] = asset
      files.append((path, data))
      return asset
    } catch {
      failures.append("\(error)")
      return nil
    }
  }

  private func freePath(for data: Data, _ suffix: String) -> String {
    var number = known.count
    while true {
      let path = "assets/image\(number).\(suffix)"
      if !taken.contains(path), folder.map({ Self.isFree(path, in: $0, for: data) }) ?? true { return path }
      number += 1
    }
  }

  /// True if nothing is at a path, or a file with these bytes.
  static func isFree(_ path: String, in folder: URL, for data: Data) -> Bool {
    let file = folder.appending(path: path).path(percentEncoded: false)
    guard let attributes = try? FileManager.default.attributesOfItem(atPath: file) else { return true }
    guard (attributes[.size] as? NSNumber)?.intValue == data.count else { return false }
    return FileManager.default.contents(atPath: file) == data
  }
}

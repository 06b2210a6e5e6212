import CoreGraphics
import Foundation
import StrataCAML

/// The new image files that a written document needs, by their path in the package.
///
/// A file never takes the path of another one: neither of those that the document refers to, nor of one in the folder
/// with other bytes, unless that belongs to the document whose place this one takes.
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
  /// The paths that the document refers to whose place this one takes.
  private lazy var replaced: Set<String> = folder.map(Self.replacedPaths) ?? []
  private let isBundle: Bool
  private(set) var failures: [String] = []

  /// Creates a collection for a folder; nil if nothing is written to a disk.
  ///
  /// - Parameters:
  ///   - folder: The folder that the paths are relative to.
  ///   - isBundle: True if the folder holds one document only, which is replaced.
  ///   - taken: The paths that the document uses.
  init(in folder: URL?, isBundle: Bool, taken: Set<String>) {
    (self.folder, self.isBundle, self.taken) = (folder, isBundle, taken)
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

  private mutating func freePath(for data: Data, _ suffix: String) -> String {
    var number = known.count
    while true {
      let path = "assets/image\(number).\(suffix)"
      if !taken.contains(path), isFree(path, for: data) { return path }
      number += 1
    }
  }

  private mutating func isFree(_ path: String, for data: Data) -> Bool {
    guard let folder, !Self.isFree(path, in: folder, for: data) else { return true }
    return isBundle && replaced.contains(path)
  }

  /// The paths of the files that the document in a bundle refers to; none if it cannot be read.
  private static func replacedPaths(in folder: URL) -> Set<String> {
    let (home, limits) = (PackageFolder.disk(folder), ReadingLimits())
    do throws(DocumentError) {
      let file = try DocumentPackage.locate(in: home, limits: limits).rootFile
      let data = try file.contents(limits: limits)
      let log = DiagnosticLog(file: file.path)
      let tree = try DocumentMarkup(data, file: file.path, limits: limits, log: log).tree
      return AssetCopies.paths(in: tree, home, nil)
    } catch {
      return []
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

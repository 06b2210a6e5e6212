import Foundation
import QuartzCore
import StrataDocuments
import Testing

/// A small image as the text of a data URL: 2 x 1 pixels, opaque red and clear.
let pixelURL =
  "data:image/png;base64,"
  + "iVBORw0KGgoAAAANSUhEUgAAAAIAAAABCAYAAAD0In+KAAAAD0lEQVR4nGP4z8AARAwMAAz8Af9c/RSVAAAAAElFTkSuQmCC"

/// A gray image of 2 x 1 pixels, white and black, whose gray stands for alpha.
let grayURL =
  "data:image/png;base64,"
  + "iVBORw0KGgoAAAANSUhEUgAAAAIAAAABCAAAAADRSSBWAAAAC0lEQVR4nGP4zwAAAgEBADK6K5IAAAAASUVORK5CYII="

/// A document with one root layer and `body` inside of it.
func document(
  _ body: String,
  attributes: String = "bounds=\"0 0 100 50\"",
  tag: String = "CALayer",
  options: ReadingOptions = ReadingOptions()
) throws -> Document {
  let text =
    "<caml xmlns=\"http://www.apple.com/CoreAnimation/1.0\"><\(tag) \(attributes)>\(body)</\(tag)></caml>"
  return try Document(data: Data(text.utf8), options: options)
}

extension Document {
  /// The root layer, which a test needs.
  var root: CALayer {
    get throws { try #require(rootLayer) }
  }

  func warnings(_ kind: Diagnostic.Kind) -> [Diagnostic] {
    diagnostics.filter { $0.kind == kind && $0.severity == .warning }
  }
}

/// The error of reading a file or folder, or nil if it is read.
func failure(_ url: URL, _ options: ReadingOptions = ReadingOptions()) -> DocumentError? {
  failure { () throws(DocumentError) in try Document(contentsOf: url, options: options) }
}

/// The error of reading a document in memory, or nil if it is read.
func failure(_ data: Data, _ options: ReadingOptions = ReadingOptions()) -> DocumentError? {
  failure { () throws(DocumentError) in try Document(data: data, options: options) }
}

private func failure(_ read: () throws(DocumentError) -> Document) -> DocumentError? {
  do throws(DocumentError) {
    _ = try read()
    return nil
  } catch {
    return error
  }
}

/// A number read by key path.
func number(_ layer: CALayer, _ keyPath: String) -> Double? {
  (layer.value(forKeyPath: keyPath) as? NSNumber)?.doubleValue
}

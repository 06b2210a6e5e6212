import Foundation
import StrataExport

/// The output of `strata render`: a path with placeholders, or `-` for standard output.
struct OutputName {
  let text: String

  static let documentPlaceholder = "{name}"

  var isStandardOutput: Bool { text == "-" }
  var namesDocuments: Bool { text.contains(Self.documentPlaceholder) }
  var numbersPictures: Bool { FramePattern(URL(filePath: text)) != nil }
  var pathExtension: String { (text as NSString).pathExtension }

  /// The output of one document.
  func resolved(for document: String) -> OutputName {
    OutputName(
      text: text.replacing(Self.documentPlaceholder, with: DocumentInput.name(of: document))
    )
  }

  /// The file of one of several moments, in seconds: `card.png` at 1.5 is `card-1.5.png`, and `%d` is its index.
  func file(ofMoment index: Int, of moments: [Double]) -> URL {
    let url = URL(filePath: text)
    if let pattern = FramePattern(url) { return pattern.url(ofFrame: index) }
    guard moments.count > 1 else { return url }
    let path = text as NSString
    return URL(filePath: "\(path.deletingPathExtension)-\(moments[index]).\(path.pathExtension)")
  }

  /// The reason why the output cannot take the results of the documents; nil if it can.
  func problem(for documents: [String]) -> String? {
    if let problem = FramePattern.problem(in: text) { return "--output: \(problem)." }
    guard documents.count > 1 else { return nil }
    guard namesDocuments else {
      return "Several documents need \(Self.documentPlaceholder) in --output, such as '\(example)'."
    }
    var owners: [String: String] = [:]
    for document in documents {
      let path = resolved(for: document).text
      if let other = owners.updateValue(document, forKey: path) {
        return "\(other) and \(document) would both be written to \(path)."
      }
    }
    return nil
  }

  private var example: String {
    "\(Self.documentPlaceholder).\(pathExtension.isEmpty ? "png" : pathExtension)"
  }
}

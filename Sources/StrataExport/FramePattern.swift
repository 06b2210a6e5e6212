package import Foundation

/// A path with a placeholder for the frame's number: `frames/%04d.png`.
package struct FramePattern {
  private let folder: URL
  private let prefix: String
  private let digits: Int
  private let suffix: String

  /// Returns nil if the last component of the path does not contain `%d` or `%0Nd`.
  package init?(_ url: URL) {
    let name = url.lastPathComponent
    guard let match = name.firstMatch(of: /%(0(?<digits>[1-9]))?d/) else { return nil }
    folder = url.deletingLastPathComponent()
    prefix = String(name[..<match.range.lowerBound])
    suffix = String(name[match.range.upperBound...])
    digits = match.output.digits.flatMap { Int($0) } ?? 1
  }

  /// The file of a frame; the first is number 0.
  package func url(ofFrame index: Int) -> URL {
    let number = String(index)
    let zeros = String(repeating: "0", count: max(0, digits - number.count))
    return folder.appending(path: prefix + zeros + number + suffix)
  }
}

package import Foundation

/// A path with a placeholder for the frame's number: `frames/%04d.png`.
package struct FramePattern {
  package let folder: URL
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
  package func url(ofFrame index: Int) -> URL { folder.appending(path: prefix + number(index) + suffix) }

  /// The number of the frame that has a file's name, in whatever folder; nil for other names.
  package func frame(of file: URL) -> Int? {
    let name = file.lastPathComponent
    guard name.hasPrefix(prefix), name.hasSuffix(suffix), name.count > prefix.count + suffix.count,
      let index = Int(name.dropFirst(prefix.count).dropLast(suffix.count)), index >= 0,
      prefix + number(index) + suffix == name
    else { return nil }
    return index
  }

  /// A name for a range of frames, with its first and its last number.
  func url(ofFrames frames: Range<Int>) -> URL {
    let range = "\(number(frames.lowerBound))-\(number(frames.upperBound - 1))"
    return folder.appending(path: prefix + range + suffix)
  }

  /// True for the name of a range of frames.
  func isRange(_ name: String) -> Bool {
    guard name.hasPrefix(prefix), name.hasSuffix(suffix), name.count > prefix.count + suffix.count else {
      return false
    }
    return name.dropFirst(prefix.count).dropLast(suffix.count).wholeMatch(of: /[0-9]+-[0-9]+/) != nil
  }

  private func number(_ index: Int) -> String {
    let number = String(index)
    return String(repeating: "0", count: max(0, digits - number.count)) + number
  }

  /// The reason why a path with the look of a pattern is none; nil for a pattern, and for a path without one.
  ///
  /// A percent sign before anything but a letter or a number of digits and a letter is one of the name.
  package static func problem(in path: String) -> String? {
    let parts = path.split(separator: "/", omittingEmptySubsequences: false)
    let placeholders = (parts.last ?? "").matches(of: /%[-+ 0#']*[0-9]*[A-Za-z]/).map { $0.output }
    for placeholder in placeholders where placeholder.wholeMatch(of: /%(0[1-9])?d/) == nil {
      return "\"\(placeholder)\" does not number pictures; use %d, or %04d for four digits"
    }
    if placeholders.count > 1 { return "the name has more than one %d" }
    if parts.dropLast().contains(where: { $0.contains(/%(0[1-9])?d/) }) {
      return "%d belongs in the name of the file, not of a folder"
    }
    return nil
  }
}

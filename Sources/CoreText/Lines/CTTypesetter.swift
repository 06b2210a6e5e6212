public import CoreGraphics
public import Foundation
import StrataText

/// A string from which single lines are created.
///
/// - Thread: Any.
public final class CTTypesetter: Hashable, @unchecked Sendable {  // The string is an immutable copy.
  let string: NSAttributedString

  init(string: NSAttributedString) {
    self.string = NSAttributedString(attributedString: string)
  }

  /// The type identifier that `CFGetTypeID(_:)` returns for the class.
  public static var typeID: CFTypeID { typeNumber(of: CTTypesetter.self) }

  /// Returns whether both are the same object.
  public static func == (lhs: CTTypesetter, rhs: CTTypesetter) -> Bool { lhs === rhs }

  /// Feeds the identity into a hasher.
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }

  /// Returns the number of UTF-16 units that fit on a line that begins at `start`, including the paragraph separator.
  ///
  /// The cost is that of a few lines, however long the paragraph is.
  func lineLength(from start: Int, width: Double, breaksAnywhere: Bool) -> Int {
    guard start >= 0, start < string.length else { return 0 }
    var units = string.units(filling: width, lines: 4, at: start)
    while true {
      let rest = NSRange(location: start, length: string.length - start)
      // A window that ends within the paragraph; the search for its end does not leave it.
      let window = string.beginning(of: rest, units: units) ?? rest
      let text = (string.string as NSString).substring(with: window) as NSString
      let paragraph = NSMaxRange(text.paragraphRange(for: NSRange(location: 0, length: 0)))
      let isWhole = paragraph < window.length || window.length == rest.length
      let part = NSRange(location: start, length: paragraph)
      var request = TextLayoutRequest(runs: string.styledText(in: part).plain, width: width, isWrapped: true)
      request.breaksAnywhere = breaksAnywhere
      let layout = TextLayoutEngine.layout(request)
      if isWhole || layout.lines.count > 2 {
        // The first line ends where the second begins, after the white space between them.
        let next = layout.lines.dropFirst().first?.range.lowerBound ?? part.length
        return min(max(next, 1), part.length)
      }
      units *= 4
    }
  }
}

extension CTTypesetter: CoreFoundationObject {}

/// Creates a typesetter of a string, which is copied.
public func CTTypesetterCreateWithAttributedString(_ string: CFAttributedString) -> CTTypesetter {
  CTTypesetter(string: string)
}

/// Returns the number of characters that fit on a line that breaks between words, in UTF-16 units.
///
/// - Parameters:
///   - typesetter: The string.
///   - startIndex: The first character of the line.
///   - width: The width of the line in points.
/// - Returns: The number of characters, at least 1 unless `startIndex` is outside the string.
public func CTTypesetterSuggestLineBreak(
  _ typesetter: CTTypesetter,
  _ startIndex: CFIndex,
  _ width: Double
) -> CFIndex {
  typesetter.lineLength(from: startIndex, width: width, breaksAnywhere: false)
}

/// Returns the number of characters that fit on a line that breaks between any characters, in UTF-16 units.
///
/// - Parameters:
///   - typesetter: The string.
///   - startIndex: The first character of the line.
///   - width: The width of the line in points.
/// - Returns: The number of characters, at least 1 unless `startIndex` is outside the string.
public func CTTypesetterSuggestClusterBreak(
  _ typesetter: CTTypesetter,
  _ startIndex: CFIndex,
  _ width: Double
) -> CFIndex {
  typesetter.lineLength(from: startIndex, width: width, breaksAnywhere: true)
}

/// Creates a line of a part of the string; a length of 0 means the rest of the string.
public func CTTypesetterCreateLine(_ typesetter: CTTypesetter, _ stringRange: CFRange) -> CTLine {
  CTLine(typesetter.string, part: NSRange(stringRange.clamped(to: typesetter.string.length)))
}

/// Creates a framesetter of a typesetter's string.
public func CTFramesetterCreateWithTypesetter(_ typesetter: CTTypesetter) -> CTFramesetter {
  CTFramesetter(string: typesetter.string)
}

/// Returns the typesetter of a framesetter's string.
public func CTFramesetterGetTypesetter(_ framesetter: CTFramesetter) -> CTTypesetter {
  CTTypesetter(string: framesetter.string)
}

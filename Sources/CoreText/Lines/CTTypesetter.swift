public import CoreGraphics
public import Foundation
import StrataText

/// A string of which lines are made one by one.
public final class CTTypesetter: Hashable, @unchecked Sendable {  // The string is a copy that nobody changes.
  let string: NSAttributedString

  init(string: NSAttributedString) {
    self.string = NSAttributedString(attributedString: string)
  }

  /// The number of the class for `CFGetTypeID(_:)`.
  public static var typeID: CFTypeID { typeNumber(of: CTTypesetter.self) }

  /// Returns whether both are the same object.
  public static func == (lhs: CTTypesetter, rhs: CTTypesetter) -> Bool { lhs === rhs }

  /// Feeds the identity into a hasher.
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }

  /// How many UTF-16 units find room on a line that begins at a place, its end of paragraph included.
  func lineLength(from start: Int, width: Double, breaksAnywhere: Bool) -> Int {
    guard start >= 0, start < string.length else { return 0 }
    let text = string.string as NSString
    let paragraph = text.paragraphRange(for: NSRange(location: start, length: 0))
    let rest = NSRange(location: start, length: NSMaxRange(paragraph) - start)
    var request = TextLayoutRequest(runs: string.styledText(in: rest).plain, width: width, isWrapped: true)
    request.breaksAnywhere = breaksAnywhere
    let layout = TextLayoutEngine.layout(request)
    // What begins the second line ends the first one, white space between them included.
    let next = layout.lines.dropFirst().first?.range.lowerBound ?? rest.length
    return min(max(next, 1), rest.length)
  }
}

extension CTTypesetter: CoreFoundationObject {}

/// Creates a typesetter of a string, which is copied.
public func CTTypesetterCreateWithAttributedString(_ string: CFAttributedString) -> CTTypesetter {
  CTTypesetter(string: string)
}

/// Returns how many characters find room on a line that is broken at words, in UTF-16 units.
///
/// - Parameters:
///   - typesetter: The string.
///   - startIndex: Where the line begins.
///   - width: The room in points.
/// - Returns: The number of characters, at least 1 where any is left.
public func CTTypesetterSuggestLineBreak(
  _ typesetter: CTTypesetter,
  _ startIndex: CFIndex,
  _ width: Double
) -> CFIndex {
  typesetter.lineLength(from: startIndex, width: width, breaksAnywhere: false)
}

/// Returns how many characters find room on a line that is broken anywhere, in UTF-16 units.
///
/// - Parameters:
///   - typesetter: The string.
///   - startIndex: Where the line begins.
///   - width: The room in points.
/// - Returns: The number of characters, at least 1 where any is left.
public func CTTypesetterSuggestClusterBreak(
  _ typesetter: CTTypesetter,
  _ startIndex: CFIndex,
  _ width: Double
) -> CFIndex {
  typesetter.lineLength(from: startIndex, width: width, breaksAnywhere: true)
}

/// Creates a line of a part of the string; a length of 0 means all that follows.
public func CTTypesetterCreateLine(_ typesetter: CTTypesetter, _ stringRange: CFRange) -> CTLine {
  let start = min(max(stringRange.location, 0), typesetter.string.length)
  let rest = typesetter.string.length - start
  let length = stringRange.length <= 0 ? rest : min(stringRange.length, rest)
  return CTLine(typesetter.string, part: NSRange(location: start, length: length))
}

/// Returns the typesetter of a framesetter's string.
public func CTFramesetterGetTypesetter(_ framesetter: CTFramesetter) -> CTTypesetter {
  CTTypesetter(string: framesetter.string)
}

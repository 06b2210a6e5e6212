public import CoreGraphics
public import Foundation
import StrataText
import Synchronization

/// A string from which frames of lines are created.
///
/// - Thread: Any.
public final class CTFramesetter: Hashable, @unchecked Sendable {
  // Sendable: the string is an immutable copy, and the rest is behind a lock.
  let string: NSAttributedString
  /// The paragraph asked for last: the pages of a long one each begin in it.
  private let lastParagraph = Mutex<NSRange?>(nil)

  init(string: NSAttributedString) {
    self.string = NSAttributedString(attributedString: string)
  }

  /// The type identifier that `CFGetTypeID(_:)` returns for the class.
  public static var typeID: CFTypeID { typeNumber(of: CTFramesetter.self) }

  /// Returns whether both are the same object.
  public static func == (lhs: CTFramesetter, rhs: CTFramesetter) -> Bool { lhs === rhs }

  /// Feeds the identity into a hasher.
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }

  /// Returns the paragraph around a character, with its separator.
  private func paragraph(at location: Int) -> NSRange {
    lastParagraph.withLock { last in
      if let last, NSLocationInRange(location, last) { return last }
      let range = (string.string as NSString).paragraphRange(for: NSRange(location: location, length: 0))
      last = range
      return range
    }
  }

  /// Lays out a part of the string in a box, paragraph by paragraph.
  ///
  /// - Parameters:
  ///   - range: The part; a length of 0 means the rest of the string.
  ///   - room: The box, and which lines it leaves out.
  /// - Returns: The lines before the first one that is left out.
  package func set(_ range: CFRange = CFRangeMake(0, 0), in room: FrameRoom) -> TypesetText {
    let range = range.clamped(to: string.length)
    let (start, end) = (range.lowerBound, range.upperBound)
    var result = TypesetText()
    var location = start
    var leading = 0.0
    while location < end {
      let whole = paragraph(at: location)
      let paragraph = NSIntersectionRange(whole, NSRange(location: location, length: end - location))
      let style = string.paragraphStyle(at: location)
      if location > start { leading += Double(style?.paragraphSpacingBefore ?? 0) }
      let top = result.height + leading
      let layout = FrameParagraph(string, whole: whole, part: paragraph, style: style)
        .layout(room, below: top, after: result.lines.count)
      for index in layout.lines.indices {
        let line = layout.lines[index]
        if room.leavesOut(line, below: top, after: result.lines.count) {
          result.isCut = true
          return result
        }
        // A line ends where the next begins: the break between them is its own.
        let next = layout.lines.indices.contains(index + 1) ? layout.lines[index + 1].range.lowerBound : nil
        let end = next.map { location + $0 } ?? NSMaxRange(paragraph)
        result.lines.append(
          .init(
            line: CTLine(layout, line: index, location: location, end: end, source: string),
            origin: CGPoint(x: line.origin.x, y: top + line.origin.y),
            style: style,
            beginsParagraph: index == 0 && location == whole.location
          )
        )
        result.height = top + line.origin.y + line.descent
        result.width = max(result.width, line.extent)
        leading = line.leading
      }
      leading += Double(style?.paragraphSpacing ?? 0)
      location = NSMaxRange(paragraph)
      result.end = location
    }
    return result
  }
}

extension CTFramesetter: CoreFoundationObject {}

/// The lines in a box.
package struct TypesetText {
  /// A line, and its place in the box.
  package struct Line {
    package let line: CTLine
    /// The left end of the baseline, in points from the upper left corner of the box, with y pointing down.
    package let origin: CGPoint
    /// The style of its paragraph.
    package let style: NSParagraphStyle?
    /// True for the first line of its paragraph.
    package let beginsParagraph: Bool
  }

  package fileprivate(set) var lines: [Line] = []
  /// True if a line was left out.
  package fileprivate(set) var isCut = false
  /// The width that the lines need with their indents.
  var width = 0.0
  var height = 0.0
  /// The end of the last paragraph that fits completely, in UTF-16 units.
  var end = 0

  /// Returns the characters that fit.
  func range(from start: Int) -> CFRange {
    let last = lines.last.map { NSMaxRange($0.line.range) } ?? start
    return CFRangeMake(start, max(last, end) - start)
  }
}

/// Creates a framesetter of a string, which is copied.
public func CTFramesetterCreateWithAttributedString(_ attrString: CFAttributedString) -> CTFramesetter {
  CTFramesetter(string: attrString)
}

/// Lays out a part of the string in the bounding box of a path.
///
/// - Parameters:
///   - framesetter: The string.
///   - stringRange: The part; a length of 0 means the rest of the string.
///   - path: A path; only its bounding box is used.
///   - frameAttributes: Has no effect.
/// - Returns: The lines that fit in the box.
public func CTFramesetterCreateFrame(
  _ framesetter: CTFramesetter,
  _ stringRange: CFRange,
  _ path: CGPath,
  _ frameAttributes: CFDictionary?
) -> CTFrame {
  let box = path.boundingBoxOfPath
  let room = box.isNull ? CGRect.zero : box
  let text = framesetter.set(stringRange, in: FrameRoom(width: limit(room.width), height: limit(room.height)))
  let wanted = stringRange.clamped(to: framesetter.string.length)
  return CTFrame(text, wanted: wanted, path: path, box: room)
}

/// Returns the size that a part of the string needs, in points: a frame of that size shows it.
///
/// Indents count, except for a positive tail indent, which is a place in the box.
///
/// - Parameters:
///   - framesetter: The string.
///   - stringRange: The part; a length of 0 means the rest of the string.
///   - frameAttributes: Has no effect.
///   - constraints: The greatest width and height in points; `greatestFiniteMagnitude` for no limit.
///   - fitRange: Receives the characters that fit, in UTF-16 units; may be nil.
/// - Returns: The width and height of the lines that fit, with their indents.
public func CTFramesetterSuggestFrameSizeWithConstraints(
  _ framesetter: CTFramesetter,
  _ stringRange: CFRange,
  _ frameAttributes: CFDictionary?,
  _ constraints: CGSize,
  _ fitRange: UnsafeMutablePointer<CFRange>?
) -> CGSize {
  let text = framesetter.set(
    stringRange,
    in: FrameRoom(width: limit(constraints.width), height: limit(constraints.height))
  )
  fitRange?.pointee = text.range(from: stringRange.clamped(to: framesetter.string.length).lowerBound)
  return CGSize(width: text.width, height: text.height)
}

/// Returns a limit for the layout; nil for values too large to be one.
private func limit(_ value: CGFloat) -> Double? {
  value.isFinite && value < 1e9 ? max(Double(value), 0) : nil
}

import CoreGraphics
import Foundation
import StrataBase

/// Where the lines of a paragraph begin and end in a width.
///
/// Distances count from the edge where the paragraph's script begins; `tail` from the opposite one.
struct LineIndents {
  var first: Double
  var others: Double
  var tail: Double
  /// What is left for the lines that begin furthest out, which is what Pango is told.
  var width: Double

  init(_ look: ParagraphLook, width: Double) {
    func usable(_ value: Double) -> Double { value.isFinite ? min(max(value, -1e6), 1e6) : 0 }
    (first, others) = (max(usable(look.firstLineIndent), 0), max(usable(look.indent), 0))
    let end = usable(look.tailIndent)
    tail = end > 0 ? width - end : -end
    self.width = width - min(first, others) - tail
  }
}

/// Paragraphs with styles of their own, one below the other.
///
/// Each is laid out as a text by itself. What a style leaves open is as the request says: the alignment where the style's
/// is natural, and whether lines break at all. The request's truncation counts for the paragraph that does not fit.
struct ParagraphStack {
  private let request: TextLayoutRequest
  private let paragraphs: [(runs: [StyledText], start: Int, length: Int)]

  init(_ request: TextLayoutRequest) {
    self.request = request
    paragraphs = Self.split(request.runs)
  }

  /// The runs of each paragraph without the characters that end it.
  private static func split(_ runs: [StyledText]) -> [(runs: [StyledText], start: Int, length: Int)] {
    var result: [(runs: [StyledText], start: Int, length: Int)] = []
    var current: [StyledText] = []
    var (start, length) = (0, 0)
    func end(_ separator: Int, _ style: StyledText) {
      if current.isEmpty {
        // A paragraph of nothing but its end is an empty line, which has a height all the same.
        var empty = style
        empty.text = "\u{200B}"
        current = [empty]
      }
      result.append((current, start, length))
      (current, start, length) = ([], start + length + separator, 0)
    }
    for run in runs {
      var part = run
      part.text = ""
      func flush() {
        if !part.text.isEmpty { current.append(part) }
        length += part.text.utf16.count
        part.text = ""
      }
      for character in run.text {
        if character == "\n" || character == "\r" || character == "\r\n" || character == "\u{2029}" {
          flush()
          end(character.utf16.count, run)
        } else {
          part.text.append(character)
        }
      }
      flush()
    }
    if !current.isEmpty { result.append((current, start, length)) }
    return result
  }

  /// Lays all paragraphs out; `layout` does one.
  func layout(_ layout: (TextLayoutRequest) -> TextLayout) -> TextLayout {
    var result = TextLayout()
    var top = 0.0
    var gap = 0.0
    for (index, paragraph) in paragraphs.enumerated() {
      let look = paragraph.runs.first?.paragraph ?? ParagraphLook()
      if index > 0 { gap += usable(look.spacingBefore) }
      let room = request.height.map { $0 - top - gap }
      // A paragraph of which not even the first line fits is cut off, as the box is.
      if let room, room <= 0, request.truncation != .none, request.isWrapped, index > 0 { break }
      let part = layout(self.request(for: paragraph.runs, look, height: room))
      top += gap
      result.append(part, below: top, from: paragraph.start)
      top += part.size.height
      gap = (part.lines.last?.leading ?? 0) + usable(look.spacingAfter)
    }
    return result
  }

  private func usable(_ value: Double) -> Double { value.isFinite ? min(max(value, 0), 1e6) : 0 }

  private func request(for runs: [StyledText], _ look: ParagraphLook, height: Double?) -> TextLayoutRequest {
    var result = request
    result.runs = runs.map { run in
      var run = run
      run.paragraph = nil
      return run
    }
    result.paragraph = look
    result.height = height
    if look.alignment != .natural { result.alignment = look.alignment }
    switch look.breaking {
    case .atWords: break
    case .anywhere: result.breaksAnywhere = true
    case .clipped: (result.isWrapped, result.truncation) = (false, .none)
    case .truncated(let truncation): (result.isWrapped, result.truncation) = (false, truncation)
    }
    return result
  }
}

extension TextLayout {
  /// Adds another layout below, whose text begins at a place of this one's.
  fileprivate mutating func append(_ other: TextLayout, below top: Double, from start: Int) {
    let (fill, image, run) = (fills.count, images.count, runs.count)
    let offset = RasterPoint(0, top)
    func moved(_ range: Range<Int>, _ by: Int) -> Range<Int> { range.lowerBound + by..<range.upperBound + by }
    fills += other.fills.map { $0.moved(by: offset) }
    images += other.images.map { $0.moved(by: offset) }
    for old in other.runs {
      var new = old
      (new.fills, new.images) = (moved(old.fills, fill), moved(old.images, image))
      (new.range, new.indices) = (moved(old.range, start), old.indices.map { $0 + start })
      runs.append(new)
    }
    for old in other.lines {
      var line = old
      line.origin.y += CGFloat(top)
      (line.fills, line.images) = (moved(old.fills, fill), moved(old.images, image))
      (line.runs, line.range) = (moved(old.runs, run), moved(old.range, start))
      lines.append(line)
    }
    size.width = max(size.width, other.size.width)
    size.height = CGFloat(top) + other.size.height
  }
}

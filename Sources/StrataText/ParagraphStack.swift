import CoreGraphics
import Foundation
import StrataBase

/// The indents of the lines of a paragraph, in points.
///
/// `first` and `others` are distances from the leading edge of the paragraph, `tail` from the trailing edge.
struct LineIndents {
  var first: Double
  var others: Double
  var tail: Double
  /// The part of `tail` that is the same in boxes of all widths.
  private var fixedTail = 0.0
  /// The width of the lines with the smaller indent, which is Pango's width of the layout.
  var width: Double

  init(_ style: ParagraphStyle, width: Double) {
    guard let style = style.rare.values?.value else {
      (first, others, tail, self.width) = (0, 0, 0, width)
      return
    }
    func usable(_ value: Double) -> Double { value.isFinite ? min(max(value, -1e6), 1e6) : 0 }
    (first, others) = (max(usable(style.firstLineIndent), 0), max(usable(style.indent), 0))
    let end = usable(style.tailIndent)
    tail = end > 0 ? width - end : -end
    fixedTail = max(0, -end)
    self.width = width - min(first, others) - tail
  }

  /// Returns the width that a line takes in a box with its indents.
  func extent(of line: Double, isFirst: Bool) -> Double { (isFirst ? first : others) + line + fixedTail }
}

/// Paragraphs with individual styles, one below the other.
///
/// Each paragraph is laid out separately. The request's alignment applies where the style's is natural, and the
/// request's wrapping where the style breaks lines. The request's truncation applies to the paragraph that does not
/// fit.
struct ParagraphStack {
  private let request: TextLayoutRequest
  private let paragraphs: [(runs: [StyledText], start: Int, length: Int)]

  init(_ request: TextLayoutRequest) {
    self.request = request
    paragraphs = Self.split(request.runs)
  }

  /// Returns the runs of each paragraph without the paragraph separator.
  private static func split(_ runs: [StyledText]) -> [(runs: [StyledText], start: Int, length: Int)] {
    var result: [(runs: [StyledText], start: Int, length: Int)] = []
    var current: [StyledText] = []
    var (start, length) = (0, 0)
    func end(_ separator: Int, _ style: StyledText) {
      if current.isEmpty {
        // An empty paragraph is a line with a height.
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

  /// The distance below the box from which on paragraphs are not seen; nil if all must be laid out.
  ///
  /// Glyphs and boxes are taller than their line where its height is limited, or if they stand above the baseline.
  private var reachOfUnseen: Double? {
    guard request.skipsUnseen, request.isWrapped else { return nil }
    var reach = 0.0
    for run in request.runs {
      // Lines may go up again.
      let spacing = run.paragraph?.rare.values?.value.lineSpacing ?? 0
      guard spacing >= 0 else { return nil }
      let details = run.style.rare.values?.value
      let box = details?.box.map { usable($0.ascent) + usable($0.descent) } ?? 0
      reach = max(reach, max(5 * usable(run.font.size), box) + usable(details?.baselineOffset ?? 0))
    }
    return reach
  }

  /// Lays out all paragraphs, or those that the box shows and a few more if the request skips what is not seen.
  ///
  /// `layout` lays out one of them.
  func layout(_ layout: (TextLayoutRequest) -> TextLayout) -> TextLayout {
    var result = TextLayout()
    var top = 0.0
    var gap = 0.0
    let reach = reachOfUnseen ?? .infinity
    for (index, paragraph) in paragraphs.enumerated() {
      let style = paragraph.runs.first?.paragraph ?? ParagraphStyle()
      if index > 0 { gap += usable(style.spacingBefore) }
      let room = request.height.map { $0 - top - gap }
      // A paragraph that begins below the box is dropped.
      if let room, room <= 0, request.truncation != .none, request.isWrapped, index > 0 { break }
      if let room, room < -reach { break }
      let part = layout(self.request(for: paragraph.runs, style, height: room))
      top += gap
      result.append(part, below: top, from: paragraph.start)
      top += part.size.height
      gap = (part.lines.last?.leading ?? 0) + usable(style.spacingAfter)
    }
    return result
  }

  private func usable(_ value: Double) -> Double { value.isFinite ? min(max(value, 0), 1e6) : 0 }

  private func request(for runs: [StyledText], _ style: ParagraphStyle, height: Double?) -> TextLayoutRequest
  {
    var result = request
    result.runs = runs.map { run in
      var run = run
      run.paragraph = nil
      return run
    }
    result.paragraph = style
    result.height = height
    if style.alignment != .natural { result.alignment = style.alignment }
    switch style.breaking {
    case .atWords: break
    case .anywhere: result.breaksAnywhere = true
    case .clipped: (result.isWrapped, result.truncation) = (false, .none)
    case .truncated(let truncation): (result.isWrapped, result.truncation) = (false, truncation)
    }
    return result
  }
}

extension TextLayout {
  /// Appends a layout below `top`, whose text begins at the UTF-16 offset `start` of this layout's text.
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

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
/// fit, or to the one before if none of its lines does.
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
    var last: Part?
    var bottom = 0.0
    var gap = 0.0
    let reach = reachOfUnseen ?? .infinity
    for (index, paragraph) in paragraphs.enumerated() {
      let style = paragraph.runs.first?.paragraph ?? ParagraphStyle()
      if index > 0 { gap += usable(style.spacingBefore) }
      let room = request.height.map { $0 - bottom - gap }
      if let room, room < -reach { break }
      var part = Part(
        request: self.request(for: paragraph.runs, style, height: room),
        top: bottom + gap,
        start: paragraph.start
      )
      if index > 0, isTruncated {
        if let room, room > 0 { part.layout = layout(part.request) }
        guard part.fitsWithOneLine else {
          last?.endInEllipsis(layout)
          break
        }
      } else {
        part.layout = layout(part.request)
      }
      if let last { result.append(last.layout, below: last.top, from: last.start) }
      last = part
      bottom = part.top + part.layout.size.height
      gap = (part.layout.lines.last?.leading ?? 0) + usable(style.spacingAfter)
    }
    if let last { result.append(last.layout, below: last.top, from: last.start) }
    return result
  }

  /// True if lines below the box are left out.
  private var isTruncated: Bool {
    request.isWrapped && request.truncation != .none && request.height?.isFinite == true
  }

  /// A paragraph at its place.
  private struct Part {
    let request: TextLayoutRequest
    /// The distance from the top of the first paragraph.
    let top: Double
    /// The UTF-16 offset of the paragraph in the text.
    let start: Int
    var layout = TextLayout()

    /// True if the first line ends above the lower end of the box.
    var fitsWithOneLine: Bool {
      guard let line = layout.lines.first, let room = request.height else { return false }
      return line.fits(room)
    }

    /// Lays a wrapped paragraph out again as one that goes on below its last line.
    mutating func endInEllipsis(_ layout: (TextLayoutRequest) -> TextLayout) {
      guard request.isWrapped, let line = self.layout.lines.last, var more = request.runs.last else { return }
      var request = request
      more.text = "\n\u{200B}"
      request.runs.append(more)
      request.height = line.origin.y + line.descent
      self.layout = layout(request)
    }
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

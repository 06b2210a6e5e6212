import StrataText

/// How much of a text is laid out: a box of lines, and the rule by which lines are left out.
///
/// The first line that is left out ends the layout, so that the cost is that of the lines before it.
package struct FrameRoom: Sendable {
  /// Which lines the height leaves out.
  package enum Edge: Sendable {
    /// Those that go beyond it.
    case inside
    /// Those that go beyond it, but for the first line.
    case insideOrFirst
    /// Those below it that no glyph reaches up from: what goes beyond is cut off when it is drawn.
    case seen
  }

  /// The width of the box in points; nil for no limit.
  package let width: Double?
  /// The height of the box in points; nil for no limit.
  package let height: Double?
  /// The most lines.
  package let limit: Int
  private let edge: Edge
  /// True where lines break between any characters, false between words; nil as their paragraphs say.
  let breaksAnywhere: Bool?

  /// How far glyphs reach up from the line they are on, in heights of the line's fonts.
  private static let reach = 4.0

  package init(
    width: Double?,
    height: Double? = nil,
    limit: Int = .max,
    edge: Edge = .inside,
    breaksAnywhere: Bool? = nil
  ) {
    (self.width, self.height, self.limit, self.edge) = (width, height, limit, edge)
    self.breaksAnywhere = breaksAnywhere
  }

  /// Returns whether a line of a layout is left out; the layout is `top` below the upper edge, and `count` lines are above
  /// the line.
  func leavesOut(_ line: TextLayout.Line, below top: Double, after count: Int) -> Bool {
    if count >= limit { return true }
    guard let height else { return false }
    let baseline = top + Double(line.origin.y)
    // The tolerance keeps a line that fits but for rounding.
    let goesBeyond = baseline + line.descent > height + 1e-3
    switch edge {
    case .inside: return goesBeyond
    case .insideOrFirst: return count > 0 && goesBeyond
    case .seen: return baseline - Self.reach * (line.ascent + line.descent) > height
    }
  }

  /// Returns about how many lines of a font size it takes to have one that is left out; nil if all are needed.
  func lines(ofSize size: Double, below top: Double, after count: Int) -> Double? {
    let more = edge == .seen ? 2 * Self.reach : 0
    let byHeight = height.map { max($0 - top, 0) / size + 4 + more }
    let byLimit = limit == .max ? nil : max(Double(limit) - Double(count), 0) + 2
    guard let byHeight, let byLimit else { return byHeight ?? byLimit }
    return min(byHeight, byLimit)
  }
}

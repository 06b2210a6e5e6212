/// How an open end of a stroke looks.
package enum LineCap: UInt8, Hashable, Sendable {
  case butt, round, square
}

/// How two segments of a stroke meet.
package enum LineJoin: UInt8, Hashable, Sendable {
  case miter, round, bevel
}

/// What turns a line into an area.
package struct StrokeStyle: Hashable, Sendable {
  /// In the units of the outline; a stroke of no or negative width is empty.
  package var width: Double
  package var cap: LineCap
  package var join: LineJoin
  /// The largest miter length in widths (rendering SH-5: the ratio is 1 / sin(θ / 2)).
  package var miterLimit: Double

  package init(width: Double, cap: LineCap = .butt, join: LineJoin = .miter, miterLimit: Double = 10) {
    self.width = width
    self.cap = cap
    self.join = join
    self.miterLimit = miterLimit
  }
}

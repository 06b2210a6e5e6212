/// The shape of a stroke's open end.
package enum LineCap: UInt8, Hashable, Sendable {
  case butt, round, square
}

/// The shape of a stroke where two segments meet.
package enum LineJoin: UInt8, Hashable, Sendable {
  case miter, round, bevel
}

/// The properties of a stroke.
package struct StrokeStyle: Hashable, Sendable {
  /// The width in the units of the outline; a stroke of zero or negative width is empty.
  package var width: Double
  package var cap: LineCap
  package var join: LineJoin
  /// The largest ratio of miter length to width, 1 / sin(θ / 2) for a joint of angle θ (rendering SH-5).
  package var miterLimit: Double

  /// The distance of the borders from the outline, at most 1e15, where coordinates end, too.
  var halfWidth: Double { min(width / 2, 1e15) }

  /// True unless strokes have no area: those of less than a billionth of a unit, and those without a finite width.
  package var hasArea: Bool { halfWidth > 0.5e-9 && width.isFinite }

  package init(width: Double, cap: LineCap = .butt, join: LineJoin = .miter, miterLimit: Double = 10) {
    self.width = width
    self.cap = cap
    self.join = join
    self.miterLimit = miterLimit
  }
}

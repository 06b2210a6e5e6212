import StrataBase

/// The lists of a stroker: empty between strokes.
package struct StrokeScratch: Sendable {
  /// A vertex of the centre line.
  struct Vertex {
    var point: RasterPoint
    /// True if the style's join belongs here; otherwise the vertex is inside a flattened curve.
    var isCorner: Bool
    /// The place of the directions of curves that end or begin here; -1 if none does.
    var ends: Int32 = -1
  }

  /// The directions in which curves end and begin at a vertex; zero for those of the chords.
  struct CurveEnds {
    var arriving = RasterPoint.zero
    var leaving = RasterPoint.zero
  }

  /// The centre line of a subpath.
  var vertices: [Vertex] = []
  /// The unit vectors from each vertex to the next.
  var directions: [RasterPoint] = []
  /// The distances from each vertex to the next.
  var lengths: [Double] = []
  var curveEnds: [CurveEnds] = []
  /// The borders of a band.
  var leftSide: [RasterPoint] = []
  var rightSide: [RasterPoint] = []
  /// The corners of a join or a cap.
  var corners: [RasterPoint] = []

  package init() {}

  /// The memory that the lists keep, in bytes, about.
  package var capacity: Int {
    (vertices.capacity * 56) + (curveEnds.capacity * 32)
      + (leftSide.capacity + rightSide.capacity + corners.capacity) * 16
  }
}

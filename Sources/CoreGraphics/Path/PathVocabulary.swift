/// The shape of the ends of an open stroked line.
public enum CGLineCap: Int32, Sendable {
  /// Ends exactly at the end point.
  case butt = 0
  /// Ends with a half disc.
  case round = 1
  /// Ends half the line width after the end point.
  case square = 2
}

/// The shape of the corners of a stroked line.
public enum CGLineJoin: Int32, Sendable {
  /// A pointed corner, up to the miter limit.
  case miter = 0
  /// A corner rounded with a disc.
  case round = 1
  /// A corner cut off.
  case bevel = 2
}

/// The rule that determines the inside of a path.
public enum CGPathFillRule: Int, Sendable {
  /// Inside where the winding number is not zero.
  case winding = 0
  /// Inside where a ray crosses the path an odd number of times.
  case evenOdd = 1
}

/// The kind of a path element.
public enum CGPathElementType: Int32, Sendable {
  /// Begins a subpath; one point.
  case moveToPoint = 0
  /// A line; one point.
  case addLineToPoint = 1
  /// A quadratic curve; control and end point.
  case addQuadCurveToPoint = 2
  /// A cubic curve; two control points and the end point.
  case addCurveToPoint = 3
  /// Closes the subpath; no point.
  case closeSubpath = 4
}

/// The operation that draws a path.
public enum CGPathDrawingMode: Int32, Sendable {
  /// Fills by winding number.
  case fill = 0
  /// Fills by the even-odd rule.
  case eoFill = 1
  /// Strokes.
  case stroke = 2
  /// Fills by winding number, then strokes.
  case fillStroke = 3
  /// Fills by the even-odd rule, then strokes.
  case eoFillStroke = 4
}

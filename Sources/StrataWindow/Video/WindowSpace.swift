#if Window
  import CoreGraphics

  /// The coordinates of a window: SDL's units, from the top left, and points from the corner of the window's origin.
  struct WindowSpace: Sendable {
    /// SDL's units per point; a unit is a pixel but on displays where the desktop scales windows.
    var unitsPerPoint = 1.0
    /// In SDL's units.
    var width = 0.0
    var height = 0.0
    var origin = WindowOptions.Origin.topLeft

    var size: CGSize { CGSize(width: width / unitsPerPoint, height: height / unitsPerPoint) }

    func point(x: Double, y: Double) -> CGPoint {
      let down = origin == .topLeft ? y : height - y
      return CGPoint(x: x / unitsPerPoint, y: down / unitsPerPoint)
    }

    /// SDL's units of a point.
    func units(_ point: CGPoint) -> CGPoint {
      let y = point.y * unitsPerPoint
      return CGPoint(x: point.x * unitsPerPoint, y: origin == .topLeft ? y : height - y)
    }

    func vector(x: Double, y: Double) -> CGVector {
      CGVector(dx: x / unitsPerPoint, dy: (origin == .topLeft ? y : -y) / unitsPerPoint)
    }
  }
#endif

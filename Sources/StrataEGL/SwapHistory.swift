package import StrataBase

/// What changed with the last pictures of a window, so that one that comes back is drawn where it is old.
package struct SwapHistory {
  private let all: PixelRect
  /// The newest first.
  private var changes: [PixelRegion] = []

  /// A driver has no more pictures of a window that take turns.
  private static let longest = 8
  /// A union of more rectangles becomes its bounds.
  private static let mostRects = 64

  /// Begins before the first picture of a window of a size.
  package init(width: Int32, height: Int32) { all = PixelRect(0, 0, width, height) }

  /// Notes that a picture was shown, and where it differs from the one before; all of it in the first one.
  package mutating func note(_ changed: PixelRegion) {
    changes.insert(changed, at: 0)
    if changes.count > Self.longest { changes.removeLast() }
  }

  /// The pixels that a picture is to be drawn in.
  ///
  /// - Parameters:
  ///   - changed: Where the new contents differ from the last ones shown.
  ///   - age: How many pictures ago the picture was shown; 0 if its pixels are undefined (`EGL_EXT_buffer_age`).
  /// - Returns: The region; all pixels if that picture is not known any more.
  package func stale(_ changed: PixelRegion, age: Int) -> PixelRegion {
    guard age > 0, age <= changes.count else { return PixelRegion(all) }
    var region = changed
    for former in changes.prefix(age - 1) {
      region.formUnion(former)
      if region.rects.count > Self.mostRects { region = PixelRegion(region.bounds) }
    }
    return region
  }
}

import StrataRaster

/// Pixels for frames: those of a frame that nobody looks at any more are written again.
struct SurfacePool {
  private var lent: [PixelBuffer] = []
  /// The frame shown, the one being drawn, and one that somebody still looks at.
  private static let limit = 3

  /// Returns pixels that hold anything.
  mutating func take(width: Int, height: Int) -> PixelBuffer {
    for i in lent.indices where isKnownUniquelyReferenced(&lent[i]) {
      let free = lent[i]
      guard free.width == width, free.height == height else { continue }
      free.forgetDerived()
      return free
    }
    let fresh = PixelBuffer(uninitializedWidth: width, height: height, format: .rgba8)
    if lent.count == Self.limit { lent.removeFirst() }
    lent.append(fresh)
    return fresh
  }
}

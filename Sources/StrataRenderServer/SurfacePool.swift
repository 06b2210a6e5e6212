import StrataBase
import StrataCompositor
import StrataRaster

/// Pixels for frames: those of a frame that nobody looks at any more are written again, where they differ from the new one.
struct SurfacePool {
  private struct Surface {
    var pixels: PixelBuffer
    /// What was damaged since the pixels were drawn.
    var stale: PixelRegion
  }

  private var lent: [Surface] = []
  /// The frame shown, the one being drawn, and one that somebody still looks at.
  private static let limit = 3

  /// Notes that frames differ from now on in a region.
  mutating func damage(_ region: PixelRegion) {
    guard !region.isEmpty else { return }
    for i in lent.indices {
      let all = PixelRect(0, 0, Int32(lent[i].pixels.width), Int32(lent[i].pixels.height))
      var both = DamageCollector(within: all)
      both.add(lent[i].stale)
      both.add(region)
      lent[i].stale = both.region
    }
  }

  /// Returns pixels, and the region in which they are not what the frame shows; the caller draws it.
  mutating func take(width: Int, height: Int) -> (pixels: PixelBuffer, stale: PixelRegion) {
    var best: Int?
    for i in lent.indices where isKnownUniquelyReferenced(&lent[i].pixels) {
      guard lent[i].pixels.width == width, lent[i].pixels.height == height else { continue }
      if best.map({ lent[i].stale.area < lent[$0].stale.area }) ?? true { best = i }
    }
    if let best {
      let free = lent[best]
      lent[best].stale = PixelRegion()
      free.pixels.forgetDerived()
      return (free.pixels, free.stale)
    }
    let fresh = PixelBuffer(uninitializedWidth: width, height: height, format: .rgba8)
    if lent.count == Self.limit { lent.removeFirst() }
    lent.append(Surface(pixels: fresh, stale: PixelRegion()))
    return (fresh, PixelRegion(PixelRect(0, 0, Int32(width), Int32(height))))
  }
}

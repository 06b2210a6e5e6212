import StrataBase
import StrataFrame

/// The targets of a backend that hold earlier frames.
///
/// A target that no picture shares is drawn again where its pixels are stale.
struct TargetPool<Target: AnyObject> {
  private struct Entry {
    var target: Target
    /// The region that changed since the target was drawn.
    var stale: PixelRegion
  }

  private var entries: [Entry] = []
  /// The size of all targets, in pixels.
  private var size = (width: 0, height: 0)
  /// The frame on show, the one being drawn, and one that a client still holds.
  private static var limit: Int { 3 }

  /// Adds a region to the stale regions of all targets.
  mutating func invalidate(_ region: PixelRegion) {
    guard !region.isEmpty else { return }
    let all = PixelRect(0, 0, Int32(size.width), Int32(size.height))
    for i in entries.indices {
      guard !entries[i].stale.isEmpty else {
        entries[i].stale = region
        continue
      }
      var both = DamageCollector(within: all)
      both.add(entries[i].stale)
      both.add(region)
      entries[i].stale = both.region()
    }
  }

  /// Returns the index of the free target with the fewest stale pixels; makes one that is stale everywhere if none is free.
  mutating func freeTarget(width: Int, height: Int, _ make: (Int, Int) -> Target) -> Int {
    if size != (width, height) {
      entries = []
      size = (width, height)
    }
    var best: Int?
    for i in entries.indices where isKnownUniquelyReferenced(&entries[i].target) {
      if best.map({ entries[i].stale.area < entries[$0].stale.area }) ?? true { best = i }
    }
    if let best { return best }
    if entries.count == Self.limit { entries.removeFirst() }
    let all = PixelRegion(PixelRect(0, 0, Int32(width), Int32(height)))
    entries.append(Entry(target: make(width, height), stale: all))
    return entries.count - 1
  }

  /// The target at an index.
  func target(at index: Int) -> Target { entries[index].target }

  /// The region in which a target does not show the frame yet.
  func stale(at index: Int) -> PixelRegion { entries[index].stale }

  /// Marks a target as showing the frame.
  mutating func markCurrent(at index: Int) { entries[index].stale = PixelRegion() }
}

import StrataBase
import StrataRaster

/// The opaque rectangles in front of an item, the largest ones of those met so far.
///
/// - Complexity: O(``mostOccluders``) for each question and for each rectangle that is added.
struct Occluders {
  /// Rectangles with fewer pixels hide too little to be kept.
  private static let smallestOccluder = 1024
  /// The number of rectangles that are kept.
  private static let mostOccluders = 16

  /// None lies within another.
  private var rects: [PixelRect] = []
  /// The parts of a rectangle that are still visible; both arrays lend `hide` their memory.
  private var rest: [PixelRect] = []
  private var spare: [PixelRect] = []

  var isEmpty: Bool { rects.isEmpty }

  private var smallestArea = Occluders.smallestOccluder
  /// The smallest rectangle; nil while there is room for more of them.
  private var smallest: (place: Int, area: Int)?

  /// Starts anew for a target of `pixels` pixels; rectangles of less than a 512th of them are not kept.
  mutating func begin(pixels: Int) {
    removeAll()
    smallestArea = max(Self.smallestOccluder, pixels >> 9)
  }

  mutating func removeAll() {
    rects.removeAll(keepingCapacity: true)
    smallest = nil
  }

  /// True if no pixel of a rectangle is visible, and for an empty rectangle.
  mutating func hide(_ rect: PixelRect) -> Bool {
    if rect.isEmpty { return true }
    var touching = 0
    for occluder in rects {
      if occluder.contains(rect) { return true }
      if !occluder.intersection(rect).isEmpty { touching += 1 }
    }
    guard touching > 1 else { return false }
    rest.removeAll(keepingCapacity: true)
    rest.append(rect)
    for occluder in rects {
      spare.removeAll(keepingCapacity: true)
      for part in rest { appendRest(of: part, behind: occluder) }
      swap(&rest, &spare)
      if rest.isEmpty { return true }
    }
    return false
  }

  /// Appends the visible parts of a rectangle behind an occluder: above, left, right, below.
  private mutating func appendRest(of rect: PixelRect, behind occluder: PixelRect) {
    let gone = rect.intersection(occluder)
    guard !gone.isEmpty else { return spare.append(rect) }
    if rect.minY < gone.minY { spare.append(PixelRect(rect.minX, rect.minY, rect.maxX, gone.minY)) }
    if rect.minX < gone.minX { spare.append(PixelRect(rect.minX, gone.minY, gone.minX, gone.maxY)) }
    if gone.maxX < rect.maxX { spare.append(PixelRect(gone.maxX, gone.minY, rect.maxX, gone.maxY)) }
    if gone.maxY < rect.maxY { spare.append(PixelRect(rect.minX, gone.maxY, rect.maxX, rect.maxY)) }
  }

  /// True if a rectangle is large enough to be kept.
  @inline(__always)
  func wants(_ rect: PixelRect) -> Bool { rect.width * rect.height >= smallestArea }

  mutating func add(_ rect: PixelRect) {
    let area = rect.width * rect.height
    guard area >= smallestArea, area > smallest?.area ?? 0 else { return }
    for occluder in rects where occluder.contains(rect) { return }
    rects.removeAll { rect.contains($0) }
    if rects.count == Self.mostOccluders, let smallest {
      rects[smallest.place] = rect
    } else {
      rects.append(rect)
    }
    smallest = nil
    guard rects.count == Self.mostOccluders else { return }
    for (place, rect) in rects.enumerated() {
      let area = rect.width * rect.height
      if area < smallest?.area ?? .max { smallest = (place, area) }
    }
  }
}

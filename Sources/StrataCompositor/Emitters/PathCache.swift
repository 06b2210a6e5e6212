import CoreGraphics
import Foundation
import StrataBase
import StrataFrame
import StrataRaster
import StrataRenderTree
import Synchronization

/// Names and bounds of paths, and outlines of strokes, kept while they are asked for.
///
/// A path is identified by its object, which the cache keeps alive, so that an address never names two paths.
///
/// - Thread: Any.
final class PathCache: Sendable {
  /// What a frame needs to know about a path itself.
  struct Facts: Sendable {
    /// Names this path, and no other, as long as frames use it.
    let name: UInt64
    /// In the coordinates of the path.
    let bounds: OutlineBounds
  }

  /// A stroke as an outline to fill.
  struct Stroke: Sendable {
    let path: PathResource
    /// In the coordinates of the outline.
    let bounds: OutlineBounds
    /// True if a part of it is solid for having too many dashes.
    let lacksDashes: Bool
  }

  private struct Key: Hashable {
    var path: ObjectIdentifier
    var style: StrokeStyle
    var start: Double
    var end: Double
    var dashes: [Double]
    var phase: Double
    /// Device pixels per point, as a power of two: how finely curves are cut.
    var level: Int
  }

  fileprivate struct Entry<Value: Sendable>: Sendable {
    /// Keeps the path's address taken.
    var path: CGPath
    var value: Value
    /// The last frame that asked.
    var frame: UInt64
  }

  private struct Store {
    var strokes: [Key: Entry<Stroke>] = [:]
    var facts: [ObjectIdentifier: Entry<Facts>] = [:]
    var frame: UInt64 = 0
    /// Those that no thread uses.
    var scratches: [StrokeScratch] = []
  }

  /// One count for all builders: a backend keeps what it drew under a number, whichever builder made the frame.
  private static let names = Atomic<UInt64>(0)

  /// Larger lists are not kept, in bytes.
  private static let largestScratch = 4 << 20

  private let store = Mutex(Store())

  /// The facts about a path; nil if it has no point.
  func facts(of path: CGPath) -> Facts? {
    let key = ObjectIdentifier(path)
    if let known = store.withLock({ $0.facts.ask(key, in: $0.frame) }) { return known }
    guard let bounds = path.outline.bounds else { return nil }
    return store.withLock { store in
      // Another thread may have been faster.
      if let known = store.facts[key] { return known.value }
      let facts = Facts(name: Self.newName(), bounds: bounds)
      store.facts[key] = Entry(path: path, value: facts, frame: store.frame)
      return facts
    }
  }

  private static func newName() -> UInt64 { names.wrappingAdd(1, ordering: .relaxed).newValue }

  /// The stroke of a shape's path as an outline to fill; nil if nothing is stroked (SH-5 … SH-7).
  func stroke(of path: CGPath, _ shape: ShapeState, scale: Double) -> Stroke? {
    let start = shape.strokeStart.isNaN ? 0 : Outline.trimFraction(Double(shape.strokeStart))
    let end = shape.strokeEnd.isNaN ? 1 : Outline.trimFraction(Double(shape.strokeEnd))
    guard start < end else { return nil }
    let dashes = Self.dashes(shape.lineDashPattern)
    let level = scale.isFinite && scale > 0 ? Int(max(-8, min(12, log2(scale).rounded(.up)))) : 0
    let limit = Double(shape.miterLimit)
    let key = Key(
      path: ObjectIdentifier(path),
      style: StrokeStyle(
        width: Double(shape.lineWidth),
        cap: Self.cap(shape.lineCap),
        join: Self.join(shape.lineJoin),
        miterLimit: limit.isFinite ? limit : 10
      ),
      start: start,
      end: end,
      dashes: dashes,
      phase: dashes.isEmpty || !shape.lineDashPhase.isFinite ? 0 : Double(shape.lineDashPhase),
      level: level
    )
    if let known = store.withLock({ $0.strokes.ask(key, in: $0.frame) }) { return known }
    var line = path.outline
    if start > 0 || end < 1 { line = line.trimmed(from: start, to: end) }
    var lacksDashes = false
    if !dashes.isEmpty {
      line = line.dashed(lengths: dashes, phase: key.phase, stayedWhole: { lacksDashes = true })
    }
    var scratch = store.withLock { $0.scratches.popLast() } ?? StrokeScratch()
    let area = line.stroked(key.style, tolerance: 0.05 / pow(2, Double(level)), using: &scratch)
    // All points are corners of polygons.
    let bounds = area.controlBounds
    return store.withLock { store in
      if scratch.capacity <= Self.largestScratch { store.scratches.append(scratch) }
      guard let bounds else { return nil }
      // Another thread may have been faster.
      if let known = store.strokes[key] { return known.value }
      let stroke = Stroke(
        path: PathResource(id: Self.newName(), outline: area, rule: .nonZero),
        bounds: bounds,
        lacksDashes: lacksDashes
      )
      store.strokes[key] = Entry(path: path, value: stroke, frame: store.frame)
      return stroke
    }
  }

  /// The number of outlines that are kept.
  var count: Int { store.withLock { $0.strokes.count + $0.facts.count } }

  /// Forgets all outlines but those with these numbers.
  func keep(_ ids: Set<UInt64>) {
    store.withLock { store in
      store.strokes = store.strokes.filter { ids.contains($0.value.value.path.id) }
      store.facts = store.facts.filter { ids.contains($0.value.value.name) }
    }
  }

  /// Ends a frame and forgets the outlines that it did not ask for.
  func sweep() {
    store.withLock { store in
      let now = store.frame
      if store.strokes.contains(where: { $0.value.frame != now }) {
        store.strokes = store.strokes.filter { $0.value.frame == now }
      }
      if store.facts.contains(where: { $0.value.frame != now }) {
        store.facts = store.facts.filter { $0.value.frame == now }
      }
      store.frame += 1
    }
  }

  /// The pattern as it is painted: an odd one is repeated, a meaningless one is ignored (SH-7).
  static func dashes(_ pattern: [CGFloat]?) -> [Double] {
    guard let pattern, pattern.allSatisfy({ $0 >= 0 && $0.isFinite }),
      pattern.contains(where: { $0 > 0 })
    else {
      return []
    }
    let lengths = pattern.map(Double.init)
    return lengths.count % 2 == 0 ? lengths : lengths + lengths
  }

  private static func cap(_ cap: CAShapeLayerLineCap) -> LineCap {
    switch cap {
    case .round: .round
    case .square: .square
    default: .butt
    }
  }

  private static func join(_ join: CAShapeLayerLineJoin) -> LineJoin {
    switch join {
    case .round: .round
    case .bevel: .bevel
    default: .miter
    }
  }
}

extension Dictionary {
  /// The value under a key, which is then asked for in a frame.
  fileprivate mutating func ask<T>(_ key: Key, in frame: UInt64) -> T? where Value == PathCache.Entry<T> {
    guard let known = self[key] else { return nil }
    if known.frame != frame { self[key]?.frame = frame }
    return known.value
  }
}

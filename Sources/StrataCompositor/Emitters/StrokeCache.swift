import CoreGraphics
import Foundation
import StrataBase
import StrataFrame
import StrataRaster
import StrataRenderTree
import Synchronization

/// Outlines of strokes, kept while they are asked for.
///
/// A path is identified by its object, which the cache keeps alive, so that an address never names two paths.
///
/// - Thread: Any.
final class StrokeCache: Sendable {
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

  private struct Entry<Value: Sendable>: Sendable {
    /// Keeps the path's address taken.
    var path: CGPath
    var value: Value
    /// The last frame that asked.
    var frame: UInt64
  }

  private struct Store {
    var strokes: [Key: Entry<PathResource>] = [:]
    var names: [ObjectIdentifier: Entry<UInt64>] = [:]
    var frame: UInt64 = 0
  }

  /// One count for all builders: a backend keeps what it drew under a number, whichever builder made the frame.
  private static let names = Atomic<UInt64>(0)

  private let store = Mutex(Store())

  /// A number that names a path, and no other path, as long as frames use it.
  func identity(of path: CGPath) -> UInt64 {
    let key = ObjectIdentifier(path)
    return store.withLock { store in
      if let name = store.names[key] {
        if name.frame != store.frame { store.names[key]?.frame = store.frame }
        return name.value
      }
      let id = Self.newName()
      store.names[key] = Entry(path: path, value: id, frame: store.frame)
      return id
    }
  }

  private static func newName() -> UInt64 { names.wrappingAdd(1, ordering: .relaxed).newValue }

  /// The stroke of a shape's path as an outline to fill; nil if nothing is stroked (SH-5 … SH-7).
  func outline(of path: CGPath, _ shape: ShapeState, scale: Double) -> PathResource? {
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
    if let known = known(key) { return known }
    var line = path.outline
    if start > 0 || end < 1 { line = line.trimmed(from: start, to: end) }
    if !dashes.isEmpty { line = line.dashed(lengths: dashes, phase: key.phase) }
    let area = line.stroked(key.style, tolerance: 0.05 / pow(2, Double(level)))
    guard !area.isEmpty else { return nil }
    return store.withLock { store in
      // Another thread may have been faster.
      if let known = store.strokes[key] { return known.value }
      let resource = PathResource(id: Self.newName(), outline: area, rule: .nonZero)
      store.strokes[key] = Entry(path: path, value: resource, frame: store.frame)
      return resource
    }
  }

  private func known(_ key: Key) -> PathResource? {
    store.withLock { store in
      guard let known = store.strokes[key] else { return nil }
      if known.frame != store.frame { store.strokes[key]?.frame = store.frame }
      return known.value
    }
  }

  /// The number of outlines that are kept.
  var count: Int { store.withLock { $0.strokes.count + $0.names.count } }

  /// Forgets all outlines but those with these numbers.
  func keep(_ ids: Set<UInt64>) {
    store.withLock { store in
      store.strokes = store.strokes.filter { ids.contains($0.value.value.id) }
      store.names = store.names.filter { ids.contains($0.value.value) }
    }
  }

  /// Ends a frame and forgets the outlines that it did not ask for.
  func sweep() {
    store.withLock { store in
      let now = store.frame
      if store.strokes.contains(where: { $0.value.frame != now }) {
        store.strokes = store.strokes.filter { $0.value.frame == now }
      }
      if store.names.contains(where: { $0.value.frame != now }) {
        store.names = store.names.filter { $0.value.frame == now }
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

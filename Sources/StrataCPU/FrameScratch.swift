import StrataCompositor
import StrataRaster
import Synchronization

/// What the workers of a pool need to draw a frame, by their numbers.
final class FrameScratch {
  let tools: [WorkerScratch]
  /// Memory for plans of whole frames, and for what fragments and clips become; empty between frames.
  var planner = FramePlanner()
  var fragments: [PreparedFragment] = []
  var clips: [PreparedClip] = []

  init(_ workers: Int) { tools = (0..<workers).map { _ in WorkerScratch() } }

  /// Begins a frame, which no other one has the number of.
  func begin(_ frame: UInt64) { for tool in tools { tool.pictures.begin(frame) } }
}

/// Numbers frames.
final class FrameCounter: Sendable {
  private let last = Atomic<UInt64>(0)
  func next() -> UInt64 { last.wrappingAdd(1, ordering: .relaxed).newValue }
}

/// The memory that a worker needs while it draws a band.
final class WorkerScratch {
  let clipEdges = ClipEdgeStack()
  let paint = PaintScratch()
  let raster = RasterizerScratch()
  let pictures = PictureTable()
  var clipCoverage: [Int: Coverage] = [:]
  /// A shape of a few corners, and its coverage.
  var outline = Outline()
  var coverage = Coverage()
}

/// Things that are not in use; who takes one gives it back, so none is ever used twice at once.
final class ObjectPool<Thing: AnyObject>: Sendable {
  private struct Things: @unchecked Sendable {  // Things change owner only under the lock.
    var free: [Thing] = []
  }
  private let things = Mutex(Things())
  private let make: @Sendable () -> Thing

  init(_ make: @escaping @Sendable () -> Thing) { self.make = make }

  func take() -> Thing {
    let thing = things.withLock { $0.free.popLast() }
    return thing ?? make()
  }

  func removeAll() { things.withLock { $0.free = [] } }

  func giveBack(_ thing: Thing) {
    let box = Handover(thing: thing)
    things.withLock { $0.free.append(box.thing) }
  }

  private struct Handover: @unchecked Sendable {  // Carries one thing from its owner onto the pool.
    let thing: Thing
  }
}

import StrataFrame
import StrataRaster
import Synchronization

/// The memory that a frame is drawn with.
final class FrameScratch {
  /// The memory of each worker, by its number.
  let tools: [WorkerScratch]
  /// Memory for plans of whole frames, and for prepared fragments and clips; empty between frames.
  var planner = FramePlanner()
  var fragments: [PreparedFragment] = []
  var clips: [PreparedClip] = []

  init(_ workers: Int) { tools = (0..<workers).map { _ in WorkerScratch() } }

  /// Begins a frame with a number of its own.
  func begin(_ frame: UInt64) { for tool in tools { tool.pictures.begin(frame) } }
}

/// Gives each frame a number of its own.
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
  /// The outline of a transformed picture, and its coverage.
  var outline = Outline()
  var coverage = Coverage()
}

/// Objects that are free for use.
///
/// The taker of an object recycles it, so that no object has two users at once.
///
/// - Thread: Any.
final class ObjectPool<Object: AnyObject>: Sendable {
  private struct FreeList: @unchecked Sendable {  // Objects change owner only under the lock.
    var objects: [Object] = []
  }
  private let free = Mutex(FreeList())
  private let make: @Sendable () -> Object

  init(_ make: @escaping @Sendable () -> Object) { self.make = make }

  /// Takes a free object, or makes one.
  func take() -> Object {
    let object = free.withLock { $0.objects.popLast() }
    return object ?? make()
  }

  /// Drops all free objects.
  func removeAll() { free.withLock { $0.objects = [] } }

  /// Returns an object to the pool.
  func recycle(_ object: Object) {
    let transfer = Transfer(object: object)
    free.withLock { $0.objects.append(transfer.object) }
  }

  private struct Transfer: @unchecked Sendable {  // Moves one object from its owner to the pool.
    let object: Object
  }
}

import CoreGraphics
import StrataBase
import StrataFrame
import StrataRaster
import Synchronization

/// A cache of finished surfaces that do not change from frame to frame: blurs, masks, rasterized layers, groups.
///
/// A surface is kept after `SurfaceRequest.patience` successive frames asked for it. It is dropped after `lifetime` frames
/// without use, or when the budget needs its memory. Kept pixels equal drawn ones, so no picture depends on the cache.
///
/// - Thread: Any.
final class RasterCache: Sendable {
  /// The number of frames without use after which a surface is dropped.
  private static let lifetime: UInt64 = 120

  private struct Entry: Sendable {
    var surface: PreparedItem.Surface
    var bytes: Int
    var lastFrame: UInt64
    var uses = 0
  }

  private struct Store {
    var entries: [SurfaceKey: Entry] = [:]
    var requests: [SurfaceKey: SurfaceRequest] = [:]
    var frame: UInt64 = 0
    var bytes = 0
    var budget = 64 << 20
    var report = RasterReport()
  }

  private let store = Mutex(Store())

  /// How many bytes may be kept; 0 keeps nothing.
  var budget: Int {
    get { store.withLock { $0.budget } }
    set {
      store.withLock { store in
        store.budget = max(0, newValue)
        // What was refused may be kept now.
        store.requests = store.requests.filter { !$0.value.isRefused }
        Self.shrink(&store, to: store.budget, before: .max)
      }
    }
  }

  /// The report of the last frame.
  var report: RasterReport {
    store.withLock { store in
      var report = store.report
      (report.surfaces, report.bytes) = (store.entries.count, store.bytes)
      return report
    }
  }

  func begin() { store.withLock { $0.report = RasterReport() } }

  /// Counts a request for a surface; returns its state in the cache.
  func caching(of key: SurfaceKey) -> SurfaceNeeds.Caching {
    store.withLock { store in
      if store.entries[key] != nil {
        store.entries[key]?.lastFrame = store.frame
        store.entries[key]?.uses += 1
        store.report.kept += 1
        return .cached
      }
      guard store.budget > 0 else { return .uncached }
      var request = store.requests[key] ?? SurfaceRequest()
      if request.ask(in: store.frame) { store.report.new += 1 } else { store.report.waiting += 1 }
      store.requests[key] = request
      return request.isWorthKeeping ? .toCache : .uncached
    }
  }

  /// The kept surface of a key.
  func surface(_ key: SurfaceKey) -> PreparedItem.Surface? { store.withLock { $0.entries[key]?.surface } }

  /// Keeps a surface if it was requested often enough.
  func keep(_ surface: PreparedItem.Surface, as key: SurfaceKey) {
    store.withLock { store in
      guard let request = store.requests[key], request.isWorthKeeping, store.entries[key] == nil else {
        return
      }
      guard surface.buffer.byteCount <= store.budget / 2 else {
        store.requests[key]?.refuse(forGood: true)
        return
      }
      // Surfaces that this frame uses stay.
      Self.shrink(&store, to: store.budget - surface.buffer.byteCount, before: store.frame)
      guard store.bytes + surface.buffer.byteCount <= store.budget else {
        store.requests[key]?.refuse(forGood: false)
        return
      }
      store.requests[key] = nil
      store.entries[key] = Entry(
        surface: surface,
        bytes: surface.buffer.byteCount,
        lastFrame: store.frame
      )
      store.bytes += surface.buffer.byteCount
    }
  }

  /// Ends a frame.
  func sweep() {
    store.withLock { store in
      let now = store.frame
      if store.requests.contains(where: { $0.value.lastFrame != now }) {
        store.requests = store.requests.filter { $0.value.lastFrame == now }
      }
      for (key, entry) in store.entries where entry.lastFrame + Self.lifetime < now {
        store.entries[key] = nil
        store.bytes -= entry.bytes
      }
      store.frame += 1
    }
  }

  /// Drops all surfaces and requests.
  func removeAll() {
    store.withLock { store in
      store.entries = [:]
      store.requests = [:]
      store.bytes = 0
    }
  }

  /// Drops surfaces that were not used since a frame, least recently used first, until the rest fits the budget.
  private static func shrink(_ store: inout Store, to budget: Int, before frame: UInt64) {
    guard store.bytes > budget else { return }
    let order = store.entries.filter { $0.value.lastFrame < frame }.sorted { a, b in
      a.value.lastFrame == b.value.lastFrame
        ? a.key.signature < b.key.signature : a.value.lastFrame < b.value.lastFrame
    }
    for (key, entry) in order where store.bytes > budget {
      store.entries[key] = nil
      store.bytes -= entry.bytes
    }
  }
}

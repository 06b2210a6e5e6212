import CoreGraphics
import Dispatch
import StrataRenderTree
import Synchronization

/// Draws tiles in the background: one at a time of each source, several sources at once.
final class TileRenderQueue: Sendable {
  struct Job: Sendable {
    var key: TileStore.Key
    var source: any TileSource
  }

  private struct State: Sendable {
    /// Waiting, the most urgent first.
    var orders: [Job] = []
    var drawing: [ObjectIdentifier: TileStore.Key] = [:]
    var results: [(key: TileStore.Key, image: CGImage?)] = []
    var isClosed = false
  }

  /// The most tiles that are drawn at once.
  private static let mostJobs = 4

  private let state = Mutex(State())
  private let queue = DispatchQueue(label: "strata tiles", qos: .utility, attributes: .concurrent)
  private let arrived: @Sendable () -> Void

  init(arrived: @escaping @Sendable () -> Void) { self.arrived = arrived }

  /// Replaces the orders that wait; tiles that are being drawn are finished.
  func replaceOrders(_ orders: [Job]) {
    state.withLock { state in
      let busy = Set(state.drawing.values).union(state.results.map(\.key))
      state.orders = orders.filter { !busy.contains($0.key) }
    }
    startJobs()
  }

  /// The tiles that are finished, each once.
  func takeResults() -> [(key: TileStore.Key, image: CGImage?)] {
    state.withLock { state in
      defer { state.results = [] }
      return state.results
    }
  }

  /// Drops all orders and starts no other tile.
  func close() {
    state.withLock { state in
      state.isClosed = true
      state.orders = []
    }
  }

  private func startJobs() {
    while let job = takeOrder() { queue.async { self.draw(job) } }
  }

  private func takeOrder() -> Job? {
    state.withLock { state in
      guard !state.isClosed, state.drawing.count < Self.mostJobs,
        let index = state.orders.firstIndex(where: { state.drawing[$0.key.source] == nil })
      else { return nil }
      let job = state.orders.remove(at: index)
      state.drawing[job.key.source] = job.key
      return job
    }
  }

  private func draw(_ job: Job) {
    let image = job.source.draw(job.key.order)
    let isWanted = state.withLock { state in
      state.drawing[job.key.source] = nil
      guard !state.isClosed else { return false }
      state.results.append((job.key, image))
      return true
    }
    if isWanted { arrived() }
    startJobs()
  }
}

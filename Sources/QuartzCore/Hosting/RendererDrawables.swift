import StrataRenderTree
import Synchronization

/// The presented drawables that wait for frames of a renderer which is driven by hand.
///
/// - Thread: Drawables arrive on any; the renderer's owner makes the other calls.
final class RendererDrawables: Sendable {
  private struct Queues {
    /// Those with pictures that wait.
    var waiting: [PresentationQueue] = []
    /// Those that went on with the current frame.
    var advanced: [PresentationQueue] = []
  }
  private let queues = Mutex(Queues())

  /// The way of pictures here.
  var route: PresentationQueue.Route {
    .live { [weak self] queue in
      guard let self else { return }
      self.queues.withLock { queues in
        if !queues.waiting.contains(where: { $0 === queue }) { queues.waiting.append(queue) }
      }
    }
  }

  /// Goes on to the pictures of a frame.
  func advance(to time: Double) {
    let all = queues.withLock { queues in
      defer { queues = Queues(advanced: queues.waiting) }
      return queues.waiting
    }
    // A queue that is announced meanwhile stays in the list.
    let left = all.filter { $0.advance(to: time) != nil }
    queues.withLock { queues in
      for queue in left where !queues.waiting.contains(where: { $0 === queue }) {
        queues.waiting.append(queue)
      }
    }
  }

  /// Reports the pictures of the current frame as shown.
  func noteShown(at time: Double) {
    let shown = queues.withLock { queues in
      defer { queues.advanced = [] }
      return queues.advanced
    }
    for queue in shown { queue.noteShown(at: time) }
  }

  /// The time at which a waiting picture is due, from a time on; infinity if none waits.
  func nextTime(from time: Double) -> Double {
    queues.withLock { $0.waiting }.reduce(.infinity) { min($0, $1.nextTime(from: time)) }
  }
}

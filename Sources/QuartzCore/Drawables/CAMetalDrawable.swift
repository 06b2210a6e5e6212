import CoreGraphics
import Foundation
public import Metal
import Synchronization

/// A drawable whose texture becomes the picture of a Metal layer.
///
/// - Thread: Any, except for ``layer``, which belongs to the thread that uses the layer.
public protocol CAMetalDrawable: MTLDrawable {
  /// The texture to write into; later writes do not change the picture that was presented.
  var texture: any MTLTexture { get }

  /// The layer that made the drawable.
  var layer: CAMetalLayer { get }
}

/// The place of a drawable in its pool, with its texture.
///
/// The place becomes free when the last owner releases it: the program's drawable, or the picture on show.
final class DrawablePlace: Sendable {
  let texture: any MTLTexture
  let number: Int
  private let pool: DrawablePool

  init(_ texture: any MTLTexture, number: Int, in pool: DrawablePool) {
    (self.texture, self.number, self.pool) = (texture, number, pool)
  }

  deinit { pool.take(back: texture) }
}

/// A drawable of a Metal layer.
final class LayerDrawable: NSObject, CAMetalDrawable, SubmittedDrawable, @unchecked Sendable {
  // Unchecked: the layer is only handed back to the program, which may use it on the layer's thread.
  let layer: CAMetalLayer
  let place: DrawablePlace
  private let pool: DrawablePool
  /// The media time before which the picture must not be shown, given by a display link; nil for any time.
  private let targetTime: Double?
  private let state = Mutex(State())

  private struct State {
    var isPresented = false
    var isFinished = false
    var presentedTime = 0.0
    var handlers: [MTLDrawablePresentedHandler] = []
    /// The recorded time line's time at the submission of the command buffer that presents the drawable.
    var submission: (time: Double?, count: Int) = (nil, 0)
  }

  init(_ place: DrawablePlace, of layer: CAMetalLayer, targetTime: Double? = nil) {
    (self.place, self.layer, self.targetTime) = (place, layer, targetTime)
    pool = layer.pool
  }

  deinit {
    for _ in 0..<state.withLock({ $0.submission.count }) { pool.submissionEnded() }
  }

  var texture: any MTLTexture { place.texture }
  var drawableID: Int { place.number }
  var presentedTime: Double { state.withLock { $0.presentedTime } }

  func present() { present(at: targetTime, after: nil) }

  func present(at presentationTime: Double) {
    present(at: presentationTime.isFinite ? presentationTime : nil, after: nil)
  }

  func present(afterMinimumDuration duration: Double) {
    present(at: targetTime, after: duration.isFinite ? max(duration, 0) : nil)
  }

  func addPresentedHandler(_ block: @escaping MTLDrawablePresentedHandler) {
    let isLate = state.withLock { state in
      if !state.isFinished { state.handlers.append(block) }
      return state.isFinished
    }
    if isLate { block(self) }
  }

  func noteSubmission() {
    let time = ThreadState.current.manualTime
    state.withLock { $0.submission = (time, $0.submission.count + 1) }
    pool.submissionBegan()
  }

  private func present(at time: Double?, after duration: Double?) {
    let (isFirst, submission) = state.withLock { state in
      defer { (state.isPresented, state.submission) = (true, (nil, 0)) }
      return (!state.isPresented, state.submission)
    }
    defer { for _ in 0..<submission.count { pool.submissionEnded() } }
    guard isFirst else { return OnceLog.note("a drawable was presented twice; the second time is ignored") }
    let configuration = pool.configuration
    guard let picture = configuration.picture(of: texture) else {
      OnceLog.note("a drawable of the format \(texture.pixelFormat) cannot be shown")
      return finish(presentedTime: 0)
    }
    if let owner = configuration.transactionOwner {
      owner.perform { self.layer.showInTransaction(picture, from: self.pool, of: self) }
    } else {
      let now = ThreadState.current.manualTime ?? submission.time
      pool.queue.add(QueuedPicture(picture, of: self, at: (time, now), after: duration))
    }
  }

  /// The picture is in the layer's tree since a commit of a media time.
  func noteCommit(at time: Double) { pool.queue.committed(self, at: time) }

  /// Reports the drawable as shown at a media time, or as dropped with the time 0.
  func finish(presentedTime: Double) {
    let handlers = state.withLock { state in
      guard !state.isFinished else { return [MTLDrawablePresentedHandler]() }
      (state.isFinished, state.presentedTime) = (true, presentedTime)
      defer { state.handlers = [] }
      return state.handlers
    }
    for handler in handlers { handler(self) }
  }
}

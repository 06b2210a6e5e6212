import Dispatch
public import Foundation
import Synchronization

/// A queue that runs command buffers in the order in which they are committed.
///
/// - Thread: Any.
public protocol MTLCommandQueue: NSObjectProtocol, Sendable {
  /// A name for debugging.
  var label: String? { get set }

  /// The device that created the queue.
  var device: any MTLDevice { get }

  /// Creates an empty command buffer.
  func makeCommandBuffer() -> (any MTLCommandBuffer)?
}

/// The progress of a command buffer.
public enum MTLCommandBufferStatus: UInt, Sendable {
  /// Commands can be added.
  case notEnqueued = 0
  /// The buffer has a place in the queue.
  case enqueued = 1
  /// The buffer waits to run.
  case committed = 2
  /// The buffer runs.
  case scheduled = 3
  /// The buffer has run.
  case completed = 4
  /// The buffer has failed.
  case error = 5
}

/// A function that is called when a command buffer makes progress.
public typealias MTLCommandBufferHandler = @Sendable (any MTLCommandBuffer) -> Void

/// A list of commands for a queue.
public protocol MTLCommandBuffer: NSObjectProtocol, Sendable {
  /// A name for debugging.
  var label: String? { get set }
  /// The device that created the queue.
  var device: any MTLDevice { get }
  /// The queue that runs the buffer.
  var commandQueue: any MTLCommandQueue { get }
  /// The progress of the buffer.
  var status: MTLCommandBufferStatus { get }

  /// Creates an encoder for copies; nil after `commit()`.
  func makeBlitCommandEncoder() -> (any MTLBlitCommandEncoder)?

  /// Creates an encoder for a render pass, which begins by clearing its targets; nil after `commit()`.
  func makeRenderCommandEncoder(descriptor: MTLRenderPassDescriptor) -> (any MTLRenderCommandEncoder)?

  /// Shows a drawable as soon as possible after the buffer has run.
  func present(_ drawable: any MTLDrawable)

  /// Shows a drawable after the buffer has run, at a media time in seconds or as soon as possible after it.
  func present(_ drawable: any MTLDrawable, atTime presentationTime: Double)

  /// Shows a drawable after the buffer has run and the drawable before it was shown for a time, in seconds.
  func present(_ drawable: any MTLDrawable, afterMinimumDuration duration: Double)

  /// Adds a handler that the queue calls before the buffer runs, on its thread; after `commit()` it is logged and dropped.
  func addScheduledHandler(_ block: @escaping MTLCommandBufferHandler)

  /// Adds a handler that the queue calls after the buffer has run, on its thread; after `commit()` it is logged and dropped.
  func addCompletedHandler(_ block: @escaping MTLCommandBufferHandler)

  /// Submits the buffer to the queue; a second call is logged and has no effect.
  func commit()

  /// Waits until the buffer runs; returns immediately if it is not committed.
  func waitUntilScheduled()

  /// Waits until the buffer has run and its completed handlers have returned.
  ///
  /// Returns immediately if the buffer is not committed, and in its own completed handlers.
  func waitUntilCompleted()
}

/// An object that adds commands to a command buffer.
public protocol MTLCommandEncoder: NSObjectProtocol {
  /// A name for debugging.
  var label: String? { get set }
  /// The device that created the queue.
  var device: any MTLDevice { get }

  /// Ends the encoder; later commands are logged and ignored.
  func endEncoding()
}

final class MemoryQueue: NSObject, MTLCommandQueue, @unchecked Sendable {
  // Unchecked: the program orders accesses to the label.
  var label: String?
  let device: any MTLDevice
  fileprivate let worker = DispatchQueue(label: "strata.metal.queue")

  init(_ device: MemoryDevice) { self.device = device }

  func makeCommandBuffer() -> (any MTLCommandBuffer)? { MemoryCommands(self) }
}

/// Commands as closures, which run on the queue's thread.
final class MemoryCommands: NSObject, MTLCommandBuffer, @unchecked Sendable {
  // Unchecked: the program orders accesses to the label.
  var label: String?
  private let queue: MemoryQueue
  private let scheduled = DispatchGroup()
  private let completed = DispatchGroup()
  private let state = Mutex(State())

  private struct State {
    var status = MTLCommandBufferStatus.notEnqueued
    var commands: [@Sendable () -> Void] = []
    var presentations: [Presentation] = []
    var whenScheduled: [MTLCommandBufferHandler] = []
    var whenCompleted: [MTLCommandBufferHandler] = []
    /// The thread that calls the completed handlers; nil before and after that.
    var caller: pthread_t?
  }

  init(_ queue: MemoryQueue) { self.queue = queue }

  var device: any MTLDevice { queue.device }
  var commandQueue: any MTLCommandQueue { queue }
  var status: MTLCommandBufferStatus { state.withLock { $0.status } }

  func makeBlitCommandEncoder() -> (any MTLBlitCommandEncoder)? { isOpen ? MemoryBlits(self) : nil }

  func makeRenderCommandEncoder(descriptor: MTLRenderPassDescriptor) -> (any MTLRenderCommandEncoder)? {
    guard isOpen else { return nil }
    for target in descriptor.colorAttachments.targets where target.loadAction == .clear {
      guard let texture = target.texture as? PlacedTexture else {
        logMisuse("a target without a texture of this device is not cleared")
        continue
      }
      let color = target.clearColor
      add { texture.clear(to: color) }
    }
    return MemoryPass(self)
  }

  private var isOpen: Bool { status == .notEnqueued }

  func add(_ command: @escaping @Sendable () -> Void) {
    state.withLock { if $0.status == .notEnqueued { $0.commands.append(command) } }
  }

  func present(_ drawable: any MTLDrawable) { add(Presentation(drawable: drawable, moment: .soon)) }

  func present(_ drawable: any MTLDrawable, atTime presentationTime: Double) {
    add(Presentation(drawable: drawable, moment: .at(presentationTime)))
  }

  func present(_ drawable: any MTLDrawable, afterMinimumDuration duration: Double) {
    add(Presentation(drawable: drawable, moment: .after(duration)))
  }

  private func add(_ presentation: Presentation) {
    let isOpen = state.withLock {
      guard $0.status == .notEnqueued else { return false }
      $0.presentations.append(presentation)
      return true
    }
    if !isOpen { logMisuse("a drawable cannot be presented by a command buffer that is committed; ignored") }
  }

  func addScheduledHandler(_ block: @escaping MTLCommandBufferHandler) {
    add(block, to: \.whenScheduled)
  }

  func addCompletedHandler(_ block: @escaping MTLCommandBufferHandler) {
    add(block, to: \.whenCompleted)
  }

  private func add(
    _ block: @escaping MTLCommandBufferHandler,
    to list: WritableKeyPath<State, [MTLCommandBufferHandler]>
  ) {
    let isOpen = state.withLock {
      guard $0.status == .notEnqueued else { return false }
      $0[keyPath: list].append(block)
      return true
    }
    if !isOpen { logMisuse("a handler cannot be added to a command buffer that is committed; ignored") }
  }

  func commit() {
    let presentations: [Presentation]? = state.withLock {
      guard $0.status == .notEnqueued else { return nil }
      $0.status = .committed
      return $0.presentations
    }
    guard let presentations else { return logMisuse("a command buffer was committed twice") }
    for presentation in presentations { presentation.noteSubmission() }
    scheduled.enter()
    completed.enter()
    queue.worker.async { self.run() }
  }

  private func run() {
    let (commands, presentations, early) = state.withLock { state in
      state.status = .scheduled
      defer { (state.commands, state.presentations, state.whenScheduled) = ([], [], []) }
      return (state.commands, state.presentations, state.whenScheduled)
    }
    scheduled.leave()
    for handler in early { handler(self) }
    for command in commands { command() }
    for presentation in presentations { presentation.perform() }
    let late = state.withLock { state in
      (state.status, state.caller) = (.completed, pthread_self())
      defer { state.whenCompleted = [] }
      return state.whenCompleted
    }
    for handler in late { handler(self) }
    state.withLock { $0.caller = nil }
    completed.leave()
  }

  func waitUntilScheduled() { scheduled.wait() }

  func waitUntilCompleted() {
    if state.withLock({ $0.caller == pthread_self() }) { return }
    completed.wait()
  }
}

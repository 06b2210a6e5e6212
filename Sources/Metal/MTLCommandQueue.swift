import Dispatch
public import Foundation
import Synchronization

/// Runs what programs commit, one buffer after the other.
public protocol MTLCommandQueue: NSObjectProtocol, Sendable {
  /// A name for people.
  var label: String? { get set }

  /// What made it.
  var device: any MTLDevice { get }

  /// Creates a list of commands that runs after all that were committed before it.
  func makeCommandBuffer() -> (any MTLCommandBuffer)?
}

/// How far a command buffer has come.
public enum MTLCommandBufferStatus: UInt, Sendable {
  /// Commands are being added.
  case notEnqueued = 0
  /// It has its place in the queue.
  case enqueued = 1
  /// It waits to run.
  case committed = 2
  /// It runs.
  case scheduled = 3
  /// It has run.
  case completed = 4
  /// It has failed.
  case error = 5
}

/// What is called when a buffer has come so far.
public typealias MTLCommandBufferHandler = @Sendable (any MTLCommandBuffer) -> Void

/// A list of commands.
public protocol MTLCommandBuffer: NSObjectProtocol, Sendable {
  /// A name for people.
  var label: String? { get set }
  /// What made the queue.
  var device: any MTLDevice { get }
  /// The queue that runs it.
  var commandQueue: any MTLCommandQueue { get }
  /// How far it has come.
  var status: MTLCommandBufferStatus { get }

  /// Creates an encoder of copies.
  func makeBlitCommandEncoder() -> (any MTLBlitCommandEncoder)?

  /// Creates an encoder that begins with what the descriptor says of its targets: clearing, here.
  func makeRenderCommandEncoder(descriptor: MTLRenderPassDescriptor) -> (any MTLRenderCommandEncoder)?

  /// Has something called before the buffer runs.
  func addScheduledHandler(_ block: @escaping MTLCommandBufferHandler)

  /// Has something called after the buffer has run.
  func addCompletedHandler(_ block: @escaping MTLCommandBufferHandler)

  /// Gives the buffer to the queue, once.
  func commit()

  /// Returns when the buffer runs; at once, where it was not committed.
  func waitUntilScheduled()

  /// Returns when the buffer has run; at once, where it was not committed.
  func waitUntilCompleted()
}

/// Adds commands to a buffer.
public protocol MTLCommandEncoder: NSObjectProtocol {
  /// A name for people.
  var label: String? { get set }
  /// What made the queue.
  var device: any MTLDevice { get }

  /// Ends the commands of this encoder.
  func endEncoding()
}

final class MemoryQueue: NSObject, MTLCommandQueue, @unchecked Sendable {
  // Unchecked: a label is a program's own to order.
  var label: String?
  let device: any MTLDevice
  fileprivate let worker = DispatchQueue(label: "strata.metal.queue")

  init(_ device: MemoryDevice) { self.device = device }

  func makeCommandBuffer() -> (any MTLCommandBuffer)? { MemoryCommands(self) }
}

/// Commands as closures, run on the queue's own thread.
final class MemoryCommands: NSObject, MTLCommandBuffer, @unchecked Sendable {
  // Unchecked: a label is a program's own to order.
  var label: String?
  private let queue: MemoryQueue
  private let scheduled = DispatchGroup()
  private let completed = DispatchGroup()
  private let state = Mutex(State())

  private struct State {
    var status = MTLCommandBufferStatus.notEnqueued
    var commands: [@Sendable () -> Void] = []
    var whenScheduled: [MTLCommandBufferHandler] = []
    var whenCompleted: [MTLCommandBufferHandler] = []
  }

  init(_ queue: MemoryQueue) { self.queue = queue }

  var device: any MTLDevice { queue.device }
  var commandQueue: any MTLCommandQueue { queue }
  var status: MTLCommandBufferStatus { state.withLock { $0.status } }

  func makeBlitCommandEncoder() -> (any MTLBlitCommandEncoder)? { isOpen ? MemoryBlits(self) : nil }

  func makeRenderCommandEncoder(descriptor: MTLRenderPassDescriptor) -> (any MTLRenderCommandEncoder)? {
    guard isOpen else { return nil }
    for target in descriptor.colorAttachments.targets where target.loadAction == .clear {
      guard let texture = target.texture as? MemoryTexture else {
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

  func addScheduledHandler(_ block: @escaping MTLCommandBufferHandler) {
    state.withLock { $0.whenScheduled.append(block) }
  }

  func addCompletedHandler(_ block: @escaping MTLCommandBufferHandler) {
    state.withLock { $0.whenCompleted.append(block) }
  }

  func commit() {
    let isFirst = state.withLock {
      guard $0.status == .notEnqueued else { return false }
      $0.status = .committed
      return true
    }
    guard isFirst else { return logMisuse("a command buffer was committed twice") }
    scheduled.enter()
    completed.enter()
    queue.worker.async { self.run() }
  }

  private func run() {
    let (commands, early) = state.withLock { state in
      state.status = .scheduled
      defer { (state.commands, state.whenScheduled) = ([], []) }
      return (state.commands, state.whenScheduled)
    }
    scheduled.leave()
    for handler in early { handler(self) }
    for command in commands { command() }
    let late = state.withLock { state in
      state.status = .completed
      defer { state.whenCompleted = [] }
      return state.whenCompleted
    }
    completed.leave()
    for handler in late { handler(self) }
  }

  func waitUntilScheduled() { scheduled.wait() }

  func waitUntilCompleted() { completed.wait() }
}

public import Foundation
import Synchronization

/// An object that takes memory of a device.
public protocol MTLAllocation: NSObjectProtocol, Sendable {
  /// The number of bytes of memory.
  var allocatedSize: Int { get }
}

/// A set of allocations that a device keeps in its memory.
///
/// Main memory is always resident: the set only says what is in it. Additions and removals count from `commit()` on.
///
/// - Thread: Any.
public protocol MTLResidencySet: NSObjectProtocol, Sendable {
  /// The device that created the set.
  var device: any MTLDevice { get }
  /// A name for debugging.
  var label: String? { get }
  /// The number of bytes of the committed allocations.
  var allocatedSize: UInt64 { get }
  /// The committed allocations, without an order.
  var allAllocations: [any MTLAllocation] { get }
  /// The number of committed allocations.
  var allocationCount: Int { get }

  /// Asks the device to hold the allocations; has no effect, they always are in main memory.
  func requestResidency()
  /// Ends the request; has no effect.
  func endResidency()
  /// Adds an allocation with the next `commit()`.
  func addAllocation(_ allocation: any MTLAllocation)
  /// Removes an allocation with the next `commit()`.
  func removeAllocation(_ allocation: any MTLAllocation)
  /// Removes all allocations with the next `commit()`.
  func removeAllAllocations()
  /// Returns true if an allocation was added and not removed, committed or not.
  func containsAllocation(_ anAllocation: any MTLAllocation) -> Bool
  /// Makes the additions and removals valid.
  func commit()
}

/// The properties of a residency set to create.
open class MTLResidencySetDescriptor: NSObject {
  /// A name for debugging.
  open var label: String?
  /// The number of allocations that are expected.
  open var initialCapacity = 0
}

final class MemoryResidencySet: NSObject, MTLResidencySet {
  let device: any MTLDevice
  let label: String?
  private let state = Mutex(State())

  private struct State {
    var committed: [ObjectIdentifier: any MTLAllocation] = [:]
    var pending: [ObjectIdentifier: any MTLAllocation] = [:]
  }

  init(_ device: MemoryDevice, label: String?) { (self.device, self.label) = (device, label) }

  var allAllocations: [any MTLAllocation] { state.withLock { Array($0.committed.values) } }
  var allocationCount: Int { state.withLock { $0.committed.count } }
  var allocatedSize: UInt64 {
    state.withLock { $0.committed.values.reduce(0) { $0 + UInt64($1.allocatedSize) } }
  }

  func requestResidency() {}
  func endResidency() {}
  func addAllocation(_ allocation: any MTLAllocation) {
    state.withLock { $0.pending[ObjectIdentifier(allocation)] = allocation }
  }
  func removeAllocation(_ allocation: any MTLAllocation) {
    state.withLock { $0.pending[ObjectIdentifier(allocation)] = nil }
  }
  func removeAllAllocations() { state.withLock { $0.pending = [:] } }
  func containsAllocation(_ anAllocation: any MTLAllocation) -> Bool {
    state.withLock { $0.pending[ObjectIdentifier(anAllocation)] != nil }
  }
  func commit() { state.withLock { $0.committed = $0.pending } }
}

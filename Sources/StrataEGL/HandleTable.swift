import Synchronization

/// Objects that a program holds by numbers in the form of pointers, with counts of their owners.
///
/// A number is given once, so that one whose object is released is found out.
package final class HandleTable<Object: AnyObject & Sendable>: Sendable {
  private let state = Mutex(State())

  private struct State: Sendable {
    var last: UInt = 0
    var entries: [UInt: Entry] = [:]
  }

  private struct Entry: Sendable {
    let object: Object
    var owners = 1
  }

  /// Numbers are multiples, as addresses are.
  private static var step: UInt { 16 }

  package init() {}

  /// A number that no object has.
  package static var missing: OpaquePointer {
    guard let pointer = OpaquePointer(bitPattern: UInt.max) else { preconditionFailure("not zero") }
    return pointer
  }

  /// Adds an object with one owner; returns its number.
  package func add(_ object: Object) -> OpaquePointer {
    let number = state.withLock { state in
      state.last += Self.step
      state.entries[state.last] = Entry(object: object)
      return state.last
    }
    return OpaquePointer(bitPattern: number) ?? Self.missing
  }

  /// The object with a number; nil if it was released or never was.
  package subscript(_ pointer: OpaquePointer?) -> Object? {
    let number = UInt(bitPattern: pointer)
    return state.withLock { $0.entries[number]?.object }
  }

  /// Adds an owner.
  package func retain(_ pointer: OpaquePointer?) {
    let number = UInt(bitPattern: pointer)
    state.withLock { $0.entries[number]?.owners += 1 }
  }

  /// What the removal of an owner has done.
  package enum Release: Sendable {
    /// There is no object with the number.
    case unknown
    /// The object has other owners.
    case kept
    /// The owner was the last one, and the object has left the table; of several threads one gets it.
    case last(Object)
  }

  /// Removes an owner; the object leaves with the last one.
  @discardableResult package func release(_ pointer: OpaquePointer?) -> Release {
    let number = UInt(bitPattern: pointer)
    // The object's end runs outside the lock.
    return state.withLock { state in
      guard var entry = state.entries[number] else { return .unknown }
      entry.owners -= 1
      state.entries[number] = entry.owners == 0 ? nil : entry
      return entry.owners == 0 ? .last(entry.object) : .kept
    }
  }

  /// The number of the first object that fits; nil if none does.
  package func first(where fits: (Object) -> Bool) -> OpaquePointer? {
    let all = state.withLock { $0.entries.mapValues(\.object) }
    return all.first { fits($0.value) }.flatMap { OpaquePointer(bitPattern: $0.key) }
  }
}

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

  /// Removes an owner; the object leaves with the last one.
  ///
  /// Returns false for a number without an object.
  @discardableResult package func release(_ pointer: OpaquePointer?) -> Bool {
    let number = UInt(bitPattern: pointer)
    var gone: Object?
    let isKnown = state.withLock { state in
      guard var entry = state.entries[number] else { return false }
      entry.owners -= 1
      if entry.owners == 0 { gone = entry.object }
      state.entries[number] = entry.owners == 0 ? nil : entry
      return true
    }
    // The object's end runs outside the lock.
    withExtendedLifetime(gone) {}
    return isKnown
  }

  /// The number of the first object that fits; nil if none does.
  package func first(where fits: (Object) -> Bool) -> OpaquePointer? {
    let all = state.withLock { $0.entries.mapValues(\.object) }
    return all.first { fits($0.value) }.flatMap { OpaquePointer(bitPattern: $0.key) }
  }
}

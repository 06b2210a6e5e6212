import StrataEGL
import Testing

/// Numbers of objects, and their owners.
@Suite struct HandleTableTests {
  private final class Thing: Sendable {}

  /// A number as a value that threads may share.
  private struct Number: Sendable {
    let bits: UInt
    var pointer: OpaquePointer? { OpaquePointer(bitPattern: bits) }
  }

  @Test func anObjectLeavesWithItsLastOwner() {
    let table = HandleTable<Thing>()
    let thing = Thing()
    let number = table.add(thing)
    table.retain(number)
    #expect(name(table.release(number)) == "kept")
    #expect(table[number] === thing)
    #expect(name(table.release(number)) == "last")
    #expect(table[number] == nil)
    #expect(name(table.release(number)) == "unknown")
  }

  private func name(_ release: HandleTable<Thing>.Release) -> String {
    switch release {
    case .unknown: "unknown"
    case .kept: "kept"
    case .last: "last"
    }
  }

  @Test func ofManyThreadsThatReleaseOneGetsTheObject() async {
    let table = HandleTable<Thing>()
    var last = 0
    for _ in 0..<200 {
      let pointer = table.add(Thing())
      for _ in 1..<4 { table.retain(pointer) }
      let number = Number(bits: UInt(bitPattern: pointer))
      await withTaskGroup(of: Bool.self) { group in
        for _ in 0..<4 {
          group.addTask { if case .last = table.release(number.pointer) { true } else { false } }
        }
        for await isLast in group where isLast { last += 1 }
      }
    }
    #expect(last == 200)
  }
}

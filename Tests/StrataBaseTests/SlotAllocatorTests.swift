import StrataBase
import Testing

@Suite struct SlotAllocatorTests {
  @Test func `A handle that was given back never names its successor`() {
    var slots = SlotAllocator()
    let (a, b) = (slots.allocate(), slots.allocate())
    #expect(a != b)
    #expect(slots.count == 2)
    #expect(slots.capacity == 2)
    slots.free(a)
    slots.free(a)
    #expect(!slots.contains(a) && slots.count == 1)
    let c = slots.allocate()
    #expect(c.index == a.index && c.generation == a.generation + 1)
    #expect(slots.contains(c))
    #expect(!slots.contains(a))
    #expect(slots.capacity == 2)
    #expect(!slots.contains(Handle(index: 0, generation: 0)))
    #expect(!slots.contains(Handle(index: 99, generation: 1)))
  }
}

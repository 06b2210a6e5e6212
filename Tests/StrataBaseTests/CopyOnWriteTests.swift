import StrataBase
import Testing

@Suite struct CopyOnWriteTests {
  @Test func `A copy keeps its value when the original is written`() {
    var a = CopyOnWrite([1, 2])
    let b = a
    #expect(a.isIdentical(to: b))
    a.value[0] = 9
    #expect(a.value == [9, 2])
    #expect(b.value == [1, 2])
    #expect(a != b)
    a.value[0] = 1
    #expect(a == b && !a.isIdentical(to: b))
  }
}

import StrataBase
import Testing

@Suite struct ChunkedArrayTests {
  @Test func `Writing copies one chunk of what a snapshot shares`() {
    var array = ChunkedArray(filledWith: 0)
    array.grow(toInclude: 199)
    #expect(array.count == 208)
    for i in 0..<200 { array[i] = i }
    let snapshot = array
    array[100] = -1
    #expect(snapshot[100] == 100)
    #expect(array[100] == -1)
    #expect(array[199] == 199)
    #expect(array.sharedChunks(with: snapshot) == 12)
  }
}

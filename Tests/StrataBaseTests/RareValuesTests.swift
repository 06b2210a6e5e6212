import StrataBase
import Testing

/// Values behind one reference that few objects have.
@Suite struct RareValuesTests {
  private struct Looks: DefaultInitializable {
    var width = 3.0
    var name: String?
  }

  @Test func nothingIsKeptWhileAllIsAsAtFirst() {
    var values = RareValues<Looks>()
    values[\.width] = 3
    values[\.name] = nil
    #expect(values.values == nil)
    #expect(values[\.width] == 3)
    #expect(values[\.name] == nil)
  }

  /// Equal values are equal however they came about, and have one hash.
  @Test func whatIsSetBackIsAsAtFirst() {
    var values = RareValues<Looks>()
    values[\.width] = 5
    #expect(values != RareValues<Looks>())
    values[\.name] = "a"
    values[\.width] = 3
    #expect(values[\.name] == "a")
    values[\.name] = nil
    #expect(values.values == nil)
    #expect(values == RareValues<Looks>())
    #expect(values.hashValue == RareValues<Looks>().hashValue)
  }

  @Test func aCopyHasValuesOfItsOwn() {
    var values = RareValues<Looks>()
    values[\.width] = 5
    var copy = values
    copy[\.width] = 6
    copy[\.name] = "copy"
    #expect(values[\.width] == 5)
    #expect(values[\.name] == nil)
    #expect(copy[\.width] == 6)
  }
}

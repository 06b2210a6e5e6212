import CoreMedia
import Testing

/// Times as value objects, in a file that imports Core Media alone.
@Suite struct BridgingTests {
  private let time = CMTime(value: -7, timescale: 600, flags: [.valid, .hasBeenRounded], epoch: 2)

  @Test func objectsHoldTimesRangesAndMappings() {
    let range = CMTimeRange(start: time, duration: CMTime(value: 3, timescale: 25))
    let back = NSValue(time: time).timeValue
    #expect(back.value == -7 && back.timescale == 600)
    #expect(back.flags == time.flags && back.epoch == 2)
    #expect(NSValue(timeRange: range).timeRangeValue == range)
    var mapping = CMTimeMapping()
    (mapping.source, mapping.target) = (range, CMTimeRange(start: .zero, duration: range.duration))
    #expect(NSValue(timeMapping: mapping).timeMappingValue == mapping)
  }

  @Test func listsOfTimesAreListsOfObjects() {
    let times = [time, .zero, .positiveInfinity]
    let objects = times as [NSValue]
    #expect(objects.map(\.timeValue) == times)
    let object: Any = objects[0]
    #expect(object as? CMTime == time)
  }

  @Test func anObjectOfSomethingElseHoldsNoTime() {
    let point = NSValue(cgPoint: CGPoint(x: 1, y: 2))
    #expect(!point.timeValue.isValid)
    #expect(!point.timeRangeValue.isValid)
    #expect(NSValue(time: time).cgPointValue == .zero)
  }
}

import CoreMedia
import Foundation
import Testing

/// Kinds of times, their order, their fields.
@Suite struct CMTimeTests {
  @Test func kindsAreToldApartByFlags() {
    #expect(!CMTime.invalid.isValid)
    #expect(!CMTime().isValid)
    #expect(CMTime.indefinite.isIndefinite)
    #expect(CMTime.positiveInfinity.isPositiveInfinity)
    #expect(CMTime.negativeInfinity.isNegativeInfinity)
    #expect(CMTime.zero.isNumeric)
    #expect(!CMTime.indefinite.isNumeric)
    #expect(CMTime.zero.flags.rawValue == 1)
    #expect(CMTime.indefinite.flags.rawValue == 17)
    #expect(CMTime.positiveInfinity.flags.rawValue == 5)
    #expect(CMTime.negativeInfinity.flags.rawValue == 9)
    #expect(CMTimeFlags.impliedValueFlagsMask.rawValue == 28)
  }

  @Test func fieldsLieAsInApplesStructure() {
    #expect(MemoryLayout<CMTime>.size == 24)
    #expect(MemoryLayout<CMTime>.offset(of: \.timescale) == 8)
    #expect(MemoryLayout<CMTime>.offset(of: \.flags) == 12)
    #expect(MemoryLayout<CMTime>.offset(of: \.epoch) == 16)
    #expect(MemoryLayout<CMTimeRange>.size == 48)
    #expect(MemoryLayout<CMTimeMapping>.size == 96)
  }

  @Test func allTimesHaveAnOrder() {
    let times: [CMTime] = [
      .negativeInfinity, CMTimeMake(value: -1, timescale: 2), .zero, CMTimeMake(value: 1, timescale: 3),
      CMTimeMakeWithEpoch(value: -9, timescale: 1, epoch: 1), .indefinite, .positiveInfinity, .invalid,
    ]
    for (i, a) in times.enumerated() {
      for (j, b) in times.enumerated() {
        #expect(CMTimeCompare(a, b) == (i == j ? 0 : i < j ? -1 : 1), "\(a) and \(b)")
      }
    }
    #expect(times.reversed().sorted() == times)
  }

  @Test func secondsAreTheQuotient() {
    #expect(CMTime(value: 1001, timescale: 30000).seconds == 1001.0 / 30000)
    #expect(CMTimeGetSeconds(.positiveInfinity) == .infinity)
    #expect(CMTimeGetSeconds(.negativeInfinity) == -.infinity)
    #expect(CMTimeGetSeconds(.invalid).isNaN)
    #expect(CMTimeGetSeconds(.indefinite).isNaN)
    #expect(CMTimeMakeWithEpoch(value: 3, timescale: 2, epoch: 7).seconds == 1.5)
  }

  @Test func timesAreCodedByTheirFields() throws {
    let time = CMTime(value: -7, timescale: 600, flags: [.valid, .hasBeenRounded], epoch: 2)
    let data = try JSONEncoder().encode([time, .indefinite])
    let object = try #require(try JSONSerialization.jsonObject(with: data) as? [[String: Int]])
    #expect(object.first == ["value": -7, "timescale": 600, "flags": 3, "epoch": 2])
    let times = try JSONDecoder().decode([CMTime].self, from: data)
    #expect(times.map(\.flags) == [time.flags, CMTime.indefinite.flags])
    #expect(times.first == time)
  }

  @Test func descriptionsNameFractionAndSeconds() {
    #expect(CMTimeMake(value: 3, timescale: 2).debugDescription == "{3/2 = 1.5}")
    #expect(CMTime.invalid.debugDescription == "{INVALID}")
    let rounded = CMTime(value: 1, timescale: 2, flags: [.valid, .hasBeenRounded], epoch: 4)
    #expect(rounded.debugDescription == "{1/2 = 0.5, rounded, epoch 4}")
  }
}

import Foundation
import StrataExport
import Testing

@Suite struct ExportSettingsTests {
  @Test func framesAreCountedFromTheDuration() {
    #expect(ExportSettings(format: .mp4, duration: 1, framesPerSecond: 60).frameCount == 60)
    #expect(ExportSettings(format: .mp4, duration: 0.1, framesPerSecond: 30).frameCount == 3)
    #expect(ExportSettings(format: .mp4, duration: 0.11, framesPerSecond: 30).frameCount == 4)
    #expect(ExportSettings(format: .mp4, duration: 0.001, framesPerSecond: 30).frameCount == 1)
    #expect(ExportSettings(format: .mp4, duration: .nan, framesPerSecond: 30).frameCount == 1)
    #expect(ExportSettings(format: .mp4, duration: .infinity, framesPerSecond: 30).frameCount > 1_000_000)
  }

  @Test func aFramesTimeDoesNotGatherErrors() {
    let settings = ExportSettings(format: .mp4, start: 2, duration: 3600, framesPerSecond: 60)
    #expect(settings.time(ofFrame: 60 * 3000) == 3002)
  }

  @Test(arguments: [
    ("png", ExportFormat.png), ("JPG", .jpeg), ("jpeg", .jpeg), ("apng", .apng), ("awebp", .animatedWebP),
    ("raw", .rawRGBA), ("mov", .mov),
  ])
  func extensionsNameFormats(name: String, format: ExportFormat) {
    #expect(ExportFormat(pathExtension: name) == format)
  }

  @Test func anUnknownExtensionNamesNone() {
    #expect(ExportFormat(pathExtension: "xyz") == nil)
    #expect(ExportFormat(pathExtension: "") == nil)
  }

  /// A GIF stores hundredths of a second, at least two.
  @Test(arguments: [(60.0, 2.0), (50, 2), (34, 3), (30, 3), (24, 4), (1, 100), (0.0001, 65535)])
  func aGIFKeepsRatesOfWholeHundredths(rate: Double, hundredths: Double) {
    #expect(ExportFormat.gif.nearestFrameRate(to: rate) == 100 / hundredths)
    #expect(ExportFormat.apng.nearestFrameRate(to: rate) == rate)
  }

  @Test func rawFramesAndPicturesCanStream() {
    #expect(ExportFormat.allCases.filter { !$0.canStream } == [.animatedWebP, .mov])
  }
}

#if Media
  import AVFoundation
  import CoreGraphics
  import Foundation
  import StrataTesting
  import Testing

  /// Calls that take times as value objects, as on Apple's systems, and rectangles in proportion.
  @Suite struct TimeObjectTests {
    @Test func imagesAreMadeForObjectsAndForTimes() async throws {
      let folder = try TemporaryFolder()
      let asset = AVURLAsset(url: try NumberedAsset.make("film.mp4", in: folder, count: 10))
      let generator = AVAssetImageGenerator(asset: asset)
      generator.requestedTimeToleranceBefore = .zero
      generator.requestedTimeToleranceAfter = .zero
      let times: [CMTime] = [.frame(7), .frame(2)]
      let values = times.map { NSValue(time: $0) }
      let (objects, plain) = (AsyncStream<Int?>.makeStream(), AsyncStream<Int?>.makeStream())
      generator.generateCGImagesAsynchronously(forTimes: values) { _, image, _, _, _ in
        objects.continuation.yield(NumberedAsset.number(in: image))
      }
      generator.generateCGImagesAsynchronously(forTimes: times) { _, image, _, _, _ in
        plain.continuation.yield(NumberedAsset.number(in: image))
      }
      var (first, second) = (objects.stream.makeAsyncIterator(), plain.stream.makeAsyncIterator())
      for number in [7, 2] {
        let (object, time) = (await first.next(), await second.next())
        #expect(object == number)
        #expect(time == number)
      }
      withExtendedLifetime(folder) {}
    }

    @Test func aPlayerTakesObjectsAndTimes() {
      let player = AVPlayer()
      let objects = [NSValue(time: .zero), NSValue(time: .frame(8))]
      let observers = [
        player.addBoundaryTimeObserver(forTimes: objects, queue: .main) {},
        player.addBoundaryTimeObserver(forTimes: [.frame(8)], queue: .main) {},
        player.addBoundaryTimeObserver(forTimes: [], queue: nil) {},
      ]
      for observer in observers { player.removeTimeObserver(observer) }
    }

    @Test func aRectangleOfProportionsLiesInTheMiddle() {
      let square = CGRect(x: 10, y: 20, width: 100, height: 100)
      let wide = AVMakeRect(aspectRatio: CGSize(width: 16, height: 8), insideRect: square)
      #expect(wide == CGRect(x: 10, y: 45, width: 100, height: 50))
      let high = AVMakeRect(aspectRatio: CGSize(width: 1, height: 4), insideRect: square)
      #expect(high == CGRect(x: 47.5, y: 20, width: 25, height: 100))
      #expect(AVMakeRect(aspectRatio: .zero, insideRect: square) == .zero)
    }
  }
#endif

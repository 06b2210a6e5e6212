#if Media
  import AVFoundation
  import CoreGraphics
  import Foundation
  import StrataBase
  import StrataRaster
  import StrataRenderServer
  import Synchronization
  import Testing

  /// How many samples are kept after they were shown.
  struct SampleMemoryTests {
    /// A picture of 256 bytes.
    private func image() -> CGImage { CGImage(pixels: PixelBuffer(width: 8, height: 8, format: .rgba8)) }

    private func add(_ times: Range<Int>, to pictures: SamplePictures) {
      for time in times {
        pictures.add(image(), Double(time))
        pictures.dropPast()
      }
    }

    @Test func aLiveHostNeedsTheShownSampleAndThoseThatWait() {
      let pictures = SamplePictures()
      pictures.isLive = true
      add(0..<10, to: pictures)
      #expect(pictures.count == 10)
      #expect(pictures.image(at: 6.5) != nil)
      add(10..<12, to: pictures)
      #expect(pictures.count == 6 && pictures.waiting == 5)
      for time in 12..<500 {
        add(time..<time + 1, to: pictures)
        #expect(pictures.image(at: Double(time) + 0.5) != nil)
      }
      #expect(pictures.count <= 2)
    }

    @Test func othersGoBackAsFarAsTheBudgetReaches() {
      let pictures = SamplePictures(pastBudget: 3 * 256)
      add(0..<10, to: pictures)
      #expect(pictures.count == 10)
      _ = pictures.image(at: 8)
      add(10..<11, to: pictures)
      // Sample 8 is shown, 9 and 10 wait, 5 to 7 are kept.
      #expect(pictures.count == 6)
      #expect(pictures.image(at: 5) != nil && pictures.image(at: 4.9) == nil)
      let whole = SamplePictures()
      add(0..<200, to: whole)
      _ = whole.image(at: 199)
      add(200..<201, to: whole)
      #expect(whole.count == 201)
    }

    /// Pixels that are made when they are asked for.
    private final class LazyPixels: DevicePixels {
      let (width, height) = (8, 8)
      let reads = Atomic(0)
      func read(_ rect: PixelRect, into rows: UnsafeMutableRawPointer, rowBytes: Int) -> Bool {
        reads.add(1, ordering: .relaxed)
        return true
      }
    }

    @Test func theBudgetCountsPicturesWithoutMakingThem() {
      let pictures = SamplePictures(pastBudget: 3 * 256)
      let pixels = LazyPixels()
      for time in 0..<10 { pictures.add(CGImage(device: pixels), Double(time)) }
      _ = pictures.image(at: 8)
      pictures.dropPast()
      #expect(pictures.count == 5)
      #expect(pixels.reads.load(ordering: .relaxed) == 0)
    }

    @Test func aTimeLineThatWasSetBackKeepsWhatComes() throws {
      let pictures = SamplePictures()
      pictures.isLive = true
      let timebase = CMTimebase(sourceClock: .hostTimeClock)
      pictures.control = timebase
      try timebase.setTime(CMTime(value: 100, timescale: 1))
      add(98..<103, to: pictures)
      _ = pictures.image(at: 0)
      #expect(pictures.waiting == 2)
      pictures.flush(removesShown: false)
      // A frame that comes before the program has set the time.
      _ = pictures.image(at: 0)
      try timebase.setTime(.zero)
      add(0..<5, to: pictures)
      // The picture of the flush, and all that came after it.
      #expect(pictures.count == 6)
      _ = pictures.image(at: 0)
      #expect(pictures.waiting == 4)
    }

    @Test func withoutFramesAControlTimebaseTellsWhatIsPast() throws {
      let pictures = SamplePictures()
      pictures.isLive = true
      let timebase = CMTimebase(sourceClock: .hostTimeClock)
      pictures.control = timebase
      for time in 0..<50 {
        try timebase.setTime(CMTime(value: Int64(time), timescale: 1))
        add(time..<time + 1, to: pictures)
      }
      #expect(pictures.count == 1)
    }

    /// A hidden window asks for no pictures.
    @Test func whatWaitsForAHostThatDoesNotDrawIsWithinTheBudget() {
      let pictures = SamplePictures(pastBudget: 3 * 256)
      pictures.isLive = true
      let now = CMClock.hostTimeClock.time.seconds
      for time in 0..<10 { pictures.add(image(), Double(time)) }
      // A picture may come late.
      pictures.dropPast(clock: now + 0.1)
      #expect(pictures.count == 10)
      _ = pictures.image(at: 2)
      pictures.dropPast(clock: now + 5)
      // The last three wait; the one before them is shown until then.
      #expect(pictures.count == 4 && pictures.waiting == 3)
      #expect(pictures.image(at: 2) != nil)
      add(10..<20, to: pictures)
      #expect(pictures.waiting == 13)
    }

    private func sample(at seconds: Int) throws -> CMSampleBuffer {
      var buffer: CVPixelBuffer?
      CVPixelBufferCreate(nil, 8, 8, kCVPixelFormatType_32BGRA, nil, &buffer)
      let made = try #require(buffer)
      let format = try CMFormatDescription(imageBuffer: made)
      let timing = CMSampleTimingInfo(
        duration: .invalid,
        presentationTimeStamp: CMTime(value: Int64(seconds), timescale: 1),
        decodeTimeStamp: .invalid
      )
      return try CMSampleBuffer(imageBuffer: made, formatDescription: format, sampleTiming: timing)
    }

    /// A stream goes on when its layer was taken out of the window.
    @Test @MainActor func aLayerThatLeftALiveHostStaysWithinTheBudget() throws {
      let (root, layer) = (CALayer(), AVSampleBufferDisplayLayer())
      root.addSublayer(layer)
      let pictures = layer.sampleBufferRenderer.pictures
      let host = HeadlessHost(layer: root, size: CGSize(width: 8, height: 8))
      #expect(pictures.isLive)
      layer.removeFromSuperlayer()
      #expect(pictures.isLive)
      let renderer = OfflineRenderer(layer: layer, size: CGSize(width: 8, height: 8))
      #expect(!pictures.isLive)
      withExtendedLifetime((host, renderer)) {}
    }

    /// Nobody asks whether there is room: samples are pushed.
    @Test @MainActor func aLayerOfALiveHostDropsWhatIsPast() throws {
      let layer = AVSampleBufferDisplayLayer()
      let pictures = layer.sampleBufferRenderer.pictures
      #expect(!pictures.isLive)
      let host = HeadlessHost(layer: layer, size: CGSize(width: 8, height: 8))
      #expect(pictures.isLive)
      for time in 0..<10 { layer.enqueue(try sample(at: time)) }
      #expect(pictures.count == 10)
      _ = pictures.image(at: 9.5)
      layer.enqueue(try sample(at: 10))
      #expect(pictures.count == 2)
      withExtendedLifetime(host) {}
    }
  }
#endif

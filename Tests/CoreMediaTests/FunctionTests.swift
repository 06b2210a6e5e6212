import CoreMedia
import Foundation
import Testing

/// Functions that say what properties say.
@Suite struct FunctionTests {
  @Test func macrosAreFunctions() {
    #expect(CMTIME_IS_VALID(.zero) && CMTIME_IS_INVALID(.invalid))
    #expect(CMTIME_IS_INDEFINITE(.indefinite))
    #expect(CMTIME_IS_NUMERIC(.zero) && !CMTIME_IS_NUMERIC(.positiveInfinity))
    #expect(CMTIME_IS_POSITIVEINFINITY(.positiveInfinity) && CMTIME_IS_NEGATIVEINFINITY(.negativeInfinity))
    #expect(!CMTIME_HAS_BEEN_ROUNDED(.zero))
    #expect(CMTIMERANGE_IS_VALID(.zero) && CMTIMERANGE_IS_EMPTY(.zero))
    #expect(CMTIMERANGE_IS_INVALID(.invalid))
    #expect(CMTIMERANGE_IS_INDEFINITE(CMTimeRange(start: .zero, duration: .indefinite)))
  }

  @Test func aSampleIsMadeByFunctions() throws {
    var buffer: CVPixelBuffer?
    CVPixelBufferCreate(nil, 6, 4, kCVPixelFormatType_32BGRA, nil, &buffer)
    let pixels = try #require(buffer)
    var description: CMVideoFormatDescription?
    let code = CMVideoFormatDescriptionCreateForImageBuffer(
      allocator: nil,
      imageBuffer: pixels,
      formatDescriptionOut: &description
    )
    let format = try #require(description)
    #expect(code == 0 && CMFormatDescriptionGetMediaType(format) == kCMMediaType_Video)
    #expect(CMFormatDescriptionGetMediaSubType(format) == kCVPixelFormatType_32BGRA)
    #expect(CMVideoFormatDescriptionGetDimensions(format) == CMVideoDimensions(width: 6, height: 4))
    var timing = CMSampleTimingInfo()
    timing.presentationTimeStamp = CMTime(value: 3, timescale: 4)
    var sample: CMSampleBuffer?
    #expect(make(pixels, format, timing, &sample) == 0)
    let made = try #require(sample)
    #expect(CMSampleBufferGetNumSamples(made) == 1 && CMSampleBufferIsValid(made))
    #expect(CMSampleBufferGetPresentationTimeStamp(made) == CMTime(value: 3, timescale: 4))
    CVPixelBufferCreate(nil, 8, 4, kCVPixelFormatType_32BGRA, nil, &buffer)
    #expect(make(try #require(buffer), format, timing, &sample) == -12743)
    #expect(sample == nil)
  }

  private func make(
    _ pixels: CVPixelBuffer,
    _ format: CMVideoFormatDescription,
    _ timing: CMSampleTimingInfo,
    _ sample: inout CMSampleBuffer?
  ) -> OSStatus {
    var timing = timing
    return CMSampleBufferCreateReadyWithImageBuffer(
      allocator: nil,
      imageBuffer: pixels,
      formatDescription: format,
      sampleTiming: &timing,
      sampleBufferOut: &sample
    )
  }

  @Test func timeLinesOfTimeLinesHaveAnEffectiveRate() throws {
    let below = CMTimebase(sourceClock: .hostTimeClock)
    CMTimebaseSetRate(below, rate: 2)
    var made: CMTimebase?
    CMTimebaseCreateWithSourceTimebase(allocator: nil, sourceTimebase: below, timebaseOut: &made)
    let above = try #require(made)
    let (anchor, source) = (CMTime(value: 5, timescale: 1), CMTimebaseGetTime(below))
    CMTimebaseSetRateAndAnchorTime(above, rate: 3, anchorTime: anchor, immediateSourceTime: source)
    #expect(CMTimebaseGetEffectiveRate(above) == 6)
    #expect(CMTimebaseGetTime(above) >= anchor)
  }

  @Test func aTimeLineIsNotSetToWhatIsNotANumber() throws {
    let timebase = CMTimebase(sourceClock: .hostTimeClock)
    let time = CMTime(value: 5, timescale: 1)
    #expect(CMTimebaseSetTime(timebase, time: time) == 0)
    #expect(CMTimebaseSetTime(timebase, time: .invalid) == kCMTimebaseError_InvalidParameter)
    #expect(CMTimebaseSetRate(timebase, rate: .nan) == kCMTimebaseError_InvalidParameter)
    let status = CMTimebaseSetRateAndAnchorTime(
      timebase,
      rate: 1,
      anchorTime: .zero,
      immediateSourceTime: .indefinite
    )
    #expect(status == kCMTimebaseError_InvalidParameter)
    #expect(throws: NSError.self) { try timebase.setTime(.positiveInfinity) }
    #expect(throws: NSError.self) { try timebase.setRate(.infinity) }
    #expect(timebase.time == time)
    #expect(timebase.rate == 0)
  }
}

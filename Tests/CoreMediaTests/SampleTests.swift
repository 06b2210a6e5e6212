import CoreMedia
import Testing

/// Bytes of samples, and samples of sound.
@Suite struct SampleTests {
  private static let layout = AudioStreamBasicDescription(
    mSampleRate: 44_100,
    mFormatID: kAudioFormatLinearPCM,
    mFormatFlags: kLinearPCMFormatFlagIsFloat | kLinearPCMFormatFlagIsPacked,
    mBytesPerPacket: 8,
    mFramesPerPacket: 1,
    mBytesPerFrame: 8,
    mChannelsPerFrame: 2,
    mBitsPerChannel: 32,
    mReserved: 0
  )

  private func block(_ count: Int) throws -> CMBlockBuffer {
    var made: CMBlockBuffer?
    let status = CMBlockBufferCreateWithMemoryBlock(
      allocator: kCFAllocatorDefault,
      memoryBlock: nil,
      blockLength: count,
      blockAllocator: kCFAllocatorDefault,
      customBlockSource: nil,
      offsetToData: 0,
      dataLength: count,
      flags: kCMBlockBufferAssureMemoryNowFlag,
      blockBufferOut: &made
    )
    #expect(status == kCMBlockBufferNoErr)
    return try #require(made)
  }

  private func format() throws -> CMFormatDescription {
    var (layout, made) = (Self.layout, CMFormatDescription?.none)
    let status = CMAudioFormatDescriptionCreate(
      allocator: nil,
      asbd: &layout,
      layoutSize: 0,
      layout: nil,
      magicCookieSize: 0,
      magicCookie: nil,
      extensions: nil,
      formatDescriptionOut: &made
    )
    #expect(status == 0)
    return try #require(made)
  }

  @Test func bytesAreWrittenAndRead() throws {
    let block = try block(10)
    #expect(CMBlockBufferGetDataLength(block) == 10)
    CMBlockBufferFillDataBytes(with: 7, blockBuffer: block, offsetIntoDestination: 0, dataLength: 10)
    let written: [UInt8] = [1, 2, 3]
    let status = CMBlockBufferReplaceDataBytes(
      with: written,
      blockBuffer: block,
      offsetIntoDestination: 4,
      dataLength: 3
    )
    #expect(status == kCMBlockBufferNoErr)
    #expect(Array(block.dataBytes()) == [7, 7, 7, 7, 1, 2, 3, 7, 7, 7])
    var copy = [UInt8](repeating: 0, count: 4)
    CMBlockBufferCopyDataBytes(block, atOffset: 5, dataLength: 4, destination: &copy)
    #expect(copy == [2, 3, 7, 7])
    var (length, total, pointer) = (0, 0, UnsafeMutablePointer<CChar>?.none)
    CMBlockBufferGetDataPointer(
      block,
      atOffset: 6,
      lengthAtOffsetOut: &length,
      totalLengthOut: &total,
      dataPointerOut: &pointer
    )
    #expect(length == 4 && total == 10)
    #expect(pointer?.pointee == 3)
  }

  @Test func placesOutsideTheBytesAreErrors() throws {
    let block = try block(10)
    var byte: UInt8 = 0
    func copy(_ offset: Int, _ length: Int) -> OSStatus {
      CMBlockBufferCopyDataBytes(block, atOffset: offset, dataLength: length, destination: &byte)
    }
    #expect(copy(11, 0) == kCMBlockBufferBadOffsetParameterErr)
    #expect(copy(-1, 1) == kCMBlockBufferBadOffsetParameterErr)
    #expect(copy(9, 2) == kCMBlockBufferBadLengthParameterErr)
    #expect(copy(9, -1) == kCMBlockBufferBadLengthParameterErr)
    #expect(copy(9, 1) == kCMBlockBufferNoErr)
  }

  @Test func memoryOfTheProgramIsGivenBack() throws {
    let memory = UnsafeMutableRawPointer.allocate(byteCount: 8, alignment: 8)
    let count = UnsafeMutablePointer<Int>.allocate(capacity: 1)
    count.initialize(to: 0)
    defer {
      memory.deallocate()
      count.deallocate()
    }
    var source = CMBlockBufferCustomBlockSource(
      version: 0,
      AllocateBlock: nil,
      FreeBlock: { count, _, length in count?.assumingMemoryBound(to: Int.self).pointee += length },
      refCon: count
    )
    var made: CMBlockBuffer?
    CMBlockBufferCreateWithMemoryBlock(
      allocator: nil,
      memoryBlock: memory,
      blockLength: 8,
      blockAllocator: kCFAllocatorNull,
      customBlockSource: &source,
      offsetToData: 2,
      dataLength: 4,
      flags: 0,
      blockBufferOut: &made
    )
    #expect(made?.dataLength == 4)
    #expect(count.pointee == 0)
    made = nil
    #expect(count.pointee == 8)
  }

  /// A program allocates only what it does not give.
  @Test(arguments: [true, false]) func memoryIsAllocatedOnce(given: Bool) {
    let counts = UnsafeMutablePointer<Int>.allocate(capacity: 2)
    counts.initialize(repeating: 0, count: 2)
    defer { counts.deallocate() }
    var source = CMBlockBufferCustomBlockSource(
      version: 0,
      AllocateBlock: { counts, length in
        counts?.assumingMemoryBound(to: Int.self)[0] += 1
        return UnsafeMutableRawPointer.allocate(byteCount: length, alignment: 8)
      },
      FreeBlock: { counts, memory, _ in
        counts?.assumingMemoryBound(to: Int.self)[1] += 1
        memory.deallocate()
      },
      refCon: counts
    )
    var made: CMBlockBuffer?
    CMBlockBufferCreateWithMemoryBlock(
      allocator: nil,
      memoryBlock: given ? UnsafeMutableRawPointer.allocate(byteCount: 8, alignment: 8) : nil,
      blockLength: 8,
      blockAllocator: nil,
      customBlockSource: &source,
      offsetToData: 0,
      dataLength: 8,
      flags: 0,
      blockBufferOut: &made
    )
    #expect(made?.dataLength == 8)
    made = nil
    #expect(counts[0] == (given ? 0 : 1))
    #expect(counts[1] == 1)
  }

  @Test func soundHasItsTimes() throws {
    let (block, format) = (try block(800), try format())
    var made: CMSampleBuffer?
    let status = CMAudioSampleBufferCreateReadyWithPacketDescriptions(
      allocator: nil,
      dataBuffer: block,
      formatDescription: format,
      sampleCount: 100,
      presentationTimeStamp: CMTime(value: 3, timescale: 2),
      packetDescriptions: nil,
      sampleBufferOut: &made
    )
    #expect(status == 0)
    let sample = try #require(made)
    #expect(CMSampleBufferGetNumSamples(sample) == 100)
    #expect(CMSampleBufferGetDuration(sample) == CMTime(value: 100, timescale: 44_100))
    #expect(CMSampleBufferGetPresentationTimeStamp(sample) == CMTime(value: 3, timescale: 2))
    #expect(CMSampleBufferGetDataBuffer(sample) === block)
    #expect(CMSampleBufferGetImageBuffer(sample) == nil)
    let description = try #require(CMSampleBufferGetFormatDescription(sample))
    #expect(CMFormatDescriptionGetMediaType(description) == kCMMediaType_Audio)
    #expect(CMFormatDescriptionGetMediaSubType(description) == kAudioFormatLinearPCM)
    #expect(CMAudioFormatDescriptionGetStreamBasicDescription(description)?.pointee == Self.layout)
  }

  @Test func soundNeedsItsBytes() throws {
    let (block, format) = (try block(800), try format())
    func status(_ frames: Int, _ format: CMFormatDescription, times: Int = 1, size: Int = 8) -> OSStatus {
      var (timing, sizes, made) = ([CMSampleTimingInfo()], [size], CMSampleBuffer?.none)
      let status = CMSampleBufferCreateReady(
        allocator: nil,
        dataBuffer: block,
        formatDescription: format,
        sampleCount: frames,
        sampleTimingEntryCount: times,
        sampleTimingArray: &timing,
        sampleSizeEntryCount: 1,
        sampleSizeArray: &sizes,
        sampleBufferOut: &made
      )
      #expect((made == nil) == (status != 0))
      return status
    }
    #expect(status(100, format) == 0)
    #expect(status(101, format) == OSStatus(SampleError.sizeMismatch.rawValue))
    #expect(status(0, format) == OSStatus(SampleError.sizeMismatch.rawValue))
    #expect(status(100, format, size: 4) == OSStatus(SampleError.sizeMismatch.rawValue))
    #expect(status(100, format, times: 2) == OSStatus(SampleError.entryCount.rawValue))
    var other = Self.layout
    other.mFormatID = kAudioFormatMPEG4AAC
    let compressed = try CMFormatDescription(audioStreamBasicDescription: other)
    #expect(status(100, compressed) == OSStatus(SampleError.formatMismatch.rawValue))
  }
}

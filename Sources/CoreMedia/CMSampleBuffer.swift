public import CoreVideo
public import class CoreFoundation.CFAllocator

/// The times of a sample.
public struct CMSampleTimingInfo: Hashable, Sendable {
  /// How long the sample lasts; invalid if that is not known.
  public var duration: CMTime
  /// The time at which it is shown.
  public var presentationTimeStamp: CMTime
  /// The time at which it is decoded; invalid if that is the time at which it is shown.
  public var decodeTimeStamp: CMTime

  /// Creates times that are invalid.
  public init() { (duration, presentationTimeStamp, decodeTimeStamp) = (.invalid, .invalid, .invalid) }

  /// Creates times.
  public init(duration: CMTime, presentationTimeStamp: CMTime, decodeTimeStamp: CMTime) {
    (self.duration, self.presentationTimeStamp) = (duration, presentationTimeStamp)
    self.decodeTimeStamp = decodeTimeStamp
  }
}

/// A picture, or some sound, with its times.
///
/// - Thread: Any; the pixels are the buffer's.
public final class CMSampleBuffer: Sendable {
  /// The pixels; nil for sound.
  public let imageBuffer: CVImageBuffer?
  /// The bytes of the sound; nil for a picture.
  public let dataBuffer: CMBlockBuffer?
  /// The format.
  public let formatDescription: CMFormatDescription?
  /// The number of pictures, or the frames of the sound.
  public let numSamples: Int
  /// The times of the first sample.
  private let timing: CMSampleTimingInfo

  /// Creates a sample of a picture; its pixels are there already.
  ///
  /// - Throws: ``SampleError`` if the description is one of another format or size.
  public init(
    imageBuffer: CVImageBuffer,
    formatDescription: CMVideoFormatDescription,
    sampleTiming: CMSampleTimingInfo
  ) throws {
    guard formatDescription.matchesImageBuffer(imageBuffer) else { throw SampleError.formatMismatch }
    (self.imageBuffer, self.formatDescription, timing) = (imageBuffer, formatDescription, sampleTiming)
    (dataBuffer, numSamples) = (nil, 1)
  }

  /// Creates samples of uncompressed sound, one after the other.
  ///
  /// - Parameters:
  ///   - dataBuffer: The bytes, at least those of the samples.
  ///   - formatDescription: The layout of the sound.
  ///   - numSamples: The number of frames.
  ///   - presentationTimeStamp: When the first one is heard.
  ///   - packetDescriptions: Empty: uncompressed sound has none.
  /// - Throws: ``SampleError`` for a description that is not one of uncompressed sound, and for too few bytes.
  public convenience init(
    dataBuffer: CMBlockBuffer,
    formatDescription: CMFormatDescription,
    numSamples: CMItemCount,
    presentationTimeStamp: CMTime,
    packetDescriptions: [AudioStreamPacketDescription]
  ) throws {
    let rate = formatDescription.audioStreamBasicDescription?.mSampleRate ?? 0
    var timing = CMSampleTimingInfo()
    timing.presentationTimeStamp = presentationTimeStamp
    guard rate >= 1, rate <= Double(Int32.max) else { throw SampleError.formatMismatch }
    timing.duration =
      rate == rate.rounded()
      ? CMTime(value: 1, timescale: CMTimeScale(rate)) : CMTime(seconds: 1 / rate, preferredTimescale: .max)
    try self.init(dataBuffer, formatDescription, numSamples, timing)
  }

  fileprivate init(
    _ dataBuffer: CMBlockBuffer,
    _ formatDescription: CMFormatDescription,
    _ numSamples: Int,
    _ timing: CMSampleTimingInfo
  ) throws(SampleError) {
    guard let sound = formatDescription.audioStreamBasicDescription, sound.isUncompressed else {
      throw .formatMismatch
    }
    let (byteCount, isTooLong) = sound.bytesPerFrameOfAll.multipliedReportingOverflow(by: numSamples)
    guard numSamples > 0, !isTooLong, dataBuffer.dataLength >= byteCount else { throw .sizeMismatch }
    (self.dataBuffer, self.formatDescription) = (dataBuffer, formatDescription)
    (self.numSamples, self.timing, imageBuffer) = (numSamples, timing, nil)
  }

  /// Creates a sample whose picture was dropped.
  package init(ofDropped timing: CMSampleTimingInfo) {
    (imageBuffer, dataBuffer, formatDescription) = (nil, nil, nil)
    (numSamples, self.timing) = (0, timing)
  }

  /// The time at which the sample is shown, or its first frame heard.
  public var presentationTimeStamp: CMTime { timing.presentationTimeStamp }
  /// The time at which the sample is decoded.
  public var decodeTimeStamp: CMTime { timing.decodeTimeStamp }
  /// How long the sample lasts, all of its frames.
  public var duration: CMTime {
    numSamples > 1
      ? CMTimeMultiply(timing.duration, multiplier: Int32(clamping: numSamples)) : timing.duration
  }
  /// True while the sample may be used, which is always.
  public var isValid: Bool { true }
}

extension AudioStreamBasicDescription {
  /// True for levels at regular times.
  package var isUncompressed: Bool {
    mFormatID == kAudioFormatLinearPCM && mChannelsPerFrame > 0 && mBytesPerFrame > 0
  }

  /// True if each channel has bytes of its own.
  package var isPlanar: Bool { mFormatFlags & kAudioFormatFlagIsNonInterleaved != 0 }

  /// The bytes of a frame in all channels; of planar sound each channel has ``mBytesPerFrame``.
  package var bytesPerFrameOfAll: Int { Int(mBytesPerFrame) * (isPlanar ? Int(mChannelsPerFrame) : 1) }
}

/// A number of things.
public typealias CMItemCount = Int

/// The reason why a sample cannot be made.
public enum SampleError: Int, Error, Sendable {
  /// There is not enough memory (`kCMSampleBufferError_AllocationFailed`).
  case noMemory = -12730
  /// The times or sizes are not one for all samples (`kCMSampleBufferError_InvalidEntryCount`).
  case entryCount = -12738
  /// There are fewer bytes than the samples need (`kCMSampleBufferError_InvalidSampleData`).
  case sizeMismatch = -12742
  /// The description does not match the buffer (`kCMSampleBufferError_InvalidMediaFormat`).
  case formatMismatch = -12743
}

extension SampleError: CustomStringConvertible, LocalizedError {
  /// The reason in one line.
  public var description: String {
    switch self {
    case .noMemory: "there is not enough memory"
    case .entryCount: "a sample of sound has one time and one size for all of its frames"
    case .sizeMismatch: "there are fewer bytes than the samples need"
    case .formatMismatch: "the description of the format does not match the buffer"
    }
  }

  /// The same line that ``description`` gives.
  public var errorDescription: String? { description }
}

// MARK: Functions

/// Creates a sample of a picture, whose pixels are there already.
///
/// - Parameters:
///   - allocator: Without effect.
///   - imageBuffer: The pixels.
///   - formatDescription: Their description.
///   - sampleTiming: The times of the sample.
///   - sampleBufferOut: Gets the sample, or nil.
/// - Returns: 0, or the code of ``SampleError/formatMismatch``.
@discardableResult
public func CMSampleBufferCreateReadyWithImageBuffer(
  allocator: CFAllocator?,
  imageBuffer: CVImageBuffer,
  formatDescription: CMVideoFormatDescription,
  sampleTiming: UnsafePointer<CMSampleTimingInfo>,
  sampleBufferOut: UnsafeMutablePointer<CMSampleBuffer?>
) -> OSStatus {
  sampleBufferOut.pointee = try? CMSampleBuffer(
    imageBuffer: imageBuffer,
    formatDescription: formatDescription,
    sampleTiming: sampleTiming.pointee
  )
  return sampleBufferOut.pointee == nil ? OSStatus(SampleError.formatMismatch.rawValue) : 0
}

/// Creates a sample of uncompressed sound, whose bytes are there already.
///
/// - Parameters:
///   - allocator: Without effect.
///   - dataBuffer: The bytes.
///   - formatDescription: The layout of the sound.
///   - sampleCount: The number of frames.
///   - sampleTimingEntryCount: 1: the times of the first frame count for all.
///   - sampleTimingArray: The length of a frame, and when the first one is heard.
///   - sampleSizeEntryCount: 0 or 1.
///   - sampleSizeArray: The bytes of a frame.
///   - sampleBufferOut: Gets the sample, or nil.
/// - Returns: 0, or the code of a ``SampleError``.
@discardableResult
public func CMSampleBufferCreateReady(
  allocator: CFAllocator?,
  dataBuffer: CMBlockBuffer?,
  formatDescription: CMFormatDescription?,
  sampleCount: CMItemCount,
  sampleTimingEntryCount: CMItemCount,
  sampleTimingArray: UnsafePointer<CMSampleTimingInfo>?,
  sampleSizeEntryCount: CMItemCount,
  sampleSizeArray: UnsafePointer<Int>?,
  sampleBufferOut: UnsafeMutablePointer<CMSampleBuffer?>
) -> OSStatus {
  made(into: sampleBufferOut) { () throws(SampleError) in
    guard let dataBuffer, let formatDescription else { throw .formatMismatch }
    guard sampleTimingEntryCount == 1, let sampleTimingArray, (0...1).contains(sampleSizeEntryCount) else {
      throw .entryCount
    }
    if sampleSizeEntryCount == 1, let size = sampleSizeArray?.pointee,
      size != formatDescription.audioStreamBasicDescription?.bytesPerFrameOfAll
    {
      throw .sizeMismatch
    }
    return try CMSampleBuffer(dataBuffer, formatDescription, sampleCount, sampleTimingArray.pointee)
  }
}

/// Creates a sample of uncompressed sound, whose bytes are there already.
///
/// - Parameters:
///   - allocator: Without effect.
///   - dataBuffer: The bytes.
///   - formatDescription: The layout of the sound.
///   - sampleCount: The number of frames.
///   - presentationTimeStamp: When the first one is heard.
///   - packetDescriptions: Nil: uncompressed sound has none.
///   - sampleBufferOut: Gets the sample, or nil.
/// - Returns: 0, or the code of a ``SampleError``.
@discardableResult
public func CMAudioSampleBufferCreateReadyWithPacketDescriptions(
  allocator: CFAllocator?,
  dataBuffer: CMBlockBuffer,
  formatDescription: CMFormatDescription,
  sampleCount: CMItemCount,
  presentationTimeStamp: CMTime,
  packetDescriptions: UnsafePointer<AudioStreamPacketDescription>?,
  sampleBufferOut: UnsafeMutablePointer<CMSampleBuffer?>
) -> OSStatus {
  made(into: sampleBufferOut) {
    try CMSampleBuffer(
      dataBuffer: dataBuffer,
      formatDescription: formatDescription,
      numSamples: sampleCount,
      presentationTimeStamp: presentationTimeStamp,
      packetDescriptions: []
    )
  }
}

/// Makes a sample; returns 0 or the code of its error.
private func made(
  into target: UnsafeMutablePointer<CMSampleBuffer?>,
  _ make: () throws -> CMSampleBuffer
) -> OSStatus {
  do {
    target.pointee = try make()
    return 0
  } catch {
    target.pointee = nil
    return OSStatus((error as? SampleError ?? .formatMismatch).rawValue)
  }
}

/// Returns the bytes of a sample of sound; nil for a picture.
public func CMSampleBufferGetDataBuffer(_ sbuf: CMSampleBuffer) -> CMBlockBuffer? { sbuf.dataBuffer }

/// Returns the number of pictures of a sample, or the frames of its sound.
public func CMSampleBufferGetNumSamples(_ sbuf: CMSampleBuffer) -> Int { sbuf.numSamples }

/// Returns whether a sample may be used, which is always so.
public func CMSampleBufferIsValid(_ sbuf: CMSampleBuffer) -> Bool { sbuf.isValid }

/// Returns the time at which a sample is decoded.
public func CMSampleBufferGetDecodeTimeStamp(_ sbuf: CMSampleBuffer) -> CMTime { sbuf.decodeTimeStamp }

/// Returns the pixels of a sample.
public func CMSampleBufferGetImageBuffer(_ sbuf: CMSampleBuffer) -> CVImageBuffer? { sbuf.imageBuffer }

/// Returns the time at which a sample is shown.
public func CMSampleBufferGetPresentationTimeStamp(_ sbuf: CMSampleBuffer) -> CMTime {
  sbuf.presentationTimeStamp
}

/// Returns how long a sample lasts.
public func CMSampleBufferGetDuration(_ sbuf: CMSampleBuffer) -> CMTime { sbuf.duration }

/// Returns the format of a sample.
public func CMSampleBufferGetFormatDescription(_ sbuf: CMSampleBuffer) -> CMFormatDescription? {
  sbuf.formatDescription
}

/// The number of a track in its asset, above 0.
public typealias CMPersistentTrackID = Int32

/// The number of no track.
public let kCMPersistentTrackID_Invalid: CMPersistentTrackID = 0

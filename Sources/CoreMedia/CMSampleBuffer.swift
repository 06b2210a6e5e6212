public import CoreVideo
public import class CoreFoundation.CFAllocator

/// What a sample holds.
public typealias CMMediaType = UInt32

/// Video.
public let kCMMediaType_Video: CMMediaType = 0x7669_6465  // 'vide'

/// Four characters of eight bits as a number, the first one in the highest bits.
public typealias FourCharCode = UInt32

/// A size in pixels.
public struct CMVideoDimensions: Hashable, Sendable {
  /// The width in pixels.
  public var width: Int32
  /// The height in pixels.
  public var height: Int32
  /// Creates a size.
  public init(width: Int32, height: Int32) { (self.width, self.height) = (width, height) }
}

/// The description of a sample's format: here always video of a size and a pixel format.
public final class CMFormatDescription: Sendable {
  /// The media type.
  public var mediaType: CMMediaType { kCMMediaType_Video }
  /// The pixel format.
  public let mediaSubType: FourCharCode
  /// The size of a picture.
  public let dimensions: CMVideoDimensions

  /// Describes a buffer of pixels.
  public convenience init(imageBuffer: CVImageBuffer) throws { self.init(imageBuffer) }

  fileprivate init(_ imageBuffer: CVImageBuffer) {
    mediaSubType = CVPixelBufferGetPixelFormatType(imageBuffer)
    dimensions = CMVideoDimensions(
      width: Int32(CVPixelBufferGetWidth(imageBuffer)),
      height: Int32(CVPixelBufferGetHeight(imageBuffer))
    )
  }

  /// Returns whether a buffer of pixels has this format and size.
  public func matchesImageBuffer(_ imageBuffer: CVImageBuffer) -> Bool {
    mediaSubType == CVPixelBufferGetPixelFormatType(imageBuffer)
      && dimensions.width == CVPixelBufferGetWidth(imageBuffer)
      && dimensions.height == CVPixelBufferGetHeight(imageBuffer)
  }
}

/// A description of video.
public typealias CMVideoFormatDescription = CMFormatDescription

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

/// A picture with its times.
///
/// - Thread: Any; the pixels are the buffer's.
public final class CMSampleBuffer: Sendable {
  /// The pixels.
  public let imageBuffer: CVImageBuffer?
  /// The format.
  public let formatDescription: CMFormatDescription?
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
  }

  /// Creates a sample whose picture was dropped.
  package init(ofDropped timing: CMSampleTimingInfo) {
    (imageBuffer, formatDescription, self.timing) = (nil, nil, timing)
  }

  /// The time at which the sample is shown.
  public var presentationTimeStamp: CMTime { timing.presentationTimeStamp }
  /// The time at which the sample is decoded.
  public var decodeTimeStamp: CMTime { timing.decodeTimeStamp }
  /// How long the sample lasts.
  public var duration: CMTime { timing.duration }
  /// The number of pictures.
  public var numSamples: Int { imageBuffer == nil ? 0 : 1 }
  /// True while the sample may be used, which is always.
  public var isValid: Bool { true }
}

/// The reason why a sample cannot be made.
public enum SampleError: Int, Error, Sendable {
  /// The description does not match the buffer (`kCMSampleBufferError_InvalidMediaFormat`).
  case formatMismatch = -12743
}

extension SampleError: CustomStringConvertible, LocalizedError {
  /// The reason in one line.
  public var description: String {
    switch self {
    case .formatMismatch: "the description of the format does not match the buffer"
    }
  }

  /// The same line that ``description`` gives.
  public var errorDescription: String? { description }
}

// MARK: Functions

/// Describes a buffer of pixels.
///
/// - Parameters:
///   - allocator: Without effect.
///   - imageBuffer: The buffer.
///   - formatDescriptionOut: Gets the description.
/// - Returns: 0.
@discardableResult
public func CMVideoFormatDescriptionCreateForImageBuffer(
  allocator: CFAllocator?,
  imageBuffer: CVImageBuffer,
  formatDescriptionOut: UnsafeMutablePointer<CMVideoFormatDescription?>
) -> OSStatus {
  formatDescriptionOut.pointee = CMFormatDescription(imageBuffer)
  return 0
}

/// Returns the kind of what a description describes: video.
public func CMFormatDescriptionGetMediaType(_ desc: CMFormatDescription) -> CMMediaType { desc.mediaType }

/// Returns the pixel format of a description.
public func CMFormatDescriptionGetMediaSubType(_ desc: CMFormatDescription) -> FourCharCode {
  desc.mediaSubType
}

/// Returns the size of a picture of a description.
public func CMVideoFormatDescriptionGetDimensions(_ videoDesc: CMVideoFormatDescription) -> CMVideoDimensions
{
  videoDesc.dimensions
}

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

/// Returns the number of pictures of a sample.
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

public import CoreVideo
public import class CoreFoundation.CFAllocator
public import class CoreFoundation.CFDictionary

/// What a sample holds.
public typealias CMMediaType = UInt32

/// Video.
public let kCMMediaType_Video: CMMediaType = 0x7669_6465  // 'vide'
/// Sound.
public let kCMMediaType_Audio: CMMediaType = 0x736F_756E  // 'soun'

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

/// The description of a sample's format: video of a size and a pixel format, or sound.
public final class CMFormatDescription: @unchecked Sendable {  // Nothing changes after it was made.
  /// The media type.
  public let mediaType: CMMediaType
  /// The pixel format, or the way in which sound is encoded.
  public let mediaSubType: FourCharCode
  /// The size of a picture; 0 by 0 for sound.
  public let dimensions: CMVideoDimensions
  /// The layout of sound; nil for video.
  fileprivate let sound: UnsafeMutablePointer<AudioStreamBasicDescription>?

  /// Describes a buffer of pixels.
  public convenience init(imageBuffer: CVImageBuffer) throws { self.init(imageBuffer) }

  fileprivate init(_ imageBuffer: CVImageBuffer) {
    (mediaType, sound) = (kCMMediaType_Video, nil)
    mediaSubType = CVPixelBufferGetPixelFormatType(imageBuffer)
    dimensions = CMVideoDimensions(
      width: Int32(CVPixelBufferGetWidth(imageBuffer)),
      height: Int32(CVPixelBufferGetHeight(imageBuffer))
    )
  }

  /// Describes sound.
  public convenience init(audioStreamBasicDescription: AudioStreamBasicDescription) throws {
    self.init(audioStreamBasicDescription)
  }

  fileprivate init(_ description: AudioStreamBasicDescription) {
    (mediaType, mediaSubType) = (kCMMediaType_Audio, description.mFormatID)
    dimensions = CMVideoDimensions(width: 0, height: 0)
    let memory = UnsafeMutablePointer<AudioStreamBasicDescription>.allocate(capacity: 1)
    memory.initialize(to: description)
    sound = memory
  }

  deinit { sound?.deallocate() }

  /// The layout of sound; nil for video.
  public var audioStreamBasicDescription: AudioStreamBasicDescription? { sound?.pointee }

  /// Returns whether a buffer of pixels has this format and size.
  public func matchesImageBuffer(_ imageBuffer: CVImageBuffer) -> Bool {
    mediaType == kCMMediaType_Video
      && mediaSubType == CVPixelBufferGetPixelFormatType(imageBuffer)
      && dimensions.width == CVPixelBufferGetWidth(imageBuffer)
      && dimensions.height == CVPixelBufferGetHeight(imageBuffer)
  }
}

/// A description of video.
public typealias CMVideoFormatDescription = CMFormatDescription

/// A description of sound.
public typealias CMAudioFormatDescription = CMFormatDescription

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

/// Describes sound.
///
/// - Parameters:
///   - allocator: Without effect.
///   - asbd: The layout of the sound.
///   - layoutSize: The bytes of the layout of channels.
///   - layout: The layout of channels, without effect: one channel is mono, two are left and right.
///   - magicCookieSize: The bytes that a decoder needs.
///   - magicCookie: What a decoder needs, without effect.
///   - extensions: Without effect.
///   - formatDescriptionOut: Gets the description.
/// - Returns: 0.
@discardableResult
public func CMAudioFormatDescriptionCreate(
  allocator: CFAllocator?,
  asbd: UnsafePointer<AudioStreamBasicDescription>,
  layoutSize: Int,
  layout: UnsafeRawPointer?,
  magicCookieSize: Int,
  magicCookie: UnsafeRawPointer?,
  extensions: CFDictionary?,
  formatDescriptionOut: UnsafeMutablePointer<CMAudioFormatDescription?>
) -> OSStatus {
  formatDescriptionOut.pointee = CMFormatDescription(asbd.pointee)
  return 0
}

/// Returns the layout of sound, which is valid as long as the description; nil for video.
public func CMAudioFormatDescriptionGetStreamBasicDescription(
  _ desc: CMAudioFormatDescription
) -> UnsafePointer<AudioStreamBasicDescription>? {
  desc.sound.map { UnsafePointer($0) }
}

/// Returns the kind of what a description describes.
public func CMFormatDescriptionGetMediaType(_ desc: CMFormatDescription) -> CMMediaType { desc.mediaType }

/// Returns the pixel format of a description, or the way in which sound is encoded.
public func CMFormatDescriptionGetMediaSubType(_ desc: CMFormatDescription) -> FourCharCode {
  desc.mediaSubType
}

/// Returns the size of a picture of a description.
public func CMVideoFormatDescriptionGetDimensions(_ videoDesc: CMVideoFormatDescription) -> CMVideoDimensions
{
  videoDesc.dimensions
}

/// The way in which sound is encoded, as four characters.
public typealias AudioFormatID = UInt32

/// Facts of a format of sound, whose meaning the format defines.
public typealias AudioFormatFlags = UInt32

/// Levels at regular times, without compression.
public let kAudioFormatLinearPCM: AudioFormatID = 0x6C70_636D  // 'lpcm'
/// Advanced Audio Coding of low complexity.
public let kAudioFormatMPEG4AAC: AudioFormatID = 0x6161_6320  // 'aac '
/// Apple Lossless.
public let kAudioFormatAppleLossless: AudioFormatID = 0x616C_6163  // 'alac'

/// Levels are numbers with a floating point.
public let kAudioFormatFlagIsFloat: AudioFormatFlags = 1 << 0
/// The highest byte of a level comes first.
public let kAudioFormatFlagIsBigEndian: AudioFormatFlags = 1 << 1
/// Levels are integers with a sign.
public let kAudioFormatFlagIsSignedInteger: AudioFormatFlags = 1 << 2
/// Levels fill their bytes.
public let kAudioFormatFlagIsPacked: AudioFormatFlags = 1 << 3
/// Levels lie in the high bits of their bytes.
public let kAudioFormatFlagIsAlignedHigh: AudioFormatFlags = 1 << 4
/// Each channel has bytes of its own, one after the other.
public let kAudioFormatFlagIsNonInterleaved: AudioFormatFlags = 1 << 5
/// The order of bytes of this machine.
public let kAudioFormatFlagsNativeEndian: AudioFormatFlags = 0
/// Floats of this machine that fill their bytes.
public let kAudioFormatFlagsNativeFloatPacked: AudioFormatFlags =
  kAudioFormatFlagIsFloat | kAudioFormatFlagsNativeEndian | kAudioFormatFlagIsPacked

/// ``kAudioFormatFlagIsFloat`` under the name for levels.
public let kLinearPCMFormatFlagIsFloat = kAudioFormatFlagIsFloat
/// ``kAudioFormatFlagIsBigEndian`` under the name for levels.
public let kLinearPCMFormatFlagIsBigEndian = kAudioFormatFlagIsBigEndian
/// ``kAudioFormatFlagIsSignedInteger`` under the name for levels.
public let kLinearPCMFormatFlagIsSignedInteger = kAudioFormatFlagIsSignedInteger
/// ``kAudioFormatFlagIsPacked`` under the name for levels.
public let kLinearPCMFormatFlagIsPacked = kAudioFormatFlagIsPacked
/// ``kAudioFormatFlagIsNonInterleaved`` under the name for levels.
public let kLinearPCMFormatFlagIsNonInterleaved = kAudioFormatFlagIsNonInterleaved

/// How the bytes of sound are laid out.
///
/// A frame has one level of each channel; a packet of uncompressed sound is a frame.
public struct AudioStreamBasicDescription: Hashable, Sendable {
  /// Frames per second.
  public var mSampleRate: Double
  /// The way in which sound is encoded.
  public var mFormatID: AudioFormatID
  /// Facts of the format.
  public var mFormatFlags: AudioFormatFlags
  /// The bytes of a packet; 0 if they vary.
  public var mBytesPerPacket: UInt32
  /// The frames of a packet; 0 if they vary.
  public var mFramesPerPacket: UInt32
  /// The bytes of a frame in one buffer; 0 for compressed sound.
  public var mBytesPerFrame: UInt32
  /// The channels of a frame.
  public var mChannelsPerFrame: UInt32
  /// The bits of a level; 0 for compressed sound.
  public var mBitsPerChannel: UInt32
  /// Zero.
  public var mReserved: UInt32

  /// Creates a description of zeros.
  public init() {
    self.init(
      mSampleRate: 0,
      mFormatID: 0,
      mFormatFlags: 0,
      mBytesPerPacket: 0,
      mFramesPerPacket: 0,
      mBytesPerFrame: 0,
      mChannelsPerFrame: 0,
      mBitsPerChannel: 0,
      mReserved: 0
    )
  }

  /// Creates a description of its fields, without checking them.
  public init(
    mSampleRate: Double,
    mFormatID: AudioFormatID,
    mFormatFlags: AudioFormatFlags,
    mBytesPerPacket: UInt32,
    mFramesPerPacket: UInt32,
    mBytesPerFrame: UInt32,
    mChannelsPerFrame: UInt32,
    mBitsPerChannel: UInt32,
    mReserved: UInt32
  ) {
    (self.mSampleRate, self.mFormatID, self.mFormatFlags) = (mSampleRate, mFormatID, mFormatFlags)
    (self.mBytesPerPacket, self.mFramesPerPacket) = (mBytesPerPacket, mFramesPerPacket)
    (self.mBytesPerFrame, self.mChannelsPerFrame) = (mBytesPerFrame, mChannelsPerFrame)
    (self.mBitsPerChannel, self.mReserved) = (mBitsPerChannel, mReserved)
  }
}

/// The place of a packet of compressed sound in its bytes.
public struct AudioStreamPacketDescription: Hashable, Sendable {
  /// The first byte.
  public var mStartOffset: Int64
  /// The frames of the packet; 0 if all packets have as many.
  public var mVariableFramesInPacket: UInt32
  /// The bytes of the packet.
  public var mDataByteSize: UInt32

  /// Creates a place.
  public init(mStartOffset: Int64 = 0, mVariableFramesInPacket: UInt32 = 0, mDataByteSize: UInt32 = 0) {
    self.mStartOffset = mStartOffset
    (self.mVariableFramesInPacket, self.mDataByteSize) = (mVariableFramesInPacket, mDataByteSize)
  }
}

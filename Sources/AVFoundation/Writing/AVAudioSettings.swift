#if Media
  /// The key of the way in which sound is encoded: `kAudioFormatMPEG4AAC`, `kAudioFormatAppleLossless` or
  /// `kAudioFormatLinearPCM`.
  public let AVFormatIDKey = "AVFormatIDKey"
  /// The key of the levels of a channel in a second.
  public let AVSampleRateKey = "AVSampleRateKey"
  /// The key of the number of channels, 1 to 8.
  public let AVNumberOfChannelsKey = "AVNumberOfChannelsKey"
  /// The key of the bits in a second of AAC.
  public let AVEncoderBitRateKey = "AVEncoderBitRateKey"
  /// The key of the bits of an uncompressed level: 16, 24 or 32; 16 without it.
  public let AVLinearPCMBitDepthKey = "AVLinearPCMBitDepthKey"
  /// The key of whether an uncompressed level has a floating point; false without it.
  public let AVLinearPCMIsFloatKey = "AVLinearPCMIsFloatKey"
  /// The key of whether the highest byte of an uncompressed level comes first; false without it.
  public let AVLinearPCMIsBigEndianKey = "AVLinearPCMIsBigEndianKey"
  /// The key of whether each channel has bytes of its own: false in files.
  public let AVLinearPCMIsNonInterleaved = "AVLinearPCMIsNonInterleaved"
#endif

#if Media
  import CoreMedia
  import Foundation
  import StrataMedia

  /// The sound of an output as uncompressed levels.
  final class ReadSound: SampleFeed {
    /// Settings of floats in two channels.
    static var floats: [String: Any] {
      [
        AVFormatIDKey: kAudioFormatLinearPCM, AVNumberOfChannelsKey: 2, AVLinearPCMBitDepthKey: 32,
        AVLinearPCMIsFloatKey: true,
      ]
    }

    private let start: CMTime
    private let layout: AudioStreamBasicDescription
    private let format: CMFormatDescription
    /// Nil if there is no sound in the times.
    private let decoder: LevelDecoder?
    private var count = 0

    /// The frames of a sample.
    private static let framesPerSample = 8192

    /// Opens the sound of tracks in some times.
    init(
      _ tracks: [AVAssetTrack],
      _ settings: [String: Any],
      _ range: CMTimeRange,
      _ mix: AVAudioMix?
    ) throws(AVError) {
      do throws(SettingProblem) {
        layout = try Self.layout(settings, tracks.first)
      } catch {
        throw AVError(.unknown, error.reason)
      }
      guard let format = try? CMFormatDescription(audioStreamBasicDescription: layout) else {
        throw AVError(.outOfMemory, "there is no memory for a format")
      }
      (start, self.format) = (range.start, format)
      guard range.duration > .zero, let sound = SoundMix(tracks, range, mix) else {
        decoder = nil
        return
      }
      let kind = layout.mFormatFlags & kAudioFormatFlagIsFloat != 0 ? "f" : "s"
      let order = layout.mFormatFlags & kAudioFormatFlagIsBigEndian != 0 ? "be" : "le"
      let words = [
        "-ac", "\(layout.mChannelsPerFrame)", "-ar", "\(Int(layout.mSampleRate))", "-f",
        "\(kind)\(layout.mBitsPerChannel)\(order)",
      ]
      let arguments = sound.inputs + sound.filters(firstInput: 0)
      guard let decoder = LevelDecoder(arguments, format: words) else {
        throw AVError(
          .decoderNotFound,
          "ffmpeg is not installed; install it with: sudo apt-get install ffmpeg"
        )
      }
      self.decoder = decoder
    }

    /// Returns why settings cannot be used; nil if they can.
    static func problem(_ values: [String: Any], _ track: AVAssetTrack?) -> String? {
      do throws(SettingProblem) {
        _ = try layout(values, track)
        return nil
      } catch {
        return error.reason
      }
    }

    /// The layout of settings; rate and channels are the track's where they are not said.
    private static func layout(
      _ values: [String: Any],
      _ track: AVAssetTrack?
    ) throws(SettingProblem) -> AudioStreamBasicDescription {
      var reader = SettingReader(values, "settings of sound")
      guard
        try reader.integer(AVFormatIDKey, 0...Int(UInt32.max)).map({ UInt32($0) }) == kAudioFormatLinearPCM
      else {
        throw reader.problem(AVFormatIDKey, "must be kAudioFormatLinearPCM")
      }
      let rate = try reader.integer(AVSampleRateKey, 1000...768_000).map { Double($0) }
      let channels = try reader.integer(AVNumberOfChannelsKey, 1...8)
      let levels = try PCMLevels(&reader)
      let isPlanar = try reader.flag(AVLinearPCMIsNonInterleaved) ?? false
      try reader.checkAllAsked()
      var layout = AudioStreamBasicDescription()
      layout.mSampleRate = rate ?? track?.soundFormat?.rate ?? 44_100
      layout.mChannelsPerFrame = UInt32(channels ?? track?.soundFormat?.channels ?? 2)
      layout.mFormatID = kAudioFormatLinearPCM
      layout.mFormatFlags = kAudioFormatFlagIsPacked
      layout.mFormatFlags |= levels.isFloat ? kAudioFormatFlagIsFloat : kAudioFormatFlagIsSignedInteger
      if levels.isBigEndian { layout.mFormatFlags |= kAudioFormatFlagIsBigEndian }
      if isPlanar { layout.mFormatFlags |= kAudioFormatFlagIsNonInterleaved }
      layout.mBitsPerChannel = UInt32(levels.bits)
      layout.mFramesPerPacket = 1
      layout.mBytesPerFrame = UInt32(levels.bits / 8) * (isPlanar ? 1 : layout.mChannelsPerFrame)
      layout.mBytesPerPacket = layout.mBytesPerFrame
      return layout
    }

    func next() throws(AVError) -> CMSampleBuffer? {
      guard let decoder else { return nil }
      let bytesPerFrame = layout.bytesPerFrameOfAll
      let bytes = UnsafeMutableRawBufferPointer.allocate(
        byteCount: Self.framesPerSample * bytesPerFrame,
        alignment: 16
      )
      defer { bytes.deallocate() }
      guard let filled = decoder.fill(bytes) else {
        throw AVError(.decoderTemporarilyUnavailable, "the decoder of sound does not answer")
      }
      let frames = filled / bytesPerFrame
      guard frames > 0 else {
        if let failure = decoder.failure() { throw AVError(.decodeFailed, failure) }
        return nil
      }
      let time = CMTimeAdd(start, CMTime(value: Int64(count), timescale: Int32(layout.mSampleRate)))
      count += frames
      do {
        let block = try CMBlockBuffer(length: frames * bytesPerFrame)
        write(UnsafeRawBufferPointer(bytes), frames, into: block)
        return try CMSampleBuffer(
          dataBuffer: block,
          formatDescription: format,
          numSamples: frames,
          presentationTimeStamp: time,
          packetDescriptions: []
        )
      } catch {
        throw AVError(.outOfMemory, "there is no memory for sound: \(error)")
      }
    }

    /// Copies frames, each channel by itself if the layout says so.
    private func write(_ bytes: UnsafeRawBufferPointer, _ frames: Int, into block: CMBlockBuffer) {
      guard let base = bytes.baseAddress else { return }
      guard layout.isPlanar, layout.mChannelsPerFrame > 1 else {
        CMBlockBufferReplaceDataBytes(
          with: base,
          blockBuffer: block,
          offsetIntoDestination: 0,
          dataLength: block.dataLength
        )
        return
      }
      let (width, channels) = (Int(layout.mBytesPerFrame), Int(layout.mChannelsPerFrame))
      for frame in 0..<frames {
        for channel in 0..<channels {
          CMBlockBufferReplaceDataBytes(
            with: base + (frame * channels + channel) * width,
            blockBuffer: block,
            offsetIntoDestination: (channel * frames + frame) * width,
            dataLength: width
          )
        }
      }
    }
  }
#endif

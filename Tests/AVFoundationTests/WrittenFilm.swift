#if Media
  import AVFoundation
  import Foundation
  import StrataTesting
  import Testing

  /// A film that a test writes, and what other programs read in it.
  struct WrittenFilm {
    let folder: TemporaryFolder
    let url: URL
    let writer: AVAssetWriter

    init(_ name: String = "film.mov", _ type: AVFileType = .mov) throws {
      folder = try TemporaryFolder()
      url = folder.url.appending(path: name)
      writer = try AVAssetWriter(outputURL: url, fileType: type)
      writer.directoryForTemporaryFiles = folder.url
    }

    /// Settings of pictures of the size of numbered ones.
    static func settings(_ codec: AVVideoCodecType = .h264, _ others: [String: Any] = [:]) -> [String: Any] {
      let size: [String: Any] = [
        AVVideoCodecKey: codec, AVVideoWidthKey: NumberedAsset.width, AVVideoHeightKey: NumberedAsset.height,
      ]
      return size.merging(others) { $1 }
    }

    /// Adds an input of pictures.
    func pictures(
      _ codec: AVVideoCodecType = .h264,
      _ others: [String: Any] = [:]
    ) -> AVAssetWriterInputPixelBufferAdaptor {
      let input = AVAssetWriterInput(mediaType: .video, outputSettings: Self.settings(codec, others))
      writer.add(input)
      return AVAssetWriterInputPixelBufferAdaptor(assetWriterInput: input)
    }

    /// Adds an input of sound.
    func sound(_ settings: [String: Any]?) -> AVAssetWriterInput {
      let input = AVAssetWriterInput(mediaType: .audio, outputSettings: settings)
      writer.add(input)
      return input
    }

    /// Begins the writing.
    func start(at time: CMTime = .zero) throws {
      try #require(writer.startWriting(), "\(writer.error as Any)")
      writer.startSession(atSourceTime: time)
    }

    /// Appends numbered pictures at times.
    func append(_ times: [CMTime], to adaptor: AVAssetWriterInputPixelBufferAdaptor) async throws {
      for (number, time) in times.enumerated() {
        while !adaptor.assetWriterInput.isReadyForMoreMediaData {
          try await Task.sleep(for: .milliseconds(1))
        }
        let isTaken = adaptor.append(try NumberedAsset.buffer(number), withPresentationTime: time)
        try #require(isTaken, "\(writer.error as Any)")
      }
    }

    /// Ends the writing, which must succeed.
    func finish() async throws {
      await writer.finishWriting()
      try #require(writer.status == .completed, "\(writer.error as Any)")
    }

    /// The names of what the folder holds.
    var files: [String] {
      ((try? FileManager.default.contentsOfDirectory(atPath: folder.url.path())) ?? []).sorted()
    }

    // MARK: Facts

    /// What the prober says of an entry, line by line, without empty ones.
    func probe(_ entries: String, stream: String = "v:0") throws -> [String] {
      let words = ["-select_streams", stream, "-show_entries", entries, "-of", "csv=p=0", url.path()]
      let text = String(decoding: try run(["ffprobe", "-v", "error"] + words), as: UTF8.self)
      return text.split(separator: "\n").map { $0.trimmingCharacters(in: CharacterSet(charactersIn: ", ")) }
        .filter { !$0.isEmpty }
    }

    /// The times of the frames that are shown, as fractions.
    func times() throws -> [CMTime] {
      let base = try #require(try probe("stream=time_base").first).split(separator: "/")
      let (numerator, denominator) = (try #require(Int64(base[0])), try #require(Int32(base[1])))
      return try probe("frame=pts").compactMap { line in
        Int64(line.prefix { $0 != "," }).map { CMTime(value: $0 * numerator, timescale: denominator) }
      }
    }

    /// The length that a stream or the whole has, in seconds.
    func duration(stream: String? = nil) throws -> Double {
      let lines = try stream.map { try probe("stream=duration", stream: $0) } ?? probe("format=duration")
      return try #require(lines.first.flatMap { Double($0) })
    }

    /// The numbers that the frames show, in their order.
    func numbers() throws -> [Int?] {
      let bytes = try decoded("gray", ["-map", "0:v"])
      let size = NumberedAsset.width * NumberedAsset.height
      return try (0..<bytes.count / size).map { frame in
        let buffer = try NumberedAsset.gray(bytes[frame * size..<(frame + 1) * size])
        return NumberedAsset.number(in: buffer)
      }
    }

    /// The frames as bytes of a format.
    func decoded(_ format: String, _ words: [String] = []) throws -> [UInt8] {
      let output = ["-fps_mode", "passthrough", "-f", "rawvideo", "-pix_fmt", format, "pipe:1"]
      return [UInt8](try run(["ffmpeg", "-v", "error", "-i", url.path()] + words + output))
    }

    /// The sound as levels of 16 bits.
    func levels(channels: Int) throws -> [Int16] {
      let words = ["-map", "0:a", "-ac", "\(channels)", "-f", "s16le", "pipe:1"]
      let bytes = try run(["ffmpeg", "-v", "error", "-i", url.path()] + words)
      return bytes.withUnsafeBytes { Array($0.bindMemory(to: Int16.self)) }
    }
  }

  /// Sound that tests append.
  enum Tone {
    static let rate = 48_000

    /// A layout of levels of 16 bits.
    static func layout(channels: Int, planar: Bool = false) -> AudioStreamBasicDescription {
      var layout = AudioStreamBasicDescription()
      layout.mSampleRate = Double(rate)
      layout.mFormatID = kAudioFormatLinearPCM
      layout.mFormatFlags = kAudioFormatFlagIsSignedInteger | kAudioFormatFlagIsPacked
      if planar { layout.mFormatFlags |= kAudioFormatFlagIsNonInterleaved }
      layout.mBytesPerFrame = UInt32(planar ? 2 : 2 * channels)
      (layout.mBytesPerPacket, layout.mFramesPerPacket) = (layout.mBytesPerFrame, 1)
      (layout.mChannelsPerFrame, layout.mBitsPerChannel) = (UInt32(channels), 16)
      return layout
    }

    /// A sample of levels, whose first one is heard at a frame, or at a time that is not one of a frame.
    static func sample(
      _ levels: [Int16],
      at frame: Int,
      time: CMTime? = nil,
      channels: Int = 1,
      planar: Bool = false
    ) throws -> CMSampleBuffer {
      let block = try CMBlockBuffer(length: levels.count * 2)
      CMBlockBufferReplaceDataBytes(
        with: levels,
        blockBuffer: block,
        offsetIntoDestination: 0,
        dataLength: levels.count * 2
      )
      let layout = layout(channels: channels, planar: planar)
      return try CMSampleBuffer(
        dataBuffer: block,
        formatDescription: CMFormatDescription(audioStreamBasicDescription: layout),
        numSamples: levels.count / channels,
        presentationTimeStamp: time ?? CMTime(value: Int64(frame), timescale: Int32(rate)),
        packetDescriptions: []
      )
    }

    /// Levels of a sine of 480 hertz, from a frame on.
    static func sine(_ frames: Range<Int>) -> [Int16] {
      frames.map { Int16((8000 * sin(2 * Double.pi * 480 * Double($0) / Double(rate))).rounded()) }
    }
  }
#endif

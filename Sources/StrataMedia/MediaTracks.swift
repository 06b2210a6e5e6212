#if Media
  package import CoreMedia
  import Foundation

  /// What a file of sound and pictures holds, as `ffprobe` lists it.
  package struct MediaFile: Sendable {
    package let path: String
    package let tracks: [MediaTrack]
    /// The end of the longest stream, from the start of the file; indefinite if the file does not say it.
    package let duration: CMTime
    /// True for a picture.
    package let isStill: Bool

    /// How many packets are looked at.
    private static let firstPackets = 16

    /// Lists the streams of a file.
    ///
    /// - Throws: ``MediaError`` if it cannot be read or holds neither pictures nor sound.
    package init(
      contentsOf url: URL,
      timeout: Double = 30,
      tools: MediaTools = MediaTools()
    ) throws(MediaError) {
      path = url.path(percentEncoded: false)
      _ = try FileIdentity(checking: path)
      let probe = MediaProbe(path: path, timeout: timeout, tools: tools)
      let entries = [
        "stream=index,codec_type,codec_name,codec_tag_string,width,height,sample_aspect_ratio,avg_frame_rate",
        "time_base,start_pts,duration_ts,duration,sample_rate,channels",
      ].joined(separator: ",")
      let sections = [
        entries, "stream_disposition=attached_pic", "stream_side_data=rotation",
        "packet=stream_index:packet_side_data=side_data_type",
        "format=format_name,start_time,duration",
      ].joined(separator: ":")
      var (streams, container): ([MediaProbe.Section], MediaProbe.Section?) = ([], nil)
      // The first packets show if a stream is encrypted.
      let words = ["-read_intervals", "%+#\(Self.firstPackets)", "-show_entries", sections]
      var protected: Set<Int64> = []
      try probe.run(words) { section in
        if section.name == "stream" { streams.append(section) }
        if section.isEncrypted, let number = section.integer("stream_index") { protected.insert(number) }
        if section.name == "format" { container = section }
      }
      let length = container?["duration"].flatMap { Double($0) }
      let format = container?["format_name"] ?? ""
      isStill = format == "image2" || format.hasSuffix("_pipe")
      let whole = length.map { CMTime(seconds: $0, preferredTimescale: 1_000_000) } ?? .indefinite
      duration = isStill ? .indefinite : whole
      tracks = streams.compactMap { section in
        let isProtected = section.integer("index").map { protected.contains($0) } ?? false
        return MediaTrack(section, ofFile: whole, isProtected: isProtected)
      }
      guard !tracks.isEmpty else {
        throw .cannotRead(path: path, reason: "it holds neither pictures nor sound")
      }
    }
  }

  /// A stream of a file.
  package struct MediaTrack: Sendable {
    /// What a stream holds.
    package enum Kind: String, Sendable {
      case video, audio, subtitle
    }

    /// The number of the stream in the file.
    package let number: Int
    package let kind: Kind
    package let codec: String
    /// The four characters by which the container names the codec; empty if it has none.
    package let tag: String
    /// The pixels of a frame in the file; zero without pictures.
    package let codedSize: (width: Int, height: Int)
    /// The width of a pixel, if its height is 1.
    package let pixelAspect: Double
    /// Quarters by which a frame is turned clockwise to be upright, 0 to 3.
    package let quarterTurns: Int
    /// Frames per second on average; 0 if that is not known.
    package let frameRate: Double
    package let timescale: Int32
    package let duration: CMTime
    /// Samples per second of sound; 0 for others.
    package let sampleRate: Double
    /// The channels of sound; 0 for others.
    package let channels: Int

    /// True if the samples are encrypted.
    package let isProtected: Bool

    init?(_ section: MediaProbe.Section, ofFile whole: CMTime, isProtected: Bool) {
      guard let number = section.integer("index"),
        let kind = section["codec_type"].flatMap({ Kind(rawValue: String($0)) }),
        section.integer("disposition:attached_pic") != 1
      else { return nil }
      (self.number, self.kind) = (Int(number), kind)
      codec = section["codec_name"].map { String($0) } ?? ""
      tag = section["codec_tag_string"].map { String($0) } ?? ""
      self.isProtected = isProtected || ["encv", "enca", "drmi", "drms", "drmt"].contains(tag)
      codedSize = (Int(section.integer("width") ?? 0), Int(section.integer("height") ?? 0))
      pixelAspect =
        section.fraction("sample_aspect_ratio").map { Double($0.numerator) / Double($0.denominator) } ?? 1
      // The prober counts degrees anticlockwise.
      let quarters = -(section["rotation"].flatMap { Double($0) } ?? 0) / 90
      quarterTurns = quarters.isFinite ? (Int(quarters.rounded()) % 4 + 4) % 4 : 0
      frameRate =
        section.fraction("avg_frame_rate").map { Double($0.numerator) / Double($0.denominator) } ?? 0
      sampleRate = section["sample_rate"].flatMap { Double($0) } ?? 0
      channels = Int(section.integer("channels") ?? 0)
      let base = section.fraction("time_base") ?? (1, 1_000_000)
      timescale = Int32(clamping: base.denominator)
      let units = section.integer("duration_ts")
      duration =
        units.map {
          CMTimeMultiply(
            CMTime(value: $0, timescale: Int32(clamping: base.denominator)),
            multiplier: Int32(clamping: base.numerator)
          )
        } ?? whole
    }
  }
#endif

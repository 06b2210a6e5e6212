#if Media
  import CoreMedia
  import Foundation
  import StrataMedia

  /// The sound of an asset's times, as inputs and filters of the encoder: parts at their times, added up.
  struct SoundMix {
    /// A part of a file's sound.
    private struct Part {
      let path: String
      let stream: Int
      /// Frames of the source in a second; nil if that is not known.
      let rate: Int?
      /// The times of the source, in seconds.
      let start: Double
      let length: Double
      /// When it is heard, in seconds of the result.
      let delay: Double
      /// How much faster it is heard than in its source.
      let tempo: Double
      let volume: Double
      /// The volume over the time of the result, as an expression; nil for one that does not change.
      let mix: String?
    }

    private let parts: [Part]
    private let length: Double

    /// The sound of an asset in some of its times; nil without any.
    init?(_ asset: AVAsset, _ range: CMTimeRange, _ mix: AVAudioMix?) {
      self.init(asset.tracks(withMediaType: .audio).filter(\.isEnabled), range, mix)
    }

    /// The sound of tracks in some of their times; nil without any.
    init?(_ tracks: [AVAssetTrack], _ range: CMTimeRange, _ mix: AVAudioMix?) {
      var parts: [Part] = []
      for track in tracks {
        for segment in Self.segments(of: track) {
          guard let source = segment.source, case let heard = segment.target.intersection(range),
            heard.duration > .zero
          else { continue }
          let (start, end) = (segment.sourceTime(at: heard.start), segment.sourceTime(at: heard.end))
          let length = CMTimeSubtract(end, start).seconds
          guard length > 0 else { continue }
          let part = Part(
            path: source.file.url.path,
            stream: source.stream,
            rate: source.soundRate,
            start: start.seconds,
            length: length,
            delay: CMTimeSubtract(heard.start, range.start).seconds,
            tempo: length / heard.duration.seconds,
            volume: Double(track.preferredVolume),
            mix: mix?.expression(ofTrack: track.trackID, start: range.start.seconds)
          )
          parts.append(part)
        }
      }
      guard !parts.isEmpty else { return nil }
      (self.parts, length) = (parts, range.duration.seconds)
    }

    private static func segments(of track: AVAssetTrack) -> [SegmentList.Part] {
      if let track = track as? AVCompositionTrack { return track.parts.parts }
      guard let file = track.file, track.timeRange.duration.isNumeric else { return [] }
      let source = TrackSource(file: file, trackID: track.trackID, stream: track.streamNumber)
      return [SegmentList.Part(source: source, from: track.timeRange, target: track.timeRange)]
    }

    /// The files of the parts.
    var paths: [String] { parts.map(\.path) }

    /// The arguments that open the parts.
    var inputs: [String] {
      parts.flatMap { ["-ss", $0.start.inSeconds, "-t", $0.length.inSeconds, "-i", "file:\($0.path)"] }
    }

    /// The arguments that add the parts up, which are inputs from a number on, and change the tempo of the sum.
    func filters(firstInput: Int, tempo: Double = 1) -> [String] {
      var chains: [String] = []
      for (index, part) in parts.enumerated() {
        var filters = ["aresample=\(part.rate.map { "\($0):" } ?? "")async=1:first_pts=0"]
        filters += Self.filters(ofTempo: part.tempo)
        if part.volume != 1 { filters.append("volume=\(part.volume)") }
        if part.delay > 0 {
          // The filter counts whole frames, or milliseconds.
          let delay = part.rate.map { "\(Int((part.delay * Double($0)).rounded()))S" }
          filters.append("adelay=\(delay ?? "\(Int((part.delay * 1000).rounded()))"):all=1")
        }
        if let mix = part.mix {
          // Sample by sample.
          filters += ["aformat=channel_layouts=stereo", "aeval='val(0)*(\(mix))|val(1)*(\(mix))':c=same"]
        }
        chains.append("[\(firstInput + index):\(part.stream)]\(filters.joined(separator: ","))[s\(index)]")
      }
      let names = parts.indices.map { "[s\($0)]" }.joined()
      let sum = parts.count > 1 ? "amix=inputs=\(parts.count):normalize=0:dropout_transition=0," : ""
      let whole = ["apad", "atrim=duration=\(length.inSeconds)"] + Self.filters(ofTempo: tempo)
      chains.append("\(names)\(sum)\(whole.joined(separator: ","))[sound]")
      return ["-filter_complex", chains.joined(separator: ";"), "-map", "[sound]"]
    }

    /// Filters that change the tempo and keep the pitch; one filter changes it by at most 2 and at least half.
    private static func filters(ofTempo tempo: Double) -> [String] {
      var (filters, rest) = ([String](), tempo)
      while rest > 2 {
        filters.append("atempo=2")
        rest /= 2
      }
      while rest < 0.5 {
        filters.append("atempo=0.5")
        rest *= 2
      }
      return rest == 1 ? filters : filters + ["atempo=\(rest)"]
    }
  }

  extension TrackSource {
    /// Frames of sound in a second; nil if that is not known.
    fileprivate var soundRate: Int? {
      let track = (try? file.list())?.tracks.first { $0.number == stream }
      return track.flatMap { Int(exactly: $0.sampleRate) }.flatMap { $0 > 0 ? $0 : nil }
    }
  }

  extension Double {
    /// A time in seconds as the encoder reads it, to the microsecond: it knows no exponents.
    var inSeconds: String { String(format: "%.6f", self) }
  }
#endif

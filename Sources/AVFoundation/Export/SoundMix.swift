#if Media
  import CoreMedia
  import Foundation

  /// The sound of an asset's times, as inputs and filters of the encoder: parts at their times, added up.
  struct SoundMix {
    /// A part of a file's sound.
    private struct Part {
      let path: String
      let stream: Int
      /// The times of the source, in seconds.
      let start: Double
      let length: Double
      /// When it is heard, in seconds of the result.
      let delay: Double
      /// How much faster it is heard than in its source.
      let tempo: Double
      let volume: Double
    }

    private let parts: [Part]
    private let length: Double

    /// The sound of an asset; nil without any.
    init?(_ asset: AVAsset, _ range: CMTimeRange) throws {
      var parts: [Part] = []
      for track in asset.tracks(withMediaType: .audio) where track.isEnabled {
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
            start: start.seconds,
            length: length,
            delay: CMTimeSubtract(heard.start, range.start).seconds,
            tempo: length / heard.duration.seconds,
            volume: Double(track.preferredVolume)
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

    /// The arguments that open the parts.
    var inputs: [String] {
      parts.flatMap { ["-ss", String($0.start), "-t", String($0.length), "-i", "file:\($0.path)"] }
    }

    /// The arguments that add the parts up, which are inputs from a number on.
    func filters(firstInput: Int) -> [String] {
      var chains: [String] = []
      for (index, part) in parts.enumerated() {
        var filters = ["aresample=async=1:first_pts=0"]
        // A filter changes the tempo by at most 2 and at least half.
        var tempo = part.tempo
        while tempo > 2 {
          filters.append("atempo=2")
          tempo /= 2
        }
        while tempo < 0.5 {
          filters.append("atempo=0.5")
          tempo *= 2
        }
        if tempo != 1 { filters.append("atempo=\(tempo)") }
        if part.volume != 1 { filters.append("volume=\(part.volume)") }
        if part.delay > 0 { filters.append("adelay=\(Int((part.delay * 1000).rounded())):all=1") }
        chains.append("[\(firstInput + index):\(part.stream)]\(filters.joined(separator: ","))[s\(index)]")
      }
      let names = parts.indices.map { "[s\($0)]" }.joined()
      let sum = parts.count > 1 ? "amix=inputs=\(parts.count):normalize=0:dropout_transition=0," : ""
      chains.append("\(names)\(sum)apad,atrim=duration=\(length)[sound]")
      return ["-filter_complex", chains.joined(separator: ";"), "-map", "[sound]"]
    }
  }
#endif

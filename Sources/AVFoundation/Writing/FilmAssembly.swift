#if Media
  import CoreMedia
  import Foundation
  import StrataFilm

  /// The tracks of a film, and the file that is made of them.
  struct FilmAssembly {
    /// A film of one track, encoded already.
    struct Pictures {
      let file: OutputFile
      /// When the first picture is shown, from the start of the session.
      let first: CMTime
      /// When the last one ends.
      let end: CMTime
      /// The time of the last picture, which may lie beyond the end.
      let last: CMTime
      let count: Int
      let timescale: Int
      let codec: TimedFilm.Codec
    }

    /// Levels, from the start of the session.
    struct Sound {
      let file: OutputFile
      /// The words that say what they are.
      let input: [String]
      /// The options of the encoder; nil keeps the levels.
      let encoder: [String]?
      let seconds: Double
    }

    /// A track of the file, in the order of the inputs.
    struct Track {
      let content: Content
      /// The transform of pictures.
      let transform: CGAffineTransform
      /// The units of a second in which the track counts; nil takes what its times need.
      let timescale: CMTimeScale?
    }

    /// What a track holds.
    enum Content {
      case pictures(Pictures)
      case sound(Sound)
    }

    let tracks: [Track]
    let container: String
    let isFast: Bool

    /// Makes the file; it is there when it is complete, or not at all.
    func write(to url: URL, _ cancellation: ExportCancellation) throws {
      let output = try OutputFile(url)
      try FilmTool.run(words + [output.temporary.path], inputs: [], cancellation)
      try MovieTable.set(facts, ofFile: output.temporary.path)
      try output.synchronize()
      if cancellation.isCancelled { throw ExportError.cancelled }
      guard !FileManager.default.fileExists(atPath: url.path) else {
        throw AVError(.fileAlreadyExists, "\(url.path): the file exists already")
      }
      try output.finish(cancellation)
    }

    /// The units of a second of the movie, in which its tracks have their lengths.
    private var timescale: Int {
      tracks.reduce(1) { units, track in
        guard case .pictures(let pictures) = track.content else { return units }
        let own = track.timescale.map { Int($0) } ?? pictures.timescale
        let shared = units / Self.divisor(units, own) * own
        return shared <= Int(PictureTimes.scale) ? shared : Int(PictureTimes.scale)
      }
    }

    private static func divisor(_ a: Int, _ b: Int) -> Int { b == 0 ? a : divisor(b, a % b) }

    private var movieScale: Int { timescale == 1 ? 48_000 : timescale }

    /// The words of the encoder, which copies pictures and encodes sound.
    private var words: [String] {
      var (inputs, maps) = ([String](), [String]())
      var (videos, sounds) = (0, 0)
      for (index, track) in tracks.enumerated() {
        maps += ["-map", "\(index):0"]
        switch track.content {
        case .pictures(let pictures):
          inputs += ["-i", pictures.file.temporary.path]
          maps += ["-c:v:\(videos)", "copy", "-bsf:v:\(videos)", pictures.lengths(in: timescale)]
          if pictures.codec == .hevc { maps += ["-tag:v:\(videos)", "hvc1"] }
          videos += 1
        case .sound(let sound):
          inputs += sound.input + ["-i", sound.file.temporary.path]
          for (index, word) in (sound.encoder ?? ["-c:a", "copy"]).enumerated() {
            // Options are for this track alone.
            let option = word.hasSuffix(":a") ? word : word + ":a"
            maps.append(index % 2 == 0 ? "\(option):\(sounds)" : word)
          }
          sounds += 1
        }
      }
      var words = ["-copyts"] + inputs + maps + ["-movie_timescale", String(movieScale)]
      if videos > 0 { words += ["-video_track_timescale", String(timescale)] }
      if isFast { words += ["-movflags", "+faststart"] }
      return words + ["-f", container]
    }

    /// What the table of the file says of the tracks.
    private var facts: [MovieTable.Track] {
      tracks.map { track in
        let (matrix, scale) = (track.transform, Double(movieScale))
        switch track.content {
        case .pictures(let pictures):
          let (first, end) = (pictures.first.seconds * scale, pictures.end.seconds * scale)
          return MovieTable.Track(
            duration: max(Int(end.rounded()) - Int(first.rounded()), 0),
            transform: [matrix.a, matrix.b, matrix.c, matrix.d, matrix.tx, matrix.ty].map { Double($0) }
          )
        case .sound(let sound):
          return MovieTable.Track(duration: Int((sound.seconds * scale).rounded()), transform: nil)
        }
      }
    }
  }

  extension FilmAssembly.Pictures {
    /// The filter of packets that gives the last one the length that makes the track as long as the film is shown: times
    /// say how long the others are.
    ///
    /// - Parameter timescale: The units of a second in which the filter finds the times: those of the file that is made.
    /// - Returns: The filter in the words of the encoder.
    fileprivate func lengths(in timescale: Int) -> String {
      let length = Double(PictureTimes.microseconds(end) - PictureTimes.microseconds(first))
      let units = Int((length / Double(PictureTimes.scale) * Double(timescale)).rounded())
      return "setts=pts=PTS:dts=DTS:duration='if(eq(N,\(count - 1)),max(1,\(units)-DTS+STARTDTS),1)'"
    }
  }
#endif

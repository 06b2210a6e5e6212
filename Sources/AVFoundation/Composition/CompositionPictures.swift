#if Media
  import CoreGraphics
  import CoreMedia
  import Foundation
  import StrataMedia

  /// The pictures of a composition as it was when they were opened, without a video composition.
  final class CompositionPictures: TimedPictures {
    let presentationSize: CGSize
    private let tracks: [TrackPictures]

    init(_ composition: AVComposition) throws(AVError) {
      presentationSize = composition.pictureSize
      tracks = try TrackPictures.all(of: composition)
    }

    /// The bits of a number that are a frame's, and those of a part; a track's are above.
    private static let (frameBits, partBits) = (28, 20)

    /// The number of the picture of a time: at the end and later, that of the last one.
    func number(at time: CMTime) -> Int? {
      let shown = tracks.shown(at: time)
      for (index, track) in tracks.enumerated() {
        guard let place = track.place(at: shown) else { continue }
        return index << (Self.frameBits + Self.partBits) | place.part << Self.frameBits | place.frame
      }
      return nil
    }

    func number(atSeconds seconds: Double) -> Int? {
      guard seconds.isFinite else { return nil }
      // A binary fraction is seldom the time of a frame: one that is less than a microsecond before it shows it.
      return number(at: CMTime(seconds: seconds + 1e-6, preferredTimescale: AVPlayer.timescale))
    }

    private func parts(of number: Int) -> (track: TrackPictures, part: Int, frame: Int) {
      let part = number >> Self.frameBits & (1 << Self.partBits - 1)
      return (tracks[number >> (Self.frameBits + Self.partBits)], part, number & (1 << Self.frameBits - 1))
    }

    func time(ofPicture number: Int) -> CMTime {
      let (track, part, frame) = parts(of: number)
      return track.time(part, frame)
    }

    func number(after number: Int) -> Int? {
      let (track, part, frame) = parts(of: number)
      return track.hasFrame(part, frame + 1) ? number + 1 : nil
    }

    func makePicture(_ number: Int) throws(AVError) -> CGImage? {
      let (track, part, frame) = parts(of: number)
      return try track.picture(part, frame)
    }

    func picture(_ number: Int) -> CGImage? { try? makePicture(number) }
    func cheapTime(near time: CMTime, before: CMTime, after: CMTime) -> CMTime? { nil }
    func rest() { for track in tracks { track.rest() } }
  }
#endif

#if Media
  import CoreGraphics
  import CoreMedia
  import Foundation
  import StrataMedia

  /// The pictures of a composition as it was when they were opened, without a video composition.
  final class CompositionPictures: TimedPictures {
    let presentationSize: CGSize
    private let tracks: [TrackPictures]
    private let failures = FirstFailure()

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

    /// The time from which a picture is seen: tracks in front may cover the frame when it begins.
    func time(ofPicture number: Int) -> CMTime {
      let (track, part, frame) = parts(of: number)
      var time = track.time(part, frame)
      while let end = endOfCover(of: number, at: time), end > time { time = end }
      return time
    }

    /// The end of the part of a track in front that covers a picture at a time; nil if none does.
    private func endOfCover(of number: Int, at time: CMTime) -> CMTime? {
      for track in tracks[..<(number >> (Self.frameBits + Self.partBits))] {
        if let place = track.place(at: time) { return track.times(of: place.part).end }
      }
      return nil
    }

    /// The next frame of the part or what covers it, or what follows the part: the end of a part is a cut or an empty time.
    func number(after number: Int) -> Int? {
      let (track, part, frame) = parts(of: number)
      if track.hasFrame(part, frame + 1) {
        let time = track.time(part, frame + 1)
        return endOfCover(of: number, at: time) == nil ? number + 1 : self.number(at: time)
      }
      var time = track.times(of: part).end
      let end = tracks.reduce(CMTime.zero) { CMTimeMaximum($0, $1.end) }
      while time < end {
        if let next = self.number(at: time) { return next }
        guard let later = tracks.compactMap({ $0.cut(after: time) }).min() else { break }
        time = later
      }
      return nil
    }

    /// The frame before in the part or what covers it, or what is shown before the part.
    func number(before number: Int) -> Int? {
      let (track, part, frame) = parts(of: number)
      let seen = time(ofPicture: number)
      if seen > track.time(part, frame) { return self.number(at: seen.justBefore) }
      if track.hasFrame(part, frame - 1) {
        // A track in front may cover the frame before until this one begins.
        return self.time(ofPicture: number - 1) < seen ? number - 1 : self.number(at: seen.justBefore)
      }
      var time = track.times(of: part).start
      while time > .zero {
        if let previous = self.number(at: time.justBefore) { return previous }
        guard let earlier = tracks.compactMap({ $0.cut(before: time) }).max() else { break }
        time = earlier
      }
      return nil
    }

    func makePicture(_ number: Int) throws(AVError) -> CGImage? {
      let (track, part, frame) = parts(of: number)
      return try track.picture(part, frame)
    }

    func picture(_ number: Int) -> CGImage? { failures.log { try makePicture(number) } }
    func cheapTime(near time: CMTime, before: CMTime, after: CMTime) -> CMTime? { nil }
    func rest() { for track in tracks { track.rest() } }
  }
#endif

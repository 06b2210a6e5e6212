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

    func number(at time: CMTime) -> Int? {
      for (index, track) in tracks.enumerated() {
        guard let place = track.place(at: time) else { continue }
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

  /// The pictures of one video track of an asset.
  final class TrackPictures: Sendable {
    let trackID: CMPersistentTrackID
    /// What turns a picture of the track, before it is upright, upright.
    let transform: CGAffineTransform
    private let list: SegmentList
    private let clips: [URL: VideoClip]

    /// The enabled video tracks of an asset.
    static func all(of asset: AVAsset) throws(AVError) -> [TrackPictures] {
      var pictures: [TrackPictures] = []
      for track in asset.tracks(withMediaType: .video) where track.isEnabled {
        pictures.append(try TrackPictures(track))
      }
      return pictures
    }

    init(_ track: AVAssetTrack) throws(AVError) {
      (trackID, transform) = (track.trackID, track.preferredTransform)
      var list = SegmentList()
      if let track = track as? AVCompositionTrack {
        list = track.parts
      } else if let file = track.file {
        let range =
          track.timeRange.duration.isNumeric
          ? track.timeRange : CMTimeRange(start: .zero, duration: CMTime(value: 86_400, timescale: 1))
        list.insert(
          TrackSource(file: file, trackID: track.trackID, stream: track.streamNumber),
          range,
          at: .zero
        )
      }
      var clips: [URL: VideoClip] = [:]
      for part in list.parts {
        guard let file = part.source?.file, clips[file.url] == nil else { continue }
        clips[file.url] = try file.makeClip()
      }
      (self.list, self.clips) = (list, clips)
    }

    private func clip(_ part: Int) -> VideoClip? { list.parts[part].source.flatMap { clips[$0.file.url] } }

    /// The part and the frame that a time shows; nil shows nothing.
    func place(at time: CMTime) -> (part: Int, frame: Int)? {
      guard let part = list.part(at: time), let clip = clip(part),
        let frame = clip.frameNumber(at: list.parts[part].sourceTime(at: time))
      else { return nil }
      return (part, frame)
    }

    /// The picture that a time shows, upright.
    func picture(at time: CMTime) throws(AVError) -> CGImage? {
      guard let place = place(at: time) else { return nil }
      return try picture(place.part, place.frame)
    }

    func picture(_ part: Int, _ frame: Int) throws(AVError) -> CGImage? { try clip(part)?.makePicture(frame) }

    /// The time at which a frame of a part begins.
    func time(_ part: Int, _ frame: Int) -> CMTime {
      guard let clip = clip(part) else { return .invalid }
      let (entry, time) = (list.parts[part], clip.displayTime(ofFrame: frame))
      let mapped = CMTimeMapTimeFromRangeToRange(time, fromRange: entry.from, toRange: entry.target)
      return CMTimeMaximum(mapped, entry.target.start)
    }

    /// True if a part shows a frame.
    func hasFrame(_ part: Int, _ frame: Int) -> Bool {
      guard let clip = clip(part), frame < clip.frameCount else { return false }
      return clip.displayTime(ofFrame: frame) < list.parts[part].from.end
    }

    func rest() { for clip in clips.values { clip.rest() } }
  }
#endif

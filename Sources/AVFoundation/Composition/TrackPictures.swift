#if Media
  import CoreGraphics
  import CoreMedia
  import Foundation
  import StrataMedia
  import StrataRaster

  /// The pictures of one video track of an asset.
  final class TrackPictures: Sendable {
    /// A frame of a file, upright by the transform of the file.
    struct Picture {
      let image: CGImage
      /// What brings the picture back to how it lies in the file, in pixels from the upper left corner.
      let toNatural: CGAffineTransform
    }

    /// A stream of a file whose frames are shown.
    private struct Source: Sendable {
      let clip: VideoClip
      let toNatural: CGAffineTransform

      init(_ source: TrackSource) throws(AVError) {
        clip = try source.file.makeClip()
        let stream = try source.file.list().tracks.first { $0.number == source.stream }
        toNatural = AVAssetTrack(stream, of: nil).preferredTransform.inverted()
      }
    }

    let trackID: CMPersistentTrackID
    /// What turns the pictures of the track upright.
    private let transform: CGAffineTransform
    private let list: SegmentList
    private let sources: [URL: Source]
    /// The files that were shown last, the last one at the end; only these decode.
    private let recent = Locked<[URL]>([])
    /// Two files meet at a cut; a third one may be shown in between.
    private static let mostRecent = 3

    /// The end of the last part.
    var end: CMTime { list.duration }

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
      var sources: [URL: Source] = [:]
      for part in list.parts {
        guard let source = part.source, sources[source.file.url] == nil else { continue }
        sources[source.file.url] = try Source(source)
      }
      (self.list, self.sources) = (list, sources)
    }

    private func source(_ part: Int) -> Source? { list.parts[part].source.flatMap { sources[$0.file.url] } }

    /// The part and the frame that a time shows; nil shows nothing.
    func place(at time: CMTime) -> (part: Int, frame: Int)? {
      guard let part = list.part(at: time), let clip = source(part)?.clip,
        let frame = clip.frameNumber(at: list.parts[part].sourceTime(at: time))
      else { return nil }
      return (part, frame)
    }

    /// The frame that a time shows.
    func picture(at time: CMTime) throws(AVError) -> Picture? {
      guard let place = place(at: time), let source = source(place.part),
        let image = try image(place.part, place.frame)
      else { return nil }
      return Picture(image: image, toNatural: source.toNatural)
    }

    /// A frame of a part as the track shows it: under the transform of the track.
    func picture(_ part: Int, _ frame: Int) throws(AVError) -> CGImage? {
      guard let source = source(part), let image = try image(part, frame) else { return nil }
      return image.turned(by: source.toNatural.concatenating(transform))
    }

    /// A frame of a part as it lies in its file.
    func naturalPicture(_ part: Int, _ frame: Int) throws(AVError) -> CGImage? {
      guard let source = source(part), let image = try image(part, frame) else { return nil }
      return image.turned(by: source.toNatural)
    }

    /// The frames of the track in their order, from a time on: the first is the one that the time shows, or the next one.
    func places(from start: CMTime) -> [(part: Int, frames: Range<Int>)] {
      list.parts.indices.compactMap { part in
        guard let clip = source(part)?.clip, case let entry = list.parts[part], entry.target.end > start
        else {
          return nil
        }
        let first = clip.frameNumber(at: entry.sourceTime(at: CMTimeMaximum(start, entry.target.start))) ?? 0
        // The frame at the very end belongs to what follows.
        var last = clip.frameNumber(at: entry.from.end) ?? -1
        if last >= 0, clip.displayTime(ofFrame: last) >= entry.from.end { last -= 1 }
        return last >= first ? (part, first..<last + 1) : nil
      }
    }

    /// The clip of a track that is one part, from the start of its file on; nil for other tracks.
    var onlyClip: VideoClip? {
      guard list.parts.count == 1, list.parts[0].from == list.parts[0].target else { return nil }
      return list.parts[0].target.start == .zero ? source(0)?.clip : nil
    }

    /// The end of a frame of a part, at the latest that of the part.
    func endTime(_ part: Int, _ frame: Int) -> CMTime {
      let (entry, clip) = (list.parts[part], source(part)?.clip)
      let end = clip?.endTime(ofFrame: frame) ?? .invalid
      guard end.isNumber else { return entry.target.end }
      let mapped = CMTimeMapTimeFromRangeToRange(end, fromRange: entry.from, toRange: entry.target)
      return CMTimeMinimum(mapped, entry.target.end)
    }

    private func image(_ part: Int, _ frame: Int) throws(AVError) -> CGImage? {
      guard let entry = list.parts[part].source, let clip = sources[entry.file.url]?.clip else { return nil }
      note(entry)
      return try clip.makePicture(frame)
    }

    /// The time at which a frame of a part begins.
    func time(_ part: Int, _ frame: Int) -> CMTime {
      guard let clip = source(part)?.clip else { return .invalid }
      let (entry, time) = (list.parts[part], clip.displayTime(ofFrame: frame))
      let mapped = CMTimeMapTimeFromRangeToRange(time, fromRange: entry.from, toRange: entry.target)
      return CMTimeMaximum(mapped, entry.target.start)
    }

    /// True if a part shows a frame.
    func hasFrame(_ part: Int, _ frame: Int) -> Bool {
      guard let clip = source(part)?.clip, frame < clip.frameCount else { return false }
      let from = list.parts[part].from
      return frame >= clip.frameNumber(at: from.start) ?? 0 && clip.displayTime(ofFrame: frame) < from.end
    }

    /// The times of the track that a part fills.
    func times(of part: Int) -> CMTimeRange { list.parts[part].target }

    /// The first start of a part after a time; nil if there is none.
    func cut(after time: CMTime) -> CMTime? { list.parts.lazy.map(\.target.start).first { $0 > time } }

    /// The last start of a part before a time; nil if there is none.
    func cut(before time: CMTime) -> CMTime? { list.parts.lazy.map(\.target.start).last { $0 < time } }

    func rest() { for source in sources.values { source.clip.rest() } }

    /// Notes that a file is shown, and ends the decoder of the one that was not for the longest time.
    private func note(_ source: TrackSource) {
      let url = source.file.url
      let oldest = recent.withLock { recent -> URL? in
        guard recent.last != url else { return nil }
        recent.removeAll { $0 == url }
        recent.append(url)
        return recent.count > Self.mostRecent ? recent.removeFirst() : nil
      }
      if let oldest { sources[oldest]?.clip.rest() }
    }
  }

  extension Sequence<TrackPictures> {
    /// The time whose pictures a time shows: at the end of all tracks and later, the last one before it.
    func shown(at time: CMTime) -> CMTime {
      let end = reduce(CMTime.zero) { CMTimeMaximum($0, $1.end) }
      return time.isNumber && end > .zero ? CMTimeMinimum(time, end.justBefore) : time
    }
  }

  extension CGImage {
    /// The image under a transform in pixels from the upper left corner, whose result is moved to the corner.
    func turned(by transform: CGAffineTransform) -> CGImage {
      let box = CGRect(x: 0, y: 0, width: width, height: height).applying(transform)
      let isDrawable = box.width >= 0.5 && box.height >= 0.5 && box.width <= 16384 && box.height <= 16384
      guard isDrawable, box.minX.isFinite, box.minY.isFinite else { return self }
      let (columns, rows) = (Int(box.width.rounded()), Int(box.height.rounded()))
      let place = transform.concatenating(CGAffineTransform(translationX: -box.minX, y: -box.minY))
      let isSame = columns == width && rows == height && place.isNearlyIdentity
      guard !isSame else { return self }
      let pixels = PixelBuffer(width: columns, height: rows, format: .rgba8)
      let context = CGContext(pixels: pixels)
      if place.keepsPixels { context.interpolationQuality = .none }
      // Rows are counted from the top here, and from the bottom in contexts.
      context.concatenate(CGAffineTransform(a: 1, b: 0, c: 0, d: -1, tx: 0, ty: CGFloat(rows)))
      context.concatenate(place)
      context.concatenate(CGAffineTransform(a: 1, b: 0, c: 0, d: -1, tx: 0, ty: CGFloat(height)))
      context.draw(self, in: CGRect(x: 0, y: 0, width: width, height: height))
      return CGImage(pixels: pixels)
    }
  }

  extension CGAffineTransform {
    /// True if the transform moves no pixel of a picture.
    fileprivate var isNearlyIdentity: Bool {
      abs(a - 1) < 1e-6 && abs(b) < 1e-6 && abs(c) < 1e-6 && abs(d - 1) < 1e-6
    }

    /// True for quarter turns and reflections, which put pixels onto pixels.
    fileprivate var keepsPixels: Bool {
      [a, b, c, d].allSatisfy { abs($0) < 1e-6 || abs(abs($0) - 1) < 1e-6 }
    }
  }
#endif

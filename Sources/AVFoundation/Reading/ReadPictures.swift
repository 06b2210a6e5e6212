#if Media
  import CoreGraphics
  import CoreMedia
  import CoreVideo
  import Foundation
  import StrataFilm
  import StrataMedia
  import StrataRaster

  /// The pictures of an output, in the order of their times.
  final class ReadPictures: SampleFeed {
    /// A picture that is not decoded yet.
    private struct Entry {
      let time: CMTime
      let end: CMTime
      let make: () throws(AVError) -> CVPixelBuffer?
    }

    private let range: CMTimeRange
    private let advance: () throws(AVError) -> Entry?

    private init(_ range: CMTimeRange, _ advance: @escaping () throws(AVError) -> Entry?) {
      (self.range, self.advance) = (range, advance)
    }

    func next() throws(AVError) -> CMSampleBuffer? {
      while let entry = try advance() {
        guard !range.duration.isNumeric || entry.time < range.end else { return nil }
        let hasEnd = entry.end.isNumber && entry.end > entry.time
        guard !hasEnd || entry.end > range.start, let buffer = try entry.make() else { continue }
        var timing = CMSampleTimingInfo()
        timing.presentationTimeStamp = CMTimeMaximum(entry.time, range.start)
        if hasEnd {
          let end = range.duration.isNumeric ? CMTimeMinimum(entry.end, range.end) : entry.end
          timing.duration = CMTimeSubtract(end, timing.presentationTimeStamp)
        }
        return try? CMSampleBuffer(
          imageBuffer: buffer,
          formatDescription: CMFormatDescription(imageBuffer: buffer),
          sampleTiming: timing
        )
      }
      return nil
    }

    // MARK: Settings

    /// The format of the buffers of an output.
    private struct Format {
      let type: OSType
      /// The size to scale pictures to, in pixels; nil leaves theirs.
      let size: (width: Int, height: Int)?

      init(_ values: [String: Any]) throws(SettingProblem) {
        var reader = SettingReader(values, "settings of video")
        type =
          try reader.integer(kCVPixelBufferPixelFormatTypeKey as String, 0...Int(UInt32.max)).map {
            OSType($0)
          }
          ?? kCVPixelFormatType_32BGRA
        guard CVPixelBuffer.imageFormats.contains(type) else {
          throw reader.problem("kCVPixelBufferPixelFormatTypeKey", "is \(type), which is not made")
        }
        let width = try reader.integer(kCVPixelBufferWidthKey as String, 1...16384)
        let height = try reader.integer(kCVPixelBufferHeightKey as String, 1...16384)
        size = width.flatMap { width in height.map { (width, $0) } }
        // What buffers are for has no effect.
        for key in [
          kCVPixelBufferIOSurfacePropertiesKey, kCVPixelBufferMetalCompatibilityKey,
          kCVPixelBufferOpenGLCompatibilityKey, kCVPixelBufferOpenGLESCompatibilityKey,
          kCVPixelBufferCGImageCompatibilityKey, kCVPixelBufferCGBitmapContextCompatibilityKey,
        ] { reader.accept(key as String) }
        try reader.checkAllAsked()
      }

      /// A buffer of a picture.
      func buffer(_ image: CGImage) throws(AVError) -> CVPixelBuffer {
        let whole = size ?? (image.width, image.height)
        let pixels = PictureScaling.resize.pixels(of: image, in: whole)
        guard let buffer = CVPixelBuffer.make(of: CGImage(pixels: pixels), format: type) else {
          throw AVError(.outOfMemory, "there is no memory for a picture")
        }
        return buffer
      }
    }

    /// Returns why settings cannot be used; nil if they can.
    static func problem(_ values: [String: Any]) -> String? {
      do throws(SettingProblem) {
        _ = try Format(values)
        return nil
      } catch {
        return error.reason
      }
    }

    private static func format(_ values: [String: Any]) throws(AVError) -> Format {
      do throws(SettingProblem) { return try Format(values) } catch { throw AVError(.unknown, error.reason) }
    }

    // MARK: Sources

    /// Opens the pictures of a track as they lie in the file.
    static func open(
      _ track: AVAssetTrack,
      _ settings: [String: Any],
      _ range: CMTimeRange,
      _ cancellation: ExportCancellation
    ) throws(AVError) -> ReadPictures {
      let format = try format(settings)
      let pictures = try TrackPictures(track)
      if let clip = pictures.onlyClip {
        // The file may not say how long its last frame is; the track does.
        let trackEnd = track.timeRange.end
        func end(_ frame: Int) -> CMTime {
          let end = clip.endTime(ofFrame: frame)
          return frame + 1 == clip.frameCount && trackEnd.isNumber ? CMTimeMaximum(end, trackEnd) : end
        }
        let first = clip.frameNumber(at: range.start) ?? 0
        if let planes = try ReadPlanes(clip, format.type, format.size, from: first, cancellation) {
          return ReadPictures(range) { () throws(AVError) in
            guard let (frame, make) = try planes.next() else { return nil }
            return Entry(time: clip.displayTime(ofFrame: frame), end: end(frame), make: make)
          }
        }
        return frames([(0, first..<max(clip.frameCount, first))], pictures, format, range) { _, frame in
          (clip.displayTime(ofFrame: frame), end(frame))
        }
      }
      return frames(pictures.places(from: range.start), pictures, format, range) { part, frame in
        (pictures.time(part, frame), pictures.endTime(part, frame))
      }
    }

    /// Reads frames of parts of a track.
    private static func frames(
      _ places: [(part: Int, frames: Range<Int>)],
      _ pictures: TrackPictures,
      _ format: Format,
      _ range: CMTimeRange,
      times: @escaping (Int, Int) -> (start: CMTime, end: CMTime)
    ) -> ReadPictures {
      var all = places.lazy.flatMap { place in place.frames.lazy.map { (place.part, $0) } }.makeIterator()
      return ReadPictures(range) {
        guard let (part, frame) = all.next() else { return nil }
        let (start, end) = times(part, frame)
        return Entry(time: start, end: end) { () throws(AVError) in
          try pictures.naturalPicture(part, frame).map { (image) throws(AVError) in try format.buffer(image) }
        }
      }
    }

    /// Opens the pictures of a video composition.
    static func open(
      _ pictures: ComposedPictures,
      frame: CMTime,
      _ settings: [String: Any],
      _ range: CMTimeRange
    ) throws(AVError) -> ReadPictures {
      let format = try format(settings)
      var number = pictures.number(at: range.start)
      return ReadPictures(range) {
        guard let current = number else { return nil }
        number = pictures.number(after: current)
        let time = pictures.time(ofPicture: current)
        return Entry(time: time, end: CMTimeAdd(time, frame)) { () throws(AVError) in
          try pictures.makePicture(current).map { (image) throws(AVError) in try format.buffer(image) }
        }
      }
    }
  }
#endif

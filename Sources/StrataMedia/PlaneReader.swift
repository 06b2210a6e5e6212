#if Media
  package import CoreMedia
  package import StrataRaster

  /// How a film's luma and chroma stand for colours.
  package struct PlaneColors: Sendable, Equatable {
    /// The shares of red and blue in luma.
    package let red: Double
    package let blue: Double
    /// True for levels 0 to 255; false for luma 16 to 235 and chroma 16 to 240.
    package let isFullRange: Bool
    /// What the film itself says of its colours, in the words of an encoder's options.
    package let tags: [String]

    init(_ colors: StreamColors) {
      // Red, green and blue are converted to the matrix of high definition.
      (red, blue) = (colors.matrix ?? .itu709).weights
      isFullRange = colors.matrix != nil && colors.isFullRange
      tags =
        colors.matrix == nil
        ? ["-colorspace", "bt709", "-color_primaries", "bt709", "-color_trc", "iec61966-2-1"] : colors.tags
    }
  }

  /// Reads the frames of a clip in order, as planes of luma and halved chroma.
  ///
  /// - Thread: One.
  package final class PlaneReader: @unchecked Sendable {  // One thread reads.
    private let index: ClipIndex
    private let timeout: Double
    private let isCancelled: () -> Bool
    private var decoder: FrameDecoder
    /// The frame before the next one.
    private var last: Int
    /// How many decoders began after the first frame.
    private var misses = 0
    /// True once the decoder gave a frame at or before the first one.
    private var isUnderway = false

    /// Starts a decoder of its own for a clip.
    ///
    /// - Parameters:
    ///   - clip: The clip.
    ///   - first: The first frame to read; the decoder starts at the keyframe before it.
    ///   - timeout: How long the decoder may take for a frame, in seconds.
    ///   - isCancelled: Ends the reading when it returns true.
    /// - Throws: ``MediaError``.
    package init(
      _ clip: VideoClip,
      from first: Int = 0,
      timeout: Double = 30,
      isCancelled: @escaping () -> Bool = { false }
    ) throws(MediaError) {
      (index, self.timeout, self.isCancelled, last) = (clip.index, timeout, isCancelled, first - 1)
      decoder = try Self.decoder(clip.index, from: first, misses: 0, timeout: timeout)
    }

    private static func decoder(
      _ index: ClipIndex,
      from first: Int,
      misses: Int,
      timeout: Double
    ) throws(MediaError) -> FrameDecoder {
      let start = index.start(for: first, misses: misses)
      return try FrameDecoder(index, from: start, writingAllFrom: first, timeout: timeout, format: .planes)
    }

    private func startEarlier() throws(MediaError) {
      misses += 1
      decoder = try Self.decoder(index, from: last + 1, misses: misses, timeout: timeout)
    }

    /// Reads the next frame of the table; nil after the last one, and when the reading was cancelled.
    ///
    /// The bytes stay until the next call.
    ///
    /// - Returns: The number of the frame, and its planes without gaps: luma, blue and red chroma.
    /// - Throws: ``MediaError`` if frames of the table cannot be decoded.
    package func next() throws(MediaError) -> (number: Int, bytes: UnsafeRawBufferPointer)? {
      while !isCancelled() {
        guard let frame = try decoder.next() else {
          if isUnderway || decoder.startsAtBeginning { break }
          // The decoder began after the last frame.
          try startEarlier()
          continue
        }
        guard let number = index.frame(atExactly: frame.time) else { continue }
        if !isUnderway, !decoder.startsAtBeginning {
          // Frames before the first keyframe lack what they refer to, unless nothing was cut off before them.
          guard frame.isKey || number == 0 else { continue }
          guard number <= last + 1 else {
            try startEarlier()
            continue
          }
        }
        isUnderway = true
        guard number > last else { continue }
        last = number
        return (number, frame.bytes)
      }
      guard !isCancelled(), last < index.times.count - 1 else { return nil }
      let time = index.time(of: last + 1).seconds
      throw .missingFrame(path: index.path, time: time, reason: decoder.reasonOfEnd())
    }
  }

  extension VideoClip {
    /// What the film says of luma and halved chroma of eight bits, which a ``PlaneReader`` reads as they are; nil for a film of other
    /// levels, with alpha, that is turned, or whose pixels are not square.
    package var plainPlanes: (matrix: YCbCrMatrix, siting: ChromaSiting, isFullRange: Bool)? {
      let stream = index.stream
      guard stream.hasPlainPlanes, stream.size == stream.codedSize, let matrix = stream.colors.matrix else {
        return nil
      }
      return (matrix, stream.colors.siting, stream.colors.isFullRange)
    }

    /// The end of a frame: the time of the next one, or the end of the film as far as its packets say.
    package func endTime(ofFrame number: Int) -> CMTime {
      number + 1 < index.times.count ? index.time(of: number + 1) : index.duration
    }

    /// How the planes of a ``PlaneReader`` stand for colours.
    package var planeColors: PlaneColors { PlaneColors(index.stream.colors) }

    /// The width of a pixel, if its height is 1.
    package var pixelAspect: Double { index.stream.pixelAspect }

    /// Frames per second on average; 0 if that is not known.
    package var averageFrameRate: Double { index.stream.frameRate }

    /// The bytes of the planes of a frame.
    package var planeByteCount: Int { FrameFormat.planes.byteCount(index.stream.size) }
  }
#endif

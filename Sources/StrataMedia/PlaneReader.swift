#if Media
  import CoreMedia
  import StrataRaster

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

  /// Reads all frames of a clip in order, as planes of luma and halved chroma.
  ///
  /// - Thread: One.
  package final class PlaneReader: @unchecked Sendable {  // One thread reads.
    private let index: ClipIndex
    private let decoder: FrameDecoder
    private var last = -1

    /// Starts a decoder of its own for a clip.
    ///
    /// - Throws: ``MediaError``.
    package init(_ clip: VideoClip, timeout: Double = 30) throws(MediaError) {
      index = clip.index
      decoder = try FrameDecoder(clip.index, from: nil, timeout: timeout, format: .planes)
    }

    /// Reads the next frame of the table; nil after the last one.
    ///
    /// The bytes stay until the next call.
    ///
    /// - Returns: The number of the frame, and its planes without gaps: luma, blue and red chroma.
    /// - Throws: ``MediaError`` if frames of the table cannot be decoded.
    package func next() throws(MediaError) -> (number: Int, bytes: UnsafeRawBufferPointer)? {
      while let frame = try decoder.next() {
        guard let number = index.frame(atExactly: frame.time), number > last else { continue }
        last = number
        return (number, frame.bytes)
      }
      guard last < index.times.count - 1 else { return nil }
      let time = index.time(of: last + 1).seconds
      throw .missingFrame(path: index.path, time: time, reason: decoder.reasonOfEnd())
    }
  }

  extension VideoClip {
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

#if Media
  import StrataFilm

  /// Planes in 4:2:0 whose last row or column is doubled, for encoders of even sides.
  ///
  /// Filters of the encoder would paint over the last samples of chroma, which an odd size shares with what is beyond it.
  package struct PlanePadding {
    private let width: Int
    private let height: Int
    private let padded: (width: Int, height: Int)

    /// - Parameters:
    ///   - width: The width of the frames, in pixels.
    ///   - height: Their height, in pixels.
    ///   - padded: The size to give them, in pixels: the same one, or with even sides.
    package init(width: Int, height: Int, to padded: (width: Int, height: Int)) {
      (self.width, self.height, self.padded) = (width, height, padded)
    }

    /// True if frames have another size afterwards.
    var isNeeded: Bool { padded != (width, height) }

    /// The stream of the padded frames.
    var stream: TimedFrameStream {
      TimedFrameStream(
        width: padded.width,
        height: padded.height,
        frameByteCount: padded.width * padded.height + 2 * chromaCount,
        layout: .planes
      )
    }

    /// The samples of a plane of chroma, which are as many as before.
    private var chromaCount: Int { (width + 1) / 2 * ((height + 1) / 2) }

    /// Copies a frame with what is missing.
    package func pad(_ frame: UnsafeRawBufferPointer, into target: UnsafeMutableRawBufferPointer) {
      for y in 0..<padded.height {
        let (from, to) = (min(y, height - 1) * width, y * padded.width)
        let row = UnsafeMutableRawBufferPointer(rebasing: target[to..<to + padded.width])
        row.copyMemory(from: UnsafeRawBufferPointer(rebasing: frame[from..<from + width]))
        if padded.width > width { row[width] = row[width - 1] }
      }
      let (from, to) = (width * height, padded.width * padded.height)
      let chroma = UnsafeRawBufferPointer(rebasing: frame[from..<from + 2 * chromaCount])
      UnsafeMutableRawBufferPointer(rebasing: target[to...]).copyMemory(from: chroma)
    }
  }
#endif

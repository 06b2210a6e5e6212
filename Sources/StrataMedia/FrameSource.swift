#if Media
  import CoreGraphics
  import CoreMedia
  import StrataRaster

  /// The frames of a clip in any order: a decoder, and the ring of frames that it gave.
  ///
  /// Forwards, the decoder goes on. Backwards, and beyond the next keyframe, it starts again at the keyframe before the frame.
  /// Owned by the lock of a clip.
  struct FrameSource {
    private let index: ClipIndex
    private let timeout: Double
    private var ring: FrameRing
    private var decoder: FrameDecoder?
    /// The last frame of the decoder; nil before the first one that counts.
    ///
    /// Frames may be left out after one without an image.
    private var last: (number: Int, image: CGImage?)?
    /// How many decoders began after the frame that they were started for.
    private var misses = 0
    /// The frame from which on the decoder writes all frames.
    private var firstOfAll = 0
    /// True if frames before the one that is asked for may not be left out, because the decoder skips frames.
    private var needsAll = false
    /// How often a decoder was started, for measurements.
    private(set) var startCount = 0

    /// The number of frames that are decoded rather than skipped by a new start, which takes about as long.
    private static let nearby = 8

    init(_ index: ClipIndex, budget: Int, timeout: Double) {
      (self.index, self.timeout) = (index, timeout)
      let size = index.stream.size
      ring = FrameRing(budget: budget, frameBytes: size.width * size.height * 4)
    }

    /// Ends the decoder and drops all frames.
    mutating func close() {
      (decoder, last) = (nil, nil)
      ring.removeAll()
    }

    /// Decodes a frame of the table.
    mutating func image(of number: Int) throws(MediaError) -> CGImage {
      if let image = ring[number] { return image }
      if !goesOn(to: number) { try start(for: number) }
      while true {
        do throws(MediaError) {
          if let image = try advance(to: number) { return image }
        } catch {
          (decoder, last) = (nil, nil)
          throw error
        }
        // The decoder began after the frame.
        misses += 1
        try start(for: number)
      }
    }

    /// True if the running decoder is to go on to a frame.
    private func goesOn(to number: Int) -> Bool {
      guard let decoder else { return false }
      guard let last else { return decoder.startsAtBeginning }
      guard number > last.number else { return false }
      let key = index.keyframe(for: number)
      return number - last.number <= Self.nearby || key <= last.number + 1
        || keyframe(after: last.number) == key
    }

    /// The first keyframe after a frame; nil if there is none.
    private func keyframe(after number: Int) -> Int? {
      let after = index.keyframes.partition { $0 > number }
      return after < index.keyframes.count ? index.keyframes[after] : nil
    }

    private mutating func start(for number: Int) throws(MediaError) {
      // Who goes backwards asks for the frames before next.
      let isBackwards = last.map { $0.number > number } ?? false
      firstOfAll = needsAll ? 0 : max(number - (isBackwards ? ring.capacity - 1 : 0), 0)
      (decoder, last) = (nil, nil)
      startCount += 1
      decoder = try FrameDecoder(
        index,
        from: index.start(for: number, misses: misses),
        writingAllFrom: firstOfAll,
        timeout: timeout,
        format: index.stream.shownFormat
      )
    }

    /// Reads frames until one is reached; nil if the decoder began after it.
    private mutating func advance(to number: Int) throws(MediaError) -> CGImage? {
      guard let decoder else { return nil }
      while let frame = try decoder.next() {
        guard let found = index.frame(atExactly: frame.time) else { continue }
        if last == nil, !decoder.startsAtBeginning {
          // Frames before the first keyframe lack what they refer to, unless nothing was cut off before them.
          guard frame.isKey || found == 0 else { continue }
          if found > number { return nil }
        }
        // A frame that the decoder skips shows the one before it.
        if found > number, let last, last.number < number {
          guard let shown = last.image else {
            needsAll = true
            try start(for: number)
            return try advance(to: number)
          }
          ring.add(shown, number)
          note(found, decoder)
          return shown
        }
        note(found, decoder)
        if found == number { return last?.image }
        if found > number { break }
      }
      // It may have begun after the last frame.
      if last == nil, !decoder.startsAtBeginning { return nil }
      throw .missingFrame(
        path: index.path,
        time: index.time(of: number).seconds,
        reason: decoder.reasonOfEnd()
      )
    }

    /// Keeps the frame that the decoder read last; frames that show only that it lives have no image.
    private mutating func note(_ number: Int, _ decoder: FrameDecoder) {
      guard number >= firstOfAll - 1 else {
        last = (number, nil)
        return
      }
      let image = CGImage(pixels: decoder.makePixels(), hasAlpha: index.stream.hasAlpha)
      ring.add(image, number)
      last = (number, image)
    }
  }

  extension ClipIndex {
    /// How much earlier a decoder may have to start, in seconds, because a container has no table of its keyframes.
    private static let leads = [0, 0.5, 2, 8, 32]

    /// The last keyframe at or before a frame; 0 if there is none.
    func keyframe(for number: Int) -> Int {
      let after = keyframes.partition { $0 > number }
      return after > 0 ? keyframes[after - 1] : 0
    }

    /// The time for which a decoder starts that is to give a frame.
    ///
    /// - Parameters:
    ///   - number: The frame.
    ///   - misses: How many decoders began after it.
    /// - Returns: Seconds; nil for the beginning.
    func start(for number: Int, misses: Int) -> Double? {
      guard canSeek, keyframe(for: number) > 0, misses < Self.leads.count else { return nil }
      let start = time(of: number).seconds - Self.leads[misses]
      return start > 0 ? start : nil
    }

    /// The time between a frame and the one before it, in seconds of the file; nil for the first frame.
    func middle(before number: Int) -> Double? {
      guard number > 0, number < times.count else { return nil }
      let doubled = Double(times[number - 1] + origin) + Double(times[number] + origin)
      return doubled / 2 * Double(stream.timeBase.numerator) / Double(stream.timeBase.denominator)
    }

    /// The number of the frame with a display time in units of the stream; nil if there is none.
    func frame(atExactly units: Int64) -> Int? {
      let place = times.partition { $0 >= units }
      return place < times.count && times[place] == units ? place : nil
    }
  }

  extension Array {
    /// The index of the first element that satisfies a condition, which all later ones do, too; the count if none does.
    fileprivate func partition(_ condition: (Element) -> Bool) -> Int {
      var (low, high) = (0, count)
      while low < high {
        let middle = (low + high) / 2
        if condition(self[middle]) { high = middle } else { low = middle + 1 }
      }
      return low
    }
  }
#endif

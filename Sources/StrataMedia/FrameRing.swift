#if Media
  import CoreGraphics

  /// Decoded frames that are kept, as many as a budget in bytes holds; at least one.
  struct FrameRing {
    private var frames: [Int: (image: CGImage, use: Int)] = [:]
    private var use = 0
    let capacity: Int

    /// Creates a ring for frames of a number of bytes.
    init(budget: Int, frameBytes: Int) { capacity = max(budget / max(frameBytes, 1), 1) }

    /// A frame that is kept, which is now the one used last.
    subscript(_ number: Int) -> CGImage? {
      mutating get {
        guard let image = frames[number]?.image else { return nil }
        use += 1
        frames[number] = (image, use)
        return image
      }
    }

    /// Keeps a frame in place of the one that was not used for the longest time.
    mutating func add(_ image: CGImage, _ number: Int) {
      use += 1
      frames[number] = (image, use)
      guard frames.count > capacity, let oldest = frames.min(by: { $0.value.use < $1.value.use }) else {
        return
      }
      frames[oldest.key] = nil
    }

    /// Drops all frames.
    mutating func removeAll() { frames = [:] }
  }
#endif

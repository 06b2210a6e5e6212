#if GPU
  import StrataRaster

  /// The places of pictures and masks that stay in the device's memory from frame to frame.
  ///
  /// A picture is stored when it is first drawn. It goes with its pixels, when no frame used it for a while, or when others
  /// need its place. A mask stays as long as each frame draws it, which is as long as the shape cache keeps it, and goes when
  /// the cache reuses its memory for another one. Where there is no place, the caller hands the pixels over with the frame.
  ///
  /// - Thread: One at a time.
  final class PictureStore {
    /// Pixels or bytes to store before the frame is drawn.
    enum Upload {
      case picture(PixelBuffer, firstWord: Int)
      case mask(ShapeMask, firstWord: Int)
    }

    private struct Entry {
      weak var owner: AnyObject?
      var words: Range<Int>
      var lastFrame: UInt64
      var isMask: Bool
      /// The version of a picture's pixels, or of a mask's bytes.
      var version: UInt64
    }

    /// The number of frames without use after which a picture is dropped.
    private static let lifetime: UInt64 = 120
    /// The number of frames from one search for unused entries to the next; a frame without place makes one of its own.
    private static let sweepPeriod: UInt64 = 16

    /// The most words in use at once.
    let limit: Int
    private var entries: [ObjectIdentifier: Entry] = [:]
    private var free = FreeWords(0)
    private var frame: UInt64 = 1
    /// What this frame may drop, the least recently used last; nil before it needs place.
    private var candidates: [ObjectIdentifier]?
    /// The least number of words for which this frame found no place.
    private var refused = Int.max
    /// What is stored before the frame is drawn.
    private(set) var uploads: [Upload] = []

    init(limit: Int) {
      self.limit = limit
      free = FreeWords(limit)
    }

    /// The end of the words in use.
    var end: Int { free.end }

    /// The first word of a picture, whose rows have the stride of its buffer; nil if there is no place.
    func place(of pixels: PixelBuffer) -> Int? {
      let words = pixels.rowBytes / 4 * pixels.height
      return place(of: pixels, words: words, isMask: false, version: pixels.version) {
        .picture(pixels, firstWord: $0)
      }
    }

    /// The first word of a mask's bytes; nil if there is no place.
    func place(of mask: ShapeMask) -> Int? {
      place(of: mask, words: (mask.layout.byteCount + 3) / 4, isMask: true, version: mask.version) {
        .mask(mask, firstWord: $0)
      }
    }

    private func place(
      of owner: AnyObject,
      words: Int,
      isMask: Bool,
      version: UInt64,
      _ upload: (Int) -> Upload
    ) -> Int? {
      let key = ObjectIdentifier(owner)
      if let known = entries[key] {
        if known.owner === owner, known.words.count == words, known.version == version {
          if known.lastFrame != frame { entries[key]?.lastFrame = frame }
          return known.words.lowerBound
        }
        remove(key)
      }
      guard words > 0, words < refused, let range = free.take(words) ?? take(words, afterDropping: ())
      else { return nil }
      entries[key] = Entry(owner: owner, words: range, lastFrame: frame, isMask: isMask, version: version)
      uploads.append(upload(range.lowerBound))
      return range.lowerBound
    }

    /// Drops what this frame has not used yet, least recently used first, until there is place.
    private func take(_ words: Int, afterDropping: Void) -> Range<Int>? {
      if candidates == nil {
        sweep()
        let unused = entries.filter { $0.value.lastFrame < frame }.sorted { a, b in
          (a.value.lastFrame, a.value.words.lowerBound) > (b.value.lastFrame, b.value.words.lowerBound)
        }
        candidates = unused.map(\.key)
        if let range = free.take(words) { return range }
      }
      while let key = candidates?.popLast() {
        // It may have been drawn meanwhile.
        guard let entry = entries[key], entry.lastFrame < frame else { continue }
        remove(key)
        if let range = free.take(words) { return range }
      }
      refused = min(refused, words)
      return nil
    }

    private func remove(_ key: ObjectIdentifier) {
      guard let range = entries.removeValue(forKey: key)?.words else { return }
      free.give(range)
    }

    /// Drops what was not used for its time, and what is gone.
    private func sweep() {
      for (key, entry) in entries where entry.lastFrame < frame {
        let isUnused = entry.isMask ? entry.lastFrame + 1 < frame : entry.lastFrame + Self.lifetime < frame
        if entry.owner == nil || isUnused { remove(key) }
      }
    }

    /// Ends a frame.
    ///
    /// If it was not drawn on the device, what it wanted to store is forgotten.
    func endFrame(isDrawn: Bool) {
      if !isDrawn {
        for upload in uploads {
          switch upload {
          case .picture(let pixels, _): remove(ObjectIdentifier(pixels))
          case .mask(let mask, _): remove(ObjectIdentifier(mask))
          }
        }
      }
      uploads.removeAll(keepingCapacity: true)
      (candidates, refused) = (nil, .max)
      frame += 1
      if frame % Self.sweepPeriod == 0 { sweep() }
    }

    /// Drops everything, between frames.
    func removeAll() {
      entries.removeAll()
      uploads.removeAll()
      free = FreeWords(limit)
    }
  }

  /// The free words of a memory.
  struct FreeWords {
    /// In order, none next to another.
    private var ranges: [Range<Int>]
    private let limit: Int

    init(_ limit: Int) {
      self.limit = limit
      ranges = limit > 0 ? [0..<limit] : []
    }

    /// The end of the words that are taken.
    var end: Int {
      guard let last = ranges.last, last.upperBound == limit else { return limit }
      return last.lowerBound
    }

    /// Takes the first range that is large enough.
    mutating func take(_ words: Int) -> Range<Int>? {
      guard let index = ranges.firstIndex(where: { $0.count >= words }) else { return nil }
      let range = ranges[index].lowerBound..<ranges[index].lowerBound + words
      if ranges[index].count == words {
        ranges.remove(at: index)
      } else {
        ranges[index] = range.upperBound..<ranges[index].upperBound
      }
      return range
    }

    /// Gives a range back.
    mutating func give(_ range: Range<Int>) {
      // The first range behind it.
      var (low, high) = (0, ranges.count)
      while low < high {
        let middle = (low + high) / 2
        if ranges[middle].lowerBound < range.upperBound { low = middle + 1 } else { high = middle }
      }
      ranges.insert(range, at: low)
      join(low)
      if low > 0 { join(low - 1) }
    }

    /// Makes a range and the next one one, if they touch.
    private mutating func join(_ index: Int) {
      guard index + 1 < ranges.count, ranges[index].upperBound == ranges[index + 1].lowerBound else { return }
      ranges[index] = ranges[index].lowerBound..<ranges[index + 1].upperBound
      ranges.remove(at: index + 1)
    }
  }
#endif

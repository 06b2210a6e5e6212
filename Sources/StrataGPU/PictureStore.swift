#if GPU
  import StrataRaster

  /// The places of pictures and masks that stay in the device's memory from frame to frame.
  ///
  /// A picture is stored when it is first drawn. It goes with its pixels, when no frame used it for a while, or when others
  /// need its place. A mask stays as long as each frame draws it, which is as long as the shape cache keeps it. Where there is
  /// no place, the caller hands the pixels over with the frame.
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
      /// The version of a picture's pixels.
      var version: UInt64
    }

    /// The number of frames without use after which a picture is dropped.
    private static let lifetime: UInt64 = 120

    /// The most words in use at once.
    let limit: Int
    private var entries: [ObjectIdentifier: Entry] = [:]
    /// Ranges of free words in order, none next to another.
    private var free: [Range<Int>]
    private var frame: UInt64 = 1
    /// What is stored before the frame is drawn.
    private(set) var uploads: [Upload] = []
    /// The end of the words in use.
    private(set) var end = 0

    init(limit: Int) {
      self.limit = limit
      free = [0..<limit]
    }

    /// The number of words in use.
    var usedWords: Int { entries.values.reduce(0) { $0 + $1.words.count } }

    /// The first word of a picture, whose rows have the stride of its buffer; nil if there is no place.
    func place(of pixels: PixelBuffer) -> Int? {
      let words = pixels.rowBytes / 4 * pixels.height
      return place(of: pixels, words: words, isMask: false, version: pixels.version) {
        .picture(pixels, firstWord: $0)
      }
    }

    /// The first word of a mask's bytes; nil if there is no place.
    func place(of mask: ShapeMask) -> Int? {
      place(of: mask, words: (mask.layout.byteCount + 3) / 4, isMask: true, version: 0) {
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
          entries[key]?.lastFrame = frame
          return known.words.lowerBound
        }
        remove(key)
      }
      guard words > 0, let range = allocate(words) ?? allocate(words, afterDropping: ()) else { return nil }
      entries[key] = Entry(owner: owner, words: range, lastFrame: frame, isMask: isMask, version: version)
      uploads.append(upload(range.lowerBound))
      end = max(end, range.upperBound)
      return range.lowerBound
    }

    private func allocate(_ words: Int) -> Range<Int>? {
      guard let index = free.firstIndex(where: { $0.count >= words }) else { return nil }
      let range = free[index].lowerBound..<free[index].lowerBound + words
      if free[index].count == words {
        free.remove(at: index)
      } else {
        free[index] = range.upperBound..<free[index].upperBound
      }
      return range
    }

    /// Drops what this frame has not used yet, least recently used first, until there is place.
    private func allocate(_ words: Int, afterDropping: Void) -> Range<Int>? {
      let old = entries.filter { $0.value.lastFrame < frame }.sorted { a, b in
        (a.value.lastFrame, a.value.words.lowerBound) < (b.value.lastFrame, b.value.words.lowerBound)
      }
      for (key, _) in old {
        remove(key)
        if let range = allocate(words) { return range }
      }
      return nil
    }

    private func remove(_ key: ObjectIdentifier) {
      guard let range = entries.removeValue(forKey: key)?.words else { return }
      let index = free.firstIndex { $0.lowerBound >= range.upperBound } ?? free.count
      free.insert(range, at: index)
      if index + 1 < free.count, free[index].upperBound == free[index + 1].lowerBound {
        free[index] = free[index].lowerBound..<free[index + 1].upperBound
        free.remove(at: index + 1)
      }
      if index > 0, free[index - 1].upperBound == free[index].lowerBound {
        free[index - 1] = free[index - 1].lowerBound..<free[index].upperBound
        free.remove(at: index)
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
      for (key, entry) in entries {
        let isUnused = entry.isMask ? entry.lastFrame != frame : entry.lastFrame + Self.lifetime < frame
        if entry.owner == nil || isUnused { remove(key) }
      }
      end = entries.values.reduce(0) { max($0, $1.words.upperBound) }
      frame += 1
    }

    /// Drops everything, between frames.
    func removeAll() {
      entries.removeAll()
      uploads.removeAll()
      free = [0..<limit]
      end = 0
    }
  }
#endif

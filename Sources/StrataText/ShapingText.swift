#if Text
  import CPango
  import CoreGraphics
  import StrataBase

  /// The text of a request in UTF-8 for Pango, and the scale at which it is laid out.
  ///
  /// Pango keeps what it finds out about a font for each size, some 16 KB that it never drops, and needs milliseconds to
  /// find it out. So the largest font of every text is laid out at one size, ``shapingSize``, and the layout is scaled
  /// afterwards; without hinting, the shapes are the same. Pango measures in 1/1024 point with 32 bits, which overflows at
  /// two million points, so that a text that may be longer has a smaller scale.
  struct ShapingText {
    let string: String
    /// The length of the text in UTF-8 units.
    let length: Int
    /// The characters of the text if it is one run of few characters between the space and the tilde.
    let plain: PlainCharacters?
    /// The scale of the layout relative to the request.
    let scale: Double
    /// The number of characters that are not drawn because too many combine with one.
    let droppedMarks: Int
    /// True if each character is one unit of UTF-8.
    private let isASCII: Bool
    /// The end of each run, in UTF-8 units; empty for a single run.
    private let runEnds: [Int]
    private let runCount: Int
    /// The number of Pango's units in a point.
    private let unitsPerPoint: Double

    init(_ request: borrowing TextLayoutRequest) {
      var text = ""
      var marks = CombiningLimit()
      var ends: [Int] = []
      var (extent, largest) = (1.0, 0.0)
      var (isASCII, length) = (true, 0)
      runCount = request.runs.count
      for index in 0..<runCount {
        let bytes = TextBytes(request.runs[index].text)
        let box = request.runs[index].style.rare.values?.value.box
        var own =
          // Pango reads text up to the first zero; a zero-width space has the same length in UTF-16.
          bytes.hasZero
          ? marks.limited(request.runs[index].text.replacing("\0", with: "\u{200B}"))
          : marks.limited(request.runs[index].text, mayCombine: bytes.largest >= CombiningLimit.firstByte)
        if box != nil { own = Self.withObjects(own) }
        isASCII = isASCII && bytes.largest < 0x80 && !bytes.hasZero && box == nil
        if index == 0 { text = own } else { text += own }
        length = text.utf8.count
        if runCount > 1 { ends.append(length) }
        let kern = abs(request.runs[index].usableKern ?? 0)
        let size = Self.usable(request.runs[index].font.size)
        largest = max(largest, size)
        extent += Double(bytes.count) * (size * 1.5 + kern + (box?.width ?? 0))
      }
      (string, self.length, runEnds, droppedMarks) = (text, length, ends, marks.dropped)
      self.isASCII = isASCII
      plain = runCount == 1 && isASCII ? PlainCharacters(text) : nil
      scale = min(Self.shapingScale(of: largest), 1e6 / extent)
      unitsPerPoint = Double(PANGO_SCALE) * scale
    }

    /// Returns the text of boxes with objects in place of white space, except for breaks.
    ///
    /// Pango takes the width from a space at the end of a line, and tabs go to their stops; a box has its own width. Both
    /// characters have one unit of UTF-16.
    private static func withObjects(_ text: String) -> String {
      let object: Unicode.Scalar = "\u{FFFC}"
      let scalars = text.unicodeScalars.map {
        $0 == "\t" || $0.properties.generalCategory == .spaceSeparator ? object : $0
      }
      return String(String.UnicodeScalarView(scalars))
    }

    /// The size, in points, at which fonts are shaped and measured; 1/1024 of a point is 1/65,536 of it.
    private static let shapingSize = 64.0

    /// Returns the scale at which a font of a usable size is shaped.
    static func shapingScale(of size: Double) -> Double { size > 0 ? shapingSize / size : 1 }

    /// The end of a run, in UTF-8 units.
    func end(ofRun index: Int) -> Int { runCount == 1 ? length : runEnds[index] }

    /// The index of the request's run that holds a UTF-8 offset; nil without runs.
    func runIndex(at byte: Int) -> Int? {
      if runCount <= 1 { return runCount == 0 ? nil : 0 }
      var (low, high) = (0, runCount)
      while low < high {
        let middle = (low + high) / 2
        if byte < runEnds[middle] { high = middle } else { low = middle + 1 }
      }
      // An ellipsis at the very end belongs to the last run.
      return min(low, runCount - 1)
    }

    /// Returns a font size clamped to what can be laid out; 0 if it is not finite.
    static func usable(_ size: Double) -> Double {
      size.isFinite ? min(max(size, 0), 1e6) : 0
    }

    /// Returns points as Pango's units, clamped to what its integers hold.
    func units(_ points: Double) -> Int32 {
      // Rounded, so that a line fits into the width that was measured for it.
      Int32(min(max((points * scale * Double(PANGO_SCALE)).rounded(), -1e9), 1e9))
    }

    func points(_ units: Int32) -> Double { Double(units) / unitsPerPoint }

    /// Returns the characters of glyphs, given the first characters of their clusters, in UTF-16 units.
    func utf16Ends(of indices: [Int], runEnd: Int) -> Range<Int> {
      guard let low = indices.min(), let high = indices.max() else { return 0..<0 }
      // The last cluster ends with its grapheme cluster, or with the run.
      let units = string.utf16
      let start = units.index(units.startIndex, offsetBy: min(high, units.count))
      let next = start < units.endIndex ? string.index(after: start) : units.endIndex
      let end = min(units.distance(from: units.startIndex, to: next), utf16Offset(of: runEnd))
      return low..<max(end, high)
    }

    /// Returns the UTF-16 offset for a UTF-8 offset.
    ///
    /// - Complexity: O(1) in ASCII, else O(offset).
    func utf16Offset(of byte: Int) -> Int {
      let byte = min(max(byte, 0), length)
      if isASCII { return byte }
      let index = string.utf8.index(string.utf8.startIndex, offsetBy: byte)
      return string.utf16.distance(from: string.utf16.startIndex, to: index)
    }
  }

  /// What one look at all bytes of a text finds out.
  private struct TextBytes {
    private(set) var count = 0
    private(set) var largest: UInt8 = 0
    private(set) var hasZero = false

    init(_ text: String) {
      let isRead: Void? = text.utf8.withContiguousStorageIfAvailable { read($0) }
      if isRead == nil { read(text.utf8) }
    }

    @inline(__always)
    private mutating func read(_ bytes: some Collection<UInt8>) {
      count = bytes.count
      var (largest, smallest) = (UInt8(0), UInt8.max)
      for byte in bytes { (largest, smallest) = (max(largest, byte), min(smallest, byte)) }
      (self.largest, hasZero) = (largest, smallest == 0)
    }
  }

  /// A set of characters from the space to the tilde.
  struct PlainCharacters: Equatable {
    /// A bit for each character.
    private var low: UInt64 = 0
    private var high: UInt64 = 0

    static let none = PlainCharacters()

    private init() {}

    /// The characters of a text; nil if it is empty or long, or has others.
    init?(_ text: String) {
      let bytes = text.utf8
      guard (1...Self.mostCharacters).contains(bytes.count) else { return nil }
      for byte in bytes {
        guard (0x20...0x7E).contains(byte) else { return nil }
        if byte < 64 { low |= 1 << UInt64(byte) } else { high |= 1 << UInt64(byte - 64) }
      }
    }

    /// Longer texts take long, too.
    private static let mostCharacters = 256
    private static let space: UInt64 = 1 << 32
    /// A to Z, and a to z.
    private static let letters: UInt64 = 0x07FF_FFFE_07FF_FFFE

    /// True if one of the characters belongs to a script.
    var hasLetters: Bool { high & Self.letters != 0 }

    /// True without any character but the space.
    var isBlank: Bool { low & ~Self.space == 0 && high == 0 }

    /// True if all characters but the space, which has the font of its neighbours, are in another set.
    func isKnown(to other: PlainCharacters) -> Bool {
      (low & ~Self.space) & ~other.low == 0 && high & ~other.high == 0
    }

    mutating func formUnion(_ other: PlainCharacters) {
      low |= other.low
      high |= other.high
    }
  }
#endif

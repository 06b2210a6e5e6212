#if Text
  /// Limits the characters that combine with one: marks, joiners, and what joiners join.
  ///
  /// HarfBuzz places each mark by a look at all marks before it, which makes a stack of 100,000 marks take half a minute.
  /// Characters beyond the limit become word joiners, which have no glyph and keep all offsets in UTF-16.
  struct CombiningLimit {
    /// The greatest number of characters that combine with one; Unicode's stream-safe text format has 30 (UAX #15).
    static let most = 128

    /// The number of characters that were replaced.
    private(set) var dropped = 0
    private var count = 0
    private var followsJoiner = false

    /// Marks and joiners begin with this byte in UTF-8, or with a larger one.
    static let firstByte: UInt8 = 0xCC

    /// The text with its characters beyond the limit replaced; goes on where the text before ended.
    ///
    /// `mayCombine` is false if no byte of the text is as large as ``firstByte``.
    mutating func limited(_ text: String, mayCombine: Bool = true) -> String {
      guard mayCombine else {
        if !text.isEmpty { (count, followsJoiner) = (0, false) }
        return text
      }
      let droppedBefore = dropped
      var result = String.UnicodeScalarView()
      for scalar in text.unicodeScalars {
        count = followsJoiner || Self.combines(scalar) ? count + 1 : 0
        guard count > Self.most else {
          followsJoiner = scalar == Self.zeroWidthJoiner
          result.append(scalar)
          continue
        }
        followsJoiner = false
        dropped += 1
        for _ in 0..<UTF16.width(scalar) { result.append(Self.wordJoiner) }
      }
      return dropped == droppedBefore ? text : String(result)
    }

    private static let zeroWidthJoiner: Unicode.Scalar = "\u{200D}"
    private static let wordJoiner: Unicode.Scalar = "\u{2060}"

    /// True for marks, and for characters without a picture, across which marks stack.
    private static func combines(_ scalar: Unicode.Scalar) -> Bool {
      guard scalar.value >= 0x300 else { return false }
      switch scalar.properties.generalCategory {
      case .nonspacingMark, .enclosingMark, .spacingMark: return true
      case .uppercaseLetter, .lowercaseLetter: return false
      default: return scalar.properties.isDefaultIgnorableCodePoint
      }
    }
  }
#endif

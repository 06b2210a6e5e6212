/// The beginning of a long text, whose first lines are those of the whole text.
///
/// Which words a line takes, or which characters of a word wider than the box, depends only on what stands before them.
/// The last line of a beginning is the exception, as it may have room for more.
extension String {
  /// Returns where the first units of a part of the text end: after a space or, in a very long word, between two
  /// characters.
  ///
  /// - Parameters:
  ///   - part: The part, in UTF-16 units of the text.
  ///   - units: The largest number of units.
  /// - Returns: The end in UTF-16 units of the text; nil if the part is not longer, or its first character is.
  package func endOfBeginning(of part: Range<Int>, units: Int) -> Int? {
    guard units > 0, units < part.count else { return nil }
    let text = utf16
    let end = text.index(text.startIndex, offsetBy: part.lowerBound + units)
    let tail = text[text.index(end, offsetBy: -min(units, 1024))..<end]
    // The start of the character that the end lies in: a step on and back, as the first one has nothing before it.
    let cut = tail.lastIndex(of: 0x20).map { text.index(after: $0) } ?? index(before: index(after: end))
    let place = text.distance(from: text.startIndex, to: cut)
    return place > part.lowerBound ? place : nil
  }
}

import Foundation

/// The beginning of a long paragraph, whose first lines are those of the whole paragraph.
///
/// Which words a line takes, or which characters of a word wider than the box, depends only on what stands before them.
/// The last line of a beginning is the exception, as it may have room for more.
extension NSAttributedString {
  /// Returns the first units of a part of a paragraph, which end after a space or, in a very long word, between two
  /// characters; nil if the part is not longer.
  func beginning(of part: NSRange, units: Int) -> NSRange? {
    guard units < part.length else { return nil }
    let text = string as NSString
    let reach = min(units, 1024)
    let end = part.location + units
    let tail = NSRange(location: end - reach, length: reach)
    let space = text.range(of: " ", options: [.backwards, .literal], range: tail)
    if space.location != NSNotFound {
      return NSRange(location: part.location, length: NSMaxRange(space) - part.location)
    }
    let character = text.rangeOfComposedCharacterSequence(at: end)
    let isInside = character.location < end
    let cut = isInside ? NSMaxRange(character) : end
    return cut < NSMaxRange(part) ? NSRange(location: part.location, length: cut - part.location) : nil
  }

  /// Returns about how many UTF-16 units fill an area in the font at a place; 256 at least.
  func units(filling width: Double, lines: Double, at location: Int) -> Int {
    let units = 2 * width / size(at: location) * lines
    return units > 256 ? Int(min(units, 1e6)) : 256
  }

  /// Returns the size of the font at a place, in points.
  func size(at location: Int) -> Double {
    guard location < length else { return 12 }
    let value = attribute(.font, at: location, effectiveRange: nil)
    let size = Double(CTFontGetSize(CTFont.font(of: value) ?? .standard))
    return size > 0 ? size : 12
  }
}

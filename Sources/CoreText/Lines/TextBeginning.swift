import Foundation
import StrataText

/// The beginnings of long paragraphs.
extension NSAttributedString {
  /// Returns the first units of a part of a paragraph; nil if the part is not longer, or its first character is.
  func beginning(of part: NSRange, units: Int) -> NSRange? {
    string.endOfBeginning(of: part.location..<NSMaxRange(part), units: units).map {
      NSRange(location: part.location, length: $0 - part.location)
    }
  }

  /// Returns about how many UTF-16 units fill an area in the font at a place; 256 at least.
  func units(filling width: Double, lines: Double, at location: Int) -> Int {
    let units = 2 * width / size(at: location) * lines
    return units > 256 ? Int(min(units, 1e6)) : 256
  }

  /// Returns the size of the font at a place, in points.
  func size(at location: Int) -> Double {
    guard location < length else { return CTFont.standardSize }
    let value = attribute(.font, at: location, effectiveRange: nil)
    let size = Double(CTFontGetSize(value as? CTFont ?? .standard))
    return size > 0 ? size : CTFont.standardSize
  }
}

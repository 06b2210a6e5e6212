public import CoreGraphics
@_exported public import class CoreFoundation.CFAllocator
@_exported public import let CoreFoundation.kCFAllocatorDefault
public import Foundation

extension CFRange {
  /// Returns the part of a range inside `0..<count`; a length of 0 means all that follows its location.
  func clamped(to count: Int) -> Range<Int> {
    let start = min(max(location, 0), count)
    let rest = count - start
    return start..<start + (length <= 0 ? rest : min(length, rest))
  }

  init(_ range: Range<Int>) { self.init(location: range.lowerBound, length: range.count) }
}

/// Creates a string with the same attributes everywhere.
///
/// - Parameters:
///   - alloc: Has no effect.
///   - str: The characters.
///   - attributes: The attributes by their names; nil for none.
/// - Returns: The string; nil without characters.
public func CFAttributedStringCreate(
  _ alloc: CFAllocator?,
  _ str: CFString?,
  _ attributes: CFDictionary?
) -> CFAttributedString? {
  guard let str else { return nil }
  var result: [NSAttributedString.Key: Any] = [:]
  for (key, value) in attributes ?? [:] {
    guard let name = key as? String else { continue }
    result[NSAttributedString.Key(name)] = value
  }
  return CFAttributedString(string: str as String, attributes: result)
}

import CoreGraphics
public import Foundation
import Synchronization

/// The horizontal alignment of lines.
public enum NSTextAlignment: Int, Sendable {
  /// At the left edge.
  case left = 0
  /// In the middle.
  case center = 1
  /// At the right edge.
  case right = 2
  /// Flush with both edges, except for the last line of a paragraph.
  case justified = 3
  /// At the leading edge of the script.
  case natural = 4
}

/// The treatment of lines that are too long.
public enum NSLineBreakMode: UInt, Sendable {
  /// Breaks between words.
  case byWordWrapping = 0
  /// Breaks between any characters.
  case byCharWrapping = 1
  /// Does not break; the line is cut off.
  case byClipping = 2
  /// Does not break; an ellipsis replaces the beginning.
  case byTruncatingHead = 3
  /// Does not break; an ellipsis replaces the end.
  case byTruncatingTail = 4
  /// Does not break; an ellipsis replaces the middle.
  case byTruncatingMiddle = 5
}

/// The writing direction of a paragraph.
public enum NSWritingDirection: Int, Sendable {
  /// The direction of its first strong character (Unicode Standard Annex #9, P2 and P3).
  case natural = -1
  /// From left to right.
  case leftToRight = 0
  /// From right to left.
  case rightToLeft = 1
}

/// The alignment, breaking, spacing and indents of the lines of a paragraph.
///
/// - Thread: Any, for an immutable style.
open class NSParagraphStyle: NSObject, NSCopying, NSMutableCopying, @unchecked Sendable {
  private let mark = AttributeMark()
  // Sendable: only the subclass changes.
  fileprivate var values = ParagraphValues()
  /// The arrays of tab stops that ``lendTabs()`` made last; only the style keeps them.
  private let lentTabs = Mutex<[NSArray]>([])

  /// Creates a style with the default values.
  public override init() {}

  /// A style with the default values.
  open class var `default`: NSParagraphStyle { NSParagraphStyle() }

  /// The space between lines, in points.
  open var lineSpacing: CGFloat { values.lineSpacing }
  /// The space after the paragraph, in points.
  open var paragraphSpacing: CGFloat { values.paragraphSpacing }
  /// The factor of the natural line height; 0 means 1.
  open var lineHeightMultiple: CGFloat { values.lineHeightMultiple }
  /// The greatest height of a line, in points; 0 means no limit.
  open var maximumLineHeight: CGFloat { values.maximumLineHeight }
  /// The least height of a line, in points.
  open var minimumLineHeight: CGFloat { values.minimumLineHeight }
  /// The horizontal alignment of lines.
  open var alignment: NSTextAlignment { values.alignment }
  /// The treatment of lines that are too long.
  open var lineBreakMode: NSLineBreakMode { values.lineBreakMode }

  /// The distance of the first line from the leading edge, in points.
  open var firstLineHeadIndent: CGFloat { values.firstLineHeadIndent }
  /// The distance of all lines but the first from the leading edge, in points.
  open var headIndent: CGFloat { values.headIndent }
  /// The end of lines, in points: a distance from the leading edge if positive, else the negative distance from the
  /// trailing edge.
  open var tailIndent: CGFloat { values.tailIndent }
  /// The space before the paragraph, in points; ignored before the first one.
  open var paragraphSpacingBefore: CGFloat { values.paragraphSpacingBefore }
  /// The writing direction of the paragraph.
  open var baseWritingDirection: NSWritingDirection { values.baseWritingDirection }
  /// The places at which tabs end, by their locations; 12 left-aligned ones in a distance of 28 points by default.
  open var tabStops: [NSTextTab] { values.tabStops }
  /// The distance between tab stops after the last of ``tabStops``, in points; they lie at its multiples.
  ///
  /// With 0, the distance of the last two tab stops goes on.
  open var defaultTabInterval: CGFloat { values.defaultTabInterval }

  /// The most arrays of tab stops that a style keeps for callers.
  private static let mostLentTabs = 4

  /// Returns the tab stops as an array that the style keeps; a mutable one until they have changed and been asked for a few
  /// more times.
  func lendTabs() -> NSArray {
    lentTabs.withLock { lent in
      let tabs = tabStops
      if let known = lent.last(where: { $0.isEqual(to: tabs) }) { return known }
      if lent.count == Self.mostLentTabs { lent.removeFirst() }
      let fresh = NSArray(array: tabs)
      lent.append(fresh)
      return fresh
    }
  }

  /// Returns an immutable style with the same values.
  open func copy(with zone: NSZone? = nil) -> Any {
    let copy = NSParagraphStyle()
    copy.values = values
    return copy
  }

  /// Returns an `NSMutableParagraphStyle` with the same values.
  open func mutableCopy(with zone: NSZone? = nil) -> Any {
    let copy = NSMutableParagraphStyle()
    copy.values = values
    return copy
  }

  /// Returns whether an object is a style with the same values.
  open override func isEqual(_ object: Any?) -> Bool {
    (object as? NSParagraphStyle).map { $0.values == values } ?? false
  }

  /// A hash of the values.
  open override var hash: Int { values.hashValue }
}

/// A mutable paragraph style.
///
/// - Thread: One at a time.
open class NSMutableParagraphStyle: NSParagraphStyle, @unchecked Sendable {
  /// The space between lines, in points.
  open override var lineSpacing: CGFloat {
    get { values.lineSpacing }
    set { values.lineSpacing = newValue }
  }

  /// The space after the paragraph, in points.
  open override var paragraphSpacing: CGFloat {
    get { values.paragraphSpacing }
    set { values.paragraphSpacing = newValue }
  }

  /// The factor of the natural line height; 0 means 1.
  open override var lineHeightMultiple: CGFloat {
    get { values.lineHeightMultiple }
    set { values.lineHeightMultiple = newValue }
  }

  /// The greatest height of a line, in points; 0 means no limit.
  open override var maximumLineHeight: CGFloat {
    get { values.maximumLineHeight }
    set { values.maximumLineHeight = newValue }
  }

  /// The least height of a line, in points.
  open override var minimumLineHeight: CGFloat {
    get { values.minimumLineHeight }
    set { values.minimumLineHeight = newValue }
  }

  /// The horizontal alignment of lines.
  open override var alignment: NSTextAlignment {
    get { values.alignment }
    set { values.alignment = newValue }
  }

  /// The treatment of lines that are too long.
  open override var lineBreakMode: NSLineBreakMode {
    get { values.lineBreakMode }
    set { values.lineBreakMode = newValue }
  }

  /// The distance of the first line from the leading edge, in points.
  open override var firstLineHeadIndent: CGFloat {
    get { values.firstLineHeadIndent }
    set { values.firstLineHeadIndent = newValue }
  }

  /// The distance of all lines but the first from the leading edge, in points.
  open override var headIndent: CGFloat {
    get { values.headIndent }
    set { values.headIndent = newValue }
  }

  /// The end of lines, in points: a distance from the leading edge if positive, else the negative distance from the
  /// trailing edge.
  open override var tailIndent: CGFloat {
    get { values.tailIndent }
    set { values.tailIndent = newValue }
  }

  /// The space before the paragraph, in points; ignored before the first one.
  open override var paragraphSpacingBefore: CGFloat {
    get { values.paragraphSpacingBefore }
    set { values.paragraphSpacingBefore = newValue }
  }

  /// The writing direction of the paragraph.
  open override var baseWritingDirection: NSWritingDirection {
    get { values.baseWritingDirection }
    set { values.baseWritingDirection = newValue }
  }

  /// The places at which tabs end; setting them sorts them by their locations.
  open override var tabStops: [NSTextTab] {
    get { values.tabStops }
    set { values.tabStops = newValue.sorted { $0.location < $1.location } }
  }

  /// The distance between tab stops after the last of ``tabStops``, in points; they lie at its multiples.
  ///
  /// With 0, the distance of the last two tab stops goes on.
  open override var defaultTabInterval: CGFloat {
    get { values.defaultTabInterval }
    set { values.defaultTabInterval = newValue }
  }

  /// Adds a tab stop.
  open func addTabStop(_ anObject: NSTextTab) { tabStops.append(anObject) }

  /// Removes the first tab stop that is equal to another one.
  open func removeTabStop(_ anObject: NSTextTab) {
    guard let index = tabStops.firstIndex(of: anObject) else { return }
    tabStops.remove(at: index)
  }

  /// Replaces all values by those of a style.
  open func setParagraphStyle(_ style: NSParagraphStyle) { values = style.values }
}

private struct ParagraphValues: Hashable {
  var lineSpacing: CGFloat = 0
  var paragraphSpacing: CGFloat = 0
  var lineHeightMultiple: CGFloat = 0
  var maximumLineHeight: CGFloat = 0
  var minimumLineHeight: CGFloat = 0
  var alignment = NSTextAlignment.natural
  var lineBreakMode = NSLineBreakMode.byWordWrapping
  var firstLineHeadIndent: CGFloat = 0
  var headIndent: CGFloat = 0
  var tailIndent: CGFloat = 0
  var paragraphSpacingBefore: CGFloat = 0
  var baseWritingDirection = NSWritingDirection.natural
  var tabStops = NSTextTab.defaults
  var defaultTabInterval: CGFloat = 0
}

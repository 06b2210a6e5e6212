import CoreGraphics
public import Foundation

/// How lines stand in their width.
public enum NSTextAlignment: Int, Sendable {
  /// At the left edge.
  case left = 0
  /// In the middle.
  case center = 1
  /// At the right edge.
  case right = 2
  /// Both edges straight, but for the last line of a paragraph.
  case justified = 3
  /// Where the script begins its lines.
  case natural = 4
}

/// Where lines end that are too long.
public enum NSLineBreakMode: UInt, Sendable {
  /// At words.
  case byWordWrapping = 0
  /// At any character.
  case byCharWrapping = 1
  /// Not at all; they are cut off.
  case byClipping = 2
  /// Not at all; an ellipsis stands for the beginning.
  case byTruncatingHead = 3
  /// Not at all; an ellipsis stands for the end.
  case byTruncatingTail = 4
  /// Not at all; an ellipsis stands for the middle.
  case byTruncatingMiddle = 5
}

/// The direction of a paragraph.
public enum NSWritingDirection: Int, Sendable {
  /// As its characters ask for.
  case natural = -1
  /// From left to right.
  case leftToRight = 0
  /// From right to left.
  case rightToLeft = 1
}

/// How the lines of a paragraph are set.
open class NSParagraphStyle: NSObject, NSCopying, NSMutableCopying, @unchecked Sendable {
  // Sendable: only the subclass changes.
  fileprivate var values = ParagraphValues()

  /// Creates a style with the usual values.
  public override init() {}

  /// A style with the usual values.
  open class var `default`: NSParagraphStyle { NSParagraphStyle() }

  /// The space between lines, in points.
  open var lineSpacing: CGFloat { values.lineSpacing }
  /// The space after the paragraph, in points.
  open var paragraphSpacing: CGFloat { values.paragraphSpacing }
  /// What the natural height of lines is multiplied by; 0 for 1.
  open var lineHeightMultiple: CGFloat { values.lineHeightMultiple }
  /// The greatest height of a line, in points; 0 for no limit.
  open var maximumLineHeight: CGFloat { values.maximumLineHeight }
  /// The least height of a line, in points.
  open var minimumLineHeight: CGFloat { values.minimumLineHeight }
  /// How lines stand in their width.
  open var alignment: NSTextAlignment { values.alignment }
  /// Where lines end that are too long.
  open var lineBreakMode: NSLineBreakMode { values.lineBreakMode }

  /// How far the first line begins from the edge where the script begins, in points.
  open var firstLineHeadIndent: CGFloat { values.firstLineHeadIndent }
  /// How far the other lines begin from the edge where the script begins, in points.
  open var headIndent: CGFloat { values.headIndent }
  /// Where lines end, in points: from the edge where the script begins when positive, else from the opposite one.
  open var tailIndent: CGFloat { values.tailIndent }
  /// The space before the paragraph, in points; the first one has none.
  open var paragraphSpacingBefore: CGFloat { values.paragraphSpacingBefore }
  /// The direction of the paragraph.
  open var baseWritingDirection: NSWritingDirection { values.baseWritingDirection }

  /// Returns a style with the same values that does not change.
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

  /// The same for styles with the same values.
  open override var hash: Int { values.hashValue }
}

/// How the lines of a paragraph are set, for changing.
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

  /// What the natural height of lines is multiplied by; 0 for 1.
  open override var lineHeightMultiple: CGFloat {
    get { values.lineHeightMultiple }
    set { values.lineHeightMultiple = newValue }
  }

  /// The greatest height of a line, in points; 0 for no limit.
  open override var maximumLineHeight: CGFloat {
    get { values.maximumLineHeight }
    set { values.maximumLineHeight = newValue }
  }

  /// The least height of a line, in points.
  open override var minimumLineHeight: CGFloat {
    get { values.minimumLineHeight }
    set { values.minimumLineHeight = newValue }
  }

  /// How lines stand in their width.
  open override var alignment: NSTextAlignment {
    get { values.alignment }
    set { values.alignment = newValue }
  }

  /// Where lines end that are too long.
  open override var lineBreakMode: NSLineBreakMode {
    get { values.lineBreakMode }
    set { values.lineBreakMode = newValue }
  }

  /// How far the first line begins from the edge where the script begins, in points.
  open override var firstLineHeadIndent: CGFloat {
    get { values.firstLineHeadIndent }
    set { values.firstLineHeadIndent = newValue }
  }

  /// How far the other lines begin from the edge where the script begins, in points.
  open override var headIndent: CGFloat {
    get { values.headIndent }
    set { values.headIndent = newValue }
  }

  /// Where lines end, in points: from the edge where the script begins when positive, else from the opposite one.
  open override var tailIndent: CGFloat {
    get { values.tailIndent }
    set { values.tailIndent = newValue }
  }

  /// The space before the paragraph, in points; the first one has none.
  open override var paragraphSpacingBefore: CGFloat {
    get { values.paragraphSpacingBefore }
    set { values.paragraphSpacingBefore = newValue }
  }

  /// The direction of the paragraph.
  open override var baseWritingDirection: NSWritingDirection {
    get { values.baseWritingDirection }
    set { values.baseWritingDirection = newValue }
  }

  /// Takes over the values of another style.
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
}

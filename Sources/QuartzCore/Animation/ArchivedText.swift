import CoreGraphics
import CoreText
import Foundation
import StrataRenderTree
import StrataText

/// The forms of fonts, paragraph styles and attributed strings in an archive.
///
/// The objects themselves would not do: Foundation's strings archive their attributes as objects, and end the process at
/// one that cannot be archived.
enum ArchivedText {
  private static let nameKey = "name"
  private static let lengthKey = "length"
  private static let attributesKey = "attributes"

  // MARK: Fonts

  static func form(of font: CTFont) -> ArchivedDictionary {
    let (description, m) = (font.fontDescription, CTFontGetMatrix(font))
    let numbers = [CGFloat(description.size), m.a, m.b, m.c, m.d, m.tx, m.ty]
    return ArchivedDictionary([
      ArchivedValue.kindKey: ArchivedValue.Kind.font.rawValue, nameKey: description.name,
      ArchivedValue.dataKey: numbers.map { NSNumber(value: Double($0)) },
    ])
  }

  static func font(_ dictionary: [String: Any], _ n: [CGFloat]) -> CTFont? {
    guard let name = dictionary[nameKey] as? String, n.count == 7, n.allSatisfy(\.isFinite) else {
      return nil
    }
    let matrix = CGAffineTransform(a: n[1], b: n[2], c: n[3], d: n[4], tx: n[5], ty: n[6])
    return CTFont(name: name, size: n[0], matrix: matrix)
  }

  // MARK: Paragraph styles

  /// The lengths of a style, in the order of archives.
  private static let lengths: [any ReferenceWritableKeyPath<NSMutableParagraphStyle, CGFloat> & Sendable] = [
    \.lineSpacing, \.paragraphSpacing, \.lineHeightMultiple, \.maximumLineHeight, \.minimumLineHeight,
    \.firstLineHeadIndent, \.headIndent, \.tailIndent, \.paragraphSpacingBefore, \.defaultTabInterval,
  ]

  static func form(of style: NSParagraphStyle) -> ArchivedDictionary {
    guard let style = style.mutableCopy() as? NSMutableParagraphStyle else { return ArchivedDictionary([:]) }
    let choices = [
      style.alignment.rawValue, Int(style.lineBreakMode.rawValue), style.baseWritingDirection.rawValue,
    ]
    // The options of tab stops are left out.
    let tabs = style.tabStops.flatMap { [$0.location, CGFloat($0.alignment.rawValue)] }
    let numbers = choices.map { CGFloat($0) } + lengths.map { style[keyPath: $0] } + tabs
    return ArchivedDictionary([
      ArchivedValue.kindKey: ArchivedValue.Kind.paragraphStyle.rawValue,
      ArchivedValue.dataKey: numbers.map { NSNumber(value: Double($0)) },
    ])
  }

  static func paragraphStyle(_ n: [CGFloat]) -> NSParagraphStyle? {
    let start = 3 + lengths.count
    // Earlier archives end before the tabs.
    let hasTabs = n.count >= start
    guard hasTabs ? (n.count - start).isMultiple(of: 2) : n.count == start - 1, n.allSatisfy(\.isFinite),
      let alignment = Int(exactly: n[0]).flatMap({ NSTextAlignment(rawValue: $0) }),
      let lineBreakMode = UInt(exactly: n[1]).flatMap({ NSLineBreakMode(rawValue: $0) }),
      let direction = Int(exactly: n[2]).flatMap({ NSWritingDirection(rawValue: $0) })
    else { return nil }
    let style = NSMutableParagraphStyle()
    (style.alignment, style.lineBreakMode, style.baseWritingDirection) = (alignment, lineBreakMode, direction)
    for (length, number) in zip(lengths, n[3...]) { style[keyPath: length] = number }
    guard hasTabs else { return style.copy() as? NSParagraphStyle }
    style.tabStops = stride(from: start, to: n.count, by: 2).compactMap { index in
      Int(exactly: n[index + 1]).flatMap { NSTextAlignment(rawValue: $0) }
        .map { NSTextTab(textAlignment: $0, location: n[index]) }
    }
    return style.copy() as? NSParagraphStyle
  }

  // MARK: Attributed strings

  /// The text with its runs; attributes that cannot be archived are left out.
  static func form(of text: NSAttributedString, for coder: NSCoder) -> ArchivedDictionary {
    var runs: [ArchivedDictionary] = []
    text.enumerateAttributes(in: NSRange(location: 0, length: text.length)) { attributes, range, _ in
      let values = attributes.map { ($0.key.rawValue, $0.value) }
      let forms = Dictionary(values) { first, _ in first }
        .compactMapValues { ArchivedValue.encoded($0, for: coder) }
      runs.append(
        ArchivedDictionary([
          lengthKey: NSNumber(value: range.length), attributesKey: ArchivedDictionary(forms),
        ])
      )
    }
    return ArchivedDictionary([
      ArchivedValue.kindKey: ArchivedValue.Kind.attributedText.rawValue, ArchivedValue.dataKey: text.string,
      "runs": runs,
    ])
  }

  /// The text; runs beyond its end are ignored.
  static func attributedText(_ dictionary: [String: Any]) -> NSAttributedString? {
    guard let string = dictionary[ArchivedValue.dataKey] as? String else { return nil }
    let text = NSMutableAttributedString(string: string)
    var start = 0
    for case let run as ArchivedDictionary in ArchivedList.elements(of: dictionary["runs"]) {
      let run = run.entries
      // An archive stores equal objects once: a length of 1 may come back as a truth value.
      let length = Int(UInt32.unwrapped(from: run[lengthKey]) ?? .max)
      guard length <= text.length - start else { break }
      let attributes = ArchivedDictionary.entries(of: run[attributesKey]).compactMapValues {
        ArchivedValue.decoded($0)
      }
      let keyed = attributes.map { (NSAttributedString.Key($0.key), $0.value) }
      text.setAttributes(
        Dictionary(keyed) { first, _ in first },
        range: NSRange(location: start, length: length)
      )
      start += length
    }
    return NSAttributedString(attributedString: text)
  }
}

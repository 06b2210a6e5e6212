package import CoreGraphics
package import Foundation
package import StrataText

extension NSAttributedString {
  /// The string's runs of equal attributes, for the text layout.
  ///
  /// Text without a font is 12 point Helvetica, and text without a colour is black. A run in the colour of its
  /// context has no colour.
  package var styledText: [StyledText] { styledText(in: NSRange(location: 0, length: length)) }

  /// Returns the runs of a part of the string, in UTF-16 units.
  package func styledText(in range: NSRange) -> [StyledText] {
    var result: [StyledText] = []
    enumerateAttributes(in: range, options: []) { attributes, range, _ in
      result.append(StyledText(text: (string as NSString).substring(with: range), attributes))
    }
    return result
  }

  /// Returns the style of the paragraph at a UTF-16 offset; nil if it does not have one.
  func paragraphStyle(at location: Int) -> NSParagraphStyle? {
    guard location < length else { return nil }
    return attribute(.paragraphStyle, at: location, effectiveRange: nil) as? NSParagraphStyle
  }
}

/// A colour of a view layer, which stands for a Core Graphics colour in attributes.
package protocol CoreTextColor: AnyObject {
  var coreTextColor: CGColor { get }
}

/// What stands in a line in place of characters, of a view layer's type.
package protocol CoreTextAttachment: AnyObject {
  /// Returns the place and the picture; `color` is that of the text around it.
  func inlineBox(in color: CGColor?) -> InlineBox
}

extension CTFont {
  /// Returns the transform of outlines that are first stretched, by the power of e, and slanted.
  fileprivate func matrix(skew: Double, expansion: Double) -> CGAffineTransform {
    var result = matrix
    if skew != 0, skew.isFinite {
      result = CGAffineTransform(a: 1, b: 0, c: CGFloat(skew), d: 1, tx: 0, ty: 0).concatenating(result)
    }
    if expansion != 0, expansion.isFinite {
      let stretch = exp(min(max(expansion, -4), 4))
      result = CGAffineTransform(scaleX: CGFloat(stretch), y: 1).concatenating(result)
    }
    let numbers = [result.a, result.b, result.c, result.d, result.tx, result.ty]
    return numbers.allSatisfy(\.isFinite) ? result : .identity
  }
}

extension CGAffineTransform {
  fileprivate func dividedLinearly(by scale: Double) -> CGAffineTransform {
    let scale = CGFloat(scale)
    return CGAffineTransform(a: a / scale, b: b / scale, c: c / scale, d: d / scale, tx: tx, ty: ty)
  }
}

extension StyledText {
  init(text: String, _ attributes: [NSAttributedString.Key: Any]) {
    func number(_ key: NSAttributedString.Key) -> Double? { attributes[key].flatMap(Self.number) }
    func color(_ keys: NSAttributedString.Key...) -> CGColor? {
      keys.lazy.compactMap { key in
        attributes[key] as? CGColor ?? (attributes[key] as? any CoreTextColor)?.coreTextColor
      }.first
    }
    func rule(_ style: NSAttributedString.Key, _ ruleColor: NSAttributedString.Key) -> TextRule? {
      guard let bits = number(style), bits.isFinite else { return nil }
      let value = NSUnderlineStyle(rawValue: Int(min(max(bits, 0), 1e6)))
      // A pattern alone is no line.
      guard value.rawValue & 0xFF != 0 else { return nil }
      let weight: TextRule.Weight =
        value.contains(.double) ? .double : value.contains(.thick) ? .thick : .single
      var rule = TextRule(weight, color: color(ruleColor))
      (rule.pattern, rule.skipsSpaces) = (value.pattern, value.contains(.byWord))
      return rule
    }
    var style = TextStyle()
    let font = attributes[.font] as? CTFont ?? .standard
    let matrix = font.matrix(skew: number(.obliqueness) ?? 0, expansion: number(.expansion) ?? 0)
    var description = font.fontDescription
    let isContextColor = number(.contextColor) ?? 0 != 0
    style.color = isContextColor ? nil : color(.foregroundColor, .coreTextColor) ?? .black
    // All of them are set at once: each one by itself would take a key path.
    var details = TextStyle.Details()
    details.backgroundColor = color(.backgroundColor, .coreTextBackgroundColor)
    let tracking = number(.tracking) ?? 0
    // Tracking leaves the kerning of pairs as it is.
    style.kern = tracking == 0 ? number(.kern) : tracking + (number(.kern) ?? 0)
    details.underline = rule(.underlineStyle, .underlineColor)
    details.strikethrough = rule(.strikethroughStyle, .strikethroughColor)
    details.strokeWidth = number(.strokeWidth) ?? 0
    details.strokeColor = color(.strokeColor, .coreTextStrokeColor)
    style.joinsLetters = number(.ligature) != 0 && tracking == 0
    details.box = Self.box(of: text, attributes, style.color)
    if !matrix.isIdentity {
      // The scale along the line moves characters apart, so that it belongs to the size.
      let scale = matrix.advanceScale
      description.size *= scale
      details.strokeWidth /= scale
      details.glyphTransform = matrix.dividedLinearly(by: scale)
    }
    details.baselineOffset = number(.baselineOffset) ?? number(.coreTextBaselineOffset) ?? 0
    style[dynamicMember: \.self] = details
    self.init(
      text,
      font: description,
      style: style,
      paragraph: (attributes[.paragraphStyle] as? NSParagraphStyle)?.layoutStyle
    )
  }

  /// Returns the number that is the value of an attribute; nil for other values.
  ///
  /// A cast to an object takes numbers of all types.
  static func number(_ value: Any) -> Double? { (value as? NSNumber)?.doubleValue }

  /// Returns what stands in place of each character of a run; nil for glyphs.
  private static func box(
    of text: String,
    _ attributes: [NSAttributedString.Key: Any],
    _ color: CGColor?
  ) -> InlineBox? {
    if let delegate = attributes[.runDelegate] as? CTRunDelegate { return delegate.box }
    guard let attachment = attributes[.attachment] as? any CoreTextAttachment,
      text.unicodeScalars.allSatisfy({ $0 == "\u{FFFC}" })
    else { return nil }
    return attachment.inlineBox(in: color)
  }
}

extension NSAttributedString.Key {
  fileprivate static let runDelegate = Self(kCTRunDelegateAttributeName as String)
  fileprivate static let coreTextColor = Self(kCTForegroundColorAttributeName as String)
  fileprivate static let contextColor = Self(kCTForegroundColorFromContextAttributeName as String)
  fileprivate static let coreTextBackgroundColor = Self(kCTBackgroundColorAttributeName as String)
  fileprivate static let coreTextBaselineOffset = Self(kCTBaselineOffsetAttributeName as String)
  fileprivate static let coreTextStrokeColor = Self(kCTStrokeColorAttributeName as String)
}

extension TextLayoutRequest {
  /// Creates the request for one paragraph in a style.
  init(paragraph runs: [StyledText], style: NSParagraphStyle?, width: Double?) {
    let style = style?.layoutStyle ?? ParagraphStyle()
    self.init(runs: runs.plain, width: width, isWrapped: true, alignment: style.alignment)
    paragraph = style
    keepsGlyphs = true
    switch style.breaking {
    case .atWords: break
    case .anywhere: breaksAnywhere = true
    case .clipped: isWrapped = false
    case .truncated(let truncation): (isWrapped, self.truncation) = (false, truncation)
    }
  }
}

extension [StyledText] {
  /// The runs without paragraph styles.
  var plain: [StyledText] {
    map { run in
      var run = run
      run.paragraph = nil
      return run
    }
  }
}

extension NSParagraphStyle {
  /// The style as the text layout's type.
  fileprivate var layoutStyle: ParagraphStyle {
    // All of them are set at once: each one by itself would take a key path.
    var values = ParagraphStyle.Values()
    values.alignment = TextAlignment(alignment)
    values.breaking =
      switch lineBreakMode {
      case .byWordWrapping: .atWords
      case .byCharWrapping: .anywhere
      case .byClipping: .clipped
      case .byTruncatingHead: .truncated(.start)
      case .byTruncatingMiddle: .truncated(.middle)
      case .byTruncatingTail: .truncated(.end)
      }
    values.lineSpacing = Double(lineSpacing)
    (values.spacingBefore, values.spacingAfter) = (Double(paragraphSpacingBefore), Double(paragraphSpacing))
    values.lineHeightMultiple = Double(lineHeightMultiple)
    values.minimumLineHeight = Double(minimumLineHeight)
    values.maximumLineHeight = Double(maximumLineHeight)
    (values.firstLineIndent, values.indent) = (Double(firstLineHeadIndent), Double(headIndent))
    values.tailIndent = Double(tailIndent)
    if tabStops != NSTextTab.defaults || defaultTabInterval > 0 {
      values.tabs = TabStops(tabStops.map(\.layoutStop), interval: Double(defaultTabInterval))
    }
    values.isRightToLeft = baseWritingDirection == .natural ? nil : baseWritingDirection == .rightToLeft
    var style = ParagraphStyle()
    style[dynamicMember: \.self] = values
    return style
  }
}

extension NSTextTab {
  /// The place as the text layout's type.
  fileprivate var layoutStop: TabStops.Stop {
    let terminators = options[.columnTerminators] as? CharacterSet ?? []
    return TabStops.Stop(Double(location), TextAlignment(alignment), terminators: terminators)
  }
}

extension TextAlignment {
  fileprivate init(_ alignment: NSTextAlignment) {
    self =
      switch alignment {
      case .left: .left
      case .center: .center
      case .right: .right
      case .justified: .justified
      case .natural: .natural
      }
  }
}

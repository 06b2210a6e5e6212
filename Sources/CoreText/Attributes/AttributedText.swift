import CoreGraphics
package import Foundation
package import StrataText

extension NSAttributedString {
  /// The string's stretches of one look; text without a font is Helvetica of 12 points.
  ///
  /// A stretch without a colour is black; one with the colour of its context has none.
  package var styledText: [StyledText] { styledText(in: NSRange(location: 0, length: length)) }

  /// The stretches of a part of the string.
  package func styledText(in range: NSRange) -> [StyledText] {
    var result: [StyledText] = []
    enumerateAttributes(in: range, options: []) { attributes, range, _ in
      result.append(StyledText(text: (string as NSString).substring(with: range), attributes))
    }
    return result
  }

  /// The style of the paragraph at a place.
  func paragraphStyle(at location: Int) -> NSParagraphStyle? {
    guard location < length else { return nil }
    return attribute(.paragraphStyle, at: location, effectiveRange: nil) as? NSParagraphStyle
  }
}

extension StyledText {
  fileprivate init(text: String, _ attributes: [NSAttributedString.Key: Any]) {
    func number(_ key: NSAttributedString.Key) -> Double? {
      (attributes[key] as? NSNumber)?.doubleValue ?? (attributes[key] as? CGFloat).map(Double.init)
        ?? (attributes[key] as? Int).map(Double.init)
    }
    func color(_ keys: NSAttributedString.Key...) -> CGColor? {
      keys.lazy.compactMap { attributes[$0] as? CGColor }.first
    }
    func rule(_ style: NSAttributedString.Key, _ ruleColor: NSAttributedString.Key) -> TextRule? {
      guard let bits = number(style), bits != 0, bits.isFinite else { return nil }
      let value = NSUnderlineStyle(rawValue: Int(min(max(bits, 0), 1e6)))
      let weight: TextRule.Weight =
        value.contains(.double) ? .double : value.contains(.thick) ? .thick : .single
      return TextRule(weight, color: color(ruleColor))
    }
    let font = (attributes[.font] as? CTFont)?.fontDescription ?? FontDescription(name: "Helvetica", size: 12)
    var look = TextLook()
    let isContextColor = number(.contextColor) ?? 0 != 0
    look.color = isContextColor ? nil : color(.foregroundColor, .coreTextColor) ?? .black
    look.backgroundColor = color(.backgroundColor, .coreTextBackgroundColor)
    look.kern = number(.kern) ?? 0
    look.underline = rule(.underlineStyle, .underlineColor)
    look.strikethrough = rule(.strikethroughStyle, .strikethroughColor)
    look.strokeWidth = number(.strokeWidth) ?? 0
    look.strokeColor = color(.strokeColor, .coreTextStrokeColor)
    look.joinsLetters = number(.ligature) != 0
    look.baselineOffset = number(.baselineOffset) ?? number(.coreTextBaselineOffset) ?? 0
    self.init(
      text,
      font: font,
      look: look,
      paragraph: (attributes[.paragraphStyle] as? NSParagraphStyle)?.look
    )
  }
}

extension NSAttributedString.Key {
  fileprivate static let coreTextColor = Self(kCTForegroundColorAttributeName as String)
  fileprivate static let contextColor = Self(kCTForegroundColorFromContextAttributeName as String)
  fileprivate static let coreTextBackgroundColor = Self(kCTBackgroundColorAttributeName as String)
  fileprivate static let coreTextBaselineOffset = Self(kCTBaselineOffsetAttributeName as String)
  fileprivate static let coreTextStrokeColor = Self(kCTStrokeColorAttributeName as String)
}

extension TextLayoutRequest {
  /// The layout of one paragraph as its style says.
  init(paragraph runs: [StyledText], style: NSParagraphStyle?, width: Double?) {
    let look = style?.look ?? ParagraphLook()
    self.init(runs: runs.plain, width: width, isWrapped: true, alignment: look.alignment)
    paragraph = look
    keepsGlyphs = true
    switch look.breaking {
    case .atWords: break
    case .anywhere: breaksAnywhere = true
    case .clipped: isWrapped = false
    case .truncated(let truncation): (isWrapped, self.truncation) = (false, truncation)
    }
  }
}

extension [StyledText] {
  /// The stretches without what they say of their paragraph.
  var plain: [StyledText] {
    map { run in
      var run = run
      run.paragraph = nil
      return run
    }
  }
}

extension NSParagraphStyle {
  /// The style as the layout reads it.
  fileprivate var look: ParagraphLook {
    var look = ParagraphLook()
    look.alignment =
      switch alignment {
      case .left: .left
      case .center: .center
      case .right: .right
      case .justified: .justified
      case .natural: .natural
      }
    look.breaking =
      switch lineBreakMode {
      case .byWordWrapping: .atWords
      case .byCharWrapping: .anywhere
      case .byClipping: .clipped
      case .byTruncatingHead: .truncated(.start)
      case .byTruncatingMiddle: .truncated(.middle)
      case .byTruncatingTail: .truncated(.end)
      }
    look.lineSpacing = Double(lineSpacing)
    (look.spacingBefore, look.spacingAfter) = (Double(paragraphSpacingBefore), Double(paragraphSpacing))
    look.lineHeightMultiple = Double(lineHeightMultiple)
    look.minimumLineHeight = Double(minimumLineHeight)
    look.maximumLineHeight = Double(maximumLineHeight)
    (look.firstLineIndent, look.indent) = (Double(firstLineHeadIndent), Double(headIndent))
    look.tailIndent = Double(tailIndent)
    look.isRightToLeft = baseWritingDirection == .natural ? nil : baseWritingDirection == .rightToLeft
    return look
  }
}

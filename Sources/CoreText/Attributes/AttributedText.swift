import CoreGraphics
package import Foundation
package import StrataText

extension NSAttributedString {
  /// The string's stretches of one look; text without a font is Helvetica of 12 points.
  ///
  /// A stretch without a colour, or with the colour of its context, has none.
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
    let font = (attributes[.font] as? CTFont)?.fontDescription ?? FontDescription(name: "Helvetica", size: 12)
    let usesContextColor = number(.contextColor) ?? 0 != 0
    self.init(
      text,
      font: font,
      color: usesContextColor ? nil : color(.foregroundColor, .coreTextColor),
      kern: number(.kern) ?? 0,
      isUnderlined: number(.underlineStyle) ?? 0 != 0,
      isStruckThrough: number(.strikethroughStyle) ?? 0 != 0
    )
    strokeWidth = number(.strokeWidth) ?? 0
    strokeColor = color(.strokeColor, .coreTextStrokeColor)
    joinsLetters = number(.ligature) != 0
  }
}

extension NSAttributedString.Key {
  fileprivate static let coreTextColor = Self(kCTForegroundColorAttributeName as String)
  fileprivate static let contextColor = Self(kCTForegroundColorFromContextAttributeName as String)
  fileprivate static let coreTextStrokeColor = Self(kCTStrokeColorAttributeName as String)
}

extension TextLayoutRequest {
  /// The layout of one paragraph as its style says.
  init(paragraph runs: [StyledText], style: NSParagraphStyle?, width: Double?) {
    let mode = style?.lineBreakMode ?? .byWordWrapping
    let truncation: TextTruncation =
      switch mode {
      case .byTruncatingHead: .start
      case .byTruncatingMiddle: .middle
      case .byTruncatingTail: .end
      case .byWordWrapping, .byCharWrapping, .byClipping: .none
      }
    let alignment: TextAlignment =
      switch style?.alignment ?? .natural {
      case .left: .left
      case .center: .center
      case .right: .right
      case .justified: .justified
      case .natural: .natural
      }
    self.init(
      runs: runs,
      width: width,
      isWrapped: mode == .byWordWrapping || mode == .byCharWrapping,
      alignment: alignment,
      truncation: truncation,
      lineSpacing: Double(style?.lineSpacing ?? 0),
      lineHeightMultiple: Double(style?.lineHeightMultiple ?? 0)
    )
    minimumLineHeight = Double(style?.minimumLineHeight ?? 0)
    maximumLineHeight = Double(style?.maximumLineHeight ?? 0)
    breaksAnywhere = mode == .byCharWrapping
  }
}

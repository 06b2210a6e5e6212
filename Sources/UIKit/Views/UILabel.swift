import CoreGraphics
public import CoreText
public import Foundation
import QuartzCore
import StrataViews

/// A view that shows a text, in the middle of its height.
open class UILabel: UIView {
  /// Creates an empty label.
  public override init(frame: CGRect) {
    super.init(frame: frame)
    prepare()
  }

  /// Creates a label from an archive.
  public required init?(coder: NSCoder) {
    super.init(coder: coder)
    if !hasProperties(in: coder) { prepare() }
    restoreText(from: coder)
  }

  private enum Key {
    static let text = "UIText"
    static let attributedText = "UIAttributedText"
    static let font = "UIFont"
    static let color = "UITextColor"
    static let isOfOneColor = "UITextHasLabelColor"
    static let highlight = "UIHighlightedColor"
    static let isHighlighted = "UIHighlighted"
    static let shadow = "UIShadowColor"
    static let shadowOffset = "UIShadowOffset"
    static let alignment = "UITextAlignment"
    static let mode = "UILineBreakMode"
    static let lines = "UINumberOfLines"
    static let adjusts = "UIAdjustsFontSizeToFit"
    static let factor = "UIMinimumScaleFactor"
    static let layoutWidth = "UIPreferredMaxLayoutWidth"
  }

  /// Writes the label and its text into a keyed archive.
  open override func encode(with coder: NSCoder) {
    super.encode(with: coder)
    if let plain { coder.encode(plain as NSString, forKey: Key.text) }
    coder.encodeValue(styled, forKey: Key.attributedText)
    coder.encode(ownFont, forKey: Key.font)
    coder.encode(ownColor, forKey: Key.color)
    coder.encode(isColoredByLabel, forKey: Key.isOfOneColor)
    if let highlightedTextColor { coder.encode(highlightedTextColor, forKey: Key.highlight) }
    coder.encode(isHighlighted, forKey: Key.isHighlighted)
    if let shadowColor { coder.encode(shadowColor, forKey: Key.shadow) }
    coder.encodeValue(shadowOffset, forKey: Key.shadowOffset)
    coder.encode(ownAlignment.rawValue, forKey: Key.alignment)
    coder.encode(Int(ownBreakMode.rawValue), forKey: Key.mode)
    coder.encode(numberOfLines, forKey: Key.lines)
    coder.encode(adjustsFontSizeToFitWidth, forKey: Key.adjusts)
    coder.encode(Double(minimumScaleFactor), forKey: Key.factor)
    coder.encode(Double(preferredMaxLayoutWidth), forKey: Key.layoutWidth)
  }

  private func restoreText(from coder: NSCoder) {
    guard coder.containsValue(forKey: Key.lines) else { return }
    plain = coder.decodeObject(of: NSString.self, under: Key.text).map { $0 as String }
    styled = coder.decodeValue(forKey: Key.attributedText) as? NSAttributedString
    if let font = coder.decodeObject(of: UIFont.self, under: Key.font) { ownFont = font }
    if let color = coder.decodeObject(of: UIColor.self, under: Key.color) { ownColor = color }
    isColoredByLabel = coder.decodeBool(forKey: Key.isOfOneColor)
    highlightedTextColor = coder.decodeObject(of: UIColor.self, under: Key.highlight)
    isHighlighted = coder.decodeBool(forKey: Key.isHighlighted)
    shadowColor = coder.decodeObject(of: UIColor.self, under: Key.shadow)
    if let offset = coder.decodeValue(forKey: Key.shadowOffset) as? CGSize { shadowOffset = offset }
    ownAlignment = NSTextAlignment(rawValue: coder.decodeInteger(forKey: Key.alignment)) ?? .natural
    let mode = UInt(max(0, coder.decodeInteger(forKey: Key.mode)))
    ownBreakMode = NSLineBreakMode(rawValue: mode) ?? .byTruncatingTail
    numberOfLines = max(0, coder.decodeInteger(forKey: Key.lines))
    adjustsFontSizeToFitWidth = coder.decodeBool(forKey: Key.adjusts)
    minimumScaleFactor = CGFloat(coder.decodeDouble(forKey: Key.factor))
    preferredMaxLayoutWidth = CGFloat(coder.decodeDouble(forKey: Key.layoutWidth))
  }

  private func prepare() {
    isUserInteractionEnabled = false
    isOpaque = false
    contentMode = .redraw
  }

  /// The text, in the label's font and colour; setting it removes attributes.
  open var text: String? {
    get { styled?.string ?? plain }
    set {
      (plain, styled) = (newValue, nil)
      textDidChange()
    }
  }

  /// The text with attributes; those that are missing are the label's.
  ///
  /// Characters with the attribute `link` are shown in ``UIColor/link``, underlined.
  open var attributedText: NSAttributedString? {
    get { styled ?? plain.map { NSAttributedString(string: $0, attributes: attributes) } }
    set {
      (styled, plain) = (newValue.map { NSAttributedString(attributedString: $0) }, nil)
      isColoredByLabel = false
      textDidChange()
    }
  }

  private var plain: String?
  private var styled: NSAttributedString?
  private var ownFont = UIFont.systemFont(ofSize: UIFont.labelFontSize)
  private var ownColor = UIColor.label
  private var ownAlignment = NSTextAlignment.natural
  private var ownBreakMode = NSLineBreakMode.byTruncatingTail
  /// True if all of the attributed text is in the colour of the label, which the highlighted colour replaces.
  private var isColoredByLabel = false

  /// The font of the text, of its first character if these differ; setting it sets that of all.
  // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
  open var font: UIFont! {
    get { first(.font) as? UIFont ?? ownFont }
    set {
      ownFont = newValue ?? .systemFont(ofSize: UIFont.labelFontSize)
      setAll(.font, ownFont)
    }
  }

  /// The colour of the text, of its first character if these differ; setting it sets that of all.
  // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
  open var textColor: UIColor! {
    get { first(.foregroundColor) as? UIColor ?? ownColor }
    set {
      ownColor = newValue ?? .label
      isColoredByLabel = true
      setAll(.foregroundColor, ownColor)
    }
  }

  private func first(_ key: NSAttributedString.Key) -> Any? {
    guard let styled, styled.length > 0 else { return nil }
    return styled.attribute(key, at: 0, effectiveRange: nil)
  }

  /// Gives all characters of an attributed text an attribute.
  private func setAll(_ key: NSAttributedString.Key, _ value: Any) {
    change { $0.addAttribute(key, value: value, range: NSRange(location: 0, length: $0.length)) }
  }

  private var firstStyle: NSParagraphStyle? { first(.paragraphStyle) as? NSParagraphStyle }

  /// Changes the paragraph styles of an attributed text; paragraphs without one have the label's.
  private func changeStyles(_ edit: (NSMutableParagraphStyle) -> Void) {
    change { text in
      let whole = NSRange(location: 0, length: text.length)
      let former = NSAttributedString(attributedString: text)
      former.enumerateAttribute(.paragraphStyle, in: whole, options: []) { value, range, _ in
        guard let style = (value as? NSParagraphStyle)?.mutableCopy() as? NSMutableParagraphStyle else {
          return
        }
        edit(style)
        text.addAttribute(.paragraphStyle, value: style, range: range)
      }
    }
  }

  /// Changes an attributed text, which is immutable for the program that set it.
  private func change(_ edit: (NSMutableAttributedString) -> Void) {
    if let styled {
      let text = NSMutableAttributedString(attributedString: styled)
      edit(text)
      self.styled = text
    }
    textDidChange()
  }

  /// Asks for a drawing of another text, whose size may be another one, too.
  private func textDidChange() {
    invalidateIntrinsicContentSize()
    setNeedsDisplay()
  }

  /// The colour while ``isHighlighted`` is true.
  open var highlightedTextColor: UIColor? {
    didSet { setNeedsDisplay() }
  }

  /// Shows the text in ``highlightedTextColor``, if there is one.
  open var isHighlighted = false {
    didSet { setNeedsDisplay() }
  }

  /// The colour of a shadow without blur; nil for none.
  open var shadowColor: UIColor? {
    didSet { setNeedsDisplay() }
  }

  /// The distance of the shadow, in points.
  open var shadowOffset = CGSize(width: 0, height: -1) {
    didSet { setNeedsDisplay() }
  }

  /// The edge at which lines are aligned.
  ///
  /// It is that of the first paragraph of an attributed text that has a style; setting it sets that of all.
  open var textAlignment: NSTextAlignment {
    get { firstStyle?.alignment ?? ownAlignment }
    set {
      ownAlignment = newValue
      changeStyles { $0.alignment = newValue }
    }
  }

  /// Where lines are broken, and where the last one is shortened if the text does not fit.
  ///
  /// It is that of the first paragraph of an attributed text that has a style; setting it sets that of all.
  open var lineBreakMode: NSLineBreakMode {
    get { firstStyle?.lineBreakMode ?? ownBreakMode }
    set {
      ownBreakMode = newValue
      changeStyles { $0.lineBreakMode = newValue }
    }
  }

  /// The most lines; 0 for as many as fit.
  open var numberOfLines = 1 {
    didSet { textDidChange() }
  }

  /// The width in which a label of several lines breaks them for its ``intrinsicContentSize``, in points; 0 for none.
  open var preferredMaxLayoutWidth: CGFloat = 0 {
    didSet { if preferredMaxLayoutWidth != oldValue { invalidateIntrinsicContentSize() } }
  }

  /// Makes the font of a label of one line smaller until the text fits.
  open var adjustsFontSizeToFitWidth = false {
    didSet { setNeedsDisplay() }
  }

  /// Follows the user's size of text, which is always the ordinary one here: without effect.
  open var adjustsFontForContentSizeCategory = false

  /// The smallest size of such a font, as a part of its own.
  open var minimumScaleFactor: CGFloat = 0 {
    didSet { setNeedsDisplay() }
  }

  private var attributes: [NSAttributedString.Key: Any] {
    let style = NSMutableParagraphStyle()
    (style.alignment, style.lineBreakMode) = (ownAlignment, ownBreakMode)
    return [.font: ownFont, .foregroundColor: highlight ?? ownColor, .paragraphStyle: style]
  }

  /// The highlighted colour while the label is highlighted, else nil.
  private var highlight: UIColor? { isHighlighted ? highlightedTextColor : nil }

  /// What links look like, whatever their own colour is.
  private static let linkAttributes: [NSAttributedString.Key: Any] = [
    .foregroundColor: UIColor.link, .underlineStyle: NSUnderlineStyle.single.rawValue,
  ]

  /// The text with all attributes.
  private var complete: NSAttributedString {
    let attributes = attributes
    guard let styled else { return NSAttributedString(string: plain ?? "", attributes: attributes) }
    let text = NSMutableAttributedString(string: styled.string, attributes: attributes)
    styled.enumerateAttributes(in: NSRange(location: 0, length: styled.length), options: []) {
      own,
      range,
      _ in
      var all = attributes
      all.merge(own) { $1 }
      if own[.link] != nil { all.merge(Self.linkAttributes) { $1 } }
      text.setAttributes(all, range: range)
    }
    if isColoredByLabel, let highlight {
      text.addAttribute(
        .foregroundColor,
        value: highlight,
        range: NSRange(location: 0, length: text.length)
      )
    }
    return text
  }

  /// Returns the rectangle of the text within `bounds`, for a number of lines.
  ///
  /// Its size, of whole pixels, is the one that the label asks for, so that an override can leave room around the text.
  open func textRect(forBounds bounds: CGRect, limitedToNumberOfLines numberOfLines: Int) -> CGRect {
    let size = box(in: bounds.size, lines: numberOfLines).size
    return CGRect(
      x: bounds.minX,
      y: bounds.minY,
      width: min(wholePixels(size.width), bounds.width),
      height: min(wholePixels(size.height), bounds.height)
    )
  }

  /// Rounds a length in points up to a pixel.
  private func wholePixels(_ length: CGFloat) -> CGFloat {
    let scale = contentScaleFactor
    return max(length, CGFloat(PixelCount.covering(length, scale: scale)) / scale)
  }

  private func box(in size: CGSize, lines: Int) -> TextBox {
    TextBox(
      fitted(to: size.width),
      width: size.width,
      height: size.height,
      limit: lines,
      mode: lineBreakMode
    )
  }

  /// The text, in a smaller font if it may be.
  private func fitted(to width: CGFloat) -> NSAttributedString {
    let text = complete
    guard adjustsFontSizeToFitWidth, numberOfLines == 1, text.length > 0 else { return text }
    let natural = TextBox(text, width: .greatestFiniteMagnitude, limit: 1, mode: lineBreakMode).size.width
    guard natural > width, natural > 0 else { return text }
    let factor = max(width / natural, minimumScaleFactor, 0.01)
    let smaller = NSMutableAttributedString(attributedString: text)
    text.enumerateAttribute(.font, in: NSRange(location: 0, length: text.length), options: []) {
      value,
      range,
      _ in
      guard let font = value as? UIFont else { return }
      smaller.addAttribute(.font, value: font.withSize(font.pointSize * factor), range: range)
    }
    return smaller
  }

  /// Draws the text in a rectangle.
  open func drawText(in rect: CGRect) {
    guard let context = UIGraphicsGetCurrentContext() else { return }
    let box = box(in: rect.size, lines: numberOfLines)
    let top = rect.minY + max(0, (rect.height - box.size.height) / 2)
    if let shadowColor { context.setShadow(offset: shadowOffset, blur: 0, color: shadowColor.cgColor) }
    box.draw(at: CGPoint(x: rect.minX, y: top), in: context)
  }

  /// Draws the text.
  open override func draw(_ rect: CGRect) { drawText(in: bounds) }

  /// Returns the extent of the text in a width; a width of 0 breaks no lines.
  open override func sizeThatFits(_ size: CGSize) -> CGSize { fittingSize(size.width) }

  /// The extent of the text, broken in ``preferredMaxLayoutWidth``; 0 breaks no lines.
  open override var intrinsicContentSize: CGSize { fittingSize(preferredMaxLayoutWidth) }

  private func fittingSize(_ width: CGFloat) -> CGSize {
    let limit = CGFloat.greatestFiniteMagnitude
    let room = CGSize(width: numberOfLines == 1 || width <= 0 ? limit : width, height: limit)
    let bounds = CGRect(origin: .zero, size: room)
    return textRect(forBounds: bounds, limitedToNumberOfLines: numberOfLines).size
  }
}

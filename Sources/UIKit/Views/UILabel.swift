import CoreGraphics
public import CoreText
public import Foundation
import StrataViews

/// A view that shows a text, in the middle of its height.
open class UILabel: UIView {
  /// Creates an empty label.
  public override init(frame: CGRect) {
    super.init(frame: frame)
    prepare()
  }

  /// Creates an empty label from an archive.
  public required init?(coder: NSCoder) {
    super.init(coder: coder)
    prepare()
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
      setNeedsDisplay()
    }
  }

  /// The text with attributes; those that are missing are the label's.
  open var attributedText: NSAttributedString? {
    get { styled ?? plain.map { NSAttributedString(string: $0, attributes: attributes) } }
    set {
      (styled, plain) = (newValue.map { NSAttributedString(attributedString: $0) }, nil)
      setNeedsDisplay()
    }
  }

  private var plain: String?
  private var styled: NSAttributedString?
  private var ownFont = UIFont.systemFont(ofSize: UIFont.labelFontSize)
  private var ownColor = UIColor.label

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
      setAll(.foregroundColor, ownColor)
    }
  }

  private func first(_ key: NSAttributedString.Key) -> Any? {
    guard let styled, styled.length > 0 else { return nil }
    return styled.attribute(key, at: 0, effectiveRange: nil)
  }

  /// Gives all characters of an attributed text an attribute.
  private func setAll(_ key: NSAttributedString.Key, _ value: Any) {
    if let styled {
      let text = NSMutableAttributedString(attributedString: styled)
      text.addAttribute(key, value: value, range: NSRange(location: 0, length: text.length))
      self.styled = text
    }
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
  open var textAlignment = NSTextAlignment.natural {
    didSet { setNeedsDisplay() }
  }

  /// Where lines are broken, and where the last one is shortened if the text does not fit.
  open var lineBreakMode = NSLineBreakMode.byTruncatingTail {
    didSet { setNeedsDisplay() }
  }

  /// The most lines; 0 for as many as fit.
  open var numberOfLines = 1 {
    didSet { setNeedsDisplay() }
  }

  /// Makes the font of a label of one line smaller until the text fits.
  open var adjustsFontSizeToFitWidth = false {
    didSet { setNeedsDisplay() }
  }

  /// The smallest size of such a font, as a part of its own.
  open var minimumScaleFactor: CGFloat = 0 {
    didSet { setNeedsDisplay() }
  }

  private var attributes: [NSAttributedString.Key: Any] {
    let color = isHighlighted ? highlightedTextColor ?? ownColor : ownColor
    return [.font: ownFont, .foregroundColor: color]
  }

  /// The text with all attributes.
  private var complete: NSAttributedString {
    guard let styled else { return NSAttributedString(string: plain ?? "", attributes: attributes) }
    let text = NSMutableAttributedString(string: styled.string, attributes: attributes)
    styled.enumerateAttributes(in: NSRange(location: 0, length: styled.length), options: []) {
      own,
      range,
      _ in
      text.addAttributes(own, range: range)
    }
    return text
  }

  private var flush: CGFloat {
    switch textAlignment {
    case .center: 0.5
    case .right: 1
    case .left, .natural, .justified: 0
    }
  }

  /// Returns the rectangle of the text within `bounds`, for a number of lines.
  ///
  /// Its size is the one that the label asks for, so that an override can leave room around the text.
  open func textRect(forBounds bounds: CGRect, limitedToNumberOfLines numberOfLines: Int) -> CGRect {
    let size = box(in: bounds.size, lines: numberOfLines).size
    let height = min(size.height.rounded(.up), bounds.height)
    return CGRect(
      x: bounds.minX,
      y: bounds.minY,
      width: min(size.width.rounded(.up), bounds.width),
      height: height
    )
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
    box.draw(at: CGPoint(x: rect.minX, y: top), width: rect.width, flush: flush, in: context)
  }

  /// Draws the text.
  open override func draw(_ rect: CGRect) { drawText(in: bounds) }

  /// Returns the extent of the text in a width; a width of 0 breaks no lines.
  open override func sizeThatFits(_ size: CGSize) -> CGSize { fittingSize(size.width) }

  /// The extent of the text, unbroken.
  open override var intrinsicContentSize: CGSize { fittingSize(0) }

  private func fittingSize(_ width: CGFloat) -> CGSize {
    let limit = CGFloat.greatestFiniteMagnitude
    let room = CGSize(width: numberOfLines == 1 || width <= 0 ? limit : width, height: limit)
    let bounds = CGRect(origin: .zero, size: room)
    return textRect(forBounds: bounds, limitedToNumberOfLines: numberOfLines).size
  }
}

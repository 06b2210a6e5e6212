public import CoreGraphics
import CoreText
public import Foundation
import QuartzCore
import StrataViews

/// A colour with opacity.
///
/// System colours have the values of the light appearance. Components are read in the colour's own space of red, green and blue;
/// those of a grey are its white, and those of other colours are read in extended sRGB.
///
/// - Thread: Any.
open class NSColor: NSObject, NSCopying, NSSecureCoding, @unchecked Sendable {  // Immutable.
  /// The colour as Core Graphics has it.
  ///
  /// A pattern is the one for spaces whose y axis points up; drawing in flipped views shows its picture upright, too.
  public let cgColor: CGColor
  /// A pattern for contexts whose base space has its y axis down.
  private let mirrored: CGColor?

  init(_ cgColor: CGColor, mirrored: CGColor? = nil) { (self.cgColor, self.mirrored) = (cgColor, mirrored) }

  /// Reads a colour from an archive; nil if there is none.
  public required init?(coder: NSCoder) {
    guard let color = coder.decodeValue(forKey: Self.archiveKey) as? CGColor else { return nil }
    (cgColor, mirrored) = (color, nil)
  }

  /// Creates a colour of Core Graphics.
  public convenience init?(cgColor: CGColor) { self.init(cgColor as CGColor) }

  /// Creates a colour in sRGB, components from 0 to 1.
  public convenience init(srgbRed red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
    self.init(CGColor(srgbRed: red, green: green, blue: blue, alpha: alpha))
  }

  /// Creates a colour in extended sRGB, components from 0 to 1.
  public convenience init(red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
    self.init(srgbRed: red, green: green, blue: blue, alpha: alpha)
  }

  /// Creates a colour in sRGB, which stands for the calibrated colour space.
  public convenience init(calibratedRed red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
    self.init(srgbRed: red, green: green, blue: blue, alpha: alpha)
  }

  /// Creates a colour in sRGB, which stands for the device's colour space.
  public convenience init(deviceRed red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
    self.init(srgbRed: red, green: green, blue: blue, alpha: alpha)
  }

  /// Creates a grey, from 0 (black) to 1 (white).
  public convenience init(white: CGFloat, alpha: CGFloat) {
    self.init(CGColor(genericGrayGamma2_2Gray: white, alpha: alpha))
  }

  /// Creates a grey, from 0 (black) to 1 (white).
  public convenience init(calibratedWhite white: CGFloat, alpha: CGFloat) {
    self.init(white: white, alpha: alpha)
  }

  /// Creates a grey of the display's space, from 0 (black) to 1 (white), which is drawn as it is.
  public convenience init(deviceWhite white: CGFloat, alpha: CGFloat) {
    self.init(colorSpace: .deviceGray, components: [white, alpha], count: 2)
  }

  /// Creates a colour from its hue, as a part of the circle, saturation and brightness, each from 0 to 1.
  public convenience init(hue: CGFloat, saturation: CGFloat, brightness: CGFloat, alpha: CGFloat) {
    let c = HueColor(hue: hue, saturation: saturation, brightness: brightness).components
    self.init(srgbRed: c.red, green: c.green, blue: c.blue, alpha: alpha)
  }

  /// Creates a colour from its hue, saturation and brightness, each from 0 to 1.
  public convenience init(
    calibratedHue hue: CGFloat,
    saturation: CGFloat,
    brightness: CGFloat,
    alpha: CGFloat
  ) {
    self.init(hue: hue, saturation: saturation, brightness: brightness, alpha: alpha)
  }

  /// Creates a colour from its hue, saturation and brightness in sRGB, which stands for the device's colour space.
  public convenience init(
    deviceHue hue: CGFloat,
    saturation: CGFloat,
    brightness: CGFloat,
    alpha: CGFloat
  ) {
    self.init(hue: hue, saturation: saturation, brightness: brightness, alpha: alpha)
  }

  /// Creates a colour that repeats a picture, from the lower left corner of what is drawn, or the upper one of flipped views.
  ///
  /// The pixels are those that suit the current context, or the main screen outside of drawing. An empty picture gives a
  /// clear colour.
  public convenience init(patternImage image: NSImage) {
    let pixels = image.cgImage(forProposedRect: nil, context: nil, hints: nil)
    func color(isUpsideDown: Bool) -> CGColor? {
      pixels.flatMap { CGColor.repeating($0, size: image.size, isUpsideDown: isUpsideDown) }
    }
    let clear = CGColor(genericGrayGamma2_2Gray: 0, alpha: 0)
    self.init(color(isUpsideDown: false) ?? clear, mirrored: color(isUpsideDown: true))
  }

  // MARK: Components

  private var rgb: (red: CGFloat, green: CGFloat, blue: CGFloat) {
    if cgColor.colorSpace?.model == .rgb, let c = cgColor.components { return (c[0], c[1], c[2]) }
    return cgColor.toldComponents ?? (0, 0, 0)
  }
  private var hsb: HueColor { HueColor(red: rgb.red, green: rgb.green, blue: rgb.blue) }

  /// Opacity, from 0 to 1.
  open var alphaComponent: CGFloat { cgColor.alpha }
  /// Red; 0 for a pattern, as all components.
  open var redComponent: CGFloat { rgb.red }
  /// Green.
  open var greenComponent: CGFloat { rgb.green }
  /// Blue.
  open var blueComponent: CGFloat { rgb.blue }
  /// The white of a grey, and the mean of red, green and blue of other colours.
  open var whiteComponent: CGFloat {
    let c = rgb
    return c.red == c.green && c.green == c.blue ? c.red : (c.red + c.green + c.blue) / 3
  }
  /// The hue, as a part of the circle.
  open var hueComponent: CGFloat { hsb.hue }
  /// The saturation.
  open var saturationComponent: CGFloat { hsb.saturation }
  /// The brightness.
  open var brightnessComponent: CGFloat { hsb.brightness }

  /// Stores red, green, blue and opacity.
  open func getRed(
    _ red: UnsafeMutablePointer<CGFloat>?,
    green: UnsafeMutablePointer<CGFloat>?,
    blue: UnsafeMutablePointer<CGFloat>?,
    alpha: UnsafeMutablePointer<CGFloat>?
  ) {
    red?.pointee = rgb.red
    green?.pointee = rgb.green
    blue?.pointee = rgb.blue
    alpha?.pointee = alphaComponent
  }

  /// Stores hue, saturation, brightness and opacity.
  open func getHue(
    _ hue: UnsafeMutablePointer<CGFloat>?,
    saturation: UnsafeMutablePointer<CGFloat>?,
    brightness: UnsafeMutablePointer<CGFloat>?,
    alpha: UnsafeMutablePointer<CGFloat>?
  ) {
    let color = hsb
    hue?.pointee = color.hue
    saturation?.pointee = color.saturation
    brightness?.pointee = color.brightness
    alpha?.pointee = alphaComponent
  }

  /// Stores brightness and opacity.
  open func getWhite(_ white: UnsafeMutablePointer<CGFloat>?, alpha: UnsafeMutablePointer<CGFloat>?) {
    white?.pointee = whiteComponent
    alpha?.pointee = alphaComponent
  }

  // MARK: Other colours

  /// Returns the colour with another opacity.
  open func withAlphaComponent(_ alpha: CGFloat) -> NSColor {
    NSColor(cgColor.copy(alpha: alpha) ?? cgColor, mirrored: mirrored?.copy(alpha: alpha))
  }

  /// Returns a mixture with a part, from 0 to 1, of another colour; nil if one of them is a pattern.
  open func blended(withFraction fraction: CGFloat, of color: NSColor) -> NSColor? {
    guard let a = cgColor.plainComponents, let b = color.cgColor.plainComponents else { return nil }
    let t = min(max(fraction, 0), 1)
    return NSColor(
      srgbRed: a.red + (b.red - a.red) * t,
      green: a.green + (b.green - a.green) * t,
      blue: a.blue + (b.blue - a.blue) * t,
      alpha: alphaComponent + (color.alphaComponent - alphaComponent) * t
    )
  }

  /// Returns a mixture with a part of white.
  open func highlight(withLevel val: CGFloat) -> NSColor? { blended(withFraction: val, of: .white) }
  /// Returns a mixture with a part of black.
  open func shadow(withLevel val: CGFloat) -> NSColor? { blended(withFraction: val, of: .black) }

  // MARK: Drawing

  /// Makes the colour the fill and stroke colour of the current context.
  open func set() {
    setFill()
    setStroke()
  }

  /// Makes the colour the fill colour of the current context.
  open func setFill() {
    guard let context = ContextStack.current?.context else { return }
    context.setFillColor(shown(in: context))
  }
  /// Makes the colour the stroke colour of the current context.
  open func setStroke() {
    guard let context = ContextStack.current?.context else { return }
    context.setStrokeColor(shown(in: context))
  }

  private func shown(in context: CGContext) -> CGColor {
    context.hasBaseUpsideDown ? mirrored ?? cgColor : cgColor
  }

  /// Returns whether both are the same colour in the same colour space.
  open override func isEqual(_ object: Any?) -> Bool { (object as? NSColor)?.cgColor == cgColor }
  /// The hash of the colour.
  open override var hash: Int { cgColor.hashValue }
  /// The components in words.
  open override var description: String {
    "NSColor \(redComponent) \(greenComponent) \(blueComponent) \(alphaComponent)"
  }
  /// Returns the colour itself, which does not change.
  open func copy(with zone: NSZone? = nil) -> Any { self }

  private static let archiveKey = "color"
  /// True: colours can be archived securely.
  open class var supportsSecureCoding: Bool { true }
  /// Writes the components and the name of their space into a keyed archive; a pattern is written as clear.
  open func encode(with coder: NSCoder) { coder.encodeValue(cgColor, forKey: Self.archiveKey) }
}

extension NSColor: CoreTextColor {
  package var coreTextColor: CGColor { cgColor }
}

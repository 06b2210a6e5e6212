@_exported public import CoreGraphics
public import Foundation
package import StrataText

/// A font at a size, which the fonts of view modules inherit from.
///
/// A font that is not installed keeps its name and is drawn with a substitute.
///
/// - Thread: Any.
open class CTFont: NSObject, @unchecked Sendable {  // Immutable.
  /// The name and size that were asked for; the size is in points.
  package let fontDescription: FontDescription
  /// The transform of glyph outlines.
  let matrix: CGAffineTransform
  /// Keeps a font that is not installed.
  private let use: GraphicsFonts.Use?

  /// Creates a font by name.
  ///
  /// Subclasses would inherit no initialisers if other modules saw this designated one, which is not public.
  init(named name: String, _ size: CGFloat, _ matrix: CGAffineTransform) {
    // A size of 0 means the default size.
    fontDescription = FontDescription(name: name, size: size == 0 ? Self.standardSize : Double(size))
    self.matrix = matrix
    use = GraphicsFonts.use(named: name)
  }

  /// Creates a font that equals another, of whichever class that is.
  ///
  /// Copies of a subclass at other sizes, and the substitutes that draw its glyphs, are made by it.
  public required init(_ font: CTFont) {
    (fontDescription, matrix, use) = (font.fontDescription, font.matrix, font.use)
  }

  /// Creates a font by name.
  package convenience init(name: String, size: CGFloat, matrix: CGAffineTransform = .identity) {
    self.init(named: name, size, matrix)
  }

  /// Returns a font of the same class with another name, size or matrix.
  ///
  /// - Parameters:
  ///   - name: The name; nil keeps the font's.
  ///   - size: The size in points; 0 keeps the font's.
  ///   - matrix: The transform of glyph outlines; nil keeps the font's.
  /// - Returns: The new font.
  func with(name: String? = nil, size: CGFloat = 0, matrix: CGAffineTransform? = nil) -> CTFont {
    let font = CTFont(
      name: name ?? fontDescription.name,
      size: size == 0 ? CGFloat(fontDescription.size) : size,
      matrix: matrix ?? self.matrix
    )
    return type(of: self) == CTFont.self ? font : type(of: self).init(font)
  }

  /// True if a name belongs to an installed font, or to one of Apple's systems, which may have a substitute.
  package static func isKnown(name: String) -> Bool {
    !name.isEmpty && TextLayoutEngine.isKnown(font: name)
  }

  /// The metrics of the font at its size.
  package var metrics: FontMetrics {
    let metrics = TextLayoutEngine.metrics(of: fontDescription)
    return matrix.isIdentity ? metrics : metrics.transformed(by: matrix)
  }

  /// The advance of the widest glyph, in points.
  package var maximumAdvance: CGSize { CGSize(width: metrics.maximumAdvance, height: 0) }

  /// The size of fonts that are created without one, in points.
  static var standardSize: Double { 12 }

  /// The font of text without one: 12 point Helvetica.
  static let standard = CTFont(name: "Helvetica", size: CGFloat(standardSize))

  /// The type identifier that `CFGetTypeID(_:)` returns for the class.
  public static var typeID: CFTypeID { typeNumber(of: CTFont.self) }

  /// Returns whether both have the same name, size and matrix.
  open override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? CTFont else { return false }
    return self === other || (fontDescription == other.fontDescription && matrix == other.matrix)
  }

  /// The hash of name and size.
  open override var hash: Int { fontDescription.hashValue }
}

extension CTFont: CoreFoundationObject {}

extension CGAffineTransform {
  /// The scale of advances along a line; 1 where glyphs have no extent along it.
  var advanceScale: Double { a == 0 || !a.isFinite ? 1 : Double(abs(a)) }
}

extension FontMetrics {
  /// Returns the metrics of a font whose glyphs are transformed.
  fileprivate func transformed(by matrix: CGAffineTransform) -> FontMetrics {
    let scale = matrix.d == 0 || !matrix.d.isFinite ? 1 : Double(abs(matrix.d))
    var result = self
    (result.ascent, result.descent, result.leading) = (ascent * scale, descent * scale, leading * scale)
    (result.capHeight, result.xHeight) = (capHeight * scale, xHeight * scale)
    result.underlinePosition = underlinePosition * scale
    result.underlineThickness = underlineThickness * scale
    result.maximumAdvance = maximumAdvance * matrix.advanceScale
    result.boundingBox = boundingBox.applying(matrix)
    return result
  }
}

/// Returns the type identifier of fonts.
public func CTFontGetTypeID() -> CFTypeID { CTFont.typeID }

/// Creates a font by PostScript, full or family name.
///
/// - Parameters:
///   - name: A name such as `HelveticaNeue-Bold`.
///   - size: The size of the em square in points; 0 means 12.
///   - matrix: The transform of glyph outlines; nil for the identity.
/// - Returns: The font; it is drawn with a substitute if no installed font has the name.
public func CTFontCreateWithName(
  _ name: CFString,
  _ size: CGFloat,
  _ matrix: UnsafePointer<CGAffineTransform>?
) -> CTFont {
  CTFont(name: name as String, size: size, matrix: matrix?.pointee ?? .identity)
}

/// Creates a font from a descriptor.
///
/// - Parameters:
///   - descriptor: The name and size.
///   - size: The size in points; 0 takes the descriptor's.
///   - matrix: The transform of glyph outlines; nil for the identity.
/// - Returns: The font; it is drawn with a substitute if no installed font has the name.
public func CTFontCreateWithFontDescriptor(
  _ descriptor: CTFontDescriptor,
  _ size: CGFloat,
  _ matrix: UnsafePointer<CGAffineTransform>?
) -> CTFont {
  CTFont(
    name: descriptor.name,
    size: size == 0 ? descriptor.size : size,
    matrix: matrix?.pointee ?? .identity
  )
}

/// Creates a font from a graphics font.
///
/// The font need not be installed.
///
/// - Parameters:
///   - graphicsFont: The font without a size.
///   - size: The size in points; 0 means 12.
///   - matrix: The transform of glyph outlines; nil for the identity.
///   - attributes: A descriptor whose name takes precedence over the graphics font's.
/// - Returns: The font at the size.
public func CTFontCreateWithGraphicsFont(
  _ graphicsFont: CGFont,
  _ size: CGFloat,
  _ matrix: UnsafePointer<CGAffineTransform>?,
  _ attributes: CTFontDescriptor?
) -> CTFont {
  let name = attributes?.name ?? GraphicsFonts.name(of: graphicsFont)
  return CTFont(name: name, size: size, matrix: matrix?.pointee ?? .identity)
}

/// Creates a copy of a font with a different size, matrix or name.
///
/// - Parameters:
///   - font: The font to copy.
///   - size: The size in points; 0 keeps the font's.
///   - matrix: The transform of glyph outlines; nil keeps the font's.
///   - attributes: A descriptor with the name; nil keeps the font's.
/// - Returns: The new font, of the font's class.
public func CTFontCreateCopyWithAttributes(
  _ font: CTFont,
  _ size: CGFloat,
  _ matrix: UnsafePointer<CGAffineTransform>?,
  _ attributes: CTFontDescriptor?
) -> CTFont {
  font.with(name: attributes?.name, size: size, matrix: matrix?.pointee)
}

/// The name and size of a font, which need not be installed.
public final class CTFontDescriptor: Hashable, Sendable {
  let name: String
  let size: CGFloat
  /// Keeps a font that is not installed.
  private let use: GraphicsFonts.Use?

  init(name: String, size: CGFloat) {
    (self.name, self.size) = (name, size)
    use = GraphicsFonts.use(named: name)
  }

  /// Returns whether name and size are equal.
  public static func == (lhs: CTFontDescriptor, rhs: CTFontDescriptor) -> Bool {
    lhs.name == rhs.name && lhs.size == rhs.size
  }

  /// Feeds name and size into a hasher.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(name)
    hasher.combine(size)
  }
}

/// Creates a font descriptor.
///
/// - Parameters:
///   - name: A PostScript name.
///   - size: The size in points; 0 if it is not set.
/// - Returns: The descriptor.
public func CTFontDescriptorCreateWithNameAndSize(_ name: CFString, _ size: CGFloat) -> CTFontDescriptor {
  CTFontDescriptor(name: name as String, size: size)
}

/// Returns the descriptor of a font.
public func CTFontCopyFontDescriptor(_ font: CTFont) -> CTFontDescriptor {
  CTFontDescriptor(name: font.fontDescription.name, size: CGFloat(font.fontDescription.size))
}

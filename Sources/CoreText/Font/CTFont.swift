@_exported public import CoreGraphics
@_exported public import Foundation
package import StrataText

/// A font at a size.
///
/// A font that is not installed is drawn with one that stands in for it and keeps the name it was created with.
public final class CTFont: Hashable, Sendable {
  /// The name and size as they were asked for; the size is in points.
  package let fontDescription: FontDescription
  /// What glyph outlines are transformed by.
  let matrix: CGAffineTransform

  /// Creates a font by name.
  package init(name: String, size: CGFloat, matrix: CGAffineTransform = .identity) {
    // A size of nothing asks for the system's usual one.
    fontDescription = FontDescription(name: name, size: size == 0 ? 12 : Double(size))
    self.matrix = matrix
  }

  /// The measures of the font at its size.
  package var metrics: FontMetrics { TextLayoutEngine.metrics(of: fontDescription) }

  /// The number of the class for `CFGetTypeID(_:)`.
  public static var typeID: CFTypeID { typeNumber(of: CTFont.self) }

  /// Returns whether name, size and matrix are equal.
  public static func == (lhs: CTFont, rhs: CTFont) -> Bool {
    lhs === rhs || (lhs.fontDescription == rhs.fontDescription && lhs.matrix == rhs.matrix)
  }

  /// Feeds name and size into a hasher.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(fontDescription)
  }
}

extension CTFont: CoreFoundationObject {}

/// Returns the number of the font class for `CFGetTypeID(_:)`.
public func CTFontGetTypeID() -> CFTypeID { CTFont.typeID }

/// Creates a font by PostScript, full or family name.
///
/// - Parameters:
///   - name: A name such as `HelveticaNeue-Bold`.
///   - size: The size of the em square in points; 0 stands for 12.
///   - matrix: What glyph outlines are transformed by; nil for nothing.
/// - Returns: The font; one that stands in for it where there is none of the name.
public func CTFontCreateWithName(
  _ name: CFString,
  _ size: CGFloat,
  _ matrix: UnsafePointer<CGAffineTransform>?
) -> CTFont {
  CTFont(name: name as String, size: size, matrix: matrix?.pointee ?? .identity)
}

/// Creates a font from a description of it.
///
/// - Parameters:
///   - descriptor: The description.
///   - size: The size in points; 0 takes the description's.
///   - matrix: What glyph outlines are transformed by; nil for nothing.
/// - Returns: The font; one that stands in for it where there is none of the description.
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

/// Creates a font of a graphics font, which must be installed or registered under its PostScript name to be drawn.
///
/// - Parameters:
///   - graphicsFont: The font without a size.
///   - size: The size in points; 0 stands for 12.
///   - matrix: What glyph outlines are transformed by; nil for nothing.
///   - attributes: A description whose name takes precedence over the graphics font's.
/// - Returns: The font with a size.
public func CTFontCreateWithGraphicsFont(
  _ graphicsFont: CGFont,
  _ size: CGFloat,
  _ matrix: UnsafePointer<CGAffineTransform>?,
  _ attributes: CTFontDescriptor?
) -> CTFont {
  let name = attributes?.name ?? (graphicsFont.postScriptName ?? graphicsFont.fullName) as String? ?? ""
  return CTFont(name: name, size: size, matrix: matrix?.pointee ?? .identity)
}

/// Creates a font like another one with another size, matrix or name.
///
/// - Parameters:
///   - font: The font to begin with.
///   - size: The size in points; 0 keeps the font's.
///   - matrix: What glyph outlines are transformed by; nil keeps the font's.
///   - attributes: A description whose name is taken; nil keeps the font's.
/// - Returns: The other font.
public func CTFontCreateCopyWithAttributes(
  _ font: CTFont,
  _ size: CGFloat,
  _ matrix: UnsafePointer<CGAffineTransform>?,
  _ attributes: CTFontDescriptor?
) -> CTFont {
  CTFont(
    name: attributes?.name ?? font.fontDescription.name,
    size: size == 0 ? CGFloat(font.fontDescription.size) : size,
    matrix: matrix?.pointee ?? font.matrix
  )
}

/// The name and size of a font that is to be created.
public final class CTFontDescriptor: Hashable, Sendable {
  let name: String
  let size: CGFloat

  init(name: String, size: CGFloat) {
    (self.name, self.size) = (name, size)
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

/// Creates a description of a font by name.
///
/// - Parameters:
///   - name: A PostScript name.
///   - size: The size in points; 0 for none.
/// - Returns: The description, which says nothing about whether there is such a font.
public func CTFontDescriptorCreateWithNameAndSize(_ name: CFString, _ size: CGFloat) -> CTFontDescriptor {
  CTFontDescriptor(name: name as String, size: size)
}

/// Returns the description of a font.
public func CTFontCopyFontDescriptor(_ font: CTFont) -> CTFontDescriptor {
  CTFontDescriptor(name: font.fontDescription.name, size: CGFloat(font.fontDescription.size))
}

public import Foundation
import StrataText

// The values are those of Apple's headers.

/// The name of the copyright notice.
public nonisolated(unsafe) let kCTFontCopyrightNameKey: CFString = "CTFontCopyrightName"
/// The name of the family.
public nonisolated(unsafe) let kCTFontFamilyNameKey: CFString = "CTFontFamilyName"
/// The name of the face in its family.
public nonisolated(unsafe) let kCTFontSubFamilyNameKey: CFString = "CTFontSubFamilyName"
/// The name of the style of the face.
public nonisolated(unsafe) let kCTFontStyleNameKey: CFString = "CTFontStyleName"
/// The name that identifies a font uniquely.
public nonisolated(unsafe) let kCTFontUniqueNameKey: CFString = "CTFontUniqueName"
/// The full name.
public nonisolated(unsafe) let kCTFontFullNameKey: CFString = "CTFontFullName"
/// The version.
public nonisolated(unsafe) let kCTFontVersionNameKey: CFString = "CTFontVersionName"
/// The PostScript name.
public nonisolated(unsafe) let kCTFontPostScriptNameKey: CFString = "CTFontPostScriptName"
/// The notice of the trademark.
public nonisolated(unsafe) let kCTFontTrademarkNameKey: CFString = "CTFontTrademarkName"
/// The manufacturer.
public nonisolated(unsafe) let kCTFontManufacturerNameKey: CFString = "CTFontManufacturerName"
/// The designer.
public nonisolated(unsafe) let kCTFontDesignerNameKey: CFString = "CTFontDesignerName"
/// The description.
public nonisolated(unsafe) let kCTFontDescriptionNameKey: CFString = "CTFontDescriptionName"
/// The address of the vendor.
public nonisolated(unsafe) let kCTFontVendorURLNameKey: CFString = "CTFontVendorURLName"
/// The address of the designer.
public nonisolated(unsafe) let kCTFontDesignerURLNameKey: CFString = "CTFontDesignerURLName"
/// The licence.
public nonisolated(unsafe) let kCTFontLicenseNameKey: CFString = "CTFontLicenseNameName"
/// The address of the licence.
public nonisolated(unsafe) let kCTFontLicenseURLNameKey: CFString = "CTFontLicenseURLName"
/// A text that shows the font.
public nonisolated(unsafe) let kCTFontSampleTextNameKey: CFString = "CTFontSampleTextName"
/// The name of the PostScript interpreter's CID font.
public nonisolated(unsafe) let kCTFontPostScriptCIDNameKey: CFString = "CTFontPostScriptCIDName"

/// The numbers of names in a font's table (OpenType 1.9, name).
private nonisolated(unsafe) let nameNumbers: [CFString: UInt16] = [
  kCTFontCopyrightNameKey: 0, kCTFontFamilyNameKey: 1, kCTFontSubFamilyNameKey: 2, kCTFontStyleNameKey: 2,
  kCTFontUniqueNameKey: 3, kCTFontFullNameKey: 4, kCTFontVersionNameKey: 5, kCTFontPostScriptNameKey: 6,
  kCTFontTrademarkNameKey: 7, kCTFontManufacturerNameKey: 8, kCTFontDesignerNameKey: 9,
  kCTFontDescriptionNameKey: 10, kCTFontVendorURLNameKey: 11, kCTFontDesignerURLNameKey: 12,
  kCTFontLicenseNameKey: 13, kCTFontLicenseURLNameKey: 14, kCTFontSampleTextNameKey: 19,
  kCTFontPostScriptCIDNameKey: 20,
]

/// Returns a name that the file of the drawn font has for itself, which may be a substitute's.
///
/// - Parameters:
///   - font: The font.
///   - nameKey: Which of the names, such as `kCTFontFamilyNameKey`.
/// - Returns: The name in English if the font has several; nil if it has none.
public func CTFontCopyName(_ font: CTFont, _ nameKey: CFString) -> CFString? {
  guard let number = nameNumbers[nameKey] else { return nil }
  return TextLayoutEngine.string(named: number, of: font.fontDescription).map { $0 as CFString }
}

/// Returns the name that users see: the full name of the font that is drawn, which may be a substitute.
public func CTFontCopyDisplayName(_ font: CTFont) -> CFString { CTFontCopyFullName(font) }

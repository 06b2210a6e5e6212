public import Foundation

// The constants are immutable strings, which threads can share.

extension CGColorSpace {
  /// The name of sRGB (IEC 61966-2-1).
  nonisolated(unsafe) public static let sRGB: CFString = "kCGColorSpaceSRGB"
  /// The name of sRGB with components below 0 and above 1.
  nonisolated(unsafe) public static let extendedSRGB: CFString = "kCGColorSpaceExtendedSRGB"
  /// The name of sRGB with components proportional to light.
  nonisolated(unsafe) public static let linearSRGB: CFString = "kCGColorSpaceLinearSRGB"
  /// The name of linear sRGB with components below 0 and above 1.
  nonisolated(unsafe) public static let extendedLinearSRGB: CFString = "kCGColorSpaceExtendedLinearSRGB"
  /// The name of linear generic RGB, which is linear sRGB here.
  nonisolated(unsafe) public static let genericRGBLinear: CFString = "kCGColorSpaceGenericRGBLinear"
  /// The name of Display P3.
  nonisolated(unsafe) public static let displayP3: CFString = "kCGColorSpaceDisplayP3"
  /// The name of Display P3 with components below 0 and above 1.
  nonisolated(unsafe) public static let extendedDisplayP3: CFString = "kCGColorSpaceExtendedDisplayP3"
  /// The name of Display P3 with components proportional to light.
  nonisolated(unsafe) public static let linearDisplayP3: CFString = "kCGColorSpaceLinearDisplayP3"
  /// The name of linear Display P3 with components below 0 and above 1.
  nonisolated(unsafe) public static let extendedLinearDisplayP3: CFString =
    "kCGColorSpaceExtendedLinearDisplayP3"
  /// The name of Display P3 with hybrid log-gamma (ITU-R BT.2100).
  nonisolated(unsafe) public static let displayP3_HLG: CFString = "kCGColorSpaceDisplayP3_HLG"
  /// The name of Display P3 with the perceptual quantizer (SMPTE ST 2084).
  nonisolated(unsafe) public static let displayP3_PQ: CFString = "kCGColorSpaceDisplayP3_PQ"
  /// The name of DCI-P3 (SMPTE RP 431-2).
  nonisolated(unsafe) public static let dcip3: CFString = "kCGColorSpaceDCIP3"
  /// The name of Adobe RGB (1998).
  nonisolated(unsafe) public static let adobeRGB1998: CFString = "kCGColorSpaceAdobeRGB1998"
  /// The name of ITU-R BT.709.
  nonisolated(unsafe) public static let itur_709: CFString = "kCGColorSpaceITUR_709"
  /// The name of ITU-R BT.2020.
  nonisolated(unsafe) public static let itur_2020: CFString = "kCGColorSpaceITUR_2020"
  /// The name of ITU-R BT.2020 with the transfer function of sRGB.
  nonisolated(unsafe) public static let itur_2020_sRGBGamma: CFString = "kCGColorSpaceITUR_2020_sRGBGamma"
  /// The name of ITU-R BT.2020 with components below 0 and above 1.
  nonisolated(unsafe) public static let extendedITUR_2020: CFString = "kCGColorSpaceExtendedITUR_2020"
  /// The name of ITU-R BT.2020 with components proportional to light.
  nonisolated(unsafe) public static let linearITUR_2020: CFString = "kCGColorSpaceLinearITUR_2020"
  /// The name of linear ITU-R BT.2020 with components below 0 and above 1.
  nonisolated(unsafe) public static let extendedLinearITUR_2020: CFString =
    "kCGColorSpaceExtendedLinearITUR_2020"
  /// The name of ITU-R BT.2100 with hybrid log-gamma.
  nonisolated(unsafe) public static let itur_2100_HLG: CFString = "kCGColorSpaceITUR_2100_HLG"
  /// The name of ITU-R BT.2100 with the perceptual quantizer.
  nonisolated(unsafe) public static let itur_2100_PQ: CFString = "kCGColorSpaceITUR_2100_PQ"
  /// The name of gray with gamma 2.2.
  nonisolated(unsafe) public static let genericGrayGamma2_2: CFString = "kCGColorSpaceGenericGrayGamma2_2"
  /// The name of gray with gamma 2.2 and components below 0 and above 1.
  nonisolated(unsafe) public static let extendedGray: CFString = "kCGColorSpaceExtendedGray"
  /// The name of gray with components proportional to light.
  nonisolated(unsafe) public static let linearGray: CFString = "kCGColorSpaceLinearGray"
  /// The name of linear gray with components below 0 and above 1.
  nonisolated(unsafe) public static let extendedLinearGray: CFString = "kCGColorSpaceExtendedLinearGray"
  /// The name of CMYK.
  nonisolated(unsafe) public static let genericCMYK: CFString = "kCGColorSpaceGenericCMYK"

  /// The encoding of every named space.
  static let encodings: [String: ColorEncoding] = [
    "kCGColorSpaceDeviceRGB": ColorEncoding(),
    "kCGColorSpaceDeviceGray": ColorEncoding(model: .gray),
    "kCGColorSpaceDeviceCMYK": ColorEncoding(model: .cmyk),
    "kCGColorSpaceSRGB": ColorEncoding(),
    "kCGColorSpaceExtendedSRGB": ColorEncoding(isExtended: true),
    "kCGColorSpaceLinearSRGB": ColorEncoding(transfer: .linear),
    "kCGColorSpaceExtendedLinearSRGB": ColorEncoding(transfer: .linear, isExtended: true),
    "kCGColorSpaceGenericRGBLinear": ColorEncoding(transfer: .linear),
    "kCGColorSpaceDisplayP3": ColorEncoding(primaries: .displayP3),
    "kCGColorSpaceExtendedDisplayP3": ColorEncoding(primaries: .displayP3, isExtended: true),
    "kCGColorSpaceLinearDisplayP3": ColorEncoding(primaries: .displayP3, transfer: .linear),
    "kCGColorSpaceExtendedLinearDisplayP3": ColorEncoding(
      primaries: .displayP3,
      transfer: .linear,
      isExtended: true
    ),
    "kCGColorSpaceDisplayP3_HLG": ColorEncoding(primaries: .displayP3, transfer: .hlg, isExtended: true),
    "kCGColorSpaceDisplayP3_PQ": ColorEncoding(primaries: .displayP3, transfer: .pq, isExtended: true),
    "kCGColorSpaceDCIP3": ColorEncoding(primaries: .dciP3, transfer: .gamma(2.6)),
    "kCGColorSpaceAdobeRGB1998": ColorEncoding(primaries: .adobe, transfer: .gamma(563.0 / 256)),
    "kCGColorSpaceITUR_709": ColorEncoding(transfer: .rec709),
    "kCGColorSpaceITUR_2020": ColorEncoding(primaries: .rec2020, transfer: .rec709),
    "kCGColorSpaceITUR_2020_sRGBGamma": ColorEncoding(primaries: .rec2020),
    "kCGColorSpaceExtendedITUR_2020": ColorEncoding(primaries: .rec2020, transfer: .rec709, isExtended: true),
    "kCGColorSpaceLinearITUR_2020": ColorEncoding(primaries: .rec2020, transfer: .linear),
    "kCGColorSpaceExtendedLinearITUR_2020": ColorEncoding(
      primaries: .rec2020,
      transfer: .linear,
      isExtended: true
    ),
    "kCGColorSpaceITUR_2100_HLG": ColorEncoding(primaries: .rec2020, transfer: .hlg, isExtended: true),
    "kCGColorSpaceITUR_2100_PQ": ColorEncoding(primaries: .rec2020, transfer: .pq, isExtended: true),
    "kCGColorSpaceGenericGrayGamma2_2": ColorEncoding(model: .gray, transfer: .gamma(2.2)),
    "kCGColorSpaceExtendedGray": ColorEncoding(model: .gray, transfer: .gamma(2.2), isExtended: true),
    "kCGColorSpaceLinearGray": ColorEncoding(model: .gray, transfer: .linear),
    "kCGColorSpaceExtendedLinearGray": ColorEncoding(model: .gray, transfer: .linear, isExtended: true),
    "kCGColorSpaceGenericCMYK": ColorEncoding(model: .cmyk),
  ]
}

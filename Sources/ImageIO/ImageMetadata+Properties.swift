import CoreGraphics
import Foundation

extension ImageMetadata {
  /// Creates the metadata that properties under the `kCGImageProperty` keys ask for.
  ///
  /// The keys of the TIFF dictionary count where the others are missing, its resolution in its unit, which is the inch
  /// if it states none. One resolution stands for both directions.
  init(properties: [String: Any]) {
    let details = properties[kCGImagePropertyTIFFDictionary as String] as? [String: Any] ?? [:]
    func detail(_ key: CFString) -> Double? { (details[key as String] as? NSNumber)?.doubleValue }
    // A value of another kind, such as `NSNull`, hides that of the TIFF dictionary.
    func number(_ key: CFString, or other: @autoclosure () -> Double?) -> Double? {
      properties[key as String].map { ($0 as? NSNumber)?.doubleValue } ?? other()
    }
    let unitsPerInch = Self.unitsPerInch(detail(kCGImagePropertyTIFFResolutionUnit) ?? 2)
    func perInch(_ key: CFString) -> Double? {
      unitsPerInch.flatMap { unitsPerInch in detail(key).map { $0 * unitsPerInch } }
    }
    let turn = number(kCGImagePropertyOrientation, or: detail(kCGImagePropertyTIFFOrientation)) ?? 1
    let x = number(kCGImagePropertyDPIWidth, or: perInch(kCGImagePropertyTIFFXResolution))
    let y = number(kCGImagePropertyDPIHeight, or: perInch(kCGImagePropertyTIFFYResolution))
    var resolution: SIMD2<Double>?
    if let width = x ?? y, let height = y ?? x, width > 0, height > 0 {
      resolution = SIMD2(width, height)
    }
    self.init(orientation: turn >= 1 && turn < 9 ? Int(turn) : 1, resolution: resolution)
  }

  /// The entries of the TIFF dictionary; empty for a file that states neither orientation nor resolution.
  var tiffProperties: [String: Any] {
    var result: [String: Any] = [:]
    if orientation != 1 {
      result[kCGImagePropertyTIFFOrientation as String] = NSNumber(value: orientation)
    }
    if let resolution {
      result[kCGImagePropertyTIFFXResolution as String] = NSNumber(value: resolution.x)
      result[kCGImagePropertyTIFFYResolution as String] = NSNumber(value: resolution.y)
      result[kCGImagePropertyTIFFResolutionUnit as String] = NSNumber(value: 2)
    }
    return result
  }
}

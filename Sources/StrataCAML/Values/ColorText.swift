package import CoreGraphics
import Foundation

/// Colours as documents write them: components of extended sRGB, with opacity beside them.
package enum ColorText {
  /// Reads three components, four with alpha, two (grey and alpha), one (grey), or `#rrggbb`.
  ///
  /// Components are not limited to 0...1. `opacity` multiplies the alpha of the text.
  package static func color(_ text: String, opacity: String? = nil) -> CGColor? {
    guard let parts = hexadecimal(text) ?? NumberText.numbers(text), parts.allSatisfy(\.isFinite) else {
      return nil
    }
    var alpha = 1.0
    if let opacity {
      guard let number = NumberText.number(opacity), number.isFinite else { return nil }
      alpha = number
    }
    switch parts.count {
    case 1: return color(parts[0], parts[0], parts[0], alpha)
    case 2: return color(parts[0], parts[0], parts[0], parts[1] * alpha)
    case 3: return color(parts[0], parts[1], parts[2], alpha)
    case 4: return color(parts[0], parts[1], parts[2], parts[3] * alpha)
    default: return nil
    }
  }

  private static func color(_ red: Double, _ green: Double, _ blue: Double, _ alpha: Double) -> CGColor {
    CGColor(extendedSRGB: SIMD4(Float(red), Float(green), Float(blue), Float(alpha)))
  }

  private static func hexadecimal(_ text: String) -> [Double]? {
    let digits = text.trimmingCharacters(in: .whitespaces)
    guard digits.first == "#", let number = UInt64(digits.dropFirst(), radix: 16) else { return nil }
    func channel(_ shift: UInt64) -> Double { Double((number >> shift) & 0xFF) / 255 }
    switch digits.count {
    case 7: return [channel(16), channel(8), channel(0)]
    case 9: return [channel(24), channel(16), channel(8), channel(0)]
    default: return nil
    }
  }

  /// The components, and the opacity unless it is 1.
  package static func text(of color: CGColor) -> (value: String, opacity: String?) {
    let parts = color.extendedSRGB
    let value = [parts.x, parts.y, parts.z].map { text($0) }.joined(separator: " ")
    return (value, parts.w == 1 ? nil : text(parts.w))
  }

  private static func text(_ component: Float) -> String {
    NumberText.text(Double(component), significantDigits: 4)
  }
}

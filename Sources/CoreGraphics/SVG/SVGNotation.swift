import Foundation
import StrataBase
import StrataRaster

/// Values as SVG writes them (SVG 2).
enum SVGNotation {
  /// A transform.
  static func matrix(_ transform: CGAffineTransform) -> String {
    "matrix(\(VectorNotation.matrix(transform)))"
  }

  /// A colour without its alpha; components outside of sRGB are clamped.
  static func color(_ color: SIMD4<Float>) -> String {
    let levels = (color.clamped(lowerBound: .zero, upperBound: .one) * 255).rounded(.toNearestOrAwayFromZero)
    return "#"
      + [levels.x, levels.y, levels.z].map { level in
        (level < 16 ? "0" : "") + String(UInt8(level), radix: 16)
      }.joined()
  }

  /// Text of an attribute.
  static func escaped(_ text: String) -> String {
    let safe = text.unicodeScalars.filter { $0.value >= 32 && $0.value != 0xFFFE && $0.value != 0xFFFF }
    return String(String.UnicodeScalarView(safe))
      .replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing("\"", with: "&quot;")
  }

  /// The path data of an outline (SVG 2, 9.3).
  static func path(_ outline: Outline) -> String {
    var result = ""
    func add(_ verb: String, _ points: RasterPoint...) {
      result += verb + VectorNotation.numbers(points.flatMap { [$0.x, $0.y] })
    }
    outline.forEachSubpath { segments, isClosed in
      guard let first = segments.first else { return }
      add("M", first.start)
      for segment in segments where !segment.isClosing {
        switch segment.degree {
        case 1: add("L", segment.end)
        case 2: add("Q", segment.control1, segment.end)
        default: add("C", segment.control1, segment.control2, segment.end)
        }
      }
      if isClosed { result += "Z" }
    }
    return result
  }
}

extension CGBlendMode {
  /// The value of `mix-blend-mode` (Compositing and Blending 1, 5.1); nil for normal, and for modes that CSS lacks.
  var cssName: String? {
    switch self {
    case .multiply: "multiply"
    case .screen: "screen"
    case .overlay: "overlay"
    case .darken: "darken"
    case .lighten: "lighten"
    case .colorDodge: "color-dodge"
    case .colorBurn: "color-burn"
    case .softLight: "soft-light"
    case .hardLight: "hard-light"
    case .difference: "difference"
    case .exclusion: "exclusion"
    case .hue: "hue"
    case .saturation: "saturation"
    case .color: "color"
    case .luminosity: "luminosity"
    default: nil
    }
  }
}

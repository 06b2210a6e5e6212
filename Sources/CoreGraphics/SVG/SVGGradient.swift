import Foundation
import StrataBase
import StrataRaster

/// A gradient as SVG defines it: along a line, or between two circles, one inside the other (SVG 2, 14.2).
struct SVGGradient {
  let paint: GradientPaint

  /// The element for an identifier; nil for a conic gradient, for circles that do not hold each other and for a singular
  /// transform.
  func element(_ toPicture: CGAffineTransform) -> ((String) -> String)? {
    guard let toBase = PDFShading(paint: paint).toBase, let (tag, geometry) = geometry else { return nil }
    let transform = SVGNotation.matrix(toBase.concatenating(toPicture))
    return { name in
      "<\(tag) id=\"\(name)\" gradientUnits=\"userSpaceOnUse\" \(geometry)"
        + " gradientTransform=\"\(transform)\">\(stops)</\(tag)>"
    }
  }

  private var geometry: (tag: String, attributes: String)? {
    func attributes(_ pairs: KeyValuePairs<String, Double>) -> String {
      pairs.map { "\($0.key)=\"\(VectorNotation.number($0.value))\"" }.joined(separator: " ")
    }
    switch paint.geometry {
    case .axial(let start, let end):
      return ("linearGradient", attributes(["x1": start.x, "y1": start.y, "x2": end.x, "y2": end.y]))
    case .ellipse:
      // The transform stretches a circle of radius 1.
      return ("radialGradient", attributes(["cx": 0, "cy": 0, "r": 1, "fx": 0, "fy": 0]))
    case .circles(let start, let startRadius, let end, let endRadius):
      let gap = end - start
      guard startRadius >= 0, (gap * gap).sum().squareRoot() + startRadius < endRadius else { return nil }
      return (
        "radialGradient",
        attributes([
          "cx": end.x, "cy": end.y, "r": endRadius, "fx": start.x, "fy": start.y, "fr": startRadius,
        ])
      )
    case .conic: return nil
    }
  }

  private var stops: String {
    let (colors, locations) = (paint.stops.colors, paint.stops.locations)
    guard let first = colors.first, let last = colors.last, colors.count == locations.count else { return "" }
    var result = ""
    func add(_ color: SIMD4<Float>, _ location: Float, alpha: Float? = nil) {
      let opacity = VectorNotation.number(Double(min(max(alpha ?? color.w, 0), 1)))
      result +=
        "<stop offset=\"\(VectorNotation.number(Double(min(max(location, 0), 1))))\""
        + " stop-color=\"\(SVGNotation.color(color))\" stop-opacity=\"\(opacity)\"/>"
    }
    // SVG continues the end colours; a clear stop at the end ends them.
    if !paint.extendsStart {
      add(first, 0, alpha: 0)
      add(first, 0)
    }
    for (color, location) in zip(colors, locations) { add(color, location) }
    if !paint.extendsEnd {
      add(last, 1)
      add(last, 1, alpha: 0)
    }
    return result
  }
}

import Foundation

/// Numbers as PDF and SVG write them.
enum VectorNotation {
  /// A number with at most five decimals, clamped to the range that readers accept; 0 if it is not finite.
  static func number(_ value: Double) -> String {
    guard value.isFinite else { return "0" }
    let scaled = (min(max(value, -1e7), 1e7) * 100_000).rounded()
    let digits = Int64(scaled)
    guard digits % 100_000 != 0 else { return String(digits / 100_000) }
    let magnitude = digits.magnitude
    var fraction = String(magnitude % 100_000)
    fraction = String(repeating: "0", count: 5 - fraction.count) + fraction
    while fraction.hasSuffix("0") { fraction.removeLast() }
    return "\(digits < 0 ? "-" : "")\(magnitude / 100_000).\(fraction)"
  }

  static func numbers(_ values: [Double]) -> String { values.map(number).joined(separator: " ") }

  static func matrix(_ t: CGAffineTransform) -> String {
    numbers([t.a, t.b, t.c, t.d, t.tx, t.ty].map(Double.init))
  }
}

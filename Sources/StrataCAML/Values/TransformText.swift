package import CoreGraphics
import Foundation
package import StrataRenderTree

/// Transforms as documents write them: functions from the outside in, as in style sheets.
///
/// In `translate(0, 5) rotate(30deg) scale(2, 2, 1)` a point is scaled first and translated last.
package enum TransformText {
  /// Reads a list of functions; nil if the text is wrong, and the identity if it is empty.
  package static func transform(_ text: String) -> CATransform3D? {
    var result = CATransform3D.identity
    guard let functions = functions(text) else { return nil }
    for (name, arguments) in functions {
      guard let next = matrix(name, arguments) else { return nil }
      // The function's own space lies inside those before it.
      result = next.concatenated(with: result)
    }
    return result
  }

  /// Reads `matrix(a b c d tx ty)`, or a list of plane functions.
  package static func affine(_ text: String) -> CGAffineTransform? {
    guard var m = transform(text) else { return nil }
    // Scale and translation along z do not move the plane.
    (m.m33, m.m43) = (1, 0)
    return CATransform3DIsAffine(m) ? CATransform3DGetAffineTransform(m) : nil
  }

  /// Reads the 20 numbers of a colour matrix.
  package static func colorMatrix(_ text: String) -> [Double]? {
    let trimmed = text.trimmingCharacters(in: .whitespaces)
    guard trimmed.hasPrefix("matrix("), trimmed.hasSuffix(")") else {
      return NumberText.numbers(trimmed, count: 20)
    }
    return NumberText.numbers(String(trimmed.dropFirst(7).dropLast()), count: 20)
  }

  private static func functions(_ text: String) -> [(name: String, arguments: [Substring])]? {
    var result: [(String, [Substring])] = []
    var rest = Substring(text)
    while true {
      rest = rest.drop { $0.isWhitespace || $0 == "," || $0 == ";" }
      guard !rest.isEmpty else { return result }
      guard let open = rest.firstIndex(of: "("), let close = rest[open...].firstIndex(of: ")") else {
        return nil
      }
      let name = rest[..<open].trimmingCharacters(in: .whitespaces)
      result.append((name, NumberText.words(String(rest[rest.index(after: open)..<close]))))
      rest = rest[rest.index(after: close)...]
    }
  }

  private static func matrix(_ name: String, _ arguments: [Substring]) -> CATransform3D? {
    if name == "rotate" { return rotation(arguments) }
    let numbers = arguments.compactMap { NumberText.number($0) }
    guard numbers.count == arguments.count, numbers.allSatisfy(\.isFinite) else { return nil }
    switch (name, numbers.count) {
    case ("translate", 2): return .translation(numbers[0], numbers[1], 0)
    case ("translate", 3): return .translation(numbers[0], numbers[1], numbers[2])
    case ("scale", 1): return .scaling(numbers[0], numbers[0], numbers[0])
    case ("scale", 2): return .scaling(numbers[0], numbers[1], 1)
    case ("scale", 3): return .scaling(numbers[0], numbers[1], numbers[2])
    case ("perspective", 1):
      var result = CATransform3D.identity
      if numbers[0] != 0 { result.m34 = -1 / numbers[0] }
      return result
    case ("matrix", 6):
      return CATransform3DMakeAffineTransform(
        CGAffineTransform(
          a: numbers[0],
          b: numbers[1],
          c: numbers[2],
          d: numbers[3],
          tx: numbers[4],
          ty: numbers[5]
        )
      )
    case ("matrix", 16):
      return CATransform3D(
        m11: numbers[0],
        m12: numbers[1],
        m13: numbers[2],
        m14: numbers[3],
        m21: numbers[4],
        m22: numbers[5],
        m23: numbers[6],
        m24: numbers[7],
        m31: numbers[8],
        m32: numbers[9],
        m33: numbers[10],
        m34: numbers[11],
        m41: numbers[12],
        m42: numbers[13],
        m43: numbers[14],
        m44: numbers[15]
      )
    default: return nil
    }
  }

  private static func rotation(_ arguments: [Substring]) -> CATransform3D? {
    guard arguments.count == 1 || arguments.count == 4, let angle = radians(arguments[0]) else { return nil }
    guard arguments.count == 4 else { return .rotation(angle, 0, 0, 1) }
    let axis = arguments.dropFirst().compactMap { NumberText.number($0) }
    guard axis.count == 3, axis.allSatisfy(\.isFinite) else { return nil }
    return .rotation(angle, axis[0], axis[1], axis[2])
  }

  /// An angle with its unit; a bare number counts degrees.
  private static func radians(_ word: Substring) -> Double? {
    let isRadian = word.hasSuffix("rad")
    let digits = isRadian || word.hasSuffix("deg") ? word.dropLast(3) : word
    guard let number = NumberText.number(digits), number.isFinite else { return nil }
    return isRadian ? number : number * .pi / 180
  }

  // MARK: Writing

  /// Writes translation, rotations about z, y and x, and scale, without the trivial ones; a matrix if these cannot
  /// express the transform.
  package static func text(of transform: CATransform3D) -> String {
    if transform == .identity { return "" }
    let functions = decomposed(transform)
    if let again = self.transform(functions), isNear(again, transform) { return functions }
    let entries = transform.entries.map { NumberText.text($0) }
    return "matrix(\(entries.joined(separator: " ")))"
  }

  package static func text(of transform: CGAffineTransform) -> String {
    let entries = [transform.a, transform.b, transform.c, transform.d, transform.tx, transform.ty]
    return "matrix(\(entries.map { NumberText.text($0) }.joined(separator: " ")))"
  }

  private static func decomposed(_ m: CATransform3D) -> String {
    var parts: [String] = []
    func list(_ numbers: [Double]) -> String { numbers.map { NumberText.text($0) }.joined(separator: ", ") }
    if m.m34 != 0, m.m44 == 1, m.m14 == 0, m.m24 == 0, m.m41 == 0, m.m42 == 0, m.m43 == 0 {
      parts.append("perspective(\(NumberText.text(-1 / m.m34)))")
    }
    if m.m43 != 0 {
      parts.append("translate(\(list([m.m41, m.m42, m.m43])))")
    } else if m.m41 != 0 || m.m42 != 0 {
      parts.append("translate(\(list([m.m41, m.m42])))")
    }
    // The rows are the scaled axes; a mirrored basis takes its sign into the scale along x.
    let entries = m.entries
    let rows = (0..<3).map { SIMD3(entries[$0 * 4], entries[$0 * 4 + 1], entries[$0 * 4 + 2]) }
    var scale = rows.map { ($0 * $0).sum().squareRoot() }
    guard scale.allSatisfy({ $0 > 0 }) else { return "?" }
    let handedness = (rows[0] * cross(rows[1], rows[2])).sum()
    if handedness < 0 { scale[0] = -scale[0] }
    let axes = zip(rows, scale).map { $0 / $1 }
    let y = asin(max(-1, min(1, -axes[0].z)))
    let isLocked = abs(cos(y)) < 1e-9
    let x = isLocked ? atan2(-axes[2].y, axes[1].y) : atan2(axes[1].z, axes[2].z)
    let z = isLocked ? 0 : atan2(axes[0].y, axes[0].x)
    for (angle, axis) in [(z, ""), (y, ", 0, 1, 0"), (x, ", 1, 0, 0")] where abs(angle) > 1e-12 {
      parts.append("rotate(\(NumberText.text(angle * 180 / .pi))deg\(axis))")
    }
    if scale.contains(where: { abs($0 - 1) > 1e-12 }) { parts.append("scale(\(list(scale)))") }
    return parts.joined(separator: " ")
  }

  private static func cross(_ a: SIMD3<Double>, _ b: SIMD3<Double>) -> SIMD3<Double> {
    SIMD3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x)
  }

  private static func isNear(_ a: CATransform3D, _ b: CATransform3D) -> Bool {
    zip(a.entries, b.entries).allSatisfy { abs($0 - $1) <= 1e-9 * max(1, abs($0), abs($1)) }
  }
}

extension CATransform3D {
  /// The sixteen numbers, row by row.
  package var entries: [Double] {
    [m11, m12, m13, m14, m21, m22, m23, m24, m31, m32, m33, m34, m41, m42, m43, m44].map { Double($0) }
  }

  fileprivate static func translation(_ x: Double, _ y: Double, _ z: Double) -> CATransform3D {
    CATransform3DMakeTranslation(CGFloat(x), CGFloat(y), CGFloat(z))
  }

  fileprivate static func scaling(_ x: Double, _ y: Double, _ z: Double) -> CATransform3D {
    CATransform3DMakeScale(CGFloat(x), CGFloat(y), CGFloat(z))
  }

  fileprivate static func rotation(_ angle: Double, _ x: Double, _ y: Double, _ z: Double) -> CATransform3D {
    CATransform3DMakeRotation(CGFloat(angle), CGFloat(x), CGFloat(y), CGFloat(z))
  }
}

package import CoreGraphics
import Foundation

/// Paths as documents write them: operands first, then one letter.
package enum PathText {
  /// Reads a path; nil when an operator is unknown, has too few operands, or a coordinate is not finite.
  package static func path(_ text: String) -> CGPath? {
    let path = CGMutablePath()
    var operands: [Double] = []
    for word in NumberText.words(text) {
      if let number = NumberText.number(word) {
        guard number.isFinite, operands.count < 6 else { return nil }
        operands.append(number)
        continue
      }
      guard append(String(word), operands, to: path) else { return nil }
      operands.removeAll(keepingCapacity: true)
    }
    guard operands.isEmpty else { return nil }
    return path.copy()
  }

  private static func append(_ name: String, _ operands: [Double], to path: CGMutablePath) -> Bool {
    func point(_ index: Int) -> CGPoint { CGPoint(x: operands[index], y: operands[index + 1]) }
    switch (name, operands.count) {
    case ("m", 2): path.move(to: point(0))
    case ("l", 2):
      // A line from nowhere starts there.
      if path.isEmpty { path.move(to: point(0)) } else { path.addLine(to: point(0)) }
    case ("q", 4):
      if path.isEmpty { path.move(to: point(0)) }
      path.addQuadCurve(to: point(2), control: point(0))
    case ("c", 6):
      if path.isEmpty { path.move(to: point(0)) }
      path.addCurve(to: point(4), control1: point(0), control2: point(2))
    case ("h", 0): if !path.isEmpty { path.closeSubpath() }
    default: return false
    }
    return true
  }

  package static func text(of path: CGPath) -> String {
    var words: [String] = []
    path.applyWithBlock { element in
      let (count, name): (Int, String) =
        switch element.pointee.type {
        case .moveToPoint: (1, "m")
        case .addLineToPoint: (1, "l")
        case .addQuadCurveToPoint: (2, "q")
        case .addCurveToPoint: (3, "c")
        case .closeSubpath: (0, "h")
        @unknown default: (0, "h")
        }
      for index in 0..<count {
        let point = element.pointee.points[index]
        words.append(NumberText.text(point.x))
        words.append(NumberText.text(point.y))
      }
      words.append(name)
    }
    return words.joined(separator: " ")
  }
}

import Foundation

// The texts of objects: `summary` is the short one that layers print for the value of a property, and `description` tells
// what there is to know.

extension CGColorSpace: CustomStringConvertible {
  /// The class, the address, the model and the name.
  public var description: String {
    let parts = [model.constantName, name as String?].compactMap { $0 }
    return "<CGColorSpace \(PlainText.address(of: self))> (\(parts.joined(separator: "; ")))"
  }
}

extension CGColor: CustomStringConvertible {
  package var summary: String { "CGColor (\(PlainText.list(components ?? [])))" }

  /// The class, the address, the colour space and the components, alpha last.
  public var description: String {
    let numbers = components.map { PlainText.list($0) } ?? "pattern"
    let space = colorSpace.map { "\($0)" } ?? "no colour space"
    return "<CGColor \(PlainText.address(of: self))> [\(space)] ( \(numbers) )"
  }
}

extension CGPath: CustomStringConvertible {
  package var summary: String { "CGPath in " + boundingBoxOfPath.summary }

  /// The address, and a line for each element.
  public var description: String {
    var lines = ["Path \(PlainText.address(of: self)):"]
    applyWithBlock { pointer in
      let element = pointer.pointee
      let points = element.elementPoints.map { " (\(PlainText.number($0.x)), \(PlainText.number($0.y)))" }
      let indent = element.type == .moveToPoint ? "  " : "    "
      lines.append(indent + element.type.operatorName + points.joined())
    }
    return lines.joined(separator: "\n")
  }
}

extension CGImage: CustomStringConvertible {
  package var summary: String { "CGImage \(width) x \(height)" }

  /// The class, the address, the colour space, the size and the layout of the bytes.
  public var description: String {
    let space = colorSpace.map { "\($0)" } ?? "no colour space"
    let order = byteOrderInfo.constantName ?? "0 (default byte order)"
    return """
      <CGImage \(PlainText.address(of: self))>
        \(space)
        width = \(width), height = \(height), bpc = \(bitsPerComponent), bpp = \(bitsPerPixel), \
      row bytes = \(bytesPerRow)
        \(alphaInfo.constantName) | \(order)
        is mask? \(isMask ? "Yes" : "No"), should interpolate? \(shouldInterpolate ? "Yes" : "No")
      """
  }
}

extension CGRect {
  package var summary: String {
    "CGRect (\(PlainText.list([origin.x, origin.y])); \(PlainText.list([size.width, size.height])))"
  }
}

extension CGPathElement {
  /// The points of the element.
  package var elementPoints: [CGPoint] {
    let count =
      switch type {
      case .moveToPoint, .addLineToPoint: 1
      case .addQuadCurveToPoint: 2
      case .addCurveToPoint: 3
      case .closeSubpath: 0
      }
    return Array(UnsafeBufferPointer(start: points, count: count))
  }
}

/// Numbers and addresses as texts show them.
package enum PlainText {
  /// A number with up to six digits.
  package static func number(_ number: CGFloat) -> String { String(format: "%g", Double(number)) }

  /// Numbers with spaces between them.
  package static func list(_ numbers: [CGFloat]) -> String {
    numbers.map { number($0) }.joined(separator: " ")
  }

  /// The address of an object.
  package static func address(of object: AnyObject) -> String {
    "0x" + String(UInt(bitPattern: ObjectIdentifier(object)), radix: 16)
  }
}

extension CGPathElementType {
  fileprivate var operatorName: String {
    switch self {
    case .moveToPoint: "moveto"
    case .addLineToPoint: "lineto"
    case .addQuadCurveToPoint: "quadto"
    case .addCurveToPoint: "curveto"
    case .closeSubpath: "closepath"
    }
  }
}

extension CGColorSpaceModel {
  fileprivate var constantName: String {
    switch self {
    case .monochrome: "kCGColorSpaceModelMonochrome"
    case .rgb: "kCGColorSpaceModelRGB"
    case .cmyk: "kCGColorSpaceModelCMYK"
    case .pattern: "kCGColorSpaceModelPattern"
    default: "kCGColorSpaceModelUnknown"
    }
  }
}

extension CGImageAlphaInfo {
  fileprivate var constantName: String {
    switch self {
    case .none: "kCGImageAlphaNone"
    case .premultipliedLast: "kCGImageAlphaPremultipliedLast"
    case .premultipliedFirst: "kCGImageAlphaPremultipliedFirst"
    case .last: "kCGImageAlphaLast"
    case .first: "kCGImageAlphaFirst"
    case .noneSkipLast: "kCGImageAlphaNoneSkipLast"
    case .noneSkipFirst: "kCGImageAlphaNoneSkipFirst"
    case .alphaOnly: "kCGImageAlphaOnly"
    }
  }
}

extension CGImageByteOrderInfo {
  /// Nil for the default.
  fileprivate var constantName: String? {
    switch self {
    case .orderMask, .orderDefault: nil
    case .order16Little: "kCGImageByteOrder16Little"
    case .order32Little: "kCGImageByteOrder32Little"
    case .order16Big: "kCGImageByteOrder16Big"
    case .order32Big: "kCGImageByteOrder32Big"
    }
  }
}

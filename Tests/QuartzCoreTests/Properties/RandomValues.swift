import CoreGraphics
import Foundation
import QuartzCore
import StrataBase
import StrataRenderTree

/// Random values, a function of the seed.
final class Chance {
  private var bits: SplitMix64

  init(_ seed: UInt64) { bits = SplitMix64(seed: seed) }

  func below(_ count: Int) -> Int { Int(bits.next() % UInt64(max(1, count))) }
  func happens(_ share: Double) -> Bool { Double(bits.unitFloat()) < share }
  /// A quarter of a whole number, which every type of number holds exactly.
  func number(_ low: Int, _ high: Int) -> Double { Double(low * 4 + below((high - low) * 4 + 1)) / 4 }
  func element<Element>(of list: [Element]) -> Element? { list.isEmpty ? nil : list[below(list.count)] }
  func color() -> CGColor {
    CGColor(srgbRed: number(0, 1), green: number(0, 1), blue: number(0, 1), alpha: number(0, 1))
  }
}

/// Makes a value that the property of a row accepts, as a program writes it; nil where it would take more than a value.
struct SampleMaker<Root>: RowVisitor {
  let chance: Chance

  /// Names that properties know.
  private static var names: [String: [String]] {
    [
      "contentsGravity": ["center", "top", "resizeAspect"], "contentsFormat": ["RGBA8", "RGBAh", "Gray8"],
      "cornerCurve": ["circular", "continuous"], "minificationFilter": ["nearest", "trilinear"],
      "magnificationFilter": ["nearest", "linear"], "fillMode": ["forwards", "backwards", "both"],
      "fillRule": ["even-odd", "non-zero"], "lineCap": ["round", "square"], "lineJoin": ["round", "bevel"],
      "type": ["axial", "radial", "conic"], "alignmentMode": ["left", "right", "justified"],
      "truncationMode": ["start", "end", "middle"], "scrollMode": ["vertically", "none"],
      "emitterShape": ["line", "circle", "sphere"], "emitterMode": ["points", "surface"],
      "renderMode": ["oldestLast", "additive"], "contentsSwizzle": ["RGBA", "AAAA"],
      "contentsScaling": ["stretch", "repeat"], "name": ["spark", "smoke"], "font": ["Courier", "Times"],
      "string": ["Words", "and more"], "particleType": ["plane"], "contentsFrameMode": ["loop"],
    ]
  }

  func visit<Value: KeyValueCodable>(_ row: Property<Root, Value>) -> Any? {
    let last = row.key.split(separator: ".").last.map(String.init) ?? row.key
    if let known = Self.names[row.key] { return chance.element(of: known) }
    func point() -> CGPoint { CGPoint(x: chance.number(-20, 20), y: chance.number(-20, 20)) }
    func size() -> CGSize { CGSize(width: chance.number(1, 20), height: chance.number(1, 20)) }
    switch Value.self {
    case is CGFloat.Type, is Double.Type, is Float.Type:
      // Sizes, factors and angles where only some numbers come back as they were.
      if last == "width" || last == "height" || row.key.contains("cale") { return chance.number(1, 8) }
      if row.key.contains(".rotation") { return chance.number(-4, 4) / 4 }
      return chance.number(-8, 8)
    case is Int.Type, is UInt32.Type: return chance.below(8) + 1
    case is Bool.Type: return chance.happens(0.5)
    case is CGPoint.Type: return point()
    case is CGSize.Type: return size()
    case is CGRect.Type: return CGRect(origin: point(), size: size())
    case is CATransform3D.Type:
      let turn = CATransform3DMakeRotation(chance.number(-3, 3), 1, chance.number(0, 2), 3)
      return CATransform3DConcat(turn, CATransform3DMakeTranslation(chance.number(-9, 9), 5, 0))
    case is CGAffineTransform.Type: return CGAffineTransform(rotationAngle: chance.number(-3, 3))
    case is CGColor?.Type: return chance.color()
    case is CGPath?.Type: return CGPath(rect: CGRect(origin: point(), size: size()), transform: nil)
    case is [CGFloat].Type, is [CGFloat]?.Type: return (0..<3).map { _ in chance.number(0, 4) }
    case is [CGColor]?.Type: return (0..<2).map { _ in chance.color() }
    case is CACornerMask.Type, is CAEdgeAntialiasingMask.Type: return chance.below(16)
    case is [FilterValue].Type: return [filter()]
    case is FilterValue?.Type: return filter()
    case is [EmitterCellState].Type:
      let cell = CAEmitterCell()
      (cell.name, cell.birthRate, cell.color) = ("spark", Float(chance.number(0, 9)), chance.color())
      return [cell]
    case is ContentsValue.Type: return image()
    default: return nil
    }
  }

  private func image() -> CGImage? {
    let context = CGContext(
      data: nil,
      width: 2,
      height: 1,
      bitsPerComponent: 8,
      bytesPerRow: 0,
      space: CGColorSpaceCreateDeviceRGB(),
      bitmapInfo: CGImageAlphaInfo.premultipliedLast.rawValue
    )
    context?.setFillColor(chance.color())
    context?.fill(CGRect(x: 0, y: 0, width: 1, height: 1))
    return context?.makeImage()
  }

  private func filter() -> CAFilter {
    let filter = CAFilter(type: "gaussianBlur")
    filter.name = "blur"
    filter.setValue(chance.number(0, 9), forKey: "inputRadius")
    return filter
  }
}

/// True if two values are the same to the property of a row, up to the rounding of parts of transforms.
struct SameToRow<Root>: RowVisitor {
  let a: Any?
  let b: Any?

  func visit<Value: KeyValueCodable>(_ row: Property<Root, Value>) -> Bool {
    if let a = a as? CGImage, let b = b as? CGImage { return isSame(a, b) }
    guard let a = Value.unwrapped(from: a), let b = Value.unwrapped(from: b) else { return false }
    if a == b { return true }
    switch (a, b) {
    case (let a as CGFloat, let b as CGFloat): return abs(a - b) < 1e-6
    default: return false
    }
  }
}

extension LayerClass {
  /// A new layer of the class.
  var newLayer: CALayer { makeLayer() }

  /// The class of a layer.
  init(of layer: CALayer) { self = layer.layerClass }
}

/// True if two values are equal to a program that reads them.
func isSame(_ a: Any?, _ b: Any?) -> Bool {
  switch (a, b) {
  case (nil, nil): return true
  case (let a as NSNumber, let b as NSNumber): return a == b
  case (let a as String, let b as String): return a == b
  case (let a as CGPoint, let b as CGPoint): return a == b
  case (let a as CGRect, let b as CGRect): return a == b
  case (let a as CAFrameRateRange, let b as CAFrameRateRange): return a == b
  case (let a as CGColor, let b as CGColor): return a.components == b.components
  case (let a as CGPath, let b as CGPath): return a == b
  case (let a as CGImage, let b as CGImage):
    return a.width == b.width && a.height == b.height && a.dataProvider?.data == b.dataProvider?.data
  case (let a as CAMediaTimingFunction, let b as CAMediaTimingFunction): return a == b
  case (let a as CAValueFunction, let b as CAValueFunction): return a.name == b.name
  case (let a as CAFilter, let b as CAFilter): return a.name == b.name
  case (let a as CAAnimation, let b as CAAnimation): return type(of: a) == type(of: b)
  case (is NSNull, is NSNull): return true
  case (let a as [AnyHashable: Any], let b as [AnyHashable: Any]):
    return a.count == b.count && a.allSatisfy { isSame($0.value, b[$0.key]) }
  case (let a as [Any], let b as [Any]):
    return a.count == b.count && zip(a, b).allSatisfy { isSame($0, $1) }
  default: return false
  }
}

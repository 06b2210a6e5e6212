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
    default: return nil
    }
  }

  private func filter() -> CAFilter {
    let filter = CAFilter(type: "gaussianBlur")
    filter.name = "blur"
    filter.setValue(chance.number(0, 9), forKey: "inputRadius")
    return filter
  }
}

/// Whether two values are the same to the property of a row, up to what rounding makes of parts of transforms.
struct SameToRow<Root>: RowVisitor {
  let a: Any?
  let b: Any?

  func visit<Value: KeyValueCodable>(_ row: Property<Root, Value>) -> Bool {
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
  var newLayer: CALayer {
    switch self {
    case .plain: CALayer()
    case .shape: CAShapeLayer()
    case .gradient: CAGradientLayer()
    case .text: CATextLayer()
    case .transform: CATransformLayer()
    case .replicator: CAReplicatorLayer()
    case .emitter: CAEmitterLayer()
    case .scroll: CAScrollLayer()
    case .tiled: CATiledLayer()
    }
  }

  /// The class of a layer.
  init(of layer: CALayer) {
    self = Self.allCases.first { $0 != .plain && type(of: $0.newLayer) == type(of: layer) } ?? .plain
  }
}

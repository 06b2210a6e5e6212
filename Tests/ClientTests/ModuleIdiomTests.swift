import QuartzCore
import Testing
import simd

// What client code declares and calls, and what it must not find declared already.

/// A transform is written to files by the client's own rule.
extension CATransform3D: Codable {
  /// Reads the three scales.
  public init(from decoder: Decoder) throws {
    var numbers = try decoder.unkeyedContainer()
    self.init()
    m11 = try numbers.decode(CGFloat.self)
    m22 = try numbers.decode(CGFloat.self)
    m33 = try numbers.decode(CGFloat.self)
    m44 = 1
  }

  /// Writes the three scales.
  public func encode(to encoder: Encoder) throws {
    var numbers = encoder.unkeyedContainer()
    for number in [m11, m22, m33] { try numbers.encode(number) }
  }
}

extension CGPathElementType: Codable {}

/// Has a designated initialiser of its own and leaves the one for copies out.
final class SizedLayer: CALayer {
  let size: Int

  init(size: Int) {
    self.size = size
    super.init()
  }

  required init?(coder: NSCoder) { fatalError("init(coder:) has not been implemented") }
}

final class KeyedLayer: CALayer {
  var reads: [String] = []
  var writes: [String] = []
  override func value(forKey key: String) -> Any? {
    reads.append(key)
    return super.value(forKey: key)
  }
  override func setValue(_ value: Any?, forKey key: String) {
    writes.append(key)
    super.setValue(value, forKey: key)
  }
  override func value(forKeyPath keyPath: String) -> Any? {
    reads.append(keyPath)
    return super.value(forKeyPath: keyPath)
  }
  override func setValue(_ value: Any?, forKeyPath keyPath: String) {
    writes.append(keyPath)
    super.setValue(value, forKeyPath: keyPath)
  }
}

final class KeyedAnimation: CABasicAnimation {
  var writes: [String] = []
  override func value(forKey key: String) -> Any? { super.value(forKey: key) }
  override func setValue(_ value: Any?, forKey key: String) {
    writes.append(key)
    super.setValue(value, forKey: key)
  }
  override func value(forKeyPath keyPath: String) -> Any? { super.value(forKeyPath: keyPath) }
  override func setValue(_ value: Any?, forKeyPath keyPath: String) {
    writes.append(keyPath)
    super.setValue(value, forKeyPath: keyPath)
  }
}

final class KeyedCell: CAEmitterCell {
  var writes: [String] = []
  override func value(forKey key: String) -> Any? { super.value(forKey: key) }
  override func setValue(_ value: Any?, forKey key: String) {
    writes.append(key)
    super.setValue(value, forKey: key)
  }
  override func value(forKeyPath keyPath: String) -> Any? { super.value(forKeyPath: keyPath) }
  override func setValue(_ value: Any?, forKeyPath keyPath: String) {
    writes.append(keyPath)
    super.setValue(value, forKeyPath: keyPath)
  }
}

@Suite struct ModuleIdiomTests {
  @Test("SC-2: numbers and structures are Foundation's own, and Double turns into CGFloat by itself")
  func foundationsTypes() {
    #expect(CGFloat.self == Foundation.CGFloat.self && CGPoint.self == Foundation.CGPoint.self)
    #expect(CGSize.self == Foundation.CGSize.self && CGRect.self == Foundation.CGRect.self)
    let layer = CALayer()
    layer.bounds = CGRect(x: 0, y: 0, width: 9, height: 4)
    let width: Double = layer.bounds.width
    layer.cornerRadius = width
    layer.borderWidth = sqrt(width) * layer.cornerRadius / 3
    #expect(layer.cornerRadius == 9 && layer.borderWidth == 9)
  }

  @Test(
    "SC-10, SC-12: a subclass with an initialiser of its own may leave out the one for copies, until one is made"
  )
  func initialisers() async {
    let layer = SizedLayer(size: 3)
    #expect(layer.size == 3 && layer.presentation() == nil)
    let copy = ProgressLayer(layer: ProgressLayer())
    #expect(copy.steps.isEmpty)
    await #expect(processExitsWith: .failure) {
      let renderer = CARenderer()
      let layer = SizedLayer(size: 3)
      renderer.layer = layer
      renderer.beginFrame(atTime: 1, timeStamp: nil)
      _ = layer.presentation()
    }
  }

  @Test("SC-18: transforms compare and hash, and are coded as the client says")
  func conformances() throws {
    let scale = CATransform3DMakeScale(2, 3, 4)
    #expect(scale == CATransform3DMakeScale(2, 3, 4) && Set([scale, scale]).count == 1)
    let data = try JSONEncoder().encode(scale)
    #expect(String(decoding: data, as: UTF8.self) == "[2,3,4]")
    #expect(try JSONDecoder().decode(CATransform3D.self, from: data) == scale)
    let kinds = try JSONEncoder().encode([CGPathElementType.moveToPoint, .closeSubpath])
    #expect(String(decoding: kinds, as: UTF8.self) == "[0,4]")
  }

  private final class Everything: NSObject, CALayerDelegate, CAAnimationDelegate, CALayoutManager {}

  @Test("SC-23: protocols are types without any")
  func protocolsAsTypes() {
    func action(_ isNull: Bool) -> CAAction? { isNull ? NSNull() : CABasicAnimation(keyPath: "opacity") }
    let actions: [String: CAAction] = ["bounds": NSNull(), "opacity": CABasicAnimation()]
    #expect(action(true) is NSNull)
    #expect(action(false) is CAAnimation)
    #expect(actions.count == 2)
    let timing: CAMediaTiming = CALayer()
    weak var delegate: CALayerDelegate?
    let everything = Everything()
    delegate = everything
    let listener: CAAnimationDelegate? = everything
    let manager: CALayoutManager? = everything
    #expect(timing.speed == 1)
    #expect(delegate === everything)
    #expect(listener === manager)
  }

  @Test("SC-31: key-value access can be overridden on layers, animations and cells")
  func keyValueAccess() {
    let layer = KeyedLayer()
    layer.setValue(0.5, forKey: "opacity")
    layer.setValue(3, forKeyPath: "position.x")
    #expect(layer.value(forKey: "opacity") as? Double == 0.5)
    #expect(layer.value(forKeyPath: "position.x") as? Double == 3)
    #expect(layer.writes == ["opacity", "position.x"] && layer.reads.prefix(2) == ["opacity", "position.x"])
    let animation = KeyedAnimation()
    animation.setValue(2, forKey: "duration")
    animation.setValue(4, forKeyPath: "speed")
    #expect(animation.duration == 2 && animation.speed == 4)
    #expect(animation.value(forKeyPath: "duration") as? Double == 2)
    #expect(animation.writes.prefix(2) == ["duration", "speed"])
    let cell = KeyedCell()
    cell.setValue(7, forKey: "birthRate")
    cell.setValue(2, forKeyPath: "lifetime")
    #expect(cell.birthRate == 7 && cell.lifetime == 2)
    #expect(cell.value(forKey: "birthRate") as? CGFloat == 7)
    #expect(cell.value(forKeyPath: "lifetime") as? Float == 2)
    #expect(cell.writes.prefix(2) == ["birthRate", "lifetime"])
  }

  @Test("SC-40: transforms, rules and tiling have their defaults")
  func defaultArguments() throws {
    let path = CGMutablePath()
    path.move(to: .zero)
    path.addLine(to: CGPoint(x: 4, y: 0))
    path.addQuadCurve(to: CGPoint(x: 4, y: 4), control: CGPoint(x: 6, y: 2))
    path.addCurve(to: CGPoint(x: 0, y: 4), control1: CGPoint(x: 3, y: 5), control2: CGPoint(x: 1, y: 5))
    path.closeSubpath()
    path.addRect(CGRect(x: 0, y: 0, width: 2, height: 2))
    path.addEllipse(in: CGRect(x: 0, y: 0, width: 2, height: 2))
    path.addRoundedRect(in: CGRect(x: 0, y: 0, width: 4, height: 4), cornerWidth: 1, cornerHeight: 1)
    path.addArc(center: .zero, radius: 2, startAngle: 0, endAngle: 1, clockwise: false)
    path.addPath(path)
    #expect(path.contains(CGPoint(x: 1, y: 1)))
    let context = try #require(
      CGContext(
        data: nil,
        width: 4,
        height: 4,
        bitsPerComponent: 8,
        bytesPerRow: 0,
        space: CGColorSpaceCreateDeviceRGB(),
        bitmapInfo: CGImageAlphaInfo.premultipliedLast.rawValue
      )
    )
    context.addRect(CGRect(x: 0, y: 0, width: 4, height: 4))
    context.clip()
    context.setFillColor(CGColor(srgbRed: 1, green: 0, blue: 0, alpha: 1))
    context.addRect(CGRect(x: 0, y: 0, width: 4, height: 4))
    context.fillPath()
    let image = try #require(context.makeImage())
    context.draw(image, in: CGRect(x: 0, y: 0, width: 2, height: 2))
    #expect(image.width == 4)
  }

  @Test("SC-63: without key-value observing, an overridden property observes every way of setting")
  func observing() {
    let layer = ObservedLayer()
    layer.setValue(CGColor(srgbRed: 0, green: 1, blue: 0, alpha: 1), forKey: "backgroundColor")
    layer.setValue(0.25, forKeyPath: "opacity")
    layer[keyPath: \CALayer.bounds] = CGRect(x: 0, y: 0, width: 1, height: 1)
    #expect(layer.changes == ["backgroundColor", "opacity", "bounds"])
  }

  @Test("Matrices of the simd module map as transforms do")
  func matrices() {
    let transform = CATransform3DConcat(
      CATransform3DMakeRotation(0.5, 1, 2, 3),
      CATransform3DMakeTranslation(10, 20, 30)
    )
    let matrix = double4x4(transform)
    #expect(matrix.columns.3 == SIMD4(10, 20, 30, 1) && matrix[0, 1] == Double(transform.m12))
    #expect(CATransform3D(matrix) == transform)
    let both = double4x4(CATransform3DConcat(transform, CATransform3DMakeScale(2, 3, 4)))
    let product = double4x4(CATransform3DMakeScale(2, 3, 4)) * matrix
    #expect(zip(both, product).allSatisfy { abs($0 - $1) < 1e-12 })
    let single = float4x4(transform)
    #expect(single.columns.3 == SIMD4(10, 20, 30, 1))
    #expect(abs(CATransform3D(single).m11 - transform.m11) < 1e-6)
    #expect(zip(matrix * matrix.inverse, matrix_identity_double4x4).allSatisfy { abs($0 - $1) < 1e-12 })
    #expect(abs(double4x4(CATransform3DMakeScale(2, 3, 4)).determinant - 24) < 1e-12)
    #expect(
      matrix.transpose.transpose == matrix
        && simd_transpose(matrix)[1] == SIMD4((0..<4).map { matrix[$0, 1] })
    )
    let rows = double4x4(rows: (0..<4).map { row in SIMD4((0..<4).map { matrix[$0, row] }) })
    #expect(rows == matrix && simd_mul(matrix, SIMD4(0, 0, 0, 1)) == matrix.columns.3)
    #expect(SIMD4(1, 0, 0, 0) * matrix == SIMD4((0..<4).map { matrix[$0, 0] }))
    #expect(float4x4(diagonal: SIMD4(1, 2, 3, 4)) * 2 == float4x4(diagonal: SIMD4(2, 4, 6, 8)))
    #expect(float4x4(1) == matrix_identity_float4x4 && -float4x4() + float4x4(1) - float4x4(1) == float4x4())
    #expect(!double4x4().inverse.columns.0.x.isFinite)
  }

  @Test("Quaternions of the simd module turn as transforms do")
  func quaternions() {
    let turn = simd_quatd(angle: 0.5, axis: normalize(simd_double3(1, 2, 3)))
    let rotation = double4x4(CATransform3DMakeRotation(0.5, 1, 2, 3))
    #expect(zip(matrix_double4x4(turn), rotation).allSatisfy { abs($0 - $1) < 1e-12 })
    #expect(simd_distance(simd_quatd(rotation).vector, turn.vector) < 1e-12)
    let half = simd_slerp(simd_quatd(ix: 0, iy: 0, iz: 0, r: 1), turn, 0.5)
    let halfRotation = double4x4(CATransform3DMakeRotation(0.25, 1, 2, 3))
    #expect(zip(double4x4(half), halfRotation).allSatisfy { abs($0 - $1) < 1e-12 })
  }

  private func zip(_ a: double4x4, _ b: double4x4) -> [(Double, Double)] {
    (0..<16).map { (a[$0 / 4, $0 % 4], b[$0 / 4, $0 % 4]) }
  }
}

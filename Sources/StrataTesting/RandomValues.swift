import CoreGraphics
import Foundation
import StrataBase
import StrataRaster
import StrataRenderTree
import Synchronization

/// Random values of every type that properties have.
struct RandomValues {
  private var random: SplitMix64

  private let isRich: Bool
  private let isExtreme: Bool

  /// Makes a source of values; extreme ones have numbers at the ends of their types' ranges.
  init(seed: UInt64, isRich: Bool, isExtreme: Bool = false) {
    (random, self.isRich, self.isExtreme) = (SplitMix64(seed: seed), isRich, isExtreme)
  }

  private mutating func below(_ count: Int) -> Int { Int(random.next() % UInt64(max(1, count))) }

  private mutating func unit() -> Double { Double(random.unitFloat()) }

  private mutating func pick<Value>(_ list: [Value]) -> Value { list[below(list.count)] }

  /// A number from 0 to `most`, often a whole one.
  mutating func length(_ most: Double) -> Double {
    if isExtreme, below(10) == 0 { return extreme() }
    let x = unit() * most
    return below(2) == 0 ? x.rounded() : x
  }

  private mutating func number() -> Double {
    if isExtreme, below(4) == 0 { return extreme() }
    return switch below(24) {
    case 0: 0
    case 1, 2: 1
    case 3: -1
    case 4: 0.5
    case 5...9: unit()
    case 10...13: Double(below(24))
    case 14...18: unit() * 60 - 12
    case 19: unit() * 7 - 3.5
    case 20: 1e-9
    case 21: pick([1e5, -1e5, 300])
    case 22: Double(below(5))
    default: pick([.infinity, -.infinity, .nan, 1e30, 1e300, 1e9, -0.0])
    }
  }

  /// A finite number of the size of a layer.
  private mutating func mild() -> Double { isExtreme && below(12) == 0 ? extreme() : unit() * 60 - 10 }

  /// A number at which conversions, products and quotients overflow, underflow or lose digits.
  private mutating func extreme() -> Double {
    let size = pick([
      .infinity, .nan, .greatestFiniteMagnitude, 1e300, 1e160, 1e39, 1e19, 4e9, 2_147_483_648, 1e9,
      16_777_217, 65_536,
      1e-9, 1e-40, 1e-160, 1e-300, .leastNormalMagnitude, .leastNonzeroMagnitude, 0,
    ])
    return below(3) == 0 ? -size : size
  }

  mutating func color() -> CGColor {
    func channel(_ x: Double) -> CGFloat { CGFloat(x) }
    if isExtreme, below(8) == 0 {
      return CGColor(red: number(), green: number(), blue: number(), alpha: number())
    }
    let alpha = below(3) == 0 ? unit() : 1
    return CGColor(red: channel(unit()), green: channel(unit()), blue: channel(unit()), alpha: channel(alpha))
  }

  private mutating func transform() -> CATransform3D {
    var m = CATransform3DIdentity
    for _ in 0...below(3) {
      switch below(6) {
      case 0: m = CATransform3DTranslate(m, mild() / 4, mild() / 4, below(2) == 0 ? 0 : mild())
      case 1: m = CATransform3DScale(m, unit() * 3 - 1, unit() * 2, 1)
      case 2: m = CATransform3DRotate(m, pick([.pi / 2, .pi, -.pi / 2]), 0, 0, 1)
      case 3: m = CATransform3DRotate(m, unit() * 6, 0, 0, 1)
      case 4: m = CATransform3DRotate(m, unit() * 6, unit(), unit(), unit())
      default: m.m34 = -1 / CGFloat(pick([50.0, 100, 500]))
      }
    }
    if below(12) == 0 { m.m11 = number() }
    if below(12) == 0 { m.m42 = number() }
    return m
  }

  private mutating func path() -> CGPath {
    let path = CGMutablePath()
    for _ in 0...below(3) {
      switch below(4) {
      case 0: path.addRect(CGRect(x: mild(), y: mild(), width: mild(), height: mild()))
      case 1: path.addEllipse(in: CGRect(x: mild(), y: mild(), width: length(40), height: length(40)))
      default:
        path.move(to: CGPoint(x: mild(), y: mild()))
        for _ in 0...below(4) {
          if below(2) == 0 {
            path.addLine(to: CGPoint(x: mild(), y: below(30) == 0 ? number() : mild()))
          } else {
            path.addCurve(
              to: CGPoint(x: mild(), y: mild()),
              control1: CGPoint(x: mild(), y: mild()),
              control2: CGPoint(x: mild(), y: mild())
            )
          }
        }
        if below(2) == 0 { path.closeSubpath() }
      }
    }
    return path
  }

  private static let images: [CGImage] = [(1, 1), (4, 4), (13, 7), (40, 32)].map { image($0, $1) }

  /// An image whose pattern does not repeat.
  static func image(_ width: Int, _ height: Int, shift: Int = 0) -> CGImage {
    let pixels = PixelBuffer(width: width, height: height, format: .rgba8)
    for place in 0..<width * height {
      let i = place &+ shift
      let alpha = i % 3 == 0 ? 255 : (i * 37) % 256
      let channels = [
        (i * 53) % 256 * alpha / 255, (i * 29) % 256 * alpha / 255, (i * 11) % 256 * alpha / 255,
      ]
      for (channel, value) in (channels + [alpha]).enumerated() {
        let offset = place % width * 4 + channel
        pixels.row(place / width).storeBytes(of: UInt8(value), toByteOffset: offset, as: UInt8.self)
      }
    }
    return CGImage(pixels: pixels)
  }

  private static let blendNames = [
    "multiplyBlendMode", "screenBlendMode", "overlayBlendMode", "softLightBlendMode", "luminosityBlendMode",
    "xor",
    "destOut", "sourceIn", "destIn", "sourceOut", "destAtop", "copy", "clear", "plusL", "plusD", "maximum",
    "minimum",
    "CIDifferenceBlendMode", "nonsense",
  ]

  mutating func filter() -> FilterValue {
    switch below(isRich ? 10 : 5) {
    case 0: FilterValue(type: "gaussianBlur", name: "blur", inputs: ["inputRadius": .number(unit() * 5)])
    case 1: FilterValue(type: "colorInvert", isEnabled: below(4) > 0)
    case 2: FilterValue(type: "colorSaturate", inputs: ["inputAmount": .number(number())])
    case 3: FilterValue(type: "multiplyColor", inputs: ["inputColor": .color(color())])
    case 5:
      FilterValue(
        type: "bloom",
        inputs: ["inputRadius": .number(unit() * 4), "inputIntensity": .number(number())]
      )
    case 6: FilterValue(type: "pixellate", inputs: ["inputScale": .number(number())])
    case 7:
      FilterValue(
        type: "vignette",
        inputs: ["inputRadius": .number(unit()), "inputIntensity": .number(number())]
      )
    case 8:
      FilterValue(
        type: "dropShadow",
        inputs: [
          "inputOffset": .point(CGPoint(x: mild() / 8, y: number())), "inputRadius": .number(unit() * 4),
          "inputColor": .color(color()),
        ]
      )
    case 9:
      FilterValue(
        type: pick(Self.filterNames),
        isEnabled: below(6) > 0,
        inputs: [
          "inputAmount": .number(number()), "inputRadius": .number(unit() * 4), "inputColor": .color(color()),
          "inputValues": .numbers((0..<4).map { _ in unit() }),
          "inputColorMatrix": .numbers((0..<20).map { _ in number() }),
        ]
      )
    default: FilterValue(type: pick(["nonsense", "CISepiaTone", "colorHueRotate", "colorMonochrome"]))
    }
  }

  private static let filterNames = [
    "colorMatrix", "colorSaturate", "colorHueRotate", "hueAdjust", "colorBrightness", "colorContrast",
    "colorAdd", "colorSubtract", "colorMonochrome", "colorControls", "sepiaTone", "luminanceCurveMap",
    "luminanceToAlpha", "bloom", "pixellate", "vignette", "dropShadow", "lanczos", "gaussianBlur",
  ]

  /// A track of a row between values that it accepts; nil if it accepts none of those offered.
  mutating func track(of row: any PropertyRow<LayerState>, _ state: LayerState) -> (any Track<LayerState>)? {
    var values: [Any] = []
    var offered = state
    for _ in 0..<3 where assign(row, to: &offered) {
      if let value = row.value(in: offered) { values.append(value) }
    }
    guard let first = values.first, let last = values.last else { return nil }
    let course: TrackRecipe.Course
    switch below(5) {
    case 0:
      var frames = TrackRecipe.Keyframes()
      frames.values = values
      frames.mode = pick(CalculationMode.allCases)
      course = .values(frames)
    case 1: course = .basic(from: nil, to: last, by: nil)
    case 2: course = .basic(from: first, to: nil, by: nil)
    case 3: course = .spring(from: first, to: last, by: nil, Spring())
    default: course = .basic(from: first, to: last, by: nil)
    }
    return TrackRecipe(course, isAdditive: below(6) == 0, isCumulative: below(6) == 0).track(for: row)
  }

  /// An animation around the first seconds, with an identifier of its own.
  mutating func record(of body: AnimationBody, named key: String) -> AnimationRecord {
    var timing = TimingState(beginTime: unit() * 4 - 2, duration: 0.1 + unit() * 4)
    timing.autoreverses = below(4) == 0
    if below(4) == 0 { timing.repeatCount = Float(below(3)) + 0.5 }
    if below(6) == 0 { timing.speed = Float(pick([0, 0.5, 2, -1])) }
    if below(12) == 0 { timing.timeOffset = unit() }
    timing.fillMode = pick(FillMode.allCases)
    return AnimationRecord(
      key: key,
      id: random.next(),
      timing: timing,
      timingFunction: below(3) == 0 ? .easeInEaseOut : nil,
      isRemovedOnCompletion: below(3) > 0,
      body: body
    )
  }

  mutating func transition(from old: RenderTree?, at time: Double) -> TransitionRecord {
    TransitionRecord(
      type: pick(["fade", "push", "moveIn", "reveal", "nonsense"]),
      subtype: below(5) == 0 ? nil : pick(["fromLeft", "fromRight", "fromTop", "fromBottom"]),
      startProgress: below(6) == 0 ? unit() : 0,
      endProgress: below(6) == 0 ? unit() : 1,
      filter: below(4) == 0 ? transitionFilter() : nil,
      old: old,
      oldTime: time
    )
  }

  private mutating func transitionFilter() -> FilterValue {
    guard below(3) > 0 else { return filter() }
    return FilterValue(
      type: pick(["swipeTransition", "dissolveTransition"]),
      inputs: ["inputAngle": .number(number()), "inputWidth": .number(unit() * 30)]
    )
  }

  private mutating func cell(_ depth: Int) -> EmitterCellState {
    var cell = EmitterCellState()
    let rows = EmitterCellSchema.table.rows
    (cell.birthRate, cell.lifetime) = (Float(1 + below(20)), Float(unit() * 3))
    cell.contents = .image(pick(Self.images))
    cell.velocity = CGFloat(mild())
    for _ in 0..<below(6) {
      let row = rows[below(rows.count)]
      guard row.key != "emitterCells" else { continue }
      _ = row.assign(candidate(for: row.value(in: cell)), to: &cell)
    }
    cell.birthRate = cell.birthRate.isFinite ? min(cell.birthRate, 60) : cell.birthRate
    if depth < 2, below(5) == 0 { cell.cells = [self.cell(depth + 1)] }
    return cell
  }

  private mutating func text() -> TextState.Run {
    TextState.Run(text: pick(["", "Strata", "fi ffl\nb", "ا ب", "日本語", "a b c d e f g"]))
  }

  private static let names: [String] =
    [
      "nonsense", "center", "top", "bottomRight", "resize", "resizeAspect", "resizeAspectFill", "nearest",
      "linear",
      "trilinear", "continuous", "circular", "even-odd", "non-zero", "butt", "round", "square", "miter",
      "bevel",
      "axial", "radial", "conic", "left", "right", "justified", "natural", "start", "middle", "end", "none",
      "vertically", "horizontally", "both", "point", "line", "rectangle", "cuboid", "circle", "sphere",
      "points",
      "outline", "surface", "volume", "oldestFirst", "oldestLast", "backToFront", "additive", "RGBA8",
      "Gray8", "AAAA",
      "RGBA", "repeat", "stretch", "forwards", "removed", "sprite", "plane", "random", "sequential",
    ]

  /// A value of the same type as `value`, or of any type if that is nil.
  private mutating func candidate(for value: Any?) -> Any? {
    switch value {
    case is CGPoint: return CGPoint(x: below(9) == 0 ? number() : mild(), y: mild())
    case is CGSize: return CGSize(width: number(), height: below(3) == 0 ? number() : length(30))
    case is CGRect:
      if below(2) == 0 { return CGRect(x: unit() - 0.3, y: unit() - 0.3, width: unit(), height: unit()) }
      return CGRect(x: mild(), y: mild(), width: length(50), height: below(9) == 0 ? number() : length(50))
    case is CATransform3D: return transform()
    case is CGAffineTransform:
      let m = transform()
      return CATransform3DGetAffineTransform(m)
    case is NSNumber: return NSNumber(value: number())
    case is CGColor: return color()
    case is String: return pick(Self.names)
    default:
      switch below(10) {
      case 0: return color()
      case 1: return path()
      case 2: return pick(Self.images)
      case 3: return (0..<below(5)).map { _ in color() }
      case 4: return (0..<below(5)).map { _ in NSNumber(value: unit() * 8) }
      case 5: return (0...below(2)).map { _ in filter() }
      case 6: return pick(Self.blendNames)
      case 7: return [cell(0)]
      case 8: return [text()]
      default: return NSNumber(value: number())
      }
    }
  }

  /// Rotates a layer in three dimensions, and makes it preserve depth if its class can.
  mutating func deepen(_ state: inout LayerState) {
    switch state.kind {
    case .emitter:
      var emitter = state.emitter
      emitter.preservesDepth = below(6) > 0
      emitter.cells = (0...below(2)).map { _ in
        var cell = self.cell(0)
        (cell.birthRate, cell.lifetime) = (Float(1 + below(30)), Float(0.5 + unit() * 2))
        cell.emissionRange = below(2) == 0 ? .pi : 0
        cell.scale = 0.3
        return cell
      }
      emitter.emitterShape = pick([.point, .line, .rectangle, .cuboid, .sphere])
      emitter.renderMode = pick([.unordered, .oldestFirst, .oldestLast, .backToFront, .additive])
      emitter.emitterPosition = CGPoint(x: mild(), y: mild())
      emitter.emitterZPosition = CGFloat(mild() / 2)
      emitter.emitterSize = CGSize(width: length(40), height: length(40))
      emitter.emitterDepth = CGFloat(length(40))
      state.emitter = emitter
    case .replicator:
      state.replicator.preservesDepth = below(3) > 0
      if below(2) == 0 { state.replicator.instanceTransform = CATransform3DMakeTranslation(3, 2, mild() / 4) }
    default: break
    }
    switch below(4) {
    case 0: break
    case 1: state.zPosition = CGFloat(below(5)) * 4
    default:
      state.transform = CATransform3DMakeRotation(CGFloat(unit() * 6), CGFloat(unit()), CGFloat(unit()), 0)
    }
    if below(4) == 0 { state.sublayerTransform.m34 = -1 / CGFloat(pick([60.0, 200])) }
  }

  /// Sets a row to a value that it accepts; returns false if it accepts none of those offered.
  mutating func assign(_ row: any PropertyRow<LayerState>, to state: inout LayerState) -> Bool {
    // A huge number of copies would take forever to draw.
    if row.key == "instanceCount" { return row.assign(NSNumber(value: below(6) - 1), to: &state) }
    let now = row.value(in: state)
    for attempt in 0..<24 {
      if let value = candidate(for: attempt < 4 ? now : nil), row.assign(value, to: &state) { return true }
    }
    return false
  }
}

/// Draws tiles whose colours depend on their place.
final class StripedTiles: TileSource {
  static let shared = StripedTiles()

  private struct Key: Hashable {
    var width: Int
    var height: Int
    var shift: Int
  }

  private let images = Mutex<[Key: CGImage]>([:])

  func draw(_ tile: TileOrder) -> CGImage? {
    let width = Double(tile.rect.width) * tile.pixelsPerPoint
    let height = Double(tile.rect.height) * tile.pixelsPerPoint
    let place = abs(Double(tile.rect.minX) * 7 + Double(tile.rect.minY) * 13)
    guard width.isFinite, height.isFinite, place.isFinite else { return nil }
    let key = Key(
      width: Int(max(1, min(64, width))),
      height: Int(max(1, min(64, height))),
      shift: Int(place.truncatingRemainder(dividingBy: 16))
    )
    return images.withLock { images in
      if let existing = images[key] { return existing }
      let image = RandomValues.image(key.width, key.height, shift: key.shift)
      images[key] = image
      return image
    }
  }
}

/// Live contents that show a different image in each quarter of a second.
final class FlickeringContents: LiveContents {
  static let shared = FlickeringContents()

  private let images = (0..<4).map { RandomValues.image(9, 5, shift: $0) }

  func image(at time: Double) -> CGImage? {
    guard time.isFinite, abs(time) < 1e6 else { return nil }
    return images[Int((time * 4).rounded(.down)) & 3]
  }
}

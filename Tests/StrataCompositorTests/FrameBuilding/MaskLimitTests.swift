import CoreGraphics
import Foundation
import StrataBase
import StrataCPU
import StrataCompositor
import StrataFrame
import StrataRaster
import StrataRenderTree
import Testing

/// A masked layer is drawn as far as its mask reaches, and shows what it would show if all of it were drawn.
///
/// The same tree is drawn twice. The second time each mask also holds a picture without any colour, larger than the
/// window. It masks nothing out and lets nothing through, and the layer is drawn as a whole.
@Suite struct MaskLimitTests {
  private static let side = 72.0

  /// What may occur in a tree beside colours, clips, blend modes and masks in masks.
  struct Parts: OptionSet, Hashable {
    let rawValue: Int
    static let opacity = Parts(rawValue: 1)
    static let backdrops = Parts(rawValue: 2)
    static let blurs = Parts(rawValue: 4)
  }

  /// A tree at random; the same one for one seed, but for what the masks hold beside.
  private struct MaskedTree {
    var scene = Scene(width: side, height: side) { $0.backgroundColor = .white }
    var random: SplitMix64
    let parts: Parts
    /// The picture without any colour, if the masks hold it.
    let veil: CGImage?

    init(seed: UInt64, _ parts: Parts, isVeiled: Bool) {
      (random, self.parts) = (SplitMix64(seed: seed), parts)
      veil = isVeiled ? CGImage(pixels: PixelBuffer(width: 2, height: 2, format: .rgba8)) : nil
      for _ in 0..<3 { addLayer(in: scene.root, depth: 3) }
    }

    mutating func number(_ low: Double, _ high: Double) -> Double {
      low + (high - low) * Double(random.unitFloat())
    }

    mutating func chance(_ share: Double) -> Bool { number(0, 1) < share }

    mutating func state(isMask: Bool) -> LayerState {
      var state = LayerState()
      state.bounds = CGRect(x: 0, y: 0, width: number(4, 60), height: number(4, 60))
      state.position = CGPoint(x: number(0, 64), y: number(0, 64))
      let alpha = chance(0.5) ? 1 : number(0.2, 1)
      let color = CGColor(srgbRed: number(0, 1), green: number(0, 1), blue: number(0, 1), alpha: alpha)
      if chance(0.7) { state.backgroundColor = color }
      if chance(0.3) { state.cornerRadius = number(0, 12) }
      if chance(0.2) { (state.borderWidth, state.borderColor) = (number(0, 4), color) }
      state.masksToBounds = chance(0.25)
      if chance(0.3) { state.transform = CATransform3DMakeRotation(number(-1, 1), 0, 0, 1) }
      let blur = FilterValue(type: "gaussianBlur", inputs: ["inputRadius": .number(number(0.5, 4))])
      let isBlurred = chance(0.5) && parts.contains(.blurs)
      if chance(0.2) { state.filters = [isBlurred ? blur : FilterValue(type: "colorInvert")] }
      let modes = ["multiplyBlendMode", "screenBlendMode", "differenceBlendMode", "plusL"]
      if chance(0.15), !isMask { state.compositingFilter = FilterValue(type: modes[Int(number(0, 3.99))]) }
      if chance(0.12), !isMask, parts.contains(.backdrops) { state.backgroundFilters = [blur] }
      if chance(0.3), parts.contains(.opacity) { state.opacity = Float(number(0.2, 0.9)) }
      return state
    }

    mutating func addLayer(in parent: LayerID, depth: Int, isMask: Bool = false) {
      let state = state(isMask: isMask)
      let layer = scene.add("layer", in: parent) { $0 = state }
      if depth > 0 { for _ in 0..<Int(number(0, 3.99)) { addLayer(in: layer, depth: depth - 1) } }
      guard chance(isMask ? 0.2 : 0.5) else { return }
      let mask = scene.add("mask", in: layer, isMask: true)
      if let veil {
        scene.add("veil", in: mask) { state in
          state.bounds = CGRect(x: 0, y: 0, width: 900, height: 900)
          state.contents = .image(veil)
        }
      }
      addLayer(in: mask, depth: max(0, depth - 1), isMask: true)
    }
  }

  /// The pixels of all passes of both frames of a tree, and the largest difference of two channels of the pictures.
  private static func compare(_ seed: UInt64, _ parts: Parts) throws -> (pixels: [Int], levels: Int) {
    let trees = [false, true].map { MaskedTree(seed: seed, parts, isVeiled: $0) }
    let frames = trees.map { $0.scene.frame() }
    let pixels = frames.map { frame in
      frame.passes.reduce(0) { $0 + Int($1.bounds.width) * Int($1.bounds.height) }
    }
    var backend = BandBackend(threads: 1)
    let pictures = try frames.map { try BackdropEdgeTests.drawn($0, by: &backend) }
    var levels = 0
    for (a, b) in zip(pictures[0].words, pictures[1].words) where a != b {
      for shift in stride(from: 0, to: 32, by: 8) as StrideTo<UInt32> {
        levels = max(levels, abs(Int(a >> shift & 255) - Int(b >> shift & 255)))
      }
    }
    return (pixels, levels)
  }

  /// But for rounding: what lies wholly inside of a clip is not clipped, and opacity is multiplied into items that
  /// do not touch each other.
  @Test(
    "Outside of its mask a layer costs nothing and shows nothing",
    arguments: [([], 1), (.backdrops, 1), (.blurs, 1), (.opacity, 2)] as [(Parts, Int)]
  )
  func masksChangeNothing(parts: Parts, levels: Int) throws {
    // rendering R-21
    var (limited, whole) = (0, 0)
    for seed in 0..<150 as Range<UInt64> {
      let result = try Self.compare(seed, parts)
      #expect(result.levels <= levels, "seed \(seed): \(result.levels) levels")
      limited += result.pixels[0]
      whole += result.pixels[1]
    }
    #expect(limited < whole)
  }

  /// Two crossing planes, the one masked at its left, the other one at its right.
  private func crossing(_ x: Double) -> Frame {
    var scene = Scene(width: 100, height: 100)
    let level = scene.box("level", 10, 10, 80, 80, .red)
    scene.box("mask", in: level, 0, 0, 20, 80, .black, isMask: true)
    let turned = scene.box("turned", 10, 20, 80, 60, .blue) {
      $0.transform = CATransform3DMakeRotation(1, 0, 1, 0)
    }
    scene.box("mask", in: turned, x, 0, 20, 60, .black, isMask: true)
    return scene.frame()
  }

  @Test("Planes are cut only where what their masks show meets")
  func planesAreCutWhereTheyAreSeen() {
    // rendering Z-3
    func cuts(_ frame: Frame) -> Int {
      frame.clips.reduce(0) { if case .polygon = $1.shape { $0 + 1 } else { $0 } }
    }
    #expect(cuts(crossing(60)) == 0)
    #expect(cuts(crossing(0)) == 0)
  }

  @Test("Outside of a rasterized layer's bitmap a blend mode works, too")
  func bitmapsBlendWithAllBehindThem() throws {
    // rendering R-25
    var backend = BandBackend(threads: 1)
    let pictures = try [false, true].map { isRasterized in
      var scene = Scene(width: 40, height: 40)
      let card = scene.box("card", 0, 0, 40, 40, .red) { $0.filters = [FilterValue(type: "colorInvert")] }
      scene.box("hole", in: card, 10.5, 10, 8, 8, .blue) { state in
        state.shouldRasterize = isRasterized
        state.compositingFilter = FilterValue(type: "sourceIn")
      }
      return try BackdropEdgeTests.drawn(scene.frame(), by: &backend)
    }
    #expect(pictures[0].rgba(2, 2) == pictures[1].rgba(2, 2))
    #expect(pictures[0].rgba(14, 14) == pictures[1].rgba(14, 14))
  }
}

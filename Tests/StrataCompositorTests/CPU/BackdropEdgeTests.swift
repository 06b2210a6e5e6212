import CoreGraphics
import Foundation
import StrataBase
import StrataCPU
import StrataCompositor
import StrataFrame
import StrataRaster
import StrataRenderTree
import StrataTesting
import Testing

#if GPU
  import StrataGPU
#endif

/// Filters of what is behind at the edge of a picture (rendering R-40): beyond the edge are the pixels of the edge.
@Suite struct BackdropEdgeTests {
  // MARK: Frames by hand

  /// A picture in a frame, and a filter of what is behind over a part of it.
  private static func frame(
    of pixels: PixelBuffer,
    _ filter: FilterOp,
    over glass: PixelRect,
    isGroup: Bool
  ) -> Frame {
    var maker = FrameMaker(width: Int32(pixels.width), height: Int32(pixels.height))
    let space = maker.space()
    let all = maker.frame.bounds.plane
    maker.add(.image(maker.image(pixels), Placement(source: all, target: all)), in: space)
    maker.add(.backdrop(maker.effect(Effect(filters: [filter]))), in: space, bounds: glass)
    if isGroup {
      let group = maker.pass()
      maker.add(.surface(group, nil), in: space)
    }
    maker.pass()
    return maker.frame
  }

  static func drawn<Backend: TestedBackend>(_ frame: Frame, by backend: inout Backend) throws
    -> PixelBuffer
  {
    let target = PixelBuffer(width: frame.bounds.width, height: frame.bounds.height, format: .rgba8)
    try backend.draw(DrawPlan(allItemsOf: frame), into: target)
    return target
  }

  /// A picture at random, and the same with pixels around it, each the nearest one.
  private static func pictures(_ width: Int, _ height: Int, margin: Int) -> (small: PixelBuffer, PixelBuffer)
  {
    var random = SplitMix64(seed: UInt64(width * 1000 + height))
    let small = PixelBuffer(width: width, height: height, format: .rgba8)
    for y in 0..<height {
      for x in 0..<width {
        let word = UInt32(truncatingIfNeeded: random.next()) | 0xff00_0000
        small.row(y).storeBytes(of: word, toByteOffset: x * 4, as: UInt32.self)
      }
    }
    let large = PixelBuffer(width: width + 2 * margin, height: height + 2 * margin, format: .rgba8)
    for y in 0..<large.height {
      for x in 0..<large.width {
        let (column, row) = (min(max(x - margin, 0), width - 1), min(max(y - margin, 0), height - 1))
        let word = small.row(row).load(fromByteOffset: column * 4, as: UInt32.self)
        large.row(y).storeBytes(of: word, toByteOffset: x * 4, as: UInt32.self)
      }
    }
    return (small, large)
  }

  private static let margin = 40

  private static let filters: [(FilterOp, String)] = [
    (.gaussianBlur(sigmaX: 3, sigmaY: 2), "a blur"),
    (.gaussianBlur(sigmaX: 0, sigmaY: 9), "an upright blur"),
    (.bloom(sigma: SIMD2(4, 4), intensity: 0.7), "a bloom"),
    // Cells of the larger picture begin at the same pixels: the margin is a whole number of cells.
    (.pixellate(toCells: .scale(0.125, 0.125)), "a mosaic"),
    (
      .dropShadow(DropShadow(offset: SIMD2(3, -2), sigma: SIMD2(2, 2), color: SIMD4(0, 0, 0, 0.5))),
      "a shadow"
    ),
  ]

  /// The picture that goes on beyond its edges, each pixel there the nearest one, shows the same.
  private static func continues<Backend: TestedBackend>(_: Backend.Type, isGroup: Bool) throws {
    var backend = try Backend.make(threads: 2)
    let (small, large) = pictures(50, 34, margin: margin)
    let glasses = [
      PixelRect(0, 20, 50, 34), PixelRect(44, 0, 50, 34), PixelRect(0, 0, 6, 5), PixelRect(0, 0, 50, 34),
      PixelRect(20, 12, 30, 20),
    ]
    for (filter, name) in filters {
      for glass in glasses {
        let moved = glass.offset(by: Int32(margin), Int32(margin))
        let shown = try drawn(frame(of: small, filter, over: glass, isGroup: isGroup), by: &backend)
        let whole = try drawn(frame(of: large, filter, over: moved, isGroup: isGroup), by: &backend)
        var wrong = 0
        for y in 0..<small.height {
          for x in 0..<small.width where shown.rgba(x, y) != whole.rgba(x + margin, y + margin) { wrong += 1 }
        }
        #expect(wrong == 0, "\(name) over \(glass): \(wrong) pixels differ")
      }
    }
  }

  @Test("rendering R-40: beyond the edge of a picture are the pixels of the edge", arguments: [false, true])
  func edgesGoOn(isGroup: Bool) throws { try Self.continues(BandBackend.self, isGroup: isGroup) }

  #if GPU
    @Test(.needsDevice, arguments: [false, true])
    func edgesGoOnOnTheDevice(isGroup: Bool) throws { try Self.continues(GPUBackend.self, isGroup: isGroup) }
  #endif

  /// What a surface shows of a filter of what is behind depends on where it was cut, so its name does, too.
  @Test func surfacesThatWereCutElsewhereHaveOtherNames() throws {
    let (small, _) = Self.pictures(20, 10, margin: 0)
    let glass = PixelRect(10, 0, 20, 10)
    let frame = Self.frame(of: small, .gaussianBlur(sigmaX: 2, sigmaY: 2), over: glass, isGroup: true)
    var other = frame
    other.passes[0].limit.maxX += 1
    var lists = [DamageList(), DamageList(), DamageList()]
    lists[0].read(frame)
    lists[1].read(other)
    lists[2].read(frame)
    #expect(lists[0].keys.count == 1)
    #expect(lists[0].keys != lists[1].keys)
    #expect(lists[0].keys == lists[2].keys)
    var backend = BandBackend(threads: 1)
    let (a, b) = (try Self.drawn(frame, by: &backend), try Self.drawn(other, by: &backend))
    #expect(a.rgba(19, 5)[3] == 255)
    // The contents end at the right, where there is nothing more.
    #expect(b.rgba(19, 5)[3] < 200)
    #expect(b.rgba(11, 0)[3] == 255)
  }

  // MARK: Trees at random

  /// A picture with layers of glass along its edges, in layers of all kinds.
  private struct GlassTree {
    var scene: Scene
    private var random: SplitMix64
    private(set) var layers: [LayerID] = []
    private let color: CGColor?
    private let size: CGSize

    /// Makes a tree; without a colour for all, each layer has its own.
    init(seed: UInt64, color: CGColor?) {
      (random, self.color) = (SplitMix64(seed: seed), color)
      size = CGSize(width: 60, height: 44)
      let sky = CGColor(srgbRed: 0.2, green: 0.5, blue: 0.9, alpha: 1)
      scene = Scene(width: 60, height: 44) { $0.backgroundColor = color ?? sky }
      // A bar along the lower edge, which every tree has.
      layers.append(scene.box("bar", 0, 36, 60, 8, nil) { Self.makeGlass(&$0, radius: 5) })
      var places = [scene.root]
      for number in 0..<9 {
        let parent = places[pick(places.count)]
        let isGlass = number % 2 == 1
        let kind = pick(6)
        let (x, y) = (Double(pick(9)) * 8 - 10, Double(pick(9)) * 6 - 8)
        let (width, height) = (Double(8 + pick(50)), Double(6 + pick(40)))
        let paint = isGlass ? nil : ownColor()
        let radius = Double(1 + pick(6))
        let id = scene.box("\(number)", in: parent, x, y, width, height, paint) { state in
          state.masksToBounds = kind < 3
          if kind == 1 { state.cornerRadius = 5 }
          if kind == 2, !isGlass { state.opacity = 0.5 }
          if isGlass { Self.makeGlass(&state, radius: radius) }
        }
        layers.append(id)
        if !isGlass { places.append(id) }
      }
    }

    private static func makeGlass(_ state: inout LayerState, radius: Double) {
      state.masksToBounds = true
      state.backgroundFilters = [
        FilterValue(type: "gaussianBlur", inputs: ["inputRadius": .number(radius)])
      ]
    }

    private mutating func pick(_ count: Int) -> Int { Int(random.next() % UInt64(count)) }

    private mutating func ownColor() -> CGColor? {
      if let color { return color }
      return CGColor(
        srgbRed: Double(pick(9)) / 8,
        green: Double(pick(9)) / 8,
        blue: Double(pick(9)) / 8,
        alpha: pick(4) == 0 ? 0.5 : 1
      )
    }

    /// Moves or paints a layer.
    mutating func step() {
      let (id, dx, dy) = (layers[pick(layers.count)], Double(pick(17) - 8), Double(pick(17) - 8))
      let paint = ownColor()
      scene.change(id) { state in
        state.position.x = min(max(state.position.x + dx, -4), 64)
        state.position.y = min(max(state.position.y + dy, -4), 48)
        if state.backgroundColor != nil { state.backgroundColor = paint }
      }
    }
  }

  @Test(
    "rendering R-40: an opaque picture of one colour stays so under blurs of what is behind",
    arguments: 0..<60 as Range<UInt64>
  )
  func onePlainColorStays(seed: UInt64) throws {
    let tree = GlassTree(seed: seed, color: CGColor(srgbRed: 1, green: 0.6, blue: 0.2, alpha: 1))
    var backend = BandBackend(threads: 1)
    for scale in [1, 1.5, 2] {
      let frame = tree.scene.frame(scale: scale)
      let picture = try Self.drawn(frame, by: &backend)
      var wrong: [String] = []
      for y in 0..<picture.height {
        for x in 0..<picture.width {
          let pixel = picture.rgba(x, y)
          let differs = zip(pixel, [255, 153, 51, 255]).contains { abs(Int($0) - $1) > 2 }
          if differs || pixel[3] != 255 { wrong.append("(\(x), \(y)) is \(pixel)") }
        }
      }
      #expect(wrong.isEmpty, "scale \(scale): \(wrong.count) pixels, \(wrong.prefix(3))")
    }
  }

  @Test("rendering R-40: blurs of what is behind are near exact ones", arguments: 0..<24 as Range<UInt64>)
  func blursAreThoseOfTheReference(seed: UInt64) throws {
    let tree = GlassTree(seed: seed, color: nil)
    var backend = BandBackend(threads: 1)
    let frame = tree.scene.frame()
    let picture = try Self.drawn(frame, by: &backend)
    let exact = try #require(ReferenceRenderer.bytes(of: frame))
    var (largest, count) = (0, 0)
    for y in 0..<picture.height {
      for x in 0..<picture.width {
        let pixel = picture.rgba(x, y)
        for channel in 0..<4 {
          let difference = abs(Int(pixel[channel]) - Int(exact[(y * picture.width + x) * 4 + channel]))
          largest = max(largest, difference)
          if difference > 2 { count += 1 }
        }
      }
    }
    #expect(largest <= 4, "\(count) channels differ by more than 2 levels")
    #expect(count * 100 <= picture.width * picture.height * 4)
  }

  /// Draws changes alone, and compares the whole.
  private static func redraws<Backend: TestedBackend>(_: Backend.Type, _ seed: UInt64) throws {
    var tree = GlassTree(seed: seed, color: nil)
    let scale = seed % 2 == 0 ? 1.0 : 1.5
    let viewport = tree.scene.viewport(scale: scale)
    let retained = RetainedFrame()
    var (backend, other) = (try Backend.make(threads: 1), try Backend.make(threads: 1))
    let pixels = PixelBuffer(width: viewport.width, height: viewport.height, format: .rgba8)
    for step in 0..<12 {
      if step > 0 { tree.step() }
      let damage = retained.update(to: tree.scene.tree, at: 0, viewport: viewport)
      try retained.draw(damage) { try backend.draw($0, into: pixels) }
      let whole = try drawn(tree.scene.frame(scale: scale), by: &other)
      let wrong = zip(pixels.words, whole.words).count { $0 != $1 }
      #expect(wrong == 0, "step \(step): \(wrong) pixels differ, damage \(damage.rects)")
    }
  }

  @Test(arguments: 0..<30 as Range<UInt64>)
  func changesAtEdgesAreDrawnAsAWhole(seed: UInt64) throws { try Self.redraws(BandBackend.self, seed) }

  #if GPU
    @Test(.needsDevice, arguments: 0..<6 as Range<UInt64>)
    func changesAtEdgesAreDrawnAsAWholeOnTheDevice(seed: UInt64) throws {
      try Self.redraws(GPUBackend.self, seed)
    }

    @Test(.needsDevice, arguments: 0..<20 as Range<UInt64>)
    func edgesHaveTheSameBytesOnTheDevice(seed: UInt64) throws {
      var pair = try BackendPair()
      for scale in [1, 1.5] {
        let difference = try pair.compare(GlassTree(seed: seed, color: nil).scene.frame(scale: scale))
        #expect(difference.different == 0, "scale \(scale): \(difference)")
      }
      #expect(pair.reasons.all.isEmpty)
    }
  #endif

  /// A filter that looks at the picture as a whole gets its pixels and no more.
  @Test func codeThatSeesTheWholeGetsWhatThereIs() {
    let picture = PixelRect(0, 0, 100, 50)
    let frame = PixelRect(60, 30, 100, 50)
    func area(_ spread: FilterProgram.Spread) -> PixelRect {
      let program = FilterProgram(identity: "a", spread: spread) { source, _, _, _, _ in source }
      let effect = Effect(filters: [.program(program)])
      return BackdropArea(behind: frame, effect, in: picture, cutTo: picture).all
    }
    let near = area(FilterProgram.Spread(reach: SIMD2(5, 5)))
    #expect(near == PixelRect(54, 24, 106, 56))
    // A filter that reads no neighbours needs none beyond the edge.
    #expect(area(FilterProgram.Spread(reach: .zero)) == PixelRect(59, 29, 100, 50))
    let whole = area(FilterProgram.Spread(reach: SIMD2(5, 5), frame: frame))
    #expect(whole == PixelRect(54, 24, 100, 50))
  }
}

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

/// The invariants of all trees, checked on random trees.
///
/// `STRATA_FUZZ_TREES` and `STRATA_FUZZ_EXTREMES` say how many trees, from the seed `STRATA_FUZZ_SEED` on; a failure names
/// its seed.
@Suite struct GrowingTreeTests {
  private static func setting(_ name: String, _ standard: UInt64) -> UInt64 {
    ProcessInfo.processInfo.environment[name].flatMap { UInt64($0) } ?? standard
  }

  /// Trees that once broke a law; for some of them, the one drawn before took part.
  private static let kept: [UInt64] = [
    2_002_019, 2_002_714, 2_017_908, 1_005_036, 1_007_563, 10_002_089, 30_014_563,
    40_005_248, 70_022_023,
  ]

  /// The same, of trees that are not rich.
  private static let keptPlain: [UInt64] = [34, 1551, 30017, 30018, 107_565, 107_566]

  /// The same, of trees that stand in space.
  private static let keptDeep: [UInt64] = [900_002_836]

  /// The same, of trees with extreme numbers.
  private static let keptExtreme: [UInt64] = [60_006_379]

  @Test(
    "rendering RM-6, RM-7, CR-4: any tree is drawn the same in any bands, culled or not, in part or whole, changed or made afresh"
  )
  func lawsHold() throws {
    let count = Self.setting("STRATA_FUZZ_TREES", 300)
    let first = Self.setting("STRATA_FUZZ_SEED", 1)
    try Self.hold(BandBackend.self, first..<first + count)
  }

  #if GPU
    @Test("rendering RM-6, RM-7, CR-4: the same on a graphics processor", .needsDevice)
    func lawsHoldOnTheDevice() throws {
      try Self.hold(GPUBackend.self, 1..<1 + ExactnessTests.trees / 5)
    }
  #endif

  private static func hold<Backend: TestedBackend>(_: Backend.Type, _ seeds: Range<UInt64>) throws {
    var tools = try LawTools<Backend>()
    for seed in keptPlain { try hold(GrowingTree(seed: seed, isRich: false), seed, &tools) }
    for seed in kept { try hold(GrowingTree(seed: seed), seed, &tools) }
    for seed in keptDeep { try hold(GrowingTree(seed: seed, isDeep: true), seed, &tools) }
    // Every fourth one stands in space.
    for seed in seeds { try hold(GrowingTree(seed: seed, isDeep: seed % 4 == 0), seed, &tools) }
  }

  /// Numbers at the ends of what types hold, in every property: a defined picture, in bounded memory.
  @Test("rendering RM-6, RM-7, CR-4: trees with extreme numbers keep the same laws")
  func lawsHoldOfExtremes() throws {
    let count = Self.setting("STRATA_FUZZ_EXTREMES", 200)
    let first = Self.setting("STRATA_FUZZ_SEED", 1)
    var tools = try LawTools<BandBackend>()
    for seed in Self.keptExtreme + Array(first..<first + count) {
      try Self.hold(GrowingTree(seed: seed, isExtreme: true), seed, &tools)
    }
  }

  private static func hold<Backend: TestedBackend>(
    _ tree: GrowingTree,
    _ seed: UInt64,
    _ tools: inout LawTools<Backend>
  ) throws {
    var laws = Laws(of: tree, seed: seed)
    do {
      guard let law = try laws.broken(&tools) else { return }
      Issue.record("seed \(seed): \(law)\n\(laws.random.description)\n\(laws.text)")
    } catch {
      Issue.record("seed \(seed): \(error)\n\(laws.random.description)")
    }
  }

  /// A thousand commits, presented one after the other, leave the picture of the last tree (rendering CR-4).
  @Test(arguments: [1, 2, 3, 4] as [UInt64])
  func aThousandCommitsShowTheLastTree(seed: UInt64) throws {
    try Self.showCommits(BandBackend.self, seed)
  }

  #if GPU
    @Test(.needsDevice, arguments: [1, 2] as [UInt64])
    func aThousandCommitsShowTheLastTreeOnTheDevice(seed: UInt64) throws {
      try Self.showCommits(GPUBackend.self, seed)
    }
  #endif

  private static func showCommits<Backend: TestedBackend>(_: Backend.Type, _ seed: UInt64) throws {
    var random = GrowingTree(seed: 7000 + seed)
    let retained = RetainedFrame()
    var tools = try LawTools<Backend>()
    for step in 0...1000 {
      if step > 0 { random.change() }
      let region = retained.update(to: random.tree, at: 1.5, viewport: viewport)
      try tools.present(retained, region)
      guard step % 100 == 0 else { continue }
      for tree in [random.tree, random.remembersEmitters ? random.tree : random.afresh] {
        let frame = FrameBuilder().frame(of: tree, at: 1.5, viewport: viewport)
        #expect(try tools.drawAfresh(frame) == tools.shown, "seed \(seed) after \(step) commits")
      }
    }
  }

  @Test("rendering Appendix A: trees at random set every property of every class")
  func everyPropertyTakesPart() {
    var rows: Set<String> = []
    for seed in 1...1000 as ClosedRange<UInt64> {
      var random = GrowingTree(seed: seed)
      for _ in 0..<6 { random.change() }
      rows.formUnion(random.rowsSet)
    }
    for kind in LayerClass.allCases {
      for row in LayerSchema.table(of: kind).rows {
        #expect(rows.contains("\(kind.name).\(row.key)"), "\(kind.name).\(row.key)")
      }
    }
  }
}

private let viewport = Viewport(
  width: Int(GrowingTree.side),
  height: Int(GrowingTree.side),
  background: SIMD4(0.2, 0.4, 0.6, 1)
)

/// One tree that changes, and what must hold of it.
private struct Laws {
  private(set) var random: GrowingTree
  private let seed: UInt64
  private let builder = FrameBuilder()
  private let retained = RetainedFrame()
  private var pixels: [UInt32]?
  private var frames: [Frame] = []

  init(of tree: GrowingTree, seed: UInt64) { (random, self.seed) = (tree, seed) }

  /// Draws and changes the tree; returns the law that does not hold.
  mutating func broken(_ tools: inout LawTools<some TestedBackend>) throws -> String? {
    var time = 1.5
    if let law = try violation(at: time, &tools) { return law }
    for step in 0..<2 {
      random.change()
      if let law = try violation(at: time, &tools) { return "\(law) (change \(step))" }
    }
    // Presenting commits in order shows the last tree.
    if !random.remembersEmitters, try tools.drawAfresh(frame(of: random.afresh, at: time)) != pixels {
      return "the history of commits shows"
    }
    time += 0.3
    if let law = try violation(at: time, &tools) { return "\(law) (later)" }
    return nil
  }

  /// The last two frames.
  var text: String { frames.suffix(2).map { FramePrinter($0).text }.joined(separator: "\n") }

  /// A frame that nothing before took part in.
  private func frame(of tree: RenderTree, at time: Double) -> Frame {
    FrameBuilder().frame(of: tree, at: time, viewport: viewport)
  }

  private mutating func violation(at time: Double, _ tools: inout LawTools<some TestedBackend>) throws
    -> String?
  {
    let frame = builder.frame(of: random.tree, at: time, viewport: viewport)
    frames.append(frame)
    if let first = FrameInvariants(frame).violations.first { return "\(first)" }
    let drawn = try tools.draw(frame)
    if let place = difference(drawn, try tools.drawDivided(frame, Int(seed % 9))) {
      return "threads, bands or caches show at \(place)"
    }
    if let place = difference(drawn, try tools.drawAfresh(self.frame(of: random.tree, at: time))) {
      return "what was drawn before shows at \(place)"
    }
    if let law = try cullingShows(frame, drawn, &tools) { return law }
    // Premultiplied: no channel is larger than alpha.
    for word in drawn {
      let alpha = word >> 24
      if word & 0xff > alpha || word >> 8 & 0xff > alpha || word >> 16 & 0xff > alpha {
        return "a colour beyond its alpha"
      }
    }
    // Drawing only what changed shows the same, and so does drawing all again from surfaces that were kept.
    let region = retained.update(to: random.tree, at: time, viewport: viewport)
    if let law = changes(outside: region, drawn) { return law }
    try tools.present(retained, region)
    if let place = difference(drawn, tools.shown) { return "drawing the damage alone shows at \(place)" }
    if frame.passes.count > 1 {
      for _ in 0..<4 { try tools.present(retained, PixelRegion(retained.bounds)) }
      if let place = difference(drawn, tools.shown) { return "kept surfaces show at \(place)" }
    }
    pixels = drawn
    return nil
  }

  private func cullingShows(_ frame: Frame, _ drawn: [UInt32], _ tools: inout LawTools<some TestedBackend>)
    throws -> String?
  {
    let whole = try tools.draw(DrawPlan(allItemsOf: frame))
    return difference(drawn, whole).map { "culling shows at \($0)" }
  }

  /// Names a pixel outside of the damage that differs from the frame before.
  private func changes(outside region: PixelRegion, _ drawn: [UInt32]) -> String? {
    guard let pixels else { return nil }
    let width = viewport.width
    for i in drawn.indices where drawn[i] != pixels[i] {
      guard region.contains(x: Int32(i % width), y: Int32(i / width)) else {
        return "pixel \(i % width) \(i / width) changes outside of the damage"
      }
    }
    return nil
  }

  /// The first pixel in which two pictures differ, and how.
  private func difference(_ a: [UInt32], _ b: [UInt32]) -> String? {
    guard let i = a.indices.first(where: { a[$0] != b[$0] }) else { return nil }
    let width = viewport.width
    let count = a.indices.reduce(0) { $0 + (a[$1] != b[$1] ? 1 : 0) }
    func hex(_ word: UInt32) -> String { String(word, radix: 16) }
    return "\(i % width) \(i / width): \(hex(a[i])) or \(hex(b[i])), \(count) pixels"
  }
}

/// Backends that draw one tree after the other, so that whatever they keep takes part.
private struct LawTools<Backend: TestedBackend> {
  private var one: Backend
  private var many: Backend
  private var fresh: Backend
  private var presenter: Backend
  private let target = Self.makeTarget()
  private let screen = Self.makeTarget()

  init() throws {
    one = try Backend.make(threads: 1)
    many = try Backend.make(threads: 3)
    fresh = try Backend.make(threads: 1)
    presenter = try Backend.make(threads: 1)
  }

  private static func makeTarget() -> PixelBuffer {
    PixelBuffer(width: viewport.width, height: viewport.height, format: .rgba8)
  }

  mutating func draw(_ frame: Frame) throws -> [UInt32] { try draw(DrawPlan(frame)) }

  mutating func draw(_ plan: DrawPlan) throws -> [UInt32] {
    try one.draw(plan, into: target)
    return target.words
  }

  mutating func drawDivided(_ frame: Frame, _ number: Int) throws -> [UInt32] {
    many.vary(number)
    try many.draw(frame, into: target)
    return target.words
  }

  /// Draws with a backend that never drew.
  mutating func drawAfresh(_ frame: Frame) throws -> [UInt32] {
    fresh.forget()
    try fresh.draw(frame, into: target)
    return target.words
  }

  /// Draws a region of a kept frame; what lies outside stays as it is on the screen.
  mutating func present(_ retained: RetainedFrame, _ region: PixelRegion) throws {
    try retained.draw(region) { try presenter.draw($0, into: screen) }
  }

  var shown: [UInt32] { screen.words }
}

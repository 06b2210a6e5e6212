import StrataBase
import StrataCompositor
import StrataFrame
import StrataRaster
import Testing

/// Which passes items read.
@Suite struct PassReadingTests {
  @Test("An item reads passes before its own, and one that draws itself reads no pixels")
  func itemsReadPassesBeforeTheirOwn() {
    var counts = (readers: 0, backdrops: 0)
    for seed in 1...20 as ClosedRange<UInt64> {
      let random = RandomTree(seed: seed, layers: 120, isWild: true)
      let frame = FrameBuilder().frame(of: random.tree, at: 0, viewport: random.viewport)
      for (number, pass) in frame.passes.enumerated() {
        for item in frame.items(of: pass) {
          var read: [Int] = []
          frame.forEachPass(readBy: item) { read.append($0.value) }
          #expect(read.allSatisfy { $0 < number }, "seed \(seed): \(item.payload) of pass \(number)")
          let readsNothing = read.isEmpty && !item.isBackdrop
          #expect(item.payload.drawsItself == readsNothing, "seed \(seed): \(item.payload)")
          counts.readers += read.isEmpty ? 0 : 1
          counts.backdrops += item.isBackdrop ? 1 : 0
        }
      }
    }
    #expect(counts.readers > 20)
    #expect(counts.backdrops > 0)
  }

  @Test("Masks and both pictures of a transition are read")
  func effectsReadTheirPasses() {
    func reads(_ payload: Payload, _ effect: Effect) -> [Int] {
      var frame = Frame()
      frame.effects = [effect]
      let item = DisplayItem(
        layer: LayerID(index: 0, generation: 1),
        part: .group,
        space: Index(0),
        clip: nil,
        boundsInDevice: PixelRect(0, 0, 4, 4),
        payload: payload
      )
      var read: [Int] = []
      frame.forEachPass(readBy: item) { read.append($0.value) }
      return read.sorted()
    }
    let area = PixelRect(0, 0, 4, 4)
    let step = TransitionStep(op: .sweep(SIMD3(0, 0, 0.5)), old: Index(2), new: Index(4), area: area)
    let effect = Effect(transition: step, mask: Index(3))
    #expect(reads(.surface(Index(1), Index(0)), effect) == [1, 2, 3, 4])
    #expect(reads(.backdrop(Index(0)), effect) == [2, 3])
    #expect(reads(.surface(Index(1), nil), effect) == [1])
  }
}

import StrataBase
import StrataEGL
import Testing

/// Pictures of a window that take turns, as `EGL_EXT_buffer_age` tells.
@Suite struct SwapHistoryTests {
  private static let size = (width: Int32(60), height: Int32(40))

  /// A window with some pictures that take turns, shown pixel by pixel: only stale ones are drawn, and all are right.
  @Test(arguments: [1, 2, 3, 4, 7]) func onlyStalePixelsAreDrawnAndAllAreRight(pictures: Int) {
    let (width, height) = Self.size
    var history = SwapHistory(width: width, height: height)
    var contents = [Int](repeating: 0, count: Int(width * height))
    var buffers = [[Int]](repeating: [Int](repeating: -1, count: contents.count), count: pictures)
    var random = SplitMix64(seed: 7)
    var drawn = 0
    for frame in 0..<60 {
      var changed = PixelRegion()
      for _ in 0...Int(random.next() % 3) {
        let (x, y) = (Int32(random.next() % 50), Int32(random.next() % 30))
        changed.formUnion(PixelRect(x, y, x + 10, y + 7))
      }
      if frame == 0 { changed = PixelRegion(PixelRect(0, 0, width, height)) }
      for index in contents.indices where contains(changed, index) { contents[index] = frame + 1 }
      let age = frame < pictures ? 0 : pictures
      let stale = history.stale(changed, age: age)
      for index in contents.indices where contains(stale, index) {
        buffers[frame % pictures][index] = contents[index]
      }
      drawn += frame < pictures ? 0 : stale.area
      history.note(changed)
      #expect(buffers[frame % pictures] == contents, "frame \(frame)")
    }
    #expect(drawn < 60 * contents.count)
  }

  private func contains(_ region: PixelRegion, _ index: Int) -> Bool {
    region.contains(x: Int32(index) % Self.size.width, y: Int32(index) / Self.size.width)
  }

  @Test func picturesOfUnknownAgeAreDrawnWhole() {
    var history = SwapHistory(width: 60, height: 40)
    let part = PixelRegion(PixelRect(3, 4, 9, 8))
    let all = PixelRegion(PixelRect(0, 0, 60, 40))
    #expect(history.stale(part, age: 1) == all)
    history.note(all)
    #expect(history.stale(part, age: 0) == all)
    #expect(history.stale(part, age: 1) == part)
    #expect(history.stale(part, age: 2) == all)
    #expect(history.stale(part, age: -3) == all)
    for _ in 0..<20 { history.note(part) }
    #expect(history.stale(part, age: 8) == part)
    #expect(history.stale(part, age: 9) == all)
  }
}

import CoreGraphics
import StrataBase
import StrataCPU
import StrataFrame
import StrataRaster
import Testing

/// What an idle backend knows of its memory: all that dropping the caches frees is worth a wake.
@Suite struct IdleMemoryTests {
  private func draw(_ frame: Frame, on backend: inout BandBackend) throws {
    try backend.draw(frame, into: PixelBuffer(width: 64, height: 64, format: .rgba8))
  }

  private func empty() -> Frame {
    var maker = FrameMaker(width: 64, height: 64)
    maker.pass()
    return maker.frame
  }

  @Test func blurredCornersAreDropped() throws {
    var backend = BandBackend(threads: 1)
    var maker = FrameMaker(width: 64, height: 64)
    let circle = RoundedRect(minX: -8, minY: -8, width: 2036, height: 2036, radius: 1018)
    maker.add(.shadow(circle, sigma: 8, color: .one), in: maker.space())
    maker.pass()
    try draw(maker.frame, on: &backend)
    try draw(empty(), on: &backend)
    #expect(backend.hasMemoryToDrop)
    backend.dropCaches()
    #expect(!backend.hasMemoryToDrop)
  }

  @Test func shapesThatAreNoLongerDrawnAreDropped() throws {
    var backend = BandBackend(threads: 1)
    var maker = FrameMaker(width: 64, height: 64)
    let space = maker.space()
    for number in 0..<40 {
      let outline = Outline.ellipse(minX: -200, minY: -200, width: 460 + Double(number), height: 460)
      maker.frame.paths.append(PathResource(id: UInt64(1 + number), outline: outline, rule: .nonZero))
      maker.add(.path(Index(number), color: SIMD4(0, 0, 0, 0.1)), in: space)
    }
    maker.pass()
    // The second time, shapes become masks.
    for _ in 0..<2 { try draw(maker.frame, on: &backend) }
    try draw(empty(), on: &backend)
    #expect(backend.hasMemoryToDrop)
    backend.dropCaches()
    #expect(!backend.hasMemoryToDrop)
  }

  @Test func copiesOfPicturesAreDropped() throws {
    var backend = BandBackend(threads: 1)
    var maker = FrameMaker(width: 64, height: 64)
    // Alpha is drawn as a copy of four bytes a pixel.
    let image = maker.image(PixelBuffer(width: 2048, height: 1024, format: .alpha8))
    let placement = Placement(
      source: PlaneRect(0, 0, 2048, 1024),
      target: PlaneRect(0, 0, 64, 64)
    )
    maker.add(.image(image, placement), in: maker.space())
    maker.pass()
    // Nothing is dropped while a frame is drawn.
    ImageCopyCache.shared.beginFrame()
    defer { ImageCopyCache.shared.endFrame() }
    try draw(maker.frame, on: &backend)
    #expect(backend.hasMemoryToDrop)
    backend.dropCaches()
    #expect(!backend.hasMemoryToDrop)
  }

  /// Another window may play while one rests.
  @Test func copiesThatOthersUsedSinceAreKept() throws {
    var backend = BandBackend(threads: 1)
    let picture = PixelBuffer(width: 16, height: 16, format: .rgba8)
    // Other tests may drop all copies at any moment, but not each time.
    var isKept = false
    for _ in 0..<50 where !isKept {
      try draw(empty(), on: &backend)
      ImageCopyCache.shared.beginFrame()
      let copy = picture.alphaOnly
      ImageCopyCache.shared.endFrame()
      backend.dropCaches()
      isKept = picture.alphaOnly === copy
    }
    #expect(isKept)
  }

  /// The copies of pictures that others drew are no reason for a backend that draws none.
  @Test func whatOthersDrawIsNotDroppedAgainAndAgain() throws {
    var backend = BandBackend(threads: 1)
    try draw(empty(), on: &backend)
    let picture = PixelBuffer(width: 2048, height: 1024, format: .rgba8)
    _ = picture.alphaOnly
    #expect(!backend.hasMemoryToDrop)
    #expect(picture.alphaOnly.width == 2048)
    picture.forgetDerived()
  }
}

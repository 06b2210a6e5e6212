import StrataRaster
import Testing

/// Copies of pictures may have copies, and may die when the cache drops others.
@Suite struct ImageCopyCacheTests {
  private final class Copy {
    weak var pixels: PixelBuffer?

    init(_ pixels: PixelBuffer) { self.pixels = pixels }
  }

  /// True once all copies are dead: other tests may be in a frame, or look through the cache that all share, for a moment.
  private func areDropped(_ copies: [Copy], trying drop: () -> Void) async throws -> Bool {
    for _ in 0..<2000 {
      drop()
      if copies.allSatisfy({ $0.pixels == nil }) { return true }
      try await Task.sleep(for: .milliseconds(2))
    }
    return false
  }

  /// Dropping a copy that has copies itself takes no lock twice, whichever of the two goes first and wherever the
  /// dropping stops.
  @Test func copiesOfCopiesAreDropped() async throws {
    let cache = ImageCopyCache.shared
    let former = cache.budget
    defer { cache.budget = former }
    let pictures = (0..<64).map { _ in PixelBuffer(width: 16, height: 16, format: .rgba8) }
    let copies = pictures.map { picture in
      let copy = picture.alphaOnly
      _ = copy.level(1)
      return Copy(copy)
    }
    // Copies that recent frames used stay.
    for _ in 0..<10 {
      cache.beginFrame()
      cache.endFrame()
    }
    let all = cache.byteCount
    for part in (0..<32).reversed() { cache.budget = all / 32 * part }
    #expect(try await areDropped(copies) { cache.budget = 0 })
    for picture in pictures { picture.forgetDerived() }
    #expect(pictures.allSatisfy { $0.alphaOnly.level(1).width == 8 })
  }

  /// A picture whose copies have copies lets go of all of them when its pixels change.
  @Test func changedPicturesForgetCopiesOfCopies() async throws {
    let picture = PixelBuffer(width: 16, height: 16, format: .rgba16f)
    let copy = Copy(picture.inBytes)
    _ = copy.pixels?.bordered
    let version = picture.version
    picture.forgetDerived()
    #expect(try await areDropped([copy]) {})
    #expect(picture.version == version + 1)
  }

  /// A level beyond the last one is the last one, which is a pixel large.
  @Test func theLastLevelStandsForAllBeyondIt() {
    // Nothing is dropped while a frame is drawn.
    ImageCopyCache.shared.beginFrame()
    defer { ImageCopyCache.shared.endFrame() }
    let picture = PixelBuffer(width: 5, height: 2, format: .rgba8)
    let last = picture.level(2)
    #expect(last.width == 1 && last.height == 1)
    #expect(picture.level(3) === last)
    #expect(picture.level(30) === last)
    let dot = PixelBuffer(width: 1, height: 1, format: .rgba8)
    #expect(dot.level(4) === dot)
  }
}

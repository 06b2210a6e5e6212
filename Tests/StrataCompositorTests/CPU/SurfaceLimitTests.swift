import CoreGraphics
import StrataBase
import StrataCPU
import StrataCompositor
import StrataFrame
import StrataRaster
import StrataRenderTree
import Testing

/// The surfaces of a frame have a bounded number of pixels, however its groups nest.
@Suite struct SurfaceLimitTests {
  private let limits = BackendLimits(maxSurfaceSide: 32_768, maxSurfacePixels: 1 << 29)

  private let small = PixelRect(0, 0, 10, 10)

  @Test func aSurfaceMayBeLargerThanASmallTarget() throws {
    var count = 0
    try limits.check(PixelRect(-4_096, -4_096, 4_106, 4_106), target: small, adding: &count)
    #expect(count == 8_202 * 8_202)
    #expect(throws: BackendError.surfaceTooLarge(width: 8_203, height: 8_202)) {
      try limits.check(PixelRect(0, 0, 8_203, 8_202), target: small, adding: &count)
    }
    try limits.check(PixelRect(0, 0, 16_000, 8_000), target: PixelRect(0, 0, 8_000, 4_000), adding: &count)
  }

  @Test func allSurfacesOfAFrameCountTogether() throws {
    var count = 0
    for _ in 0..<16 { try limits.check(PixelRect(0, 0, 8_192, 8_192), target: small, adding: &count) }
    #expect(throws: BackendError.surfacesTooLarge(limit: 1 << 30)) {
      try limits.check(PixelRect(0, 0, 1, 1), target: small, adding: &count)
    }
  }

  /// However far shadows and blurs reach, and however they nest, one surface is no larger than the limit.
  @Test(arguments: [1, 2, 5])
  func theFarthestShadowsAreDrawn(levels: Int) throws {
    var scene = Scene()
    var parent = scene.root
    for level in 0..<levels {
      parent = scene.box("level \(level)", in: parent, -20_000, -20_000, 40_000, 40_000) {
        ($0.shadowOpacity, $0.shadowRadius, $0.shadowOffset) = (0.5, 1e5, CGSize(width: 1e5, height: 3e4))
        $0.opacity = 0.99
        $0.backgroundColor = .red
      }
    }
    scene.box("inside", in: parent, 10_000, 10_000, 20_000, 20_000) { $0.backgroundColor = .red }
    let frame = scene.frame()
    let reach = frame.bounds.grown(by: Double(BackendLimits.mostReach))
    for pass in frame.passes { #expect(pass.bounds.intersection(reach) == pass.bounds, "\(pass.bounds)") }
    let target = PixelBuffer(width: frame.bounds.width, height: frame.bounds.height, format: .rgba8)
    var backend = BandBackend(threads: 1)
    try backend.draw(frame, into: target)
  }

  /// A shadow that falls far outside takes nothing from a blur inside, whose pixels come from outside of a clip.
  @Test func aFarShadowLeavesRoomForEffectsInside() throws {
    func pixels(hasShadow: Bool) throws -> [UInt8] {
      var scene = Scene()
      let outer = scene.box("outer", in: scene.root, 0, 0, 40, 40, nil) {
        $0.opacity = 0.99
        $0.shadowOpacity = hasShadow ? 1 : 0
        ($0.shadowRadius, $0.shadowOffset) = (1, CGSize(width: 1e5, height: 0))
      }
      let clip = scene.box("clip", in: outer, 10, 10, 20, 20, nil) { $0.masksToBounds = true }
      let blurred = scene.box("blurred", in: clip, 18, 0, 20, 20) {
        $0.filters = [FilterValue(type: "gaussianBlur", inputs: ["inputRadius": .number(4)])]
      }
      scene.box("inside", in: blurred, 4, 4, 12, 12) { $0.backgroundColor = .red }
      let frame = scene.frame()
      let target = PixelBuffer(width: frame.bounds.width, height: frame.bounds.height, format: .rgba8)
      var backend = BandBackend(threads: 1)
      try backend.draw(frame, into: target)
      return (0..<target.height).flatMap { y in
        Array(UnsafeRawBufferPointer(start: target.row(y), count: target.width * 4))
      }
    }
    let plain = try pixels(hasShadow: false)
    #expect(try pixels(hasShadow: true) == plain && plain.contains { $0 != 0 })
  }

  /// Each level casts its shadow over what the levels below it cast: surfaces of up to 10,000 by 10,000 pixels.
  @Test(arguments: [(radius: 40, isDrawn: false), (radius: 1, isDrawn: true)])
  func nestedShadows(radius: CGFloat, isDrawn: Bool) {
    var scene = Scene()
    var parent = scene.root
    for level in 0..<100 {
      parent = scene.box("level \(level)", in: parent, 0, 0, 40, 40) {
        ($0.shadowOpacity, $0.shadowRadius, $0.opacity) = (0.5, radius, 0.99)
        $0.backgroundColor = .red
      }
    }
    let frame = scene.frame()
    let target = PixelBuffer(width: frame.bounds.width, height: frame.bounds.height, format: .rgba8)
    var backend = BandBackend(threads: 1)
    var failure: BackendError?
    do throws(BackendError) { try backend.draw(frame, into: target) } catch { failure = error }
    #expect((failure == nil) == isDrawn, "\(failure.map(String.init(describing:)) ?? "drawn")")
  }
}

import CoreGraphics
import Foundation
import StrataBase
import StrataCPU
import StrataFrame
import StrataRaster
import StrataRenderServer
import StrataRenderTree
import Testing

/// Memory for later frames obeys a budget and is dropped at rest; pictures do not depend on it.
@Suite struct CacheTests {
  private let mail = Mailbox<RenderMessage>()
  private let root = LayerID(index: 0, generation: 1)

  /// A layer with a blurred sublayer.
  private func commit(at time: Double) -> RenderMessage {
    var state = LayerState()
    state.bounds = CGRect(x: 0, y: 0, width: 8, height: 8)
    state.position = CGPoint(x: 6, y: 5)
    var blurred = LayerState()
    blurred.bounds = CGRect(x: 0, y: 0, width: 5, height: 5)
    blurred.position = CGPoint(x: 4, y: 4)
    blurred.backgroundColor = CGColor(srgbRed: 0, green: 1, blue: 0, alpha: 1)
    blurred.filters = [FilterValue(type: "gaussianBlur", inputs: ["inputRadius": .number(2)])]
    let child = LayerID(index: 1, generation: 1)
    var commit = Commit(sequence: 1, time: time, root: root)
    commit.updates = [
      LayerUpdate(id: root, aspects: .all, state: state),
      LayerUpdate(id: child, aspects: .all, state: blurred),
    ]
    commit.children = [ChildrenUpdate(parent: root, children: [child])]
    return .commit(commit)
  }

  private func loop() -> RenderLoop {
    RenderLoop(RenderSettings(viewport: Viewport(width: 20, height: 10), framesPerSecond: 60, threads: 1))
  }

  /// One wake after five seconds without a frame drops the kept memory; no further wake follows.
  @Test func surfacesAreGivenBackAtRest() throws {
    let loop = loop()
    var last: Double?
    for step in 0..<6 {
      if step == 0 { mail.post(commit(at: 1)) }
      mail.post(.background(SIMD4(0, 0, Float(step) / 8, 1)))
      last = loop.turn(at: 1 + Double(step) / 5, mail).wake
    }
    let wake = try #require(last)
    #expect(abs(wake - 7) < 1.5 / 60)
    let rested = loop.turn(at: wake, mail)
    #expect(rested.frame == nil)
    #expect(rested.wake == nil)
  }

  /// A budget of 0 keeps no surface and gives the same pictures.
  @Test func picturesDoNotDependOnTheBudget() throws {
    let (free, tight) = (loop(), loop())
    let tightMail = Mailbox<RenderMessage>()
    tightMail.post(.cacheBudget(0))
    for step in 0..<8 {
      let time = 1 + Double(step) / 5
      mail.post(.background(SIMD4(0, Float(step) / 8, 0, 1)))
      tightMail.post(.background(SIMD4(0, Float(step) / 8, 0, 1)))
      if step == 0 {
        mail.post(commit(at: time))
        tightMail.post(commit(at: time))
      }
      let (a, b) = (free.turn(at: time, mail), tight.turn(at: time, tightMail))
      let (x, y) = (try #require(a.frame?.image.pixels), try #require(b.frame?.image.pixels))
      for row in 0..<x.height { #expect(memcmp(x.row(row), y.row(row), x.width * 4) == 0) }
      #expect(b.wake == nil)
    }
  }

  /// Copies of pictures are dropped with their picture and with the caches, and made again on demand.
  @Test func copiesOfPicturesAreCounted() {
    // Nothing is dropped while a frame is drawn.
    ImageCopyCache.shared.beginFrame()
    defer { ImageCopyCache.shared.endFrame() }
    let picture = PixelBuffer(width: 300, height: 200, format: .rgba8)
    let small = picture.level(3)
    #expect(small.width == 37)
    let copies = PixelBuffer(width: 64, height: 64, format: .rgba8)
    _ = copies.bordered
    #expect(ImageCopyCache.shared.byteCount >= copies.bordered.byteCount)
    picture.forgetDerived()
    #expect(picture.level(3) !== small)
    #expect(picture.level(3).width == 37)
  }
}

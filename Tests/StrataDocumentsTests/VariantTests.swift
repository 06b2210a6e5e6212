import CoreGraphics
import Foundation
import QuartzCore
import StrataDocuments
import StrataRenderServer
import StrataTesting
import Testing

/// Scenes drawn once more in other circumstances: the picture must not notice.
///
/// Moved by whole pixels, inside an identity group, clipped, and by any number of threads a picture has the same bytes.
/// Mirrored and turned by a quarter it has the same pixels elsewhere, but for a level where a sum is rounded the other way.
@Suite struct VariantTests {
  /// The pixels of a scene whose canvas is put into a tree of its own.
  private struct Stage {
    let scene: BrowserScene
    let size: CGSize

    init(_ scene: BrowserScene) throws {
      self.scene = scene
      size = try Self.document(scene).canvasSize
    }

    private static func document(_ scene: BrowserScene) throws -> Document {
      try Document(contentsOf: BrowserScene.folder.appending(path: scene.name + ".caml"))
    }

    /// The scene's picture; `wrap` puts its frame, a layer of the canvas's size that holds it, into a root.
    func picture(
      _ extent: CGSize? = nil,
      threads: Int = 1,
      _ wrap: (_ root: CALayer, _ frame: CALayer) -> Void = { $0.addSublayer($1) }
    ) throws -> Picture {
      let document = try Self.document(scene)
      let (root, frame) = (CALayer(), CALayer())
      root.anchorPoint = .zero
      root.bounds = CGRect(origin: .zero, size: extent ?? size)
      frame.bounds = CGRect(origin: .zero, size: size)
      frame.position = CGPoint(x: size.width / 2, y: size.height / 2)
      frame.addSublayer(document.canvasLayer)
      wrap(root, frame)
      let renderer = OfflineRenderer(
        layer: root,
        size: extent ?? size,
        scale: 1,
        origin: .bottomLeft,
        threads: threads
      )
      var picture = Picture(width: renderer.pixelWidth, height: renderer.pixelHeight)
      try picture.pixels.withUnsafeMutableBytes { try renderer.render(at: scene.time, into: $0) }
      return picture
    }
  }

  private struct Picture: Equatable {
    let width: Int
    let height: Int
    var pixels: [UInt32]

    init(width: Int, height: Int) {
      (self.width, self.height) = (width, height)
      pixels = Array(repeating: 0, count: width * height)
    }

    subscript(x: Int, y: Int) -> UInt32 {
      get { pixels[y * width + x] }
      set { pixels[y * width + x] = newValue }
    }

    /// The picture whose pixel at a place is this one's at another place.
    func rearranged(_ width: Int, _ height: Int, _ from: (Int, Int) -> (Int, Int)?) -> Picture {
      var result = Picture(width: width, height: height)
      for y in 0..<height {
        for x in 0..<width {
          if let (u, v) = from(x, y) { result[x, y] = self[u, v] }
        }
      }
      return result
    }

    /// How many pixels differ by more than some levels in a channel, in thousandths of all.
    func strays(from other: Picture, by levels: Int) -> Double {
      guard width == other.width, height == other.height else { return 1000 }
      func channel(_ pixel: UInt32, _ shift: UInt32) -> Int { Int(pixel >> shift & 255) }
      var count = 0
      for (a, b) in zip(pixels, other.pixels) where a != b {
        let shifts: [UInt32] = [0, 8, 16, 24]
        if shifts.contains(where: { abs(channel(a, $0) - channel(b, $0)) > levels }) { count += 1 }
      }
      return Double(count) * 1000 / Double(max(1, pixels.count))
    }
  }

  @Test(
    "rendering RM-7, RM-10, G-6: a scene looks the same moved, grouped, clipped, mirrored, turned and shared out",
    .enabled(if: buildHasImageCodecs),
    arguments: BrowserScene.all
  )
  func circumstancesDoNotShow(_ scene: BrowserScene) throws {
    let stage = try Stage(scene)
    // Edges that lie on pixels' centres, cuts of planes that end where the screen does, and blurs of turned outlines are
    // the same but for the last bit of a sum.
    let isExact = !["conic-sectors", "crossing", "crossing-three", "shadow-turned"].contains(scene.name)
    let plain = try stage.picture()
    let (width, height) = (plain.width, plain.height)
    #expect(try stage.picture(threads: 3) == plain, "three threads")
    let grouped = try stage.picture { root, frame in
      let mask = CALayer()
      mask.frame = frame.bounds
      mask.backgroundColor = CGColor(gray: 0, alpha: 1)
      frame.mask = mask
      root.addSublayer(frame)
    }
    #expect(grouped == plain, "an identity group")
    let larger = CGSize(width: stage.size.width + 20, height: stage.size.height + 20)
    let moved = try stage.picture(larger) { root, frame in
      frame.masksToBounds = true
      frame.position.x += 13
      frame.position.y += 9
      root.addSublayer(frame)
    }
    // y points up: nine rows below, eleven above.
    let expected = plain.rearranged(width + 20, height + 20) { x, y in
      (0..<width).contains(x - 13) && (0..<height).contains(y - 11) ? (x - 13, y - 11) : nil
    }
    #expect(
      isExact ? moved == expected : moved.strays(from: expected, by: 1) <= 1,
      "moved by whole pixels"
    )
    let hash = scene.name.utf8.reduce(17) { ($0 &* 31 &+ Int($1)) & 0xffff }
    let window = CGRect(
      x: hash % 40,
      y: hash % 23,
      width: width / 2 + hash % 17,
      height: height / 2 + hash % 11
    )
    let clipped = try stage.picture { root, frame in
      let clip = CALayer()
      clip.anchorPoint = .zero
      (clip.bounds, clip.position, clip.masksToBounds) = (window, window.origin, true)
      clip.addSublayer(frame)
      root.addSublayer(clip)
    }
    let cut = plain.rearranged(width, height) { x, y in
      window.contains(CGPoint(x: CGFloat(x) + 0.5, y: CGFloat(height - y) - 0.5)) ? (x, y) : nil
    }
    #expect(isExact ? clipped == cut : clipped.strays(from: cut, by: 1) <= 1, "clipped")
    // A mirror turns one-sided layers away (rendering Z-11).
    if !["back-sides", "card"].contains(scene.name) {
      let mirrored = try stage.picture { root, frame in
        frame.transform = CATransform3DMakeScale(1, -1, 1)
        root.addSublayer(frame)
      }
      let upsideDown = plain.rearranged(width, height) { ($0, height - 1 - $1) }
      #expect(
        mirrored.strays(from: upsideDown, by: 2) <= 1,
        "mirrored: \(mirrored.strays(from: upsideDown, by: 2))"
      )
    }
    let turned = try stage.picture(CGSize(width: stage.size.height, height: stage.size.width)) {
      root,
      frame in
      frame.position = CGPoint(x: stage.size.height / 2, y: stage.size.width / 2)
      // Exactly a quarter: the sine of π/2 is one, its cosine not quite zero.
      frame.transform = CATransform3DMakeAffineTransform(
        CGAffineTransform(a: 0, b: 1, c: -1, d: 0, tx: 0, ty: 0)
      )
      root.addSublayer(frame)
    }
    // Counter-clockwise: what was at the right is above.
    let sideways = plain.rearranged(height, width) { (width - 1 - $1, $0) }
    #expect(turned.strays(from: sideways, by: 2) <= 1, "turned: \(turned.strays(from: sideways, by: 2))")
  }
}

import CoreGraphics
import Foundation
import QuartzCore
import StrataRenderServer
import Testing

@Suite struct RenderInContextTests {
  private func painted(_ layer: CALayer, _ width: Int = 100, _ height: Int = 100) -> (box: [Int]?, count: Int)
  {
    let bytes = UnsafeMutableRawBufferPointer.allocate(byteCount: width * height * 4, alignment: 16)
    bytes.initializeMemory(as: UInt8.self, repeating: 0)
    defer { bytes.deallocate() }
    guard
      let context = CGContext(
        data: bytes.baseAddress,
        width: width,
        height: height,
        bitsPerComponent: 8,
        bytesPerRow: width * 4,
        space: CGColorSpaceCreateDeviceRGB(),
        bitmapInfo: CGImageAlphaInfo.premultipliedLast.rawValue
      )
    else { return (nil, 0) }
    layer.render(in: context)
    var (left, right, bottom, top, count) = (width, -1, height, -1, 0)
    for row in 0..<height {
      for x in 0..<width where bytes[(row * width + x) * 4 + 3] != 0 {
        let y = height - 1 - row
        (left, right, bottom, top) = (min(left, x), max(right, x), min(bottom, y), max(top, y))
        count += 1
      }
    }
    return (right < 0 ? nil : [left, bottom, right + 1, top + 1], count)
  }

  /// Rendering E-410 to E-415 and E-419.
  @Test func aLayerIsDrawnInItsOwnCoordinates() {
    let layer = CALayer()
    layer.backgroundColor = red
    layer.frame = CGRect(x: 10, y: 20, width: 30, height: 40)
    #expect(painted(layer).box == [0, 0, 30, 40])
    layer.bounds = CGRect(x: 10, y: 10, width: 20, height: 20)
    #expect(painted(layer).box == [10, 10, 30, 30])
    layer.bounds.origin = .zero
    layer.frame = CGRect(x: 10, y: 10, width: 20, height: 20)
    layer.transform = CATransform3DMakeTranslation(30, 0, 0)
    #expect(painted(layer).box == [0, 0, 20, 20])
    let root = CALayer()
    root.addSublayer(layer)
    #expect(painted(root).box == [40, 10, 60, 30])
    root.sublayers = [box(50, 50, 20, 20, red)]
    #expect(painted(root).box == [50, 50, 70, 70])
    let parent = box(0, 0, 20, 20)
    parent.masksToBounds = true
    parent.addSublayer(box(10, 10, 20, 20, red))
    #expect(painted(parent).box == [10, 10, 20, 20])
    let solid = box(0, 0, 10, 10, red)
    solid.opacity = 3
    #expect(painted(solid).count == 100)
    solid.opacity = 0
    #expect(painted(solid).count == 0)
  }

  /// Rendering E-416.
  @Test func roundedCornersDoNotClipUnlessTheLayerMasks() {
    for radius in [20, 0] as [CGFloat] {
      let parent = box(0, 0, 40, 40)
      parent.cornerRadius = radius
      parent.addSublayer(box(0, 0, 10, 10, red))
      #expect(painted(parent).count == 100)
    }
  }

  /// Rendering RC-1.
  @Test func animationsDoNotTakePart() {
    let layer = box(0, 0, 10, 10, red)
    let fade = CABasicAnimation(keyPath: "opacity")
    (fade.fromValue, fade.toValue, fade.duration) = (0, 0, 100)
    layer.add(fade, forKey: "fade")
    #expect(painted(layer).count == 100)
  }
}

import CoreGraphics
import Foundation
import QuartzCore
import StrataBase
import StrataCompositor
import StrataFrame
import StrataRenderServer
import Testing

/// The cost of a layer far larger than the screen is that of its visible part.
@Suite struct LargeLayerTests {
  /// Three gradients of a size, cut by an even-odd mask of that size with a round hole.
  private func scene(_ side: CGFloat) -> CALayer {
    let root = box(0, 0, 1000, 1000)
    let group = box(0, 0, 1000, 1000)
    for (index, type) in [CAGradientLayerType.axial, .radial, .conic].enumerated() {
      let sky = CAGradientLayer()
      sky.bounds = CGRect(x: 0, y: 0, width: side, height: side)
      sky.position = CGPoint(x: 500, y: CGFloat(index) * 333)
      (sky.colors, sky.type, sky.opacity) = ([red, blue, green], type, 0.7)
      (sky.startPoint, sky.endPoint) = (CGPoint(x: 0.5, y: 0.5), CGPoint(x: 1, y: 0.75))
      group.addSublayer(sky)
    }
    let plate = box(100, 100, 10, 10, white)
    plate.transform = CATransform3DMakeScale(side / 10, side / 10, 1)
    plate.opacity = 0.2
    group.addSublayer(plate)
    let mask = CAShapeLayer()
    let path = CGMutablePath()
    path.addRect(CGRect(x: -side / 2, y: -side / 2, width: side, height: side))
    path.addEllipse(in: CGRect(x: 300, y: 300, width: 400, height: 400))
    (mask.path, mask.fillRule) = (path, .evenOdd)
    group.mask = mask
    root.addSublayer(group)
    return root
  }

  private func milliseconds(_ side: CGFloat) throws -> Double {
    let renderer = OfflineRenderer(layer: scene(side), size: CGSize(width: 1000, height: 1000))
    var best = Duration.seconds(100)
    for _ in 0..<5 {
      best = min(best, try ContinuousClock().measure { _ = try Shot(renderer) })
    }
    let (seconds, attoseconds) = best.components
    return Double(seconds) * 1e3 + Double(attoseconds) / 1e15
  }

  @Test(
    "SC-58: layers of 200 000 points a side cost as little as those of 2 000",
    arguments: [20_000, 200_000, 20_000_000] as [CGFloat]
  )
  func costFollowsWhatIsSeen(side: CGFloat) throws {
    let shot = try Shot(scene(side), 1000, 1000)
    #expect(shot.alpha(500, 500) == 0)
    #expect(shot.alpha(10, 990) > 200)
    #expect(shot.alpha(500, 310) == 0)
    let (large, small) = (try milliseconds(side), try milliseconds(2000))
    #expect(large < small * 3 + 100, "\(large) ms against \(small) ms")
  }

  @Test(
    "SC-58: no surface is larger than what is seen, whatever the layers' sizes",
    arguments: [2000, 20_000, 200_000, 1e9] as [CGFloat]
  )
  func surfacesAreAsLargeAsTheScreen(side: CGFloat) {
    let root = scene(side)
    // What needs surfaces of its own: a filter, a shadow of contents, a bitmap, a group.
    for index in 0..<4 {
      let wide = box(0, 0, side, side)
      wide.position = CGPoint(x: 500, y: 500)
      let line = box(0, 0, side, 10, green)
      line.position = CGPoint(x: side / 2, y: side / 2)
      wide.addSublayer(line)
      switch index {
      case 0:
        let blur = CAFilter(type: "gaussianBlur")
        blur.setValue(4, forKey: "inputRadius")
        wide.filters = [blur]
      case 1: (wide.shadowOpacity, wide.shadowRadius) = (1, 6)
      case 2: wide.shouldRasterize = true
      default: wide.compositingFilter = "multiplyBlendMode"
      }
      root.addSublayer(wide)
    }
    let frame = OfflineRenderer(layer: root, size: CGSize(width: 1000, height: 1000)).frame(at: 0)
    #expect(frame.passes.count >= 3)
    for pass in frame.passes {
      // A blur needs what lies around the screen as far as it reaches.
      #expect(pass.bounds.width <= 1100 && pass.bounds.height <= 1100, "\(pass.bounds)")
    }
  }
}

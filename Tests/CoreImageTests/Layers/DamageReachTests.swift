import CoreGraphics
import CoreImage
import Foundation
import QuartzCore
import StrataRenderServer
import Testing

/// Filters that look at whole pictures, but not far: a change under them draws what they reach, and no less.
@Suite struct DamageReachTests {
  /// Filters with a bounded reach, in pixels, for the values of ``filter(_:)``.
  static let reaches: [(name: String, reach: Int)] = [
    ("CIBloom", 12), ("CIGloom", 12), ("CIEdgeWork", 12), ("CIEdges", 1), ("CILineOverlay", 4),
    ("CIPixellate", 8), ("CIHexagonalPixellate", 17), ("CICrystallize", 9), ("CIPointillize", 9),
    ("CIConvolution7X7", 3), ("CIConvolutionRGB9Horizontal", 4), ("CIVignette", 0), ("CIBumpDistortion", 33),
    ("CITwirlDistortion", 24), ("CIHeightFieldFromMask", 6), ("CIComicEffect", 4), ("CISpotLight", 0),
  ]

  private static func filter(_ name: String) throws -> CIFilter {
    let filter = try #require(CIFilter(name: name))
    for key in filter.inputKeys where key == kCIInputRadiusKey { filter.setValue(4, forKey: key) }
    for key in filter.inputKeys where key == kCIInputScaleKey && name.contains("ixellate") {
      filter.setValue(8, forKey: key)
    }
    if name.hasSuffix("Distortion") {
      filter.setValue(12, forKey: kCIInputRadiusKey)
      filter.setValue(CIVector(x: 60, y: 60), forKey: kCIInputCenterKey)
    }
    filter.name = "effect"
    return filter
  }

  private static func stage(_ name: String) throws -> (root: CALayer, dot: CALayer) {
    let root = CALayer()
    root.frame = CGRect(x: 0, y: 0, width: 300, height: 240)
    let pane = CALayer()
    pane.frame = root.bounds
    pane.contents = FilteredStage.picture(300, 240)
    let dot = CALayer()
    dot.frame = CGRect(x: 50, y: 50, width: 12, height: 12)
    dot.backgroundColor = CGColor(srgbRed: 0.1, green: 0.9, blue: 0.4, alpha: 1)
    pane.addSublayer(dot)
    pane.filters = [try filter(name)]
    root.addSublayer(pane)
    let move = CABasicAnimation(keyPath: "position.x")
    (move.fromValue, move.toValue, move.duration) = (56, 86, 1)
    dot.add(move, forKey: nil)
    return (root, dot)
  }

  @Test(arguments: reaches) func aChangeDrawsItsReach(name: String, reach: Int) throws {
    let (root, _) = try Self.stage(name)
    let history = OfflineRenderer(layer: root, size: root.bounds.size, origin: .bottomLeft)
    _ = try history.image(at: 0)
    let shown = try history.image(at: 0.5)
    // Both places of the dot, 15 points apart, the reach, and eight pixels for rounding on each side.
    let margin = 2 * (reach + 8 + 1)
    #expect(history.redrawnPixels > 0)
    #expect(history.redrawnPixels <= (12 + 15 + margin) * (12 + margin), "\(name)")
    let fresh = try Self.stage(name).root
    let expected = try OfflineRenderer(layer: fresh, size: root.bounds.size, origin: .bottomLeft).image(
      at: 0.5
    )
    #expect(difference(shown, expected) == 0, "\(name)")
  }

  /// Pictures of turned layers are sampled on the way to the layer's plane and back: a pixel changes its neighbours.
  @Test(arguments: ["CICircularScreen", "CIPhotoEffectTransfer", "CIColorPosterize", "CIBoxBlur", "CIEdges"])
  func turnedLayersDrawTheNeighbours(name: String) throws {
    func tree() throws -> CALayer {
      let root = try Self.stage(name).root
      root.sublayers?.first?.setAffineTransform(CGAffineTransform(rotationAngle: 0.4))
      return root
    }
    let size = CGSize(width: 300, height: 240)
    let history = OfflineRenderer(layer: try tree(), size: size, origin: .bottomLeft)
    for time in [0, 0.3, 0.7] {
      let shown = try history.image(at: time)
      let fresh = try OfflineRenderer(layer: try tree(), size: size, origin: .bottomLeft).image(at: time)
      #expect(difference(shown, fresh) == 0, "\(name) at \(time)")
    }
  }

  /// What lies beyond the bounds gives the picture another extent, at whose edge filters may repeat pixels: everything is
  /// drawn again.
  @Test(arguments: ["CIEdges", "CICrystallize", "CIBloom", "CILineOverlay", "CIBumpDistortion"])
  func partsBeyondTheBoundsDrawEverything(name: String) throws {
    func tree() throws -> CALayer {
      let (root, dot) = try Self.stage(name)
      let pane = try #require(root.sublayers?.first)
      pane.frame = CGRect(x: 40, y: 40, width: 120, height: 100)
      pane.masksToBounds = false
      // One part sticks out at the right, where the extent ends while the moving dot lies inside of the bounds.
      let ledge = CALayer()
      ledge.frame = CGRect(x: 100, y: 80, width: 50, height: 10)
      ledge.backgroundColor = CGColor(srgbRed: 1, green: 1, blue: 0, alpha: 1)
      pane.addSublayer(ledge)
      dot.removeAllAnimations()
      let move = CABasicAnimation(keyPath: "position")
      (move.fromValue, move.toValue, move.duration) = (CGPoint(x: 60, y: 30), CGPoint(x: 200, y: 30), 1)
      dot.add(move, forKey: nil)
      return root
    }
    let size = CGSize(width: 300, height: 240)
    let history = OfflineRenderer(layer: try tree(), size: size, origin: .bottomLeft)
    for time in [0, 0.3, 0.6, 0.9] {
      let shown = try history.image(at: time)
      let fresh = try OfflineRenderer(layer: try tree(), size: size, origin: .bottomLeft).image(at: time)
      #expect(difference(shown, fresh) == 0, "\(name) at \(time)")
    }
  }
}

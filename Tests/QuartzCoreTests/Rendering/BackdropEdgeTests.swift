import Foundation
import QuartzCore
import StrataRenderServer
import Testing

/// Glass at the edge of a picture: an edge of the picture is no edge of what is painted (rendering R-40).
@Suite struct BackdropEdgeTests {
  private func glass(_ x: Double, _ y: Double, _ width: Double, _ height: Double, radius: Double = 6)
    -> CALayer
  {
    let blur = CAFilter(type: "gaussianBlur")
    blur.setValue(radius, forKey: "inputRadius")
    let layer = box(x, y, width, height)
    (layer.backgroundFilters, layer.masksToBounds) = ([blur], true)
    return layer
  }

  @Test("rendering R-40: bars of glass along the edges of a window leave it opaque", arguments: [1, 1.5, 2])
  func barsOfGlass(scale: CGFloat) throws {
    let bars = [
      glass(0, 0, 60, 10), glass(0, 38, 60, 10), glass(0, 0, 8, 48), glass(52, 0, 8, 48),
      glass(-5, 30, 20, 30), glass(0, 0, 60, 48, radius: 30),
    ]
    for (number, bar) in bars.enumerated() {
      let page = box(0, 0, 60, 48, red)
      let shot = try Shot(stage(60, 48, page, bar), Int(60 * scale), Int(48 * scale), scale: scale)
      let painted = Set(stride(from: 0, to: shot.bytes.count, by: 4).map { Array(shot.bytes[$0..<$0 + 4]) })
      #expect(painted == [[255, 0, 0, 255]], "bar \(number)")
    }
  }

  /// A bar across the lower edge shows what a taller window does, whose page goes on as it ends in the other.
  @Test("rendering R-40: beyond the edge of a picture is the nearest pixel of it")
  func theNearestPixelGoesOn() throws {
    func shown(height: Int) throws -> Shot {
      let root = stage(40, Double(height), box(0, 0, 40, Double(height), white))
      for column in 0..<5 { root.addSublayer(box(Double(column * 8), 0, 4, Double(height), red)) }
      root.addSublayer(box(0, 0, 40, 20, black))
      root.addSublayer(glass(0, 26, 40, 14, radius: 3))
      return try Shot(root, 40, height)
    }
    let (low, tall) = (try shown(height: 40), try shown(height: 80))
    #expect(low.bytes == Array(tall.bytes.prefix(low.bytes.count)))
  }

  /// What is not painted stays as it is: the picture is transparent there.
  @Test func transparentEdgesStayTransparent() throws {
    let root = stage(40, 40, box(10, 10, 20, 20, red), glass(0, 30, 40, 10, radius: 3))
    let shot = try Shot(root, 40, 40)
    #expect(shot[2, 39] == [0, 0, 0, 0])
    #expect(shot.alpha(20, 31) > 0)
    #expect(shot.alpha(20, 29) == 255)
  }
}

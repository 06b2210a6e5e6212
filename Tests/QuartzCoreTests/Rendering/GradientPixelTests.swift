import CoreGraphics
import Foundation
import QuartzCore
import StrataRenderServer
import Testing

/// Gradient layers in pixels (rendering section 10.2).
@Suite struct GradientPixelTests {
  private func gradient(
    _ width: Double,
    _ height: Double,
    _ colors: [CGColor],
    _ edit: (CAGradientLayer) -> Void
  )
    -> CALayer
  {
    stage(
      width,
      height,
      place(CAGradientLayer(), 0, 0, width, height) {
        $0.colors = colors
        edit($0)
      }
    )
  }

  private func byte(_ t: Double) -> Int { Int((max(0, min(1, t)) * 255).rounded()) }

  @Test("rendering GR-1, GR-3, GR-6: a new gradient layer, and gradients that paint nothing or one colour")
  func defaults() throws {
    let layer = CAGradientLayer()
    #expect(layer.colors == nil)
    #expect(layer.locations == nil)
    #expect(layer.type == .axial)
    #expect(layer.startPoint == at(0.5, 0) && layer.endPoint == at(0.5, 1))
    layer.type = CAGradientLayerType(rawValue: "spiral")
    #expect(layer.type.rawValue == "spiral")
    func painted(_ colors: [CGColor], _ edit: (CAGradientLayer) -> Void = { _ in }) throws -> Shot {
      try Shot(gradient(8, 8, colors, edit), 8, 8)
    }
    #expect(try painted([red]).painted == 0 && painted([]).painted == 0)
    #expect(try painted([red, blue]) { $0.locations = [0, 0.5, 1] }.painted == 0)
    #expect(try painted([red, blue]) { $0.type = CAGradientLayerType(rawValue: "spiral") }.painted == 0)
    #expect(try painted([red, blue]) { $0.endPoint = $0.startPoint }[3, 3] == [0, 0, 255, 255])
    #expect(try painted([red, blue]) { ($0.type, $0.endPoint) = (.radial, at(0.5, 1)) }.painted == 0)
  }

  @Test(
    "rendering GR-2, GR-10, E-331, E-332: a gradient fills the rounded bounds under the contents, sampled in centres"
  )
  func centres() throws {
    let root = gradient(4, 4, [black, white]) {
      ($0.startPoint, $0.endPoint) = (at(0, 0.5), at(1, 0.5))
      $0.backgroundColor = red
    }
    let shot = try Shot(root, 4, 4)
    #expect(close((0..<4).map { shot[$0, 2][0] }, [32, 96, 159, 223]))
    root.sublayers?.first?.cornerRadius = 2
    #expect(try Shot(root, 4, 4).alpha(0, 0) < 255)
    root.sublayers?.first?.contents = picture(1, 1) { _, _ in (0, 0, 255, 255) }
    #expect(try Shot(root, 4, 4)[2, 2] == [0, 0, 255, 255])
  }

  @Test("rendering GR-4, E-333, E-342 to E-344: stops, even or given, hard where equal, and their ends go on")
  func stops() throws {
    func row(_ colors: [CGColor], _ locations: [NSNumber]?) throws -> Shot {
      try Shot(
        gradient(100, 1, colors) {
          ($0.startPoint, $0.endPoint, $0.locations) = (at(0, 0.5), at(1, 0.5), locations)
        },
        100,
        1
      )
    }
    let four = try row([black, white, black, white], nil)
    #expect(close([four[33, 0][0], four[66, 0][0]], [byte(0.335 * 3 - 0.0), byte(0.005 * 3)], within: 4))
    let quarter = try row([red, green, blue], [0, 0.25, 1])
    #expect(close(quarter[62, 0], [0, 128, 128, 255], within: 2))
    let half = try row([red, green, blue], [0, 0.5, 1])
    #expect(close(half[25, 0], [125, 130, 0, 255], within: 2))
    let inner = try row([red, green], [0.25, 0.75])
    #expect(inner[10, 0] == [255, 0, 0, 255] && inner[90, 0] == [0, 255, 0, 255])
    let hard = try row([red, red, blue, blue], [0, 0.5, 0.5, 1])
    #expect(hard[49, 0] == [255, 0, 0, 255] && hard[50, 0] == [0, 0, 255, 255])
  }

  @Test("rendering GR-5, E-330, E-334, E-335: along an axis of the unit square, stretched with the layer")
  func axial() throws {
    let diagonal = try Shot(
      gradient(200, 100, [black, white]) { ($0.startPoint, $0.endPoint) = (at(0, 0), at(1, 1)) },
      200,
      100
    )
    for (x, y) in [(100, 0), (0, 50), (50, 99), (199, 10)] {
      let t = ((Double(x) + 0.5) / 200 + (Double(y) + 0.5) / 100) / 2
      #expect(close([diagonal[x, y][0]], [byte(t)]), "\(x) \(y)")
    }
    let shifted = try Shot(
      gradient(100, 100, [black, white]) { ($0.startPoint, $0.endPoint) = (at(0.25, 0.5), at(1.25, 0.5)) },
      100,
      100
    )
    #expect(close([shifted[75, 50][0]], [byte(0.505)]))
  }

  @Test("rendering GR-7, E-336, E-337: an ellipse about the start, as wide as the end is away")
  func radial() throws {
    for (end, ratio) in [(at(1, 1), 0.5), (at(1, 0.75), 0.25)] {
      let shot = try Shot(
        gradient(100, 100, [black, white]) {
          ($0.type, $0.startPoint, $0.endPoint) = (.radial, at(0.5, 0.5), end)
        },
        100,
        100
      )
      for (x, y) in [(50, 50), (75, 50), (50, 62), (95, 50), (99, 99)] {
        let (u, v) = ((Double(x) + 0.5) / 100 - 0.5, (Double(y) + 0.5) / 100 - 0.5)
        let t = ((u / 0.5) * (u / 0.5) + (v / ratio) * (v / ratio)).squareRoot()
        #expect(close([shot[x, y][0]], [byte(t)]), "\(x) \(y)")
      }
    }
  }

  @Test("rendering GR-8, E-338, E-339: around the start, from the ray to the end towards +y")
  func conic() throws {
    for end in [at(1, 0.5), at(0.5, 0)] {
      let shot = try Shot(
        gradient(100, 100, [black, white]) {
          ($0.type, $0.startPoint, $0.endPoint) = (.conic, at(0.5, 0.5), end)
        },
        100,
        100
      )
      let zero = atan2(Double(end.y) - 0.5, Double(end.x) - 0.5)
      for (x, y) in [(90, 55), (55, 90), (10, 45), (45, 10), (80, 20)] {
        let angle = atan2(Double(y) + 0.5 - 50, Double(x) + 0.5 - 50) - zero
        let turns = angle / (2 * .pi)
        #expect(close([shot[x, y][0]], [byte(turns - turns.rounded(.down))]), "\(x) \(y)")
      }
    }
  }

  @Test("rendering GR-9, E-340, E-341: colours mix as they are, and are premultiplied after that")
  func premultiplication() throws {
    let root = gradient(1, 1, [color(1, 1, 1, 1), color(0, 0, 0, 0)]) {
      ($0.startPoint, $0.endPoint) = (at(0, 0.5), at(1, 0.5))
    }
    #expect(close(try Shot(root, 1, 1)[0, 0], [64, 64, 64, 128]))
    #expect(close(try Shot(root, 1, 1, over: white)[0, 0], [191, 191, 191, 255]))
  }
}

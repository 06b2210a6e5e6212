import CoreGraphics
import Foundation
import QuartzCore
import StrataRenderServer
import Testing

/// Colours that are patterns, on layers: cells of four by four with a dot of two by two in their lower left corner.
@Suite struct PatternColorTests {
  private func color(
    isColored: Bool = true,
    matrix: CGAffineTransform = .identity,
    components: [CGFloat] = [1]
  ) throws -> CGColor {
    var callbacks = CGPatternCallbacks(
      version: 0,
      drawPattern: { info, context in
        if info != nil { context.setFillColor(CGColor(srgbRed: 1, green: 0, blue: 0, alpha: 1)) }
        context.fill(CGRect(x: 0, y: 0, width: 2, height: 2))
      },
      releaseInfo: nil
    )
    let pattern = try #require(
      CGPattern(
        info: isColored ? UnsafeMutableRawPointer(bitPattern: 1) : nil,
        bounds: CGRect(x: 0, y: 0, width: 4, height: 4),
        matrix: matrix,
        xStep: 4,
        yStep: 4,
        tiling: .noDistortion,
        isColored: isColored,
        callbacks: &callbacks
      )
    )
    let base = isColored ? nil : CGColorSpaceCreateDeviceRGB()
    let space = try #require(CGColorSpace(patternBaseSpace: base))
    return try #require(CGColor(patternSpace: space, pattern: pattern, components: components))
  }

  private func isDot(_ x: Int, _ y: Int) -> Bool { (x % 4 + 4) % 4 < 2 && (y % 4 + 4) % 4 < 2 }

  /// y runs down from the corner of the bounds.
  @Test(
    "rendering R-7: a pattern fills the background from the corner of the bounds",
    arguments: [1, 2] as [CGFloat]
  )
  func backgrounds(scale: CGFloat) throws {
    let layer = box(3, 5, 16, 12)
    layer.backgroundColor = try color()
    // What scrolls in the layer leaves its background.
    layer.bounds.origin = CGPoint(x: 100, y: 31)
    let size = Int(24 * scale)
    let shot = try Shot(stage(24, 24, layer), size, size, scale: scale)
    for y in 0..<24 {
      for x in 0..<24 {
        let isInside = (3..<19).contains(x) && (5..<17).contains(y)
        let alpha: UInt8 = isInside && isDot(x - 3, y - 5) ? 255 : 0
        #expect(shot.alpha(Int(scale) * x, Int(scale) * y) == alpha, "\(x) \(y)")
      }
    }
  }

  @Test("rendering R-7: a pattern fills a border, and nothing inside of it")
  func borders() throws {
    let layer = box(4, 4, 16, 16)
    (layer.borderColor, layer.borderWidth) = (try color(), 4)
    let shot = try Shot(stage(24, 24, layer), 24, 24)
    #expect(shot[4, 4] == [255, 0, 0, 255])
    #expect(shot[6, 4][3] == 0)
    #expect(shot[16, 16] == [255, 0, 0, 255])
    for y in 8..<16 { for x in 8..<16 { #expect(shot.alpha(x, y) == 0) } }
  }

  /// The path lies off the grid of cells, which begins at its space's origin.
  @Test("rendering R-7: a pattern fills a shape from the origin of its path", arguments: [1, 2] as [CGFloat])
  func fillsOfShapes(scale: CGFloat) throws {
    let layer = CAShapeLayer()
    layer.frame = CGRect(x: 3, y: 5, width: 16, height: 16)
    layer.path = CGPath(rect: CGRect(x: 1, y: 1, width: 13, height: 9), transform: nil)
    layer.fillColor = try color()
    let size = Int(24 * scale)
    let shot = try Shot(stage(24, 24, layer), size, size, scale: scale)
    for y in 0..<24 {
      for x in 0..<24 {
        let isInside = (4..<17).contains(x) && (6..<15).contains(y)
        let alpha: UInt8 = isInside && isDot(x - 3, y - 5) ? 255 : 0
        #expect(shot.alpha(Int(scale) * x, Int(scale) * y) == alpha, "\(x) \(y)")
      }
    }
  }

  @Test("rendering R-7: a pattern fills the stroke of a shape, and opacity holds")
  func strokesOfShapes() throws {
    let layer = CAShapeLayer()
    layer.frame = CGRect(x: 0, y: 0, width: 24, height: 24)
    layer.path = CGPath(rect: CGRect(x: 6, y: 6, width: 12, height: 12), transform: nil)
    (layer.fillColor, layer.strokeColor, layer.lineWidth) = (nil, try color(), 4)
    layer.opacity = 0.5
    let shot = try Shot(stage(24, 24, layer), 24, 24)
    for y in 0..<24 {
      for x in 0..<24 {
        let isOnLine =
          (4..<20).contains(x) && (4..<20).contains(y) && !((8..<16).contains(x) && (8..<16).contains(y))
        // A half of 255, rounded either way.
        let alphas: ClosedRange<UInt8> = isOnLine && isDot(x, y) ? 127...128 : 0...0
        #expect(alphas.contains(shot.alpha(x, y)), "\(x) \(y)")
      }
    }
  }

  @Test(
    "rendering R-7: a stencil takes the colour's components, and opacity and alpha hold for patterns, too"
  )
  func stencils() throws {
    let layer = box(0, 0, 8, 8)
    layer.backgroundColor = try color(isColored: false, components: [0, 0, 1, 1])
    #expect(try Shot(stage(8, 8, layer), 8, 8)[1, 1] == [0, 0, 255, 255])
    layer.backgroundColor = try color(components: [0.5])
    layer.opacity = 0.5
    #expect(close([try Shot(stage(8, 8, layer), 8, 8).alpha(1, 1)], [64]))
  }

  @Test("rendering R-7: the pattern's matrix turns its cells; round corners clip them")
  func matrices() throws {
    let layer = box(0, 0, 40, 40)
    layer.backgroundColor = try color(
      isColored: false,
      matrix: CGAffineTransform(rotationAngle: 0.5),
      components: [0, 1, 0, 1]
    )
    layer.cornerRadius = 20
    let shot = try Shot(stage(40, 40, layer), 40, 40)
    // A quarter of a disc's area; centres of dots and of gaps lie where the turned grid has them.
    #expect(abs(shot.area - .pi * 400 / 4) < 12)
    #expect(shot.alpha(0, 0) == 0 && shot.alpha(39, 39) == 0)
    var (dots, gaps) = (0, 0)
    for row in 0..<12 {
      for column in 0..<12 {
        let dot = CGPoint(x: column * 4 + 1, y: row * 4 - 15).applying(CGAffineTransform(rotationAngle: 0.5))
        let gap = CGPoint(x: column * 4 + 3, y: row * 4 - 13).applying(CGAffineTransform(rotationAngle: 0.5))
        func isWellInside(_ p: CGPoint) -> Bool { hypot(p.x - 20, p.y - 20) < 18 }
        if isWellInside(dot) {
          dots += 1
          #expect(shot.alpha(Int(dot.x), Int(dot.y)) > 100)
        }
        if isWellInside(gap) {
          gaps += 1
          #expect(shot.alpha(Int(gap.x), Int(gap.y)) < 155)
        }
      }
    }
    #expect(dots > 40 && gaps > 40)
  }

  @Test("rendering R-7: a shadow is that of the dots; a pattern is no colour of a shadow")
  func shadows() throws {
    let layer = box(4, 4, 8, 8)
    layer.backgroundColor = try color()
    (layer.shadowOpacity, layer.shadowRadius, layer.shadowOffset) = (1, 0, CGSize(width: 10, height: 0))
    let shot = try Shot(stage(24, 16, layer), 24, 16)
    #expect(shot.alpha(14, 4) == 255)
    #expect(shot.alpha(16, 4) == 0)
    #expect(shot[14, 4][0] == 0)
    layer.shadowColor = try color()
    #expect(try Shot(stage(24, 16, layer), 24, 16).alpha(14, 4) == 0)
  }

  @Test("rendering R-7, RC-6: contexts get the same pattern")
  func contexts() throws {
    let layer = box(0, 0, 8, 8)
    layer.backgroundColor = try color()
    let shot = try Shot(drawing: layer, 8, 8)
    // y runs up in a context.
    #expect(shot.alpha(0, 7) == 255)
    #expect(shot.alpha(2, 7) == 0)
    #expect(shot.alpha(0, 5) == 0)
    #expect(shot.alpha(0, 3) == 255)
  }
}

import CoreGraphics
import Foundation
import StrataRenderTree
import Testing

private func color(_ r: CGFloat, _ g: CGFloat, _ b: CGFloat, _ a: CGFloat = 1) -> CGColor {
  CGColor(red: r, green: g, blue: b, alpha: a)
}

private func components(_ color: CGColor?) -> [Float] {
  color.map { [$0.extendedSRGB.x, $0.extendedSRGB.y, $0.extendedSRGB.z, $0.extendedSRGB.w] } ?? []
}

private func near(_ a: [Float], _ b: [Float]) -> Bool {
  a.count == b.count && zip(a, b).allSatisfy { abs($0 - $1) < 1e-5 }
}

@Suite struct InterpolationTests {
  @Test("animation #205, #206: numbers, inside and outside the range (I-1)")
  func numbers() {
    #expect(CGFloat(10).mixed(with: 20, at: 0.25) == 12.5)
    #expect(10.0.mixed(with: 20, at: 1.2) == 22)
    #expect(Float(10).mixed(with: 20, at: 0.25) == 12.5)
    #expect(10.mixed(with: 20, at: 0.26) == 13)
    #expect(UInt32(3).mixed(with: 0, at: 2) == 0)
    #expect(Int.max.mixed(with: .min, at: -1) == .max)
  }

  @Test("animation I-3, I-12: a pattern is the nearer one of two colors, never a mixture")
  func patterns() throws {
    var callbacks = CGPatternCallbacks(version: 0, drawPattern: { _, _ in }, releaseInfo: nil)
    let pattern = try #require(
      CGPattern(
        info: nil,
        bounds: CGRect(x: 0, y: 0, width: 4, height: 4),
        matrix: .identity,
        xStep: 4,
        yStep: 4,
        tiling: .noDistortion,
        isColored: true,
        callbacks: &callbacks
      )
    )
    let space = try #require(CGColorSpace(patternBaseSpace: nil))
    let dots: CGColor? = CGColor(patternSpace: space, pattern: pattern, components: [1])
    let red: CGColor? = color(1, 0, 0)
    #expect(dots.mixed(with: red, at: 0.49) === dots && dots.mixed(with: red, at: 0.5) === red)
    #expect(red.mixed(with: dots, at: 0.49) === red && red.mixed(with: dots, at: 1.5) === dots)
    #expect(CGColor?.none.mixed(with: dots, at: 0.5) === dots && dots.adding(red) === dots)
  }

  @Test("animation #207 to #209: points, sizes and rectangles (I-2)")
  func structures() {
    #expect(point(0, 10).mixed(with: point(20, 30), at: 0.5) == point(10, 20))
    let size = CGSize.zero.mixed(with: CGSize(width: 20, height: 10), at: 0.3)
    #expect(abs(size.width - 6) < 1e-12 && abs(size.height - 3) < 1e-12)
    #expect(rect(0, 0, 50, 50).mixed(with: rect(10, -20, 200, 100), at: 0.5) == rect(5, -10, 125, 75))
  }

  @Test("animation #210, #211: colors, where none is the clear form of the other (I-3)")
  func colors() {
    let half = (color(1, 0, 0) as CGColor?).mixed(with: color(0, 0, 1), at: 0.5)
    #expect(near(components(half), [0.5, 0, 0.5, 1]))
    let quarter = CGColor?.none.mixed(with: color(1, 0, 0), at: 0.25)
    #expect(near(components(quarter), [1, 0, 0, 0.25]))
    #expect(CGColor?.none.mixed(with: nil, at: 0.5) == nil)
    #expect(
      near(components((color(0.5, 0, 0) as CGColor?).mixed(with: color(1, 0, 0), at: 2)), [1.5, 0, 0, 1])
    )
  }

  @Test("animation #212: truth begins at the middle (I-4)")
  func truth() {
    #expect(false.mixed(with: true, at: 0.49) == false)
    #expect(false.mixed(with: true, at: 0.5) == true)
    #expect(true.mixed(with: false, at: 0.5) == true)
  }

  @Test("animation #213, #214: arrays element by element, unequal ones not at all (I-15)")
  func arrays() {
    let locations: [CGFloat] = [0, 1]
    let mixed = locations.mixed(with: [0.2, 0.8], at: 0.5)
    #expect(abs(mixed[0] - 0.1) < 1e-12 && abs(mixed[1] - 0.9) < 1e-12)
    let two = [color(1, 0, 0), color(0, 1, 0)]
    #expect(!two.fits(two + two))
    #expect((two as [CGColor]?).fits(two))
    #expect(near(components(two.mixed(with: two.reversed(), at: 0.25)[0]), [0.75, 0.25, 0, 1]))
  }

  @Test("animation #215, #216: paths of the same elements move, others jump (I-14)")
  func paths() throws {
    func path(_ rect: CGRect) -> CGPath? { CGPath(rect: rect, transform: nil) }
    let moved = try #require(path(rect(0, 0, 10, 10)).mixed(with: path(rect(10, 0, 30, 20)), at: 0.5))
    #expect(moved.boundingBox == rect(5, 0, 20, 15))
    let triangle = CGMutablePath()
    triangle.move(to: .zero)
    triangle.addLine(to: point(1, 0))
    triangle.addLine(to: point(0, 1))
    let square = path(rect(0, 0, 10, 10))
    #expect(square.mixed(with: triangle, at: 0.4) == square)
    #expect(square.mixed(with: triangle, at: 0.6) == triangle)
  }

  @Test("animation I-12: names jump at the middle")
  func names() {
    let (a, b) = (CALayerContentsGravity.top, CALayerContentsGravity.left)
    #expect(a.mixed(with: b, at: 0.49) == a)
    #expect(a.mixed(with: b, at: 0.5) == b)
  }

  @Test("animation I-7: a plane transform moves as the equal transform of space")
  func affine() {
    let quarter = CGAffineTransform(rotationAngle: .pi / 2)
    let half = CGAffineTransform.identity.mixed(with: quarter, at: 0.5)
    #expect(abs(half.a - 0.707107) < 1e-6 && abs(half.b - 0.707107) < 1e-6)
  }

  @Test("animation I-15: filters move input by input")
  func filters() {
    let a = [FilterValue(type: "gaussianBlur", name: "blur", inputs: ["inputRadius": .number(0)])]
    var b = a
    b[0].inputs["inputRadius"] = .number(10)
    #expect(a.mixed(with: b, at: 0.3)[0].number("inputRadius") == 3)
  }

  @Test("animation B-2, O-3, rendering K-13: sums and differences by type")
  func sums() {
    #expect(point(1, 2).adding(point(3, 4)) == point(4, 6))
    let red = color(0.5, 0, 0, 0.5) as CGColor?
    #expect(near(components(red.adding(color(0.25, 1, 0, 0.5))), [0.75, 1, 0, 1]))
    #expect(near(components(red.subtracting(red)?.flatMap { $0 }), [0, 0, 0, 0]))
    let move = CATransform3DMakeTranslation(5, 0, 0)
    #expect(move.adding(CATransform3DMakeScale(2, 3, 1)).m41 == 10)
    #expect(CATransform3DIdentity.subtracting(CATransform3DMakeScale(0, 1, 1)) == nil)
    #expect([CGFloat(1), 2].adding([3, 4]) == [4, 6])
    #expect(String.neutral == nil)
  }

  @Test("animation Q-6: distances that pace keys")
  func distances() {
    #expect(point(0, 0).gap(to: point(3, 4)) == 5)
    #expect(CGFloat(7).gap(to: 4) == 3)
    #expect(abs((color(1, 0, 0) as CGColor?).gap(to: color(0, 1, 0)) - 2.0.squareRoot()) < 1e-6)
  }
}

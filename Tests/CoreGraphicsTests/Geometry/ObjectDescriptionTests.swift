import CoreGraphics
import Testing

/// What prints say of objects.
@Suite struct ObjectDescriptionTests {
  private func text(_ object: Any) -> String { "\(object)".replacing(/0x[0-9a-f]+/, with: "0x") }

  @Test func coloursTellSpaceAndComponents() throws {
    let color = CGColor(srgbRed: 1, green: 0.5, blue: 0, alpha: 1)
    let space = "<CGColorSpace 0x> (kCGColorSpaceModelRGB; kCGColorSpaceSRGB)"
    #expect(text(color) == "<CGColor 0x> [\(space)] ( 1 0.5 0 1 )")
    let named = try #require(CGColorSpace(name: CGColorSpace.sRGB))
    #expect(text(named) == space)
  }

  @Test func pathsTellTheirElements() {
    let path = CGMutablePath()
    path.move(to: CGPoint(x: 1, y: 2))
    path.addLine(to: CGPoint(x: 3, y: 2.5))
    path.addQuadCurve(to: CGPoint(x: 4, y: 4), control: CGPoint(x: 5, y: 3))
    path.closeSubpath()
    #expect(
      text(path) == "Path 0x:\n  moveto (1, 2)\n    lineto (3, 2.5)\n    quadto (5, 3) (4, 4)\n    closepath"
    )
  }

  @Test func imagesTellTheirLayout() throws {
    let context = try makeContext(3, 2)
    let image = try #require(context.makeImage())
    #expect(text(image).contains("width = 3, height = 2, bpc = 8, bpp = 32, row bytes = "))
    #expect(text(image).contains("is mask? No"))
  }

  @Test func functionsOfCAreThere() {
    let rect = CGRectMake(1, 2, 3, 4)
    #expect(rect == CGRect(x: 1, y: 2, width: 3, height: 4))
    #expect(CGRectGetMaxX(rect) == 4 && CGRectGetMidY(rect) == 4)
    #expect(CGRectContainsPoint(CGRectInset(rect, 1, 1), CGPointMake(2, 3)))
    let turn = CGAffineTransformRotate(CGAffineTransformMakeTranslation(1, 0), .pi / 2)
    #expect(turn == CGAffineTransform(translationX: 1, y: 0).rotated(by: .pi / 2))
    #expect(CGRectApplyAffineTransform(rect, CGAffineTransformMakeScale(2, 1)).width == 6)
  }
}

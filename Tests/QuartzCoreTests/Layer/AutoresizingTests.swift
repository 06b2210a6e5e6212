import CoreGraphics
import Foundation
import QuartzCore
import StrataRenderServer
import Testing

@Suite struct AutoresizingTests {
  private func resized(
    _ mask: UInt32,
    to width: CGFloat,
    _ height: CGFloat,
    from frame: CGRect = CGRect(x: 10, y: 20, width: 50, height: 40)
  ) -> CGRect {
    let (root, child) = (box(0, 0, 100, 100), CALayer())
    child.frame = frame
    child.autoresizingMask = CAAutoresizingMask(rawValue: mask)
    root.addSublayer(child)
    root.bounds.size = CGSize(width: width, height: height)
    return child.frame
  }

  /// Rendering E-160 to E-182.
  @Test func eachMaskSharesTheChangeOut() {
    let cases: [(Int, UInt32, (CGFloat, CGFloat, CGFloat, CGFloat))] = [
      (160, 0, (10, 20, 50, 40)), (161, 1, (110, 20, 50, 40)), (162, 2, (10, 20, 150, 40)),
      (163, 4, (10, 20, 50, 40)), (164, 8, (10, 220, 50, 40)), (165, 16, (10, 20, 50, 240)),
      (166, 32, (10, 20, 50, 40)), (167, 3, (76, 20, 84, 40)), (168, 6, (10, 20, 84, 40)),
      (169, 5, (60, 20, 50, 40)), (170, 7, (43, 20, 84, 40)), (171, 24, (10, 153, 50, 107)),
      (172, 40, (10, 120, 50, 40)), (173, 56, (10, 86, 50, 108)), (174, 18, (10, 20, 150, 240)),
      (175, 63, (43, 86, 84, 108)), (182, 48, (10, 20, 50, 107)),
    ]
    for (number, mask, r) in cases {
      let frame = resized(mask, to: 200, 300)
      #expect(near(frame, r.0, r.1, r.2, r.3), "E-\(number): \(frame)")
    }
    #expect(near(resized(3, to: 400, 100), 210, 20, 150, 40), "E-176")
    #expect(near(resized(3, to: 110, 100), 16, 20, 54, 40), "E-177")
    #expect(near(resized(3, to: 50, 25), -24, 20, 34, 40), "E-178")
    #expect(near(resized(18, to: 50, 25), 10, -15, 0, 35), "E-179")
    let frame = CGRect(x: 10, y: 15, width: 20, height: 25)
    #expect(near(resized(7 | 16, to: 200, 160, from: frame), 43, 15, 54, 85), "E-180")
    let fine = CGRect(x: 10.2, y: 15.3, width: 20.4, height: 25.5)
    #expect(near(resized(0, to: 101.2, 100, from: fine), 10.2, 15.3, 20.4, 25.5), "E-181")
  }

  /// Rendering Y-11.
  @Test func resizingGoesDownTheTreeAndOnlyBySize() {
    let (root, child, grandchild) = (box(0, 0, 100, 100), box(0, 0, 100, 100), box(0, 0, 100, 100))
    for layer in [child, grandchild] { layer.autoresizingMask = [.layerWidthSizable, .layerHeightSizable] }
    root.addSublayer(child)
    child.addSublayer(grandchild)
    root.bounds.origin = CGPoint(x: 9, y: 9)
    #expect(child.bounds.size.width == 100)
    root.frame = CGRect(x: 0, y: 0, width: 150, height: 120)
    #expect(grandchild.bounds.size == CGSize(width: 150, height: 120))
  }
}

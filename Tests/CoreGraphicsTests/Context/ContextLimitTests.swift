import CoreGraphics
import Foundation
import Testing

/// Sizes and numbers that no context or pattern can have.
@Suite struct ContextLimitTests {
  @Test(arguments: [Int.max, .max / 2, 1 << 62, 1 << 40, 3, -64])
  func rowsThatNoMachineHoldsAreRefused(bytesPerRow: Int) {
    #expect(makeContext(bytesPerRow: bytesPerRow) == nil)
  }

  @Test func longRowsAreKept() throws {
    let context = try #require(makeContext(bytesPerRow: 4096))
    #expect(context.bytesPerRow == 4096)
    context.setFillColor(red: 1, green: 0, blue: 0, alpha: 1)
    context.fill(CGRect(x: 0, y: 0, width: 4, height: 4))
    #expect(pixelFromBottom(context, 3, 0) == [255, 0, 0, 255])
    #expect(pixelFromBottom(context, 0, 3) == [255, 0, 0, 255])
  }

  private func makeContext(bytesPerRow: Int) -> CGContext? {
    CGContext(
      data: nil,
      width: 4,
      height: 4,
      bitsPerComponent: 8,
      bytesPerRow: bytesPerRow,
      space: CGColorSpaceCreateDeviceRGB(),
      bitmapInfo: CGImageAlphaInfo.premultipliedLast.rawValue
    )
  }

  @Test func cellsHaveFiniteBounds() {
    var callbacks = CGPatternCallbacks(version: 0, drawPattern: { _, _ in }, releaseInfo: nil)
    func make(_ bounds: CGRect) -> CGPattern? {
      CGPattern(
        info: nil,
        bounds: bounds,
        matrix: .identity,
        xStep: 4,
        yStep: 4,
        tiling: .noDistortion,
        isColored: true,
        callbacks: &callbacks
      )
    }
    #expect(make(CGRect(x: 0, y: 0, width: 4, height: 4)) != nil)
    #expect(make(CGRect(x: 0, y: 0, width: CGFloat.nan, height: 4)) == nil)
    #expect(make(CGRect(x: CGFloat.nan, y: 0, width: 4, height: 4)) == nil)
    #expect(make(CGRect(x: 0, y: -CGFloat.infinity, width: 4, height: 4)) == nil)
    #expect(make(CGRect(x: 0, y: 0, width: 4, height: CGFloat.infinity)) == nil)
  }
}

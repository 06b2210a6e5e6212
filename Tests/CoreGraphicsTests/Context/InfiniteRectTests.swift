import CoreGraphics
import Testing

/// The infinite rectangle covers the whole context, whatever the scale is.
@Suite struct InfiniteRectTests {
  private static let transforms =
    ([1, 2, 3, 4, 0.1, 1e6] as [CGFloat]).map { CGAffineTransform(scaleX: $0, y: $0) } + [
      CGAffineTransform(rotationAngle: 0.7).scaledBy(x: 5, y: -3),
      CGAffineTransform(translationX: 1e5, y: -7),
    ]

  private let red: [UInt8] = [255, 0, 0, 255]

  private func makeRedContext(_ transform: CGAffineTransform) throws -> CGContext {
    let context = try makeContext(3, 2)
    context.setFillColor(CGColor(srgbRed: 1, green: 0, blue: 0, alpha: 1))
    context.concatenate(transform)
    return context
  }

  @Test(arguments: transforms)
  func aFillCoversTheContext(transform: CGAffineTransform) throws {
    let context = try makeRedContext(transform)
    context.fill(.infinite)
    #expect(pixelFromBottom(context, 0, 0) == red)
    #expect(pixelFromBottom(context, 2, 1) == red)
  }

  @Test(arguments: transforms)
  func aClipKeepsTheContext(transform: CGAffineTransform) throws {
    let context = try makeRedContext(transform)
    context.clip(to: .infinite)
    context.concatenate(transform.inverted())
    context.fill(CGRect(x: 0, y: 0, width: 3, height: 2))
    #expect(pixelFromBottom(context, 0, 0) == red)
    #expect(pixelFromBottom(context, 2, 1) == red)
  }

  @Test(arguments: transforms)
  func clearingEmptiesTheContext(transform: CGAffineTransform) throws {
    let context = try makeRedContext(.identity)
    context.fill(CGRect(x: 0, y: 0, width: 3, height: 2))
    context.concatenate(transform)
    context.clear(.infinite)
    #expect(pixelFromBottom(context, 0, 0) == [0, 0, 0, 0])
    #expect(pixelFromBottom(context, 2, 1) == [0, 0, 0, 0])
  }

  @Test func aPathKeepsTheInfiniteRectangle() {
    #expect(CGPath(rect: .infinite, transform: nil).boundingBox.width > 1e300)
  }
}

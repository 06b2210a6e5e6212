import AppKit
import CoreImage
import StrataTesting
import Testing

/// The forms of pictures, and pictures of Core Image.
@MainActor @Suite struct RepresentationTests {
  private func square(_ color: CIColor, _ side: CGFloat = 4) -> CIImage {
    CIImage(color: color).cropped(to: CGRect(x: 0, y: 0, width: side, height: side))
  }

  private func pixels(_ image: NSImage) throws -> CGImage {
    try #require(image.cgImage(forProposedRect: nil, context: nil, hints: nil))
  }

  private func emptyBitmap(_ side: Int, bits: Int = 8) -> NSBitmapImageRep? {
    NSBitmapImageRep(
      bitmapDataPlanes: nil,
      pixelsWide: side,
      pixelsHigh: side,
      bitsPerSample: bits,
      samplesPerPixel: 4,
      hasAlpha: true,
      isPlanar: false,
      colorSpaceName: .deviceRGB,
      bytesPerRow: 0,
      bitsPerPixel: 0
    )
  }

  @Test func bitmapsOfOtherFormatsAreNotMade() {
    #expect(emptyBitmap(4, bits: 16) == nil)
    #expect(emptyBitmap(0) == nil)
    #expect(emptyBitmap(4)?.cgImage?.pixel(0, 0) == [0, 0, 0, 0])
  }

  /// As programs for macOS show a code.
  @Test func aPictureOfCoreImageIsAForm() throws {
    let form = NSCIImageRep(ciImage: square(.red))
    let image = NSImage(size: form.size)
    image.addRepresentation(form)
    #expect(image.size == NSSize(width: 4, height: 4) && image.isValid)
    #expect(image.representations == [form])
    #expect(try pixels(image).pixel(1, 1) == red)
    #expect(try pixels(#require(image.copy() as? NSImage)).pixel(1, 1) == red)
    image.removeRepresentation(form)
    #expect(!image.isValid)
  }

  @Test func anImageWithoutEndShowsNothing() {
    let form = NSCIImageRep(ciImage: .red)
    #expect(form.size == .zero)
    #expect(!form.draw())
    #expect(NSBitmapImageRep(ciImage: .red).cgImage == nil)
  }

  @Test func bitmapsGoToCoreImageAndBack() throws {
    let bitmap = NSBitmapImageRep(ciImage: square(.green))
    #expect(bitmap.pixelsWide == 4 && bitmap.pixelsHigh == 4)
    #expect(try #require(CIImage(bitmapImageRep: bitmap)).extent.size == CGSize(width: 4, height: 4))
    #expect(bitmap.cgImage?.pixel(0, 0) == green)
  }

  @Test func coloursGoToCoreImageAndBack() throws {
    let color = NSColor(srgbRed: 0.25, green: 0.5, blue: 1, alpha: 0.75)
    #expect(NSColor(ciColor: try #require(CIColor(color: color))) == color)
  }

  @Test func theFormWithEnoughPixelsIsTaken() throws {
    let image = NSImage(size: NSSize(width: 4, height: 4))
    let small = NSBitmapImageRep(ciImage: square(.red))
    let large = NSBitmapImageRep(ciImage: square(.blue, 8))
    large.size = image.size
    image.addRepresentations([large, small])
    let bitmap = try #require(emptyBitmap(8))
    bitmap.size = image.size
    let context = try #require(NSGraphicsContext(bitmapImageRep: bitmap))
    let rect = NSRect(origin: .zero, size: image.size)
    #expect(image.bestRepresentation(for: rect, context: context, hints: nil) === large)
    #expect(image.recommendedLayerContentsScale(1) == 1)
    #expect(image.recommendedLayerContentsScale(2) == 2)
  }

  private final class Half: NSImageRep {
    override func draw() -> Bool {
      NSColor.red.setFill()
      NSRect(x: 0, y: 0, width: size.width / 2, height: size.height).fill()
      return true
    }
  }

  @Test func aFormOfTheProgramIsDrawnInAnySize() throws {
    let form = Half()
    form.size = NSSize(width: 2, height: 2)
    let image = NSImage(size: NSSize(width: 10, height: 10))
    image.addRepresentation(form)
    #expect(try pixels(image).pixel(4, 5) == red)
    #expect(try pixels(image).pixel(6, 5) == [0, 0, 0, 0])
  }

  @Test func drawingGoesIntoABitmap() throws {
    let bitmap = try #require(emptyBitmap(20))
    bitmap.size = NSSize(width: 10, height: 10)
    NSGraphicsContext.saveGraphicsState()
    let context = try #require(NSGraphicsContext(bitmapImageRep: bitmap))
    NSGraphicsContext.current = context
    NSColor.blue.setFill()
    NSRect(x: 0, y: 0, width: 5, height: 5).fill()
    let part = CGRect(x: 0, y: 0, width: 2, height: 2)
    square(.red).draw(at: NSPoint(x: 5, y: 5), from: part, operation: .sourceOver, fraction: 1)
    context.imageInterpolation = .none
    #expect(context.imageInterpolation == .none)
    NSGraphicsContext.restoreGraphicsState()
    let image = try #require(bitmap.cgImage)
    // The origin is the lower left corner, with two pixels a point.
    #expect(image.pixel(5, 15) == blue)
    #expect(image.pixel(12, 8) == red)
    #expect(image.pixel(2, 2) == [0, 0, 0, 0])
  }
}

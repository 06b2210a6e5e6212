import AppKit
import CoreImage
import StrataTesting
import StrataViews
import Testing

/// The forms of pictures, and pictures of Core Image.
@MainActor @Suite struct RepresentationTests {
  private func square(_ color: CIColor, _ side: CGFloat = 4) -> CIImage {
    CIImage(color: color).cropped(to: CGRect(x: 0, y: 0, width: side, height: side))
  }

  private func pixels(_ image: NSImage) throws -> CGImage {
    try #require(image.cgImage(forProposedRect: nil, context: nil, hints: nil))
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
    let copy = try #require(image.copy() as? NSImage)
    #expect(try pixels(copy) === pixels(image))
    image.removeRepresentation(form)
    #expect(!image.isValid)
  }

  @Test func anImageWithoutEndShowsNothing() {
    let form = NSCIImageRep(ciImage: .red)
    #expect(form.size == .zero)
    #expect(!form.draw())
    #expect(NSBitmapImageRep(ciImage: .red).cgImage == nil)
  }

  @Test(arguments: [false, true]) func aFormThatShowsNothingHidesNoOther(isBitmap: Bool) throws {
    let nothing = isBitmap ? NSBitmapImageRep(ciImage: .red) : NSCIImageRep(ciImage: .red)
    let image = NSImage(size: NSSize(width: 4, height: 4))
    image.addRepresentations([nothing, NSBitmapImageRep(ciImage: square(.green))])
    #expect(try pixels(image).pixel(1, 1) == green)
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
    let (size, scale) = (MainScreen.size, MainScreen.scale)
    MainScreen.set(size: size, scale: 2)
    #expect(image.recommendedLayerContentsScale(0) == 2)
    MainScreen.set(size: size, scale: scale)
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

  /// Draws into a bitmap by a context that is current meanwhile.
  private func draw(by context: NSGraphicsContext?, _ body: () -> Void) {
    NSGraphicsContext.saveGraphicsState()
    NSGraphicsContext.current = context
    body()
    NSGraphicsContext.restoreGraphicsState()
  }

  private func fill(_ rect: NSRect, _ color: NSColor, by context: NSGraphicsContext?) {
    draw(by: context) {
      color.setFill()
      rect.fill()
    }
  }

  @Test func aDrawnFormLeavesTheContextAsItWas() throws {
    let bitmap = try #require(emptyBitmap(10))
    let drawn = NSImage(size: NSSize(width: 10, height: 10), flipped: true) { _ in
      NSColor.red.setFill()
      return true
    }
    let form = try #require(drawn.representations.first)
    draw(by: NSGraphicsContext(bitmapImageRep: bitmap)) {
      NSColor.blue.setFill()
      form.draw()
      NSRect(x: 0, y: 0, width: 10, height: 5).fill()
    }
    #expect(bitmap.cgImage?.pixel(5, 7) == blue)
    #expect(bitmap.cgImage?.pixel(5, 2) == [0, 0, 0, 0])
  }

  @Test func allContextsOfABitmapDrawIntoItsPixels() throws {
    let bitmap = try #require(emptyBitmap(10))
    let first = try #require(NSGraphicsContext(bitmapImageRep: bitmap))
    let view = Filled(.green)
    view.frame = NSRect(x: 0, y: 0, width: 10, height: 10)
    view.cacheDisplay(in: view.bounds, to: bitmap)
    let second = try #require(NSGraphicsContext(bitmapImageRep: bitmap))
    fill(NSRect(x: 0, y: 0, width: 2, height: 10), .red, by: first)
    fill(NSRect(x: 8, y: 0, width: 2, height: 10), .blue, by: second)
    #expect([1, 5, 8].map { bitmap.cgImage?.pixel($0, 5) } == [red, green, blue])
  }

  @Test func aBitmapIsOneImageUntilItIsDrawnInto() throws {
    let bitmap = try #require(emptyBitmap(10))
    fill(NSRect(x: 0, y: 0, width: 10, height: 10), .red, by: NSGraphicsContext(bitmapImageRep: bitmap))
    let image = try #require(bitmap.cgImage)
    #expect(bitmap.cgImage === image)
    #expect((bitmap.copy() as? NSBitmapImageRep)?.cgImage === image)
    let context = NSGraphicsContext(bitmapImageRep: bitmap)
    for (color, pixel) in [(NSColor.green, green), (.blue, blue)] {
      fill(NSRect(x: 0, y: 0, width: 5, height: 10), color, by: context)
      #expect(bitmap.cgImage?.pixel(2, 5) == pixel)
    }
    #expect(bitmap.cgImage?.pixel(7, 5) == red)
    #expect(image.pixel(2, 5) == red)
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

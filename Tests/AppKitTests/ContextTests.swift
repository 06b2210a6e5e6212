import AppKit
import StrataViews
import Testing

/// The current context, its state, and rectangles that are filled in it.
@MainActor @Suite struct ContextTests {
  private let half = NSColor(srgbRed: 0, green: 0, blue: 1, alpha: 0.5)
  private let left = NSRect(x: 0, y: 0, width: 2, height: 4)
  private let right = NSRect(x: 2, y: 0, width: 2, height: 4)

  @Test func rectanglesAreFilledOverWhatIsThere() {
    let image = drawn(4) { [half, left, right] in
      NSColor.red.setFill()
      NSRect(x: 0, y: 0, width: 4, height: 4).fill()
      half.setFill()
      left.fill()
      NSRectFill(right)
    }
    #expect(pixel(image, 0, 1)[3] == 255)
    #expect(abs(Int(pixel(image, 0, 1)[0]) - 128) <= 2)
    #expect(abs(Int(pixel(image, 3, 1)[3]) - 128) <= 2)
  }

  @Test func framesAndListsAreDrawnOverWhatIsThere() {
    let image = drawn(4) { [half, left, right] in
      [(left, NSColor.red), (right, NSColor.green)].fill()
      half.setFill()
      NSRect(x: 0, y: 0, width: 4, height: 4).frame()
      [NSRect(x: 1, y: 1, width: 1, height: 1), NSRect(x: 2, y: 2, width: 1, height: 1)].fill()
    }
    for (x, y) in [(0, 0), (3, 3), (1, 2), (2, 1)] {
      #expect(pixel(image, x, y)[3] == 255)
      #expect(abs(Int(pixel(image, x, y)[2]) - 128) <= 2)
    }
    #expect(pixel(image, 1, 1) == red)
    #expect(pixel(image, 2, 2) == green)
  }

  @Test func aFillTakesTheOperationOfTheContext() {
    let image = drawn(4) { [half, left] in
      NSGraphicsContext.current?.compositingOperation = .copy
      half.setFill()
      left.fill()
      left.fill()
    }
    #expect(abs(Int(pixel(image, 0, 1)[3]) - 128) <= 2)
  }

  @Test func theCurrentContextIsOneObjectWithItsState() throws {
    _ = drawn(4) {
      let context = NSGraphicsContext.current
      #expect(context != nil && NSGraphicsContext.current === context)
      #expect(context?.compositingOperation == .sourceOver && context?.shouldAntialias == true)
      NSGraphicsContext.current?.compositingOperation = .multiply
      NSGraphicsContext.current?.shouldAntialias = false
      NSGraphicsContext.saveGraphicsState()
      #expect(NSGraphicsContext.current === context)
      #expect(NSGraphicsContext.current?.compositingOperation == .multiply)
      NSGraphicsContext.current?.compositingOperation = .plusLighter
      NSGraphicsContext.current?.shouldAntialias = true
      NSGraphicsContext.restoreGraphicsState()
      #expect(NSGraphicsContext.current?.compositingOperation == .multiply)
      #expect(NSGraphicsContext.current?.shouldAntialias == false)
      context?.saveGraphicsState()
      context?.compositingOperation = .luminosity
      context?.restoreGraphicsState()
      #expect(context?.compositingOperation == .multiply)
    }
    let bitmap = CGContext(
      data: nil,
      width: 4,
      height: 4,
      bitsPerComponent: 8,
      bytesPerRow: 16,
      space: CGColorSpaceCreateDeviceRGB(),
      bitmapInfo: CGImageAlphaInfo.premultipliedLast.rawValue
    )
    let own = NSGraphicsContext(cgContext: try #require(bitmap), flipped: false)
    NSGraphicsContext.current = own
    #expect(NSGraphicsContext.current === own)
    NSGraphicsContext.current = nil
  }

  @Test func picturesAreUpsideDownInFlippedContextsUnlessTheyRespectThem() {
    let picture = NSImage(size: NSSize(width: 4, height: 4), flipped: false) { _ in
      NSColor.red.setFill()
      NSRect(x: 0, y: 0, width: 4, height: 2).fill()
      return true
    }
    let place = NSRect(x: 0, y: 0, width: 4, height: 4)
    let plain = drawn(4, isFlipped: true) {
      picture.draw(in: place, from: .zero, operation: .sourceOver, fraction: 1)
    }
    #expect(pixel(plain, 1, 0) == red && pixel(plain, 1, 3)[3] == 0)
    let atPoint = drawn(4, isFlipped: true) {
      picture.draw(at: .zero, from: .zero, operation: .sourceOver, fraction: 1)
    }
    #expect(pixel(atPoint, 1, 0) == red && pixel(atPoint, 1, 3)[3] == 0)
    let respecting = drawn(4, isFlipped: true) {
      picture.draw(
        in: place,
        from: .zero,
        operation: .sourceOver,
        fraction: 1,
        respectFlipped: true,
        hints: nil
      )
    }
    #expect(pixel(respecting, 1, 3) == red && pixel(respecting, 1, 0)[3] == 0)
  }

  @Test(arguments: [false, true])
  func shadowsOfPicturesFallUpInPoints(isFlipped: Bool) throws {
    let picture = NSImage(size: NSSize(width: 20, height: 20), flipped: isFlipped) { _ in
      let context = NSGraphicsContext.current?.cgContext
      context?.setShadow(offset: CGSize(width: 0, height: 6), blur: 0, color: NSColor.blue.cgColor)
      NSColor.red.setFill()
      NSBezierPath(rect: NSRect(x: 4, y: 8, width: 10, height: 4)).fill()
      return true
    }
    let outer = try #require(BitmapContext.make(size: picture.size, scale: 2, isOpaque: false))
    let image = ContextStack.with(ContextStack.Entry(outer, scale: 2)) {
      picture.cgImage(forProposedRect: nil, context: nil, hints: nil)
    }
    #expect(image?.width == 40)
    #expect(pixel(image, 16, 20) == red)
    #expect(pixel(image, 16, 8) == blue)
    #expect(pixel(image, 16, 30)[3] == 0)
  }

  @Test func greysHaveTheWhiteTheyWereMadeWith() {
    let grey = NSColor(white: 0.25, alpha: 0.5)
    var (white, alpha): (CGFloat, CGFloat) = (0, 0)
    grey.getWhite(&white, alpha: &alpha)
    #expect(white == 0.25 && alpha == 0.5)
    #expect(grey.whiteComponent == 0.25)
    #expect([grey.redComponent, grey.greenComponent, grey.blueComponent] == [0.25, 0.25, 0.25])
    #expect(grey.brightnessComponent == 0.25)
    #expect(NSColor(srgbRed: 0.1, green: 0.2, blue: 0.3, alpha: 1).greenComponent == 0.2)
  }
}

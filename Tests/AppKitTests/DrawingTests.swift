import AppKit
import StrataTesting
import Testing

/// Paths, pictures, colours and contexts.
@MainActor @Suite struct DrawingTests {
  @Test func theOriginIsTheLowerLeftCorner() {
    func corner() {
      NSColor.red.setFill()
      NSRect(x: 0, y: 0, width: 10, height: 5).fill()
    }
    #expect(pixel(drawn { corner() }, 2, 17) == red)
    #expect(pixel(drawn { corner() }, 2, 2) == [0, 0, 0, 0])
    #expect(pixel(drawn(isFlipped: true) { corner() }, 2, 2) == red)
    #expect(NSGraphicsContext.current == nil)
  }

  @Test func pathsFillStrokeAndClip() {
    let image = drawn {
      NSColor.blue.set()
      NSBezierPath(ovalIn: NSRect(x: 0, y: 10, width: 10, height: 10)).fill()
      let line = NSBezierPath()
      line.move(to: NSPoint(x: 0, y: 5))
      line.relativeLine(to: NSPoint(x: 20, y: 0))
      line.lineWidth = 2
      line.stroke()
      NSGraphicsContext.saveGraphicsState()
      NSBezierPath(rect: NSRect(x: 12, y: 18, width: 2, height: 2)).setClip()
      NSRect(x: 10, y: 10, width: 10, height: 10).fill()
      NSGraphicsContext.restoreGraphicsState()
    }
    #expect(pixel(image, 5, 5) == blue)
    #expect(pixel(image, 0, 0)[3] < 20)
    #expect(pixel(image, 10, 15) == blue)
    #expect(pixel(image, 12, 1) == blue)
    #expect(pixel(image, 16, 1) == [0, 0, 0, 0])
  }

  @Test func anArcIsInDegrees() {
    let path = NSBezierPath()
    path.appendArc(withCenter: NSPoint(x: 10, y: 10), radius: 8, startAngle: 0, endAngle: 90)
    #expect(abs(path.currentPoint.x - 10) < 1e-9)
    #expect(abs(path.currentPoint.y - 18) < 1e-9)
    #expect(path.bounds.width < 8.1)
    let other = NSBezierPath()
    other.appendArc(withCenter: .zero, radius: 8, startAngle: 0, endAngle: 90, clockwise: true)
    #expect(other.bounds.width > 15)
  }

  @Test func elementsAreRead() {
    let path = NSBezierPath()
    path.move(to: NSPoint(x: 1, y: 1))
    path.curve(
      to: NSPoint(x: 9, y: 9),
      controlPoint1: NSPoint(x: 6, y: 1),
      controlPoint2: NSPoint(x: 9, y: 5)
    )
    path.close()
    var points = [NSPoint](repeating: .zero, count: 3)
    #expect(path.elementCount == 3)
    #expect(path.element(at: 1, associatedPoints: &points) == .cubicCurveTo)
    #expect(points[2] == NSPoint(x: 9, y: 9))
    #expect(path.element(at: 2) == .closePath)
    #expect(path.element(at: 0, associatedPoints: &points) == .moveTo)
    path.line(to: NSPoint(x: 5, y: 6))
    #expect(path.element(at: 3, associatedPoints: &points) == .lineTo)
    #expect(points[0] == NSPoint(x: 5, y: 6))
    path.transform(using: AffineTransform(translationByX: 1, byY: 2))
    #expect(path.element(at: 3, associatedPoints: &points) == .lineTo)
    #expect(points[0] == NSPoint(x: 6, y: 8))
    #expect(path.bounds.origin == NSPoint(x: 2, y: 3))
    #expect(path.reversed.bounds == path.bounds)
    #expect(NSBezierPath().bounds == .zero)
    let rounded = NSBezierPath(roundedRect: NSRect(x: 0, y: 0, width: 9, height: 4), xRadius: 50, yRadius: 50)
    #expect(rounded.bounds == NSRect(x: 0, y: 0, width: 9, height: 4))
  }

  /// A picture whose left half is red and whose right half is blue, below a transparent upper half.
  private func sample() throws -> NSImage {
    let image = try #require(
      drawn(8) {
        NSColor.red.setFill()
        NSRect(x: 0, y: 0, width: 4, height: 4).fill()
        NSColor.blue.setFill()
        NSRect(x: 4, y: 0, width: 4, height: 4).fill()
      }
    )
    return NSImage(cgImage: image, size: .zero)
  }

  @Test func picturesAreUprightInBothDirections() throws {
    let image = try sample()
    #expect(image.size == NSSize(width: 8, height: 8))
    for isFlipped in [false, true] {
      let shown = drawn(16, isFlipped: isFlipped) {
        image.draw(in: NSRect(x: 0, y: 0, width: 16, height: 16))
      }
      #expect(pixel(shown, 2, 14) == red, "flipped \(isFlipped)")
      #expect(pixel(shown, 14, 14) == blue, "flipped \(isFlipped)")
      #expect(pixel(shown, 2, 2) == [0, 0, 0, 0], "flipped \(isFlipped)")
    }
    let part = drawn(4) {
      image.draw(
        in: NSRect(x: 0, y: 0, width: 4, height: 4),
        from: NSRect(x: 4, y: 0, width: 4, height: 4),
        operation: .sourceOver,
        fraction: 1
      )
    }
    #expect(pixel(part, 1, 1) == blue)
    #expect(NSImage(data: Foundation.Data([1, 2, 3])) == nil)
    #expect(NSImage(named: "a picture that is not there") == nil)
    #expect(!NSImage(size: .zero).isValid)
  }

  @Test func colorsHaveComponents() {
    let color = NSColor(hue: 0.6, saturation: 0.5, brightness: 0.8, alpha: 0.3)
    #expect(abs(color.hueComponent - 0.6) < 1e-6)
    #expect(abs(color.saturationComponent - 0.5) < 1e-6)
    #expect(abs(color.brightnessComponent - 0.8) < 1e-6)
    #expect(abs(color.alphaComponent - 0.3) < 1e-6)
    #expect(NSColor.red.blended(withFraction: 0.25, of: .blue)?.blueComponent == 0.25)
    #expect(NSColor.systemBlue == NSColor(srgbRed: 0, green: 122.0 / 255, blue: 1, alpha: 1))
    #expect(abs(NSColor.gray.whiteComponent - 0.5) < 0.01)
  }

  @Test func contextsNest() throws {
    let context = try #require(
      CGContext(
        data: nil,
        width: 4,
        height: 4,
        bitsPerComponent: 8,
        bytesPerRow: 16,
        space: CGColorSpaceCreateDeviceRGB(),
        bitmapInfo: CGImageAlphaInfo.premultipliedLast.rawValue
      )
    )
    NSGraphicsContext.saveGraphicsState()
    NSGraphicsContext.current = NSGraphicsContext(cgContext: context, flipped: false)
    NSColor.green.setFill()
    NSRect(x: 0, y: 0, width: 4, height: 2).fill()
    NSGraphicsContext.restoreGraphicsState()
    #expect(NSGraphicsContext.current == nil)
    #expect(context.makeImage()?.pixel(1, 3) == green)
    #expect(context.makeImage()?.pixel(1, 0) == [0, 0, 0, 0])
  }

  #if Text
    @Test func textStandsUprightInBothDirections() throws {
      for isFlipped in [false, true] {
        let image = drawn(40, isFlipped: isFlipped) {
          let text = "L" as NSString
          text.draw(at: NSPoint(x: 4, y: 4), withAttributes: [.font: NSFont.boldSystemFont(ofSize: 24)])
        }
        // The foot of the letter is wider than its head.
        let rows = (0..<40).map { y in (0..<40).count { x in pixel(image, x, y)[3] > 128 } }
        let inked = rows.indices.filter { rows[$0] > 0 }
        let (head, foot) = (try #require(inked.first), try #require(inked.last))
        #expect(rows[foot] > rows[head], "flipped \(isFlipped)")
      }
      #expect("wide".size(withAttributes: [.font: NSFont.systemFont(ofSize: 20)]).width > 20)
    }
  #endif
}

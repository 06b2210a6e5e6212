import AppKit
import StrataTesting
import Testing

/// Gradients, colour spaces, transforms and defaults of paths.
@MainActor @Suite(.serialized) struct GradientTests {
  @Test func anglesTurnFromTheXAxisToTheYAxis() throws {
    let gradient = try #require(NSGradient(starting: .red, ending: .blue))
    let rect = NSRect(x: 0, y: 0, width: 20, height: 20)
    let across = drawn { gradient.draw(in: rect, angle: 0) }
    #expect(pixel(across, 0, 10)[0] > 240 && pixel(across, 19, 10)[2] > 240)
    #expect(pixel(across, 5, 0) == pixel(across, 5, 19))
    let up = drawn { gradient.draw(in: rect, angle: 90) }
    // The picture's last row is the one of the least y.
    #expect(pixel(up, 10, 19)[0] > 240 && pixel(up, 10, 0)[2] > 240)
    let oval = drawn { gradient.draw(in: NSBezierPath(ovalIn: rect), angle: 0) }
    #expect(pixel(oval, 0, 0)[3] == 0 && pixel(oval, 1, 10)[0] > 200)
  }

  @Test func circlesAndLinesEndWhereTheyAreToldTo() throws {
    let gradient = try #require(NSGradient(colorsAndLocations: (.red, 0), (.green, 0.5), (.blue, 1)))
    #expect(gradient.numberOfColorStops == 3)
    #expect(gradient.interpolatedColor(atLocation: 0.5) == .green)
    let quarter = gradient.interpolatedColor(atLocation: 0.25)
    #expect(abs(quarter.redComponent - 0.5) < 1e-6 && abs(quarter.greenComponent - 0.5) < 1e-6)
    let line = drawn { gradient.draw(from: NSPoint(x: 5, y: 0), to: NSPoint(x: 15, y: 0)) }
    #expect(pixel(line, 2, 10)[3] == 0 && pixel(line, 6, 10)[3] == 255)
    let middle = NSPoint(x: 10, y: 10)
    let circle = drawn {
      gradient.draw(
        fromCenter: middle,
        radius: 0,
        toCenter: middle,
        radius: 5,
        options: .drawsAfterEndingLocation
      )
    }
    #expect(pixel(circle, 10, 10)[0] > 150 && pixel(circle, 0, 0) == blue)
    #expect(NSGradient(colors: []) == nil)
  }

  @Test func colorsAreConvertedToOtherSpaces() throws {
    let color = NSColor(displayP3Red: 1, green: 0.5, blue: 0.25, alpha: 0.5)
    #expect(color.redComponent == 1 && color.greenComponent == 0.5)
    #expect(color.colorSpace == .displayP3)
    let wide = try #require(color.usingColorSpace(.extendedSRGB))
    #expect(wide.redComponent > 1 && wide.alphaComponent == 0.5)
    let back = try #require(wide.usingColorSpace(.displayP3))
    #expect(abs(back.greenComponent - 0.5) < 1e-3 && abs(back.blueComponent - 0.25) < 1e-3)
    let grey = try #require(NSColor.white.usingColorSpace(.sRGB))
    #expect(grey.colorSpace.colorSpaceModel == .rgb && abs(grey.blueComponent - 1) < 1e-6)
  }

  @Test func transformsAddAndReplace() {
    let image = drawn {
      NSColor.red.setFill()
      let move = NSAffineTransform()
      move.translateX(by: 10, yBy: 0)
      move.concat()
      move.concat()
      move.set()
      NSRect(x: 0, y: 0, width: 5, height: 20).fill()
    }
    #expect(pixel(image, 12, 10) == red && pixel(image, 2, 10)[3] == 0)
  }

  @Test func newPathsHaveTheDefaultStyle() {
    NSBezierPath.defaultLineWidth = 4
    NSBezierPath.defaultLineCapStyle = .round
    let path = NSBezierPath(rect: NSRect(x: 0, y: 0, width: 1, height: 1))
    NSBezierPath.defaultLineWidth = 1
    NSBezierPath.defaultLineCapStyle = .butt
    #expect(path.lineWidth == 4 && path.lineCapStyle == .round)
    #expect(NSBezierPath().lineWidth == 1 && NSBezierPath.defaultMiterLimit == 10)
  }

  #if ImageCodecs
    @Test func pixelsAreWrittenAsFiles() throws {
      let image = try #require(
        drawn(4) {
          NSColor.green.setFill()
          NSRect(x: 0, y: 0, width: 4, height: 4).fill()
        }
      )
      let pixels = NSBitmapImageRep(cgImage: image)
      #expect(pixels.pixelsWide == 4 && pixels.size == NSSize(width: 4, height: 4))
      let data = try #require(pixels.representation(using: .png, properties: [:]))
      #expect(NSBitmapImageRep(data: data)?.cgImage?.pixel(1, 1) == green)
      #expect(pixels.representation(using: .jpeg, properties: [.compressionFactor: 0.5]) != nil)
      #expect(pixels.representation(using: .tiff, properties: [:]) == nil)
    }
  #endif

  #if Text
    @Test func textIsMeasuredWithOptions() {
      let attributes: [NSAttributedString.Key: Any] = [.font: NSFont.systemFont(ofSize: 20)]
      let size = NSSize(width: 60, height: 1000)
      let box = "one two three four".boundingRect(
        with: size,
        options: [.usesLineFragmentOrigin, .usesFontLeading],
        attributes: attributes
      )
      #expect(box.width <= 60 && box.height > 40)
      let options: NSString.DrawingOptions = []
      #expect(
        "one two three four".boundingRect(with: size, options: options, attributes: attributes).minY < 0
      )
    }
  #endif
}

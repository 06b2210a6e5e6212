import CoreGraphics
import Foundation
import StrataRaster
import Testing

/// The width and height of drawings, in points.
let side = 120

/// The pixels that a bitmap context with two pixels a point draws on white.
func picture(_ draw: (CGContext) throws -> Void) throws -> CGImage {
  let buffer = PixelBuffer(width: side * 2, height: side * 2, format: .rgba8)
  let context = CGContext(backingStore: buffer, scale: 2, origin: .zero, isFlipped: false)
  context.setFillColor(gray: 1, alpha: 1)
  context.fill(CGRect(x: 0, y: 0, width: side, height: side))
  context.setFillColor(gray: 0, alpha: 1)
  try draw(context)
  return try #require(context.makeImage())
}

func rgb(_ red: CGFloat, _ green: CGFloat, _ blue: CGFloat, _ alpha: CGFloat = 1) -> CGColor {
  CGColor(srgbRed: red, green: green, blue: blue, alpha: alpha)
}

func image(_ width: Int, _ height: Int, _ pixel: (Int, Int) -> SIMD4<UInt8>) throws -> CGImage {
  let buffer = PixelBuffer(width: width, height: height, format: .rgba8)
  for y in 0..<height {
    let row = buffer.row(y).assumingMemoryBound(to: SIMD4<UInt8>.self)
    for x in 0..<width { row[x] = pixel(x, y) }
  }
  return CGImage(pixels: buffer)
}

/// A drawing with the mean difference that two renderers may have on it, of 255; edges are antialiased differently.
struct Drawing: CustomTestStringConvertible, Sendable {
  let name: String
  var limit = 1.0
  var isExact = false
  let draw: @Sendable (CGContext) throws -> Void

  var testDescription: String { name }

  static let all: [Drawing] = [
    Drawing(name: "fills, rules and transforms") { context in
      context.setFillColor(rgb(0.8, 0.1, 0.1))
      context.fill(CGRect(x: 10, y: 10, width: 40, height: 30))
      context.translateBy(x: 60, y: 60)
      context.rotate(by: 0.5)
      context.setFillColor(rgb(0, 0.5, 0, 0.5))
      context.fillEllipse(in: CGRect(x: -30, y: -15, width: 60, height: 30))
      context.addRect(CGRect(x: -20, y: 10, width: 60, height: 40))
      context.addRect(CGRect(x: -10, y: 20, width: 40, height: 20))
      context.fillPath(using: .evenOdd)
      context.addPath(CGPath(ellipseIn: CGRect(x: -55, y: -50, width: 30, height: 30), transform: nil))
      context.move(to: CGPoint(x: 0, y: -50))
      context.addQuadCurve(to: CGPoint(x: 50, y: -50), control: CGPoint(x: 25, y: 0))
      context.drawPath(using: .fillStroke)
    },
    Drawing(name: "strokes, dashes and joins") { context in
      context.setStrokeColor(rgb(0, 0, 1, 0.7))
      context.setLineWidth(6)
      context.setLineJoin(.round)
      context.setLineCap(.square)
      context.addLines(between: [CGPoint(x: 10, y: 10), CGPoint(x: 60, y: 100), CGPoint(x: 110, y: 20)])
      context.strokePath()
      context.setLineDash(phase: 3, lengths: [10, 4])
      context.setLineCap(.butt)
      context.scaleBy(x: 2, y: 0.5)
      context.strokeEllipse(in: CGRect(x: 10, y: 20, width: 40, height: 180))
    },
    Drawing(name: "nested clips") { context in
      context.saveGState()
      context.addEllipse(in: CGRect(x: 10, y: 10, width: 80, height: 80))
      context.clip()
      context.setFillColor(rgb(1, 0.8, 0))
      context.fill(CGRect(x: 0, y: 0, width: 120, height: 120))
      context.addRect(CGRect(x: 20, y: 20, width: 90, height: 90))
      context.addRect(CGRect(x: 40, y: 40, width: 30, height: 30))
      context.clip(using: .evenOdd)
      context.setFillColor(rgb(0.2, 0, 0.6))
      context.fill(CGRect(x: 0, y: 0, width: 120, height: 120))
      context.restoreGState()
      context.fill(CGRect(x: 100, y: 100, width: 15, height: 15))
      context.clip(to: CGRect.zero)
      context.fill(CGRect(x: 0, y: 0, width: 120, height: 120))
    },
    Drawing(name: "gradients", limit: 2.5) { context in
      let colors = [rgb(1, 0, 0), rgb(1, 1, 0, 0.3), rgb(0, 0, 1)]
      let fading = try #require(
        CGGradient(colorsSpace: nil, colors: colors as NSArray, locations: [0.1, 0.4, 0.9])
      )
      let solid = try #require(
        CGGradient(colorsSpace: nil, colors: [colors[0], colors[2]] as NSArray, locations: nil)
      )
      context.saveGState()
      context.clip(to: CGRect(x: 0, y: 60, width: 60, height: 60))
      context.drawLinearGradient(
        fading,
        start: CGPoint(x: 5, y: 65),
        end: CGPoint(x: 55, y: 115),
        options: [.drawsBeforeStartLocation, .drawsAfterEndLocation]
      )
      context.restoreGState()
      context.saveGState()
      context.clip(to: CGRect(x: 60, y: 60, width: 60, height: 60))
      context.drawRadialGradient(
        fading,
        startCenter: CGPoint(x: 90, y: 90),
        startRadius: 5,
        endCenter: CGPoint(x: 95, y: 90),
        endRadius: 25,
        options: []
      )
      context.restoreGState()
      context.saveGState()
      context.clip(to: CGRect(x: 0, y: 0, width: 60, height: 60))
      context.drawConicGradient(solid, center: CGPoint(x: 30, y: 30), angle: 1)
      context.restoreGState()
      context.clip(to: CGRect(x: 60, y: 0, width: 60, height: 60))
      context.drawLinearGradient(solid, start: CGPoint(x: 70, y: 0), end: CGPoint(x: 110, y: 0), options: [])
    },
    Drawing(name: "images, masks and tiles", limit: 2) { context in
      let picture = try image(4, 4) { x, y in
        (x + y) % 2 == 0 ? SIMD4(255, UInt8(y * 60), 0, 255) : SIMD4(0, 0, 100, 128)
      }
      context.interpolationQuality = .none
      context.draw(picture, in: CGRect(x: 5, y: 65, width: 48, height: 48))
      context.draw(
        try image(1, 2) { _, y in y == 0 ? SIMD4(0, 255, 0, 255) : SIMD4(255, 0, 255, 255) },
        in: CGRect(x: 65, y: 65, width: 40, height: 40)
      )
      context.saveGState()
      let buffer = PixelBuffer(width: 2, height: 1, format: .alpha8)
      buffer.row(0).storeBytes(of: 255, as: UInt8.self)
      buffer.row(0).storeBytes(of: 64, toByteOffset: 1, as: UInt8.self)
      context.clip(to: CGRect(x: 5, y: 5, width: 50, height: 50), mask: CGImage(pixels: buffer))
      context.setFillColor(rgb(0, 0, 0))
      context.fill(CGRect(x: 0, y: 0, width: 60, height: 40))
      context.restoreGState()
      context.clip(to: CGRect(x: 65, y: 5, width: 50, height: 50))
      context.draw(picture, in: CGRect(x: 65, y: 5, width: 16, height: 16), byTiling: true)
    },
    Drawing(name: "transparency layers and blend modes") { context in
      context.setFillColor(rgb(0.9, 0.6, 0.1))
      context.fill(CGRect(x: 0, y: 0, width: 120, height: 60))
      context.setAlpha(0.5)
      context.beginTransparencyLayer(auxiliaryInfo: nil)
      context.setFillColor(rgb(0, 0, 1))
      context.fill(CGRect(x: 10, y: 30, width: 40, height: 60))
      context.setFillColor(rgb(0, 1, 0))
      context.fill(CGRect(x: 30, y: 40, width: 40, height: 60))
      context.endTransparencyLayer()
      context.setAlpha(1)
      for (index, mode) in [CGBlendMode.multiply, .screen, .difference, .luminosity, .colorBurn].enumerated()
      {
        context.setBlendMode(mode)
        context.setFillColor(rgb(0.3, 0.7, 0.4))
        context.fill(CGRect(x: 72 + index * 9, y: 10, width: 8, height: 90))
      }
    },
    Drawing(name: "patterns and shadings", limit: 1.5) { context in
      var callbacks = CGPatternCallbacks(
        version: 0,
        drawPattern: { _, cell in
          cell.setFillColor(rgb(1, 0, 0))
          cell.fillEllipse(in: CGRect(x: 1, y: 1, width: 8, height: 8))
        },
        releaseInfo: nil
      )
      let dots = try #require(
        CGPattern(
          info: nil,
          bounds: CGRect(x: 0, y: 0, width: 10, height: 10),
          matrix: .identity,
          xStep: 12,
          yStep: 12,
          tiling: .noDistortion,
          isColored: true,
          callbacks: &callbacks
        )
      )
      context.setFillColorSpace(try #require(CGColorSpace(patternBaseSpace: nil)))
      context.setFillPattern(dots, colorComponents: [1])
      context.fill(CGRect(x: 0, y: 60, width: 60, height: 60))
      callbacks.drawPattern = { _, cell in cell.fill(CGRect(x: 0, y: 0, width: 5, height: 10)) }
      let bars = try #require(
        CGPattern(
          info: nil,
          bounds: CGRect(x: 0, y: 0, width: 10, height: 10),
          matrix: CGAffineTransform(translationX: 3, y: 0),
          xStep: 10,
          yStep: 10,
          tiling: .noDistortion,
          isColored: false,
          callbacks: &callbacks
        )
      )
      context.setFillColorSpace(try #require(CGColorSpace(patternBaseSpace: CGColorSpaceCreateDeviceRGB())))
      context.setFillPattern(bars, colorComponents: [0, 0.5, 0, 0.5])
      context.fillEllipse(in: CGRect(x: 62, y: 62, width: 56, height: 56))
      var sine = CGFunctionCallbacks(
        version: 0,
        evaluate: { _, x, out in
          (out[0], out[1], out[2], out[3]) = (sin(x[0] * 10) / 2 + 0.5, 0, 1 - x[0], 1)
        },
        releaseInfo: nil
      )
      let function = try #require(
        CGFunction(
          info: nil,
          domainDimension: 1,
          domain: nil,
          rangeDimension: 4,
          range: nil,
          callbacks: &sine
        )
      )
      let shading = try #require(
        CGShading(
          axialSpace: CGColorSpaceCreateDeviceRGB(),
          start: CGPoint(x: 10, y: 0),
          end: CGPoint(x: 110, y: 0),
          function: function,
          extendStart: false,
          extendEnd: true
        )
      )
      context.clip(to: CGRect(x: 0, y: 5, width: 120, height: 50))
      context.drawShading(shading)
    },
    // A stencil whose cells are turned by their matrix and once more by the context, and stroked with.
    Drawing(name: "turned stencils", limit: 1.5, isExact: true) { context in
      var callbacks = CGPatternCallbacks(
        version: 0,
        drawPattern: { _, cell in cell.fill(CGRect(x: 1, y: 1, width: 10, height: 4)) },
        releaseInfo: nil
      )
      let bars = try #require(
        CGPattern(
          info: nil,
          bounds: CGRect(x: 0, y: 0, width: 14, height: 8),
          matrix: CGAffineTransform(rotationAngle: 0.4).translatedBy(x: 3, y: 1),
          xStep: 14,
          yStep: 8,
          tiling: .noDistortion,
          isColored: false,
          callbacks: &callbacks
        )
      )
      let space = try #require(CGColorSpace(patternBaseSpace: CGColorSpaceCreateDeviceRGB()))
      context.setFillColorSpace(space)
      context.setFillPattern(bars, colorComponents: [0.8, 0, 0, 1])
      context.fill(CGRect(x: 4, y: 4, width: 60, height: 112))
      context.setStrokeColorSpace(space)
      context.setStrokePattern(bars, colorComponents: [0, 0, 0.8, 0.7])
      context.translateBy(x: 92, y: 60)
      context.rotate(by: 0.3)
      context.stroke(CGRect(x: -12, y: -40, width: 24, height: 80), width: 16)
    },
    // The reader widens pictures to whole pixels, so that the edge of a hard shadow lies up to one pixel out.
    Drawing(name: "shadows", limit: 2) { context in
      context.setShadow(offset: CGSize(width: 5, height: -8), blur: 6, color: rgb(0, 0, 0.5, 0.8))
      context.setFillColor(rgb(1, 0.7, 0.7))
      context.fillEllipse(in: CGRect(x: 10, y: 60, width: 45, height: 45))
      context.beginTransparencyLayer(auxiliaryInfo: nil)
      context.setFillColor(rgb(0, 0.6, 0.3))
      context.fill(CGRect(x: 65, y: 60, width: 25, height: 40))
      context.fill(CGRect(x: 80, y: 75, width: 25, height: 40))
      context.endTransparencyLayer()
      context.setShadow(offset: CGSize(width: -4, height: 0), blur: 0, color: rgb(1, 0, 0))
      context.setLineWidth(4)
      context.stroke(CGRect(x: 20, y: 15, width: 80, height: 30))
    },
    Drawing(name: "shadows of translucent groups", limit: 2) { context in
      context.setAlpha(0.5)
      context.setShadow(offset: CGSize(width: 30, height: 0), blur: 0, color: rgb(1, 0, 0))
      context.beginTransparencyLayer(auxiliaryInfo: nil)
      context.setFillColor(rgb(0, 0, 1))
      context.fill(CGRect(x: 10, y: 20, width: 60, height: 80))
      context.endTransparencyLayer()
    },
    // The drawings of the inner group overlap, and its clip cuts them.
    Drawing(name: "shadows of groups in groups", limit: 2) { context in
      context.setShadow(offset: CGSize(width: 50, height: 0), blur: 0, color: rgb(1, 0, 0))
      context.beginTransparencyLayer(auxiliaryInfo: nil)
      context.addEllipse(in: CGRect(x: 0, y: 0, width: 60, height: 120))
      context.clip()
      context.setAlpha(0.25)
      context.beginTransparencyLayer(auxiliaryInfo: nil)
      context.setFillColor(rgb(0, 0, 1))
      context.fill(CGRect(x: 0, y: 0, width: 60, height: 90))
      context.fill(CGRect(x: 0, y: 30, width: 60, height: 90))
      context.endTransparencyLayer()
      context.endTransparencyLayer()
    },
    // More groups than are composited as a whole.
    Drawing(name: "shadows of many nested groups", limit: 2) { context in
      context.setShadow(offset: CGSize(width: 50, height: 0), blur: 0, color: rgb(1, 0, 0))
      context.beginTransparencyLayer(auxiliaryInfo: nil)
      context.setAlpha(0.25)
      context.beginTransparencyLayer(auxiliaryInfo: nil)
      for _ in 0..<30 {
        context.setAlpha(0.98)
        context.beginTransparencyLayer(auxiliaryInfo: nil)
      }
      context.setFillColor(rgb(0, 0, 1))
      context.fill(CGRect(x: 0, y: 0, width: 60, height: 120))
      for _ in 0..<32 { context.endTransparencyLayer() }
    },
    // What the clip hides, and what lies beyond the page, casts its shadow nevertheless.
    Drawing(name: "shadows from outside of the clip", limit: 3) { context in
      context.saveGState()
      let hole = CGRect(x: 10, y: 20, width: 45, height: 80)
      context.addEllipse(in: hole)
      context.clip()
      context.setShadow(offset: CGSize(width: 6, height: -6), blur: 5, color: rgb(0, 0, 0.6))
      context.addRect(CGRect(x: -40, y: -40, width: 200, height: 200))
      context.addEllipse(in: hole)
      context.fillPath(using: .evenOdd)
      context.restoreGState()
      context.setShadow(offset: CGSize(width: 1000, height: 0), blur: 0, color: rgb(0, 0.6, 0))
      context.fill(CGRect(x: -935, y: 70, width: 40, height: 40))
      context.beginTransparencyLayer(auxiliaryInfo: nil)
      context.addRect(CGRect(x: -935, y: 10, width: 40, height: 20))
      context.clip()
      context.fill(CGRect(x: -1000, y: 0, width: 200, height: 60))
      context.endTransparencyLayer()
      context.setShadow(offset: CGSize(width: 0, height: 200), blur: 0, color: rgb(0.6, 0, 0))
      context.stroke(CGRect(x: 65, y: -155, width: 40, height: 10), width: 4)
    },
    Drawing(name: "lines with odd attributes") { context in
      func line(_ y: Int, phase: CGFloat, _ lengths: [CGFloat], width: CGFloat = 6) {
        context.setLineWidth(width)
        context.setLineDash(phase: phase, lengths: lengths)
        context.strokeLineSegments(between: [CGPoint(x: 5, y: y), CGPoint(x: 115, y: y)])
      }
      line(10, phase: -7, [10, 8])
      line(25, phase: 100, [10, 4, 3])
      line(40, phase: 0, [4, -2])
      line(55, phase: 0, [20, .infinity])
      line(70, phase: .nan, [12, 6])
      line(85, phase: 0, [], width: 0)
      line(100, phase: 0, [], width: .nan)
    },
  ]
}

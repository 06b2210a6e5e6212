import CoreGraphics
import Foundation
import Testing

private func pattern(
  matrix: CGAffineTransform = .identity,
  step: CGFloat = 4,
  isColored: Bool = true,
  draw: @escaping CGPatternDrawPatternCallback
) throws -> CGPattern {
  var callbacks = CGPatternCallbacks(version: 0, drawPattern: draw, releaseInfo: nil)
  return try #require(
    CGPattern(
      info: nil,
      bounds: CGRect(x: 0, y: 0, width: 4, height: 4),
      matrix: matrix,
      xStep: step,
      yStep: step,
      tiling: .constantSpacing,
      isColored: isColored,
      callbacks: &callbacks
    )
  )
}

private let red: [UInt8] = [255, 0, 0, 255]
private let nothing: [UInt8] = [0, 0, 0, 0]

@Suite struct PatternTests {
  @Test("Layers that a callback leaves open are drawn")
  func openLayers() throws {
    let context = try makeContext(8, 4)
    let cell = try pattern { _, cell in
      cell.saveGState()
      cell.beginTransparencyLayer(auxiliaryInfo: nil)
      cell.setFillColor(CGColor(srgbRed: 1, green: 0, blue: 0, alpha: 1))
      cell.fill(CGRect(x: 0, y: 0, width: 2, height: 4))
    }
    let space = try #require(CGColorSpace(patternBaseSpace: nil))
    context.setFillColorSpace(space)
    context.setFillPattern(cell, colorComponents: [1])
    context.fill(CGRect(x: 0, y: 0, width: 8, height: 4))
    #expect(pixelFromBottom(context, 5, 1) == red)
    #expect(pixelFromBottom(context, 6, 1) == nothing)
  }

  @Test func cellsRepeatFromTheOriginOfTheContext() throws {
    let context = try makeContext(16, 16)
    let space = try #require(CGColorSpace(patternBaseSpace: nil))
    #expect(space.model == .pattern && space.numberOfComponents == 0)
    let cells = try pattern { _, cell in
      cell.setFillColor(red: 1, green: 0, blue: 0, alpha: 1)
      cell.fill(CGRect(x: 0, y: 0, width: 2, height: 2))
    }
    context.setFillColorSpace(space)
    context.setFillPattern(cells, colorComponents: [1])
    // The transform of the moment does not move a pattern.
    context.translateBy(x: 1, y: 1)
    context.fill(CGRect(x: 0, y: 0, width: 14, height: 14))
    for (x, y) in [(1, 1), (4, 4), (5, 9), (13, 12)] {
      #expect(pixelFromBottom(context, x, y) == red, "\(x) \(y)")
    }
    for (x, y) in [(0, 0), (2, 1), (3, 3), (4, 6), (15, 15)] {
      #expect(pixelFromBottom(context, x, y) == nothing, "\(x) \(y)")
    }
  }

  @Test func phaseAndMatrixPlaceThePattern() throws {
    let context = try makeContext(16, 16)
    let cells = try pattern(matrix: CGAffineTransform(scaleX: 2, y: 2)) { _, cell in
      cell.setFillColor(red: 1, green: 0, blue: 0, alpha: 1)
      cell.fill(CGRect(x: 0, y: 0, width: 1, height: 1))
    }
    context.setFillColorSpace(try #require(CGColorSpace(patternBaseSpace: nil)))
    context.setFillPattern(cells, colorComponents: [1])
    context.setPatternPhase(CGSize(width: 3, height: 1))
    context.fill(CGRect(x: 0, y: 0, width: 16, height: 16))
    for (x, y) in [(3, 1), (4, 2), (11, 9), (12, 10)] {
      #expect(pixelFromBottom(context, x, y) == red, "\(x) \(y)")
    }
    for (x, y) in [(2, 1), (5, 1), (3, 3), (3, 8)] {
      #expect(pixelFromBottom(context, x, y) == nothing, "\(x) \(y)")
    }
  }

  @Test func aStencilTakesTheColourOfTheMoment() throws {
    let context = try makeContext(8, 8)
    let stencil = try pattern(isColored: false) { _, cell in
      cell.fill(CGRect(x: 0, y: 0, width: 2, height: 4))
    }
    let space = try #require(CGColorSpace(patternBaseSpace: CGColorSpaceCreateDeviceRGB()))
    let color = try #require(CGColor(patternSpace: space, pattern: stencil, components: [0, 0, 1, 1]))
    #expect(color.pattern == stencil && color.numberOfComponents == 4)
    context.setFillColor(color)
    context.fill(CGRect(x: 0, y: 0, width: 8, height: 8))
    #expect(pixelFromBottom(context, 1, 1) == [0, 0, 255, 255])
    #expect(pixelFromBottom(context, 5, 7) == [0, 0, 255, 255])
    #expect(pixelFromBottom(context, 2, 1) == nothing)
    // Strokes take patterns, too.
    let other = try makeContext(8, 8)
    other.setStrokeColorSpace(space)
    other.setStrokePattern(stencil, colorComponents: [1, 0, 0, 1])
    other.stroke(CGRect(x: 0, y: 3, width: 8, height: 2), width: 2)
    #expect(pixelFromBottom(other, 0, 3) == red)
    #expect(pixelFromBottom(other, 2, 5) == nothing)
  }

  @Test func cellsLargerThanTheirDistanceOverlap() throws {
    let context = try makeContext(8, 8)
    let cells = try pattern(step: 2) { _, cell in
      cell.setFillColor(red: 1, green: 0, blue: 0, alpha: 1)
      cell.fill(CGRect(x: 3, y: 3, width: 1, height: 1))
    }
    context.setFillColorSpace(try #require(CGColorSpace(patternBaseSpace: nil)))
    context.setFillPattern(cells, colorComponents: [1])
    context.fill(CGRect(x: 0, y: 0, width: 8, height: 8))
    #expect(pixelFromBottom(context, 1, 1) == red && pixelFromBottom(context, 7, 7) == red)
    #expect(pixelFromBottom(context, 0, 1) == nothing)
  }

  @Test func wrongPatternsAreRefusedAndPatternsInsideThemselvesEnd() throws {
    var callbacks = CGPatternCallbacks()
    let bounds = CGRect(x: 0, y: 0, width: 4, height: 4)
    func make(_ step: CGFloat) -> CGPattern? {
      CGPattern(
        info: nil,
        bounds: bounds,
        matrix: .identity,
        xStep: step,
        yStep: 4,
        tiling: .noDistortion,
        isColored: true,
        callbacks: &callbacks
      )
    }
    #expect(make(4) == nil)
    callbacks.drawPattern = { _, _ in }
    #expect(make(4) != nil)
    #expect(make(0) == nil)
    #expect(make(.nan) == nil)
    let plain = try #require(make(4))
    #expect(CGColor(patternSpace: CGColorSpaceCreateDeviceRGB(), pattern: plain, components: [1]) == nil)

    final class Box { var color: CGColor? }
    let box = Box()
    let inside = try pattern { _, cell in
      if let color = box.color { cell.setFillColor(color) }
      cell.fill(CGRect(x: 0, y: 0, width: 4, height: 4))
    }
    let space = try #require(CGColorSpace(patternBaseSpace: nil))
    box.color = CGColor(patternSpace: space, pattern: inside, components: [1])
    let context = try makeContext(8, 8)
    context.setFillColor(try #require(box.color))
    context.fill(CGRect(x: 0, y: 0, width: 8, height: 8))
  }

  @Test func infoIsReleasedOnce() {
    nonisolated(unsafe) var count = 0
    var callbacks = CGFunctionCallbacks(
      version: 0,
      evaluate: { _, _, _ in },
      releaseInfo: { _ in count += 1 }
    )
    _ = CGFunction(
      info: nil,
      domainDimension: 1,
      domain: nil,
      rangeDimension: 4,
      range: nil,
      callbacks: &callbacks
    )
    #expect(count == 1)
  }
}

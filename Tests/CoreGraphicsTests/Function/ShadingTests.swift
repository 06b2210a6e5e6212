import CoreGraphics
import Foundation
import Testing

private let red: [UInt8] = [255, 0, 0, 255]

private let nothing: [UInt8] = [0, 0, 0, 0]

@Suite struct ShadingTests {
  private func function(_ evaluate: @escaping CGFunctionEvaluateCallback, _ domain: [CGFloat]) -> CGFunction?
  {
    var callbacks = CGFunctionCallbacks(version: 0, evaluate: evaluate, releaseInfo: nil)
    let range: [CGFloat] = [0, 1, 0, 1, 0, 1, 0, 1]
    return CGFunction(
      info: nil,
      domainDimension: 1,
      domain: domain,
      rangeDimension: 4,
      range: range,
      callbacks: &callbacks
    )
  }

  @Test func anAxialShadingCallsItsFunctionBetweenItsEnds() throws {
    // The square of the place from 0 to 2 as red; outputs are clamped to the range.
    let square = try #require(
      function({ _, x, out in (out[0], out[1], out[2], out[3]) = (x[0] * x[0] / 4, -3, 0, 7) }, [0, 2])
    )
    let shading = try #require(
      CGShading(
        axialSpace: CGColorSpaceCreateDeviceRGB(),
        start: CGPoint(x: 10, y: 0),
        end: CGPoint(x: 110, y: 0),
        function: square,
        extendStart: false,
        extendEnd: true
      )
    )
    let context = try makeContext(120, 2)
    context.drawShading(shading)
    #expect(pixelFromBottom(context, 5, 0) == nothing)
    #expect(pixelFromBottom(context, 115, 0) == red)
    for x in [20, 50, 75, 100] {
      let share = (Double(x) + 0.5 - 10) / 100
      let expected = share * share * 255
      #expect(abs(Double(pixelFromBottom(context, x, 0)[0]) - expected) <= 1, "column \(x)")
      #expect(pixelFromBottom(context, x, 0)[1...] == [0, 0, 255])
    }
  }

  @Test func aRadialShadingLiesBetweenItsCircles() throws {
    let ramp = try #require(
      function({ _, x, out in (out[0], out[1], out[2], out[3]) = (x[0], 0, 0, 1) }, [0, 1])
    )
    let middle = CGPoint(x: 20, y: 20)
    let shading = try #require(
      CGShading(
        radialSpace: CGColorSpaceCreateDeviceRGB(),
        start: middle,
        startRadius: 0,
        end: middle,
        endRadius: 10,
        function: ramp,
        extendStart: false,
        extendEnd: false
      )
    )
    let context = try makeContext(40, 40)
    context.drawShading(shading)
    let distance = 5.5 * 5.5 + 0.5 * 0.5
    #expect(abs(Double(pixelFromBottom(context, 25, 20)[0]) - distance.squareRoot() / 10 * 255) <= 1)
    #expect(pixelFromBottom(context, 35, 20) == nothing)
  }

  @Test func functionsThatDoNotFitASpaceMakeNoShading() throws {
    let ramp = try #require(function({ _, _, _ in }, [0, 1]))
    #expect(
      CGShading(
        axialSpace: CGColorSpaceCreateDeviceGray(),
        start: .zero,
        end: .zero,
        function: ramp,
        extendStart: true,
        extendEnd: true
      ) == nil
    )
    var none = CGFunctionCallbacks()
    #expect(
      CGFunction(
        info: nil,
        domainDimension: 1,
        domain: nil,
        rangeDimension: 1,
        range: nil,
        callbacks: &none
      ) == nil
    )
  }
}

import StrataBase
import StrataRaster
import Testing

/// Gradients at pixel centres: rendering GR-4…GR-10.
@Suite struct GradientTests {
  private let black = SIMD4<Float>(0, 0, 0, 1)
  private let white = SIMD4<Float>(1, 1, 1, 1)

  private func row(
    _ geometry: GradientGeometry,
    _ colors: [SIMD4<Float>],
    _ locations: [Float],
    width: Int,
    height: Int = 1,
    y: Int = 0,
    map: Projective? = nil,
    extends: Bool = true
  ) -> [[UInt8]] {
    let buffer = PixelBuffer(width: width, height: height, format: .rgba8)
    let paint = GradientPaint(
      stops: GradientStops(colors: colors, locations: locations),
      geometry: geometry,
      fromDevice: map ?? .scale(1 / Double(width), 1 / Double(height)),
      extendsStart: extends,
      extendsEnd: extends
    )
    Painter(buffer, scratch: PaintScratch())
      .fill(PixelRect(0, 0, Int32(width), Int32(height)), with: PreparedPaint(.gradient(paint)))
    return (0..<width).map { x in
      (0..<4).map { (buffer.row(y) + x * 4 + $0).load(as: UInt8.self) }
    }
  }

  /// E-331, E-332.
  @Test func fourPixelsFromBlackToWhite() {
    let result = row(
      .axial(start: RasterPoint(0, 0.5), end: RasterPoint(1, 0.5)),
      [black, white],
      [0, 1],
      width: 4
    )
    #expect(result.map { $0[0] } == [32, 96, 159, 223])
  }

  /// E-335: the parameter is computed in unit space, so the perpendicular of a stretched layer is not kept.
  @Test func axialParameterIsComputedInTheUnitSquare() {
    let map = Projective.scale(1.0 / 200, 1.0 / 100).concatenating(.translation(0.5 - 0.5 / 200, -0.5 / 100))
    let result = row(
      .axial(start: RasterPoint(0, 0), end: RasterPoint(1, 1)),
      [black, white],
      [0, 1],
      width: 1,
      map: map
    )
    #expect(result[0][0] == 64)
  }

  /// GR-6.
  @Test func axialWithoutALengthShowsTheLastColour() {
    let point = RasterPoint(0.5, 0.5)
    #expect(
      row(.axial(start: point, end: point), [black, white], [0, 1], width: 3).allSatisfy { $0[0] == 255 }
    )
  }

  /// GR-7: without an extent on either axis nothing is painted.
  @Test func radialWithoutAnExtentPaintsNothing() {
    let result = row(
      .ellipse(center: RasterPoint(0.5, 0.5), radii: RasterPoint(0.5, 0)),
      [black, white],
      [0, 1],
      width: 3
    )
    #expect(result.allSatisfy { $0 == [0, 0, 0, 0] })
  }

  /// E-336: in the middle of the edge the parameter is 1, in the corner the last colour goes on.
  @Test func radialReachesTheEnd() {
    let result = row(
      .ellipse(center: RasterPoint(0.5, 0.5), radii: RasterPoint(0.5, 0.5)),
      [black, white],
      [0, 1],
      width: 5,
      height: 5,
      y: 2
    )
    #expect(result.map { $0[0] } == [204, 102, 0, 102, 204])
    let corner = row(
      .ellipse(center: RasterPoint(0.5, 0.5), radii: RasterPoint(0.5, 0.5)),
      [black, white],
      [0, 1],
      width: 5,
      height: 5,
      y: 0
    )
    #expect(corner[0][0] == 255)
  }

  /// E-338: quarters of a turn, from +x towards +y.
  @Test func conicTurnsFromXTowardsY() {
    func parameter(_ x: Double, _ y: Double, to end: RasterPoint) -> Int {
      let map = Projective.translation(x - 0.5, y - 0.5)
      let result = row(
        .conic(center: RasterPoint(0.5, 0.5), end: end),
        [black, white],
        [0, 1],
        width: 1,
        map: map
      )
      return Int(result[0][0])
    }
    let right = RasterPoint(1, 0.5)
    #expect(parameter(0.5, 1, to: right) == 64)
    #expect(parameter(0, 0.5, to: right) == 128)
    #expect(parameter(0.5, 0, to: right) == 191)
    #expect(parameter(1, 0.5, to: right) == 0)
    // E-339.
    let up = RasterPoint(0.5, 0)
    #expect(parameter(1, 0.5, to: up) == 64)
    #expect(parameter(0.5, 1, to: up) == 128)
    #expect(parameter(0, 0.5, to: up) == 191)
    // An eighth of a turn, and its parts, against the exact angle.
    #expect(parameter(1, 1, to: right) == 32)
  }

  /// E-340: colours are interpolated before they are multiplied by alpha.
  @Test func coloursAreInterpolatedStraight() {
    let clear = SIMD4<Float>(0, 0, 0, 0)
    let result = row(
      .axial(start: RasterPoint(0, 0), end: RasterPoint(1, 0)),
      [white, clear],
      [0, 1],
      width: 1
    )
    #expect(result[0] == [64, 64, 64, 128])
  }

  /// E-342, E-343, E-344.
  @Test func stopsStandWhereTheirLocationsSay() {
    let (red, green, blue) = (SIMD4<Float>(1, 0, 0, 1), SIMD4<Float>(0, 1, 0, 1), SIMD4<Float>(0, 0, 1, 1))
    func at(_ t: Double, _ colors: [SIMD4<Float>], _ locations: [Float]) -> [UInt8] {
      row(
        .axial(start: RasterPoint(0, 0), end: RasterPoint(1, 0)),
        colors,
        locations,
        width: 1,
        map: .translation(t - 0.5, 0)
      )[0]
    }
    #expect(at(0.625, [red, green, blue], [0, 0.25, 1]) == [0, 128, 128, 255])
    #expect(at(0.25, [red, green, blue], [0, 0.5, 1]) == [128, 128, 0, 255])
    #expect(at(0.1, [red, green], [0.25, 0.75]) == [255, 0, 0, 255])
  }

  /// GR-4: equal neighbours make a hard step.
  @Test func equalLocationsMakeAStep() {
    let result = row(
      .axial(start: RasterPoint(0, 0), end: RasterPoint(1, 0)),
      [black, black, white, white],
      [0, 0.5, 0.5, 1],
      width: 10
    )
    #expect(result.map { $0[0] } == Array(repeating: 0, count: 5) + Array(repeating: 255, count: 5))
  }

  @Test func circlesPaintOnlyBetweenThemUnlessExtended() {
    let geometry = GradientGeometry.circles(
      start: RasterPoint(0, 0),
      startRadius: 1,
      end: RasterPoint(0, 0),
      endRadius: 3
    )
    let inside = row(geometry, [black, white], [0, 1], width: 8, map: .translation(0, -0.5), extends: false)
    #expect(inside[0] == [0, 0, 0, 0])
    #expect(inside[2][0] == 191)
    #expect(inside[3] == [0, 0, 0, 0])
    let extended = row(geometry, [black, white], [0, 1], width: 8, map: .translation(0, -0.5))
    #expect(extended[0] == [0, 0, 0, 255])
    #expect(extended[3] == [255, 255, 255, 255])
  }

  @Test func stopsThatDoNotMatchPaintNothing() {
    #expect(row(.axial(start: .zero, end: .one), [black], [], width: 2)[0] == [0, 0, 0, 0])
    #expect(row(.axial(start: .zero, end: .one), [], [], width: 2)[0] == [0, 0, 0, 0])
    #expect(row(.axial(start: .zero, end: .one), [white], [0], width: 2)[0] == [255, 255, 255, 255])
  }
}

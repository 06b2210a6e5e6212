import StrataRenderTree
import Testing

/// Section 10 of the animation rules: Bézier curves.
@Suite struct TimingFunctionTests {
  static let inputs = [0.1, 0.25, 0.5, 0.67, 0.75, 0.9]

  /// The curves of the examples from the number of the first, six inputs a row.
  static let curves: [(first: Int, curve: TimingFunction, outputs: [Double])] = [
    (139, .linear, inputs),
    (145, .easeIn, [0.017027, 0.093465, 0.315357, 0.515911, 0.621862, 0.839428]),
    (151, .easeOut, [0.160572, 0.378138, 0.684643, 0.846581, 0.906535, 0.982973]),
    (157, .easeInEaseOut, [0.019722, 0.129162, 0.5, 0.77285, 0.870838, 0.980278]),
    (163, .default, [0.094796, 0.408511, 0.802403, 0.926526, 0.960459, 0.994316]),
    (169, TimingFunction(0.1, 1, 1, 0.2), [0.351591, 0.500276, 0.570792, 0.589449, 0.604081, 0.6793]),
    (
      175, TimingFunction(0.34, 1.56, 0.64, 1),
      [0.403933, 0.816289, 1.087401, 1.084101, 1.059647, 1.012616]
    ),
    (
      181, TimingFunction(0.36, 0, 0.66, -0.56),
      [-0.012616, -0.059647, -0.087401, 0.047915, 0.183711, 0.596067]
    ),
    (187, TimingFunction(0, 1, 0, 1), [0.846146, 0.949331, 0.99122, 0.998048, 0.999235, 0.999959]),
  ]

  /// animation #139 to #192 and F-3.
  @Test(arguments: 0..<9) func curvesHaveTheirHeights(row: Int) {
    let (first, curve, outputs) = Self.curves[row]
    for (i, (x, y)) in zip(Self.inputs, outputs).enumerated() {
      expectClose(curve(x), y, within: 2e-6, "#\(first + i): \(curve(x)) is not \(y)")
    }
  }

  /// F-3: the parameter is found to 1e-7 or better; the reference is the curve itself.
  @Test func solvingInvertsTheCurve() {
    let curves: [SIMD4<Float>] = [
      [0.42, 0, 0.58, 1], [0, 1, 0, 1], [1, 0, 1, 0], [1, 0, 0, 1], [0, 0, 0, 0], [0.9, 0.1, 0.95, 0.2],
    ]
    for c in curves {
      let (x1, y1, x2, y2) = (Double(c.x), Double(c.y), Double(c.z), Double(c.w))
      let curve = TimingFunction(c.x, c.y, c.z, c.w)
      for step in 1..<500 {
        let u = Double(step) / 500
        let v = 1 - u
        let (a, b) = (3 * v * v * u, 3 * v * u * u)
        let x = a * x1 + b * x2 + u * u * u
        let y = a * y1 + b * y2 + u * u * u
        // Where the curve is steep, rounding of x alone moves y by more.
        let slope = 3 * (v * v * x1 + 2 * v * u * (x2 - x1) + u * u * (1 - x2))
        guard slope > 1e-3 else { continue }
        expectClose(curve(x), y, within: 1e-9)
      }
    }
  }

  /// F-4.
  @Test func endsAreFixedAndHeightsAreNotLimited() {
    for (_, curve, _) in Self.curves {
      #expect(curve(0) == 0)
      #expect(curve(-1) == 0)
      #expect(curve(-.infinity) == 0)
      #expect(curve(1) == 1)
      #expect(curve(2) == 1)
      #expect(curve(.infinity) == 1)
    }
    #expect(TimingFunction(0.34, 1.56, 0.64, 1)(0.5) > 1)
    #expect(TimingFunction.easeIn(.nan).isNaN)
  }

  /// F-1 and F-5.
  @Test func namesAreCurves() {
    for name in ["linear", "easeIn", "easeOut", "easeInEaseOut", "default"] {
      #expect(TimingFunction(name: name)?.name == name)
    }
    #expect(TimingFunction(name: "bounce") == nil)
    #expect(TimingFunction(0.42, 0, 1, 1) == .easeIn)
    #expect(TimingFunction(0.1, 0, 1, 1).name == nil)
  }

  /// A curve that is not a function still has one value at each point, and the search for it ends.
  @Test func oddControlPointsEnd() {
    for c: SIMD4<Float> in [[5, 0, -5, 1], [.nan, 0, 1, 1], [.infinity, 0, 0, 1], [-3, 2, 4, -1]] {
      let curve = TimingFunction(c.x, c.y, c.z, c.w)
      for x in Self.inputs { #expect(curve(x) == curve(x) || curve(x).isNaN) }
    }
  }
}

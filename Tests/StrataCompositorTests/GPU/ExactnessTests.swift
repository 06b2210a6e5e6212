#if GPU
  import Foundation
  import StrataBase
  import StrataCompositor
  import StrataFrame
  import StrataGPU
  import StrataRaster
  import StrataTesting
  import Testing

  /// Random trees with every property, drawn by both backends.
  @Suite(.needsDevice) struct ExactnessTests {
    /// The number of trees: `STRATA_GPU_TREES`, and the first seed: `STRATA_GPU_SEED`.
    static let trees = number("STRATA_GPU_TREES", 150)
    private static let firstSeed = number("STRATA_GPU_SEED", 1)

    /// Trees that once differed: 30,000 particles over each other, and a curve with an infinite share.
    private static let kept: [UInt64] = [3652, 6142]

    private static func number(_ name: String, _ standard: UInt64) -> UInt64 {
      ProcessInfo.processInfo.environment[name].flatMap { UInt64($0) } ?? standard
    }

    /// Frames without a cause have equal bytes.
    ///
    /// Others differ by a level for each step that has one, unless a mode magnifies differences. Of all pixels, 999 in 1000 are
    /// within one level.
    @Test func randomTreesAreDrawnTheSame() throws {
      var (pair, tally) = (try BackendPair(), DifferenceTally())
      let viewport = Viewport(width: 48, height: 48, background: SIMD4(0.9, 0.9, 1, 1))
      let (seeds, states) = (Self.kept + Array(Self.firstSeed..<Self.firstSeed + Self.trees), 3)
      for seed in seeds {
        var random = GrowingTree(seed: seed, isDeep: seed % 4 == 0)
        for step in 0..<states {
          if step > 0 { random.change() }
          let frame = FrameBuilder().frame(of: random.tree, at: 1.5, viewport: viewport)
          let (difference, causes) = (try pair.compare(frame), DifferenceCauses(of: frame))
          tally.add(difference, causes)
          let magnifies = !causes.isDisjoint(with: [.steepModes, .conicGradients])
          let limit = magnifies ? 255 : DifferenceCauses.steps(of: frame)
          #expect(
            difference.largest <= limit,
            "seed \(seed), step \(step), \(causes), \(limit) steps: \(difference)\n\(FramePrinter(frame).text)"
          )
        }
      }
      if ProcessInfo.processInfo.environment["STRATA_FIGURES"] != nil { print(tally.table) }
      #expect(tally.all.beyondOne * 1000 <= tally.all.pixels, "\(tally.table)")
      #expect(pair.device.report.failedFrames == 0)
      // A few trees have surfaces that are larger than a driver's largest buffer.
      let left = pair.device.report.framesOfProcessor
      #expect(left.keys.allSatisfy { $0 == .memory }, "\(pair.device.report)")
      #expect(left.values.reduce(0, +) * 1000 <= seeds.count * states, "\(pair.device.report)")
    }
  }
#endif

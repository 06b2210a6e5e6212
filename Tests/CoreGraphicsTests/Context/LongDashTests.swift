import CoreGraphics
import Testing

/// Lines of more dashes than a context draws, of which few can be seen.
@Suite struct LongDashTests {
  @Test(
    "a dashed line that is mostly outside of the clip has its dashes (rendering SH-7)",
    arguments: [1.0, 100, 3000, 1e6]
  )
  func longDashes(zoom: Double) throws {
    let context = try makeContext(300, 40)
    context.clip(to: CGRect(x: 10, y: 0, width: 280, height: 40))
    context.setLineDash(phase: 0, lengths: [5, 2.5])
    context.setLineWidth(2)
    let start = 10 - 140 * (zoom - 1)
    for isTurned in [false, true] {
      context.saveGState()
      if isTurned { context.rotate(by: .pi / 2) }
      let y: CGFloat = isTurned ? -20 : 10
      context.move(to: CGPoint(x: start, y: y))
      context.addLine(to: CGPoint(x: 290 + 140 * (zoom - 1), y: y))
      context.strokePath()
      context.restoreGState()
    }
    /// The part of the pattern's dashes in a pixel.
    func share(_ x: Double) -> Double {
      let pieces = (0..<64).filter { piece in
        let way = (x + (Double(piece) + 0.5) / 64 - start) / 7.5
        return way >= 0 && way - way.rounded(.down) < 5 / 7.5
      }
      return Double(pieces.count) / 64
    }
    var wrong: [Int] = []
    func alpha(_ x: Int, _ y: Int) -> Double { Double(pixelFromBottom(context, x, y)[3]) / 255 }
    // Where the lines cross, both count.
    for x in 10..<290 where !(18...21).contains(x) {
      if abs(alpha(x, 10) - share(Double(x))) > 0.03 { wrong.append(x) }
    }
    for y in 0..<40 where !(8...11).contains(y) {
      if abs(alpha(20, y) - share(Double(y))) > 0.03 { wrong.append(1000 + y) }
    }
    #expect(wrong.isEmpty)
  }

  @Test("dashes outside of the clip cast their shadows into it")
  func shadowsOfDashes() throws {
    func drawing(_ reach: CGFloat) throws -> [[UInt8]] {
      let context = try makeContext(200, 40)
      context.setShadow(offset: CGSize(width: 0, height: -60), blur: 2)
      context.setLineDash(phase: 0, lengths: [20, 20])
      context.setLineWidth(8)
      context.move(to: CGPoint(x: -40 * reach, y: 80))
      context.addLine(to: CGPoint(x: 40 * reach, y: 80))
      context.strokePath()
      return (0..<200).map { pixelFromBottom(context, $0, 20) }
    }
    let (short, long) = (try drawing(6), try drawing(100_000))
    #expect(short == long)
    #expect(short[10][3] > 50 && short[30][3] == 0)
  }
}

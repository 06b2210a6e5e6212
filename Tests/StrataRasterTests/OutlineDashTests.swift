import StrataBase
import StrataRaster
import Testing

private let box = OutlineBounds(minX: 0, minY: 0, maxX: 100, maxY: 100)

/// The first and last points of an outline's subpaths.
private func ends(_ outline: Outline) -> [(RasterPoint, RasterPoint)] {
  var result: [(RasterPoint, RasterPoint)] = []
  outline.forEachSubpath { segments, _ in
    result.append((segments[0].start, segments[segments.count - 1].end))
  }
  return result
}

@Suite("Dashes that nobody sees are left out")
struct OutlineDashTests {
  @Test(
    "the dashes of a line far beyond the box are those of its closed form (rendering SH-7)",
    arguments: [1e3, 1e5, 1e7, 1e9]
  )
  func longLine(reach: Double) {
    var line = Outline()
    line.move(to: RasterPoint(-reach, 50))
    line.line(to: RasterPoint(reach, 50))
    var isWhole = false
    let dashes = ends(line.dashed(lengths: [5, 2.5], phase: 1, near: box) { isWhole = true })
    let near = dashes.filter { $0.1.x >= 0 && $0.0.x <= 100 }
    #expect((13...15).contains(near.count))
    #expect(dashes.count < 300 && !isWhole)
    for (from, to) in near {
      // The pattern is one unit further on at the start.
      let place = (from.x + reach + 1) / 7.5
      #expect(abs(place - place.rounded()) < 1e-6)
      #expect(abs(to.x - from.x - 5) < 1e-6)
    }
  }

  @Test(
    "the dashes that meet the box are the same ones",
    arguments: 0..<40 as Range<UInt64>
  )
  func meeting(seed: UInt64) {
    var random = OutlineRandom(seed: seed)
    let outline = random.outline(-3000...3000)
    let pattern = [random.number(1...9), random.number(0...9)]
    let phase = random.number(-20...20)
    let all = outline.dashed(lengths: pattern, phase: phase)
    let some = ends(outline.dashed(lengths: pattern, phase: phase, near: box))
    let known = ends(all)
    #expect(some.count <= known.count)
    let few = outline.length / (pattern[0] + pattern[1]) < 1000
    if few { #expect(some.count == known.count) }
    func isInside(_ point: RasterPoint) -> Bool {
      (0...100).contains(point.x) && (0...100).contains(point.y)
    }
    for dash in known where isInside(dash.0) || isInside(dash.1) {
      let same = some.count { abs(($0.0 - dash.0).x) + abs(($0.0 - dash.0).y) < 1e-3 }
      #expect(same == 1)
    }
  }

  @Test("a subpath with too many dashes stays whole, and says so")
  func tooMany() {
    var outline = Outline()
    outline.move(to: RasterPoint(0, 0))
    outline.line(to: RasterPoint(200_002, 0))
    outline.move(to: RasterPoint(0, 50))
    outline.line(to: RasterPoint(20, 50))
    var count = 0
    let dashed = outline.dashed(lengths: [1, 1], phase: 0) { count += 1 }
    #expect(count == 1)
    #expect(ends(dashed).count == 11)
    let seen = outline.dashed(lengths: [1, 1], phase: 0, near: box) { count += 1 }
    #expect(count == 1)
    #expect((59...62).contains(ends(seen).count))
    // So fine a pattern is too much of itself.
    _ = outline.dashed(lengths: [1e-5, 1e-5], phase: 0, near: box) { count += 1 }
    #expect(count == 3)
  }
}

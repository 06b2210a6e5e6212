import CoreGraphics
import Foundation
import StrataRenderTree
import Testing

/// Animations along closed paths.
@Suite struct ClosedPathTests {
  private let square = CGPath(rect: CGRect(x: 0, y: 0, width: 100, height: 100), transform: nil)

  private func places(_ recipe: TrackRecipe, at progress: [Double]) -> [[Double]] {
    progress.map { LayerState().applying(frozen("position", recipe), at: $0).position.numbers }
  }

  @Test("animation Q-14, Q-15: a closing side is a segment", arguments: [CalculationMode.linear, .paced])
  func closingSides(mode: CalculationMode) {
    let way = places(along(square, mode: mode), at: [0.125, 0.375, 0.625, 0.875, 1])
    #expect(way == [[50, 0], [100, 50], [50, 100], [0, 50], [0, 0]])
    let timed = places(along(square, times: [0, 0.1, 0.2, 0.4, 1]), at: [0.05, 0.7])
    let expected: [[Double]] = [[50, 0], [0, 50]]
    for (place, wanted) in zip(timed, expected) { expectClose(place, wanted) }
  }

  @Test("animation Q-14: every subpath has its closing side, and what follows one starts there")
  func subpaths() {
    let path = CGMutablePath()
    path.addLines(between: [.zero, CGPoint(x: 10, y: 0)])
    path.closeSubpath()
    path.addLine(to: CGPoint(x: 0, y: 10))
    path.addLines(between: [CGPoint(x: 50, y: 0), CGPoint(x: 50, y: 20)])
    path.closeSubpath()
    let way = places(along(path), at: [0.1, 0.3, 0.5, 0.7, 0.9])
    let expected: [[Double]] = [[5, 0], [5, 0], [0, 5], [50, 10], [50, 10]]
    for (place, wanted) in zip(way, expected) { expectClose(place, wanted) }
  }

  @Test("animation Q-14, SC-52: with a key time for each point the closing side is left out")
  func timesOfThePoints() {
    let path = CGMutablePath()
    path.addLines(between: [.zero, CGPoint(x: 0, y: 10), CGPoint(x: 0, y: 20)])
    path.closeSubpath()
    let way = places(along(path, times: [0.2, 0.4, 0.8]), at: [0.1, 0.3, 0.6, 0.9])
    expectClose(way.map { $0[1] }, [0, 5, 15, 20])
    let held = places(along(path, times: [0, 0.4, 0.8], mode: .discrete), at: [0.1, 0.5, 0.9])
    #expect(held.map { $0[1] } == [0, 10, 20])
    // Any other number of times is ignored.
    expectClose(places(along(path, times: [0, 1]), at: [5.0 / 6])[0], [0, 10])
  }

  @Test("animation Q-14: what closes to itself, but for rounding, has no closing side")
  func roundedPaths() {
    let ellipse = CGPath(ellipseIn: CGRect(x: 3, y: 5, width: 0.1, height: 0.7), transform: nil)
    let circle = CGMutablePath()
    circle.addArc(
      center: CGPoint(x: 200, y: 100),
      radius: 0.3,
      startAngle: 0.7,
      endAngle: 0.7 + 2 * .pi,
      clockwise: false
    )
    circle.closeSubpath()
    for path in [ellipse, circle] {
      let quarters = places(along(path), at: [0, 0.5, 1])
      expectClose(quarters[0], quarters[2])
      let opposite = [0, 1].map { 2 * path.boundingBoxOfPath.center[$0] - quarters[0][$0] }
      expectClose(quarters[1], opposite, within: 0.02)
    }
  }

  @Test("animation Q-14, Q-16: a layer turns along the closing side")
  func turning() {
    let state = LayerState().applying(frozen("position", along(square, rotation: .auto)), at: 0.875)
    expectClose([state.transform.m11, state.transform.m12].map { Double($0) }, [0, -1])
  }
}

extension CGRect {
  fileprivate var center: [Double] { [Double(midX), Double(midY)] }
}

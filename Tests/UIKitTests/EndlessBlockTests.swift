import StrataViews
import Testing
import UIKit

/// Blocks whose completions begin the next one without end.
@MainActor @Suite struct EndlessBlockTests {
  /// The rounds after which a test gives up.
  private static let limit = 50_000

  @Test(arguments: [false, true]) func blocksThatAnimateNothingLetTimeGoOn(isDisabled: Bool) {
    let stage = Stage()
    let view = stage.add(UIView(), 0, 0, 10, 10)
    var times: [Double] = []
    func pulse() {
      times.append(stage.host.time)
      guard times.count < Self.limit else { return }
      let alpha: CGFloat = isDisabled && view.alpha == 1 ? 0 : 1
      UIView.animate(withDuration: 0.5) {
        view.alpha = alpha
      } completion: { _ in
        pulse()
      }
    }
    UIView.setAnimationsEnabled(!isDisabled)
    defer { UIView.setAnimationsEnabled(true) }
    stage.host.run(at: 1) { pulse() }
    let first = times.count
    #expect(first > 100)
    #expect(first < Self.limit)
    stage.host.run(at: 2)
    #expect(times.count > first)
    #expect(times.last == 2)
    #expect(times.count < Self.limit)
  }

  @Test func aLongChainIsCompletedAtItsTime() {
    let stage = Stage()
    let view = stage.add(UIView(), 0, 0, 10, 10)
    var left = 500
    func step() {
      left -= 1
      if left > 0 {
        UIView.animate(withDuration: 0) {
          view.alpha = 1
        } completion: { _ in
          step()
        }
      }
    }
    stage.host.run(at: 1) { step() }
    #expect(left == 0)
  }
}

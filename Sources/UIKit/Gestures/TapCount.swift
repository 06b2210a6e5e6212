import CoreGraphics
import Foundation
import StrataViews

/// Counts the taps of a gesture, which follow each other in one place and have the same number of fingers.
@MainActor struct TapCount {
  private(set) var taps = 0
  /// The most fingers that were down together since the last tap.
  private var mostFingers = 0
  /// Where the fingers came down since the last tap, in the window.
  private var starts: [UITouch: CGPoint] = [:]
  /// Where those of the last tap came down.
  private var formerStarts: [CGPoint] = []

  /// Notes fingers that came down, `count` with those before; false if these are too many, or not where the last tap was.
  mutating func begin(_ touches: Set<UITouch>, count: Int, of needed: Int) -> Bool {
    for touch in touches { starts[touch] = touch.location(in: nil) }
    mostFingers = max(mostFingers, count)
    let isElsewhere = taps > 0 && touches.contains { !isNearFormerTap($0.location(in: nil)) }
    return mostFingers <= needed && !isElsewhere
  }

  private func isNearFormerTap(_ point: CGPoint) -> Bool {
    formerStarts.contains { $0.distance(to: point) <= TouchDelivery.tapDistance }
  }

  /// Returns true if a finger is farther from where it came down than a distance, in points.
  func hasMoved(_ touches: Set<UITouch>, farther distance: CGFloat) -> Bool {
    touches.contains { touch in
      let place = touch.location(in: nil)
      return place.distance(to: starts[touch] ?? place) > distance
    }
  }

  /// Counts a tap when its last finger has gone up; false if it had fewer fingers.
  mutating func end(_ needed: Int) -> Bool {
    guard mostFingers == needed else { return false }
    taps += 1
    (formerStarts, starts, mostFingers) = (Array(starts.values), [:], 0)
    return true
  }
}

/// The time limits of gestures with taps.
extension UIGestureRecognizer {
  /// A finger that stays down longer, in seconds, is no tap.
  private static var longestTap: TimeInterval { 0.75 }

  /// Fails if fingers stay down too long for a tap that began at a media time; `isOver` returns true once it has ended.
  final func waitForEnd(ofTap time: TimeInterval, isOver: @escaping () -> Bool) {
    call(at: time + Self.longestTap) { [weak self] in if !isOver() { self?.failLate() } }
  }

  /// Fails after the longest time between taps, unless a finger is down then or `hasGoneOn` returns true.
  final func waitForTap(after time: TimeInterval, unless hasGoneOn: @escaping () -> Bool) {
    call(at: time + TouchDelivery.tapInterval) { [weak self] in
      if let self, numberOfTouches == 0, !hasGoneOn() { failLate() }
    }
  }

  private func failLate() {
    guard state == .possible else { return }
    state = .failed
    settle()
  }
}

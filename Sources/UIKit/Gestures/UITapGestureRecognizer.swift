import CoreGraphics
import Foundation
import StrataViews

/// Recognizes one or more taps.
open class UITapGestureRecognizer: UIGestureRecognizer {
  /// How many taps follow each other.
  open var numberOfTapsRequired = 1
  /// How many fingers tap together.
  open var numberOfTouchesRequired = 1

  private var taps = 0
  private var mostFingers = 0
  private var starts: [UITouch: CGPoint] = [:]
  /// Where the fingers of the tap before came down.
  private var formerStarts: [CGPoint] = []

  override var waitsWithoutTouches: Bool { taps > 0 }

  /// Does not prevent taps that need more of them: a single tap is recognized, and then the double tap, too.
  open override func canPrevent(_ preventedGestureRecognizer: UIGestureRecognizer) -> Bool {
    guard let other = preventedGestureRecognizer as? UITapGestureRecognizer else {
      return super.canPrevent(preventedGestureRecognizer)
    }
    return other.numberOfTapsRequired <= numberOfTapsRequired
  }

  /// Counts the fingers of a tap; fails if it is not where the one before was.
  open override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent) {
    for touch in touches { starts[touch] = touch.location(in: nil) }
    mostFingers = max(mostFingers, numberOfTouches)
    let isElsewhere = taps > 0 && touches.contains { !isNearFormerTap($0.location(in: nil)) }
    if mostFingers > numberOfTouchesRequired || isElsewhere { state = .failed }
  }

  private func isNearFormerTap(_ point: CGPoint) -> Bool {
    formerStarts.contains { $0.distance(to: point) <= TouchDelivery.tapDistance }
  }

  /// Fails if a finger moves too far.
  open override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent) {
    let isFar = touches.contains { touch in
      touch.location(in: nil).distance(to: starts[touch] ?? touch.location(in: nil))
        > TouchDelivery.tapDistance
    }
    if isFar { state = .failed }
  }

  /// Counts the tap when its last finger goes up.
  open override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent) {
    guard downTouches.isEmpty else { return }
    guard mostFingers == numberOfTouchesRequired else {
      state = .failed
      return
    }
    taps += 1
    mostFingers = 0
    (formerStarts, starts) = (Array(starts.values), [:])
    if taps >= numberOfTapsRequired {
      state = .ended
    } else {
      let taps = taps
      waitForTap(after: event.timestamp) { [weak self] in self?.taps != taps }
    }
  }

  /// Forgets taps.
  open override func reset() {
    (taps, mostFingers) = (0, 0)
    (starts, formerStarts) = ([:], [])
  }
}

import CoreGraphics
import Foundation

/// Recognizes a quick movement in one direction.
///
/// Within half a second the fingers move by 50 points, and across the direction by at most half as much.
open class UISwipeGestureRecognizer: UIGestureRecognizer {
  /// Directions of a swipe.
  public struct Direction: OptionSet, Hashable, Sendable {
    /// The bits.
    public let rawValue: UInt
    /// Creates a set of bits.
    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// To the right.
    public static let right = Direction(rawValue: 1)
    /// To the left.
    public static let left = Direction(rawValue: 2)
    /// Upwards.
    public static let up = Direction(rawValue: 4)
    /// Downwards.
    public static let down = Direction(rawValue: 8)
  }

  /// The directions that count.
  open var direction = Direction.right
  /// How many fingers move together.
  open var numberOfTouchesRequired = 1

  private var start: (point: CGPoint, time: TimeInterval)?
  private static let distance: CGFloat = 50
  private static let longest = 0.5

  /// Begins with the last finger needed.
  open override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent) {
    if numberOfTouches > numberOfTouchesRequired {
      state = .failed
    } else if numberOfTouches == numberOfTouchesRequired {
      start = (location(in: nil), event.timestamp)
    }
  }

  /// Recognizes the movement.
  open override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent) {
    guard state == .possible, let start else { return }
    let end = location(in: nil)
    let (dx, dy) = (end.x - start.point.x, end.y - start.point.y)
    if event.timestamp - start.time > Self.longest {
      state = .failed
    } else if max(abs(dx), abs(dy)) >= Self.distance {
      let isLevel = abs(dx) > abs(dy)
      let way: Direction = isLevel ? (dx > 0 ? .right : .left) : (dy > 0 ? .down : .up)
      let isStraight = min(abs(dx), abs(dy)) <= max(abs(dx), abs(dy)) / 2
      state = isStraight && direction.contains(way) ? .ended : .failed
    }
  }

  /// Fails if the fingers go up before.
  open override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent) {
    if state == .possible { state = .failed }
  }

  /// Forgets where the fingers came down.
  open override func reset() { start = nil }
}

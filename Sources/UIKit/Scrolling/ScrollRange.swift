import CoreGraphics

/// Where one coordinate of a content offset may rest, and how far a finger pulls it beyond.
struct ScrollRange: Equatable {
  /// The first and the last place, in points of the content; the same if the content fits.
  let lower: CGFloat
  let upper: CGFloat
  /// The length of the view, in points.
  let length: CGFloat

  /// How much of a finger's way beyond an edge the content follows at first.
  static let pull: CGFloat = 0.55

  /// The range of content with insets in a view; lengths in points, of which those that are not finite count as 0.
  init(content: CGFloat, before: CGFloat, after: CGFloat, length: CGFloat) {
    func finite(_ value: CGFloat) -> CGFloat { value.isFinite ? value : 0 }
    self.length = max(0, finite(length))
    lower = 0 - finite(before)
    upper = max(lower, finite(content) + finite(after) - self.length)
  }

  /// True if there is more than one place.
  var isOpen: Bool { upper > lower }

  func clamped(_ offset: CGFloat) -> CGFloat { min(max(offset, lower), upper) }

  /// How far an offset is beyond the nearest edge; below zero beyond the lower one.
  func excess(_ offset: CGFloat) -> CGFloat { offset - clamped(offset) }

  /// What is shown of an offset that a finger asks for: beyond an edge, x becomes x·d·c / (d + c·x).
  func pulled(_ raw: CGFloat) -> CGFloat {
    let x = excess(raw)
    guard x != 0, length > 0 else { return clamped(raw) }
    let distance = abs(x) * length * Self.pull / (length + Self.pull * abs(x))
    return clamped(raw) + (x > 0 ? distance : -distance)
  }

  /// The offset that a finger asks for where one is shown.
  func unpulled(_ shown: CGFloat) -> CGFloat {
    let y = excess(shown)
    guard y != 0, length > 0 else { return clamped(shown) }
    // The content comes never farther than the view's length.
    let distance = min(abs(y), 0.99 * length)
    let raw = distance * length / (Self.pull * (length - distance))
    return clamped(shown) + (y > 0 ? raw : -raw)
  }

  /// The edge that is nearer to an offset.
  func edge(nearestTo offset: CGFloat) -> CGFloat { offset - lower < upper - offset ? lower : upper }

  /// True if an offset can grow by more than a tolerance, or become less by more if `sign` is below zero.
  func hasRoom(at offset: CGFloat, towards sign: CGFloat, beyond tolerance: CGFloat) -> Bool {
    sign > 0 ? offset < upper - tolerance : sign < 0 && offset > lower + tolerance
  }
}

extension UIEdgeInsets {
  /// The insets, of which those that are not finite count as 0.
  var finite: UIEdgeInsets {
    func finite(_ value: CGFloat) -> CGFloat { value.isFinite ? value : 0 }
    return UIEdgeInsets(top: finite(top), left: finite(left), bottom: finite(bottom), right: finite(right))
  }
}

import Foundation
package import StrataBase
package import StrataFrame
package import StrataRenderTree

/// Place and opacity of the two pictures of a transition (rendering TN-3 … TN-6, TN-9).
package struct TransitionMotion: Sendable, Equatable {
  /// Offsets in the layer's coordinates.
  package var old = SIMD2<Double>.zero
  package var new = SIMD2<Double>.zero
  /// The turn of the picture that a flip shows; the identity for other transitions.
  package var turn = Projective.identity
  package var oldOpacity = 1.0
  package var newOpacity = 1.0
  package var newIsAbove = true
  /// True if the pictures are weighted parts of one picture and are summed.
  package var adds = false
  package var isClipped = true

  package init(_ record: TransitionRecord, _ p: Double, bounds: PlaneRect) {
    // Points from the entry edge into the layer, as long as the bounds are there.
    let inward: SIMD2<Double> =
      switch record.subtype {
      case "fromRight": SIMD2(-bounds.width, 0)
      case "fromTop": SIMD2(0, -bounds.height)
      case "fromBottom": SIMD2(0, bounds.height)
      default: SIMD2(bounds.width, 0)
      }
    switch record.filter == nil ? record.type : "fade" {
    case "push":
      (old, new) = (inward * p, inward * -(1 - p))
      (oldOpacity, newOpacity) = (1 - p, p)
    case "moveIn": new = inward * -(1 - p)
    case "reveal":
      old = inward * p
      newIsAbove = false
    case "oglFlip":
      turn = Self.turn(by: (p < 0.5 ? p : p - 1) * .pi, towards: inward, in: bounds)
      (oldOpacity, newOpacity) = p < 0.5 ? (1, 0) : (0, 1)
      isClipped = false
    default:
      (oldOpacity, newOpacity) = (1 - p, p)
      (adds, isClipped) = (true, false)
    }
  }

  /// The maps of the pictures within the layer's plane.
  var oldPlace: Projective { Projective.translation(old.x, old.y).concatenating(turn) }
  var newPlace: Projective { Projective.translation(new.x, new.y).concatenating(turn) }

  /// The distance of the eye from a flipping layer, as a multiple of its longer side.
  private static let eyeDistance = 2.0

  /// A turn about an axis through the middle of the bounds, seen in perspective.
  ///
  /// The edge from which `inward` points comes to the front first.
  private static func turn(by angle: Double, towards inward: SIMD2<Double>, in bounds: PlaneRect)
    -> Projective
  {
    let distance = eyeDistance * max(bounds.width, bounds.height)
    guard distance > 0, distance.isFinite else { return .identity }
    let (isHorizontal, sign) = (inward.x != 0, inward.x + inward.y > 0 ? 1.0 : -1)
    // A point at x from the middle comes to the front by -sign x sin; what is in front is divided by less.
    let w = sign * sin(angle) / distance
    let turned = Projective(
      m11: isHorizontal ? cos(angle) : 1,
      m12: 0,
      m13: isHorizontal ? w : 0,
      m21: 0,
      m22: isHorizontal ? 1 : cos(angle),
      m23: isHorizontal ? 0 : w,
      m31: 0,
      m32: 0,
      m33: 1
    )
    return Projective.translation(-bounds.midX, -bounds.midY).concatenating(turned)
      .concatenating(.translation(bounds.midX, bounds.midY))
  }
}

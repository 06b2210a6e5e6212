package import CoreGraphics
package import Foundation
package import StrataBase

/// What a gradient layer adds.
package struct GradientState: Sendable, Equatable {
  package var colors: [CGColor]?
  /// Where each color lies between the start and the end; nil spreads them evenly.
  package var locations: [CGFloat]?
  /// In unit coordinates of the bounds.
  package var startPoint = CGPoint(x: 0.5, y: 0)
  /// In unit coordinates of the bounds.
  package var endPoint = CGPoint(x: 0.5, y: 1)
  package var type = CAGradientLayerType.axial

  package init() {}
}

extension GradientState: KindState {
  package static let initial = GradientState()

  package static func box(in kind: consuming LayerKind) -> CopyOnWrite<GradientState>? {
    if case .gradient(let box) = consume kind { box } else { nil }
  }

  package static func kind(_ box: CopyOnWrite<GradientState>) -> LayerKind { .gradient(box) }
}

extension LayerState {
  package var gradient: GradientState {
    @inlinable
    @inline(__always)
    get { if case .gradient(let box) = kind { box.value } else { .initial } }
    _modify {
      var box = take(GradientState.self)
      defer { kind = .gradient(box) }
      yield &box.value
    }
  }
}

extension LayerDescriptor {
  static let gradient = LayerDescriptor(
    "CAGradientLayer",
    GradientState.self,
    GradientSchema.shared,
    paints: .once,
    staysInBounds: true
  )
}

package import CoreGraphics
package import StrataBase

/// What a Metal layer adds.
package struct MetalState: Sendable, Equatable {
  /// In pixels; zero if the program has not set it.
  package var drawableSize = CGSize.zero
  package var framebufferOnly = true
  package var presentsWithTransaction = false
  package var displaySyncEnabled = true
  package var allowsNextDrawableTimeout = true

  package init() {}
}

extension MetalState: KindState {
  package static let initial = MetalState()

  package static func box(in kind: consuming LayerKind) -> CopyOnWrite<MetalState>? {
    if case .metal(let box) = consume kind { box } else { nil }
  }

  package static func kind(_ box: CopyOnWrite<MetalState>) -> LayerKind { .metal(box) }
}

extension LayerState {
  package var metal: MetalState {
    @inlinable
    @inline(__always)
    get { if case .metal(let box) = kind { box.value } else { .initial } }
    _modify {
      var box = take(MetalState.self)
      defer { kind = .metal(box) }
      yield &box.value
    }
  }
}

extension LayerDescriptor {
  static let metal = LayerDescriptor(
    "CAMetalLayer",
    MetalState.self,
    MetalSchema.shared,
    paints: .nothing,
    staysInBounds: true,
    adjust: { $0.isOpaque = true }
  )
}

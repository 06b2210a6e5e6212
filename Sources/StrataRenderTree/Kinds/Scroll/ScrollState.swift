package import StrataBase

/// What a scroll layer adds.
package struct ScrollState: Sendable, Equatable {
  package var scrollMode = CAScrollLayerScrollMode.both

  package init() {}
}

extension ScrollState: KindState {
  package static let initial = ScrollState()

  package static func box(in kind: consuming LayerKind) -> CopyOnWrite<ScrollState>? {
    if case .scroll(let box) = consume kind { box } else { nil }
  }

  package static func kind(_ box: CopyOnWrite<ScrollState>) -> LayerKind { .scroll(box) }
}

extension LayerState {
  package var scroll: ScrollState {
    @inlinable
    @inline(__always)
    get { if case .scroll(let box) = kind { box.value } else { .initial } }
    _modify {
      var box = take(ScrollState.self)
      defer { kind = .scroll(box) }
      yield &box.value
    }
  }
}

extension LayerDescriptor {
  static let scroll = LayerDescriptor(
    "CAScrollLayer",
    ScrollState.self,
    ScrollSchema.shared,
    paints: .nothing,
    staysInBounds: true,
    adjust: { $0.masksToBounds = true }
  )
}

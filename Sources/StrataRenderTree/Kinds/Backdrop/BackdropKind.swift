// A backdrop layer has no properties of its own. Its class decides what its filters apply to.

extension LayerState {
  /// True if all filters of the layer apply to what lies behind it, within its bounds.
  package var isBackdrop: Bool { if case .backdrop = kind { true } else { false } }

  /// The filters that apply to what the layer and its sublayers paint.
  package var filtersOfPicture: [FilterValue] { isBackdrop ? [] : filters }

  /// The filters that apply to what lies behind the layer.
  package var filtersOfBackdrop: [FilterValue] {
    isBackdrop ? filters + backgroundFilters : backgroundFilters
  }

  /// True if filters of what lies behind end at the layer's bounds (rendering R-40).
  package var clipsFiltersOfBackdrop: Bool { masksToBounds || isBackdrop }
}

extension LayerDescriptor {
  static let backdrop = LayerDescriptor("CABackdropLayer", .backdrop, staysInBounds: true)
}

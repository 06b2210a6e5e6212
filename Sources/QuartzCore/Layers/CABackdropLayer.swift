import Foundation
import StrataRenderTree

/// A layer whose filters apply to what lies behind it.
///
/// Documents captured from running systems hold such layers; they belong to Apple's private vocabulary.
open class CABackdropLayer: CALayer {
  /// Filters on what lies behind the layer.
  open override var filters: [Any]? {
    get { storage.extras.filters }
    set {
      storage.extras.filters = newValue
      set(
        LayerSchema.shared.backgroundFilters,
        \.backgroundFilters,
        (newValue ?? []).compactMap { FilterValue.unwrapped(from: $0) }
      )
    }
  }
}

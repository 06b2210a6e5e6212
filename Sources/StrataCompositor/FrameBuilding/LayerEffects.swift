import Foundation
import StrataBase
import StrataFrame
import StrataRaster
import StrataRenderTree

/// Filters and blend mode of a layer, in device pixels.
struct LayerEffects {
  var filters: [FilterOp] = []
  /// Filters of what is painted behind the layer.
  var backgroundFilters: [FilterOp] = []
  var blend = BlendMode.normal

  /// Reads the effects of a layer, in device pixels; unknown filters are skipped and reported.
  init(
    _ state: LayerState,
    _ toDevice: Projective,
    _ bounds: PlaneRect,
    ignoresBackdrop: Bool,
    _ writer: inout FrameWriter
  ) {
    guard !state.hasUntouchedEffects else { return }
    filters = Self.steps(of: state.filtersOfPicture, toDevice, bounds, &writer)
    if !ignoresBackdrop {
      backgroundFilters = Self.steps(of: state.filtersOfBackdrop, toDevice, bounds, &writer)
      blend = Self.blend(of: state)
    }
  }

  /// How far filters spread what they filter, in device pixels.
  var reach: Double { filters.reduce(0) { $0 + $1.reach.max() } }

  /// The blend mode that a layer's compositing filter stands for.
  static func blend(of state: LayerState) -> BlendMode {
    guard let filter = state.compositingFilter else { return .normal }
    return FilterNames.blendMode(of: filter) ?? .normal
  }

  /// The steps of a list of filters; unknown filters are skipped and reported.
  static func steps(
    of filters: [FilterValue],
    _ toDevice: Projective,
    _ bounds: PlaneRect,
    _ writer: inout FrameWriter
  ) -> [FilterOp] {
    guard !filters.isEmpty else { return [] }
    let site = FilterSite(toDevice, bounds: bounds)
    var steps: [FilterOp] = []
    for filter in filters {
      if let known = FilterNames.steps(of: filter, at: site) {
        steps += known
      } else {
        writer.note(.unknownFilter(filter.type))
      }
    }
    return steps
  }
}

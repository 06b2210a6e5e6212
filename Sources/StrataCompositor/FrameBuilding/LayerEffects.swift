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
  /// The filter that combines the layer's picture with what is behind it; nil if the blend mode does.
  var compositing: FilterProgram?

  /// Reads the effects of a layer, in device pixels; unknown filters are skipped and reported.
  init(
    _ state: borrowing LayerState,
    _ toDevice: Projective,
    _ bounds: PlaneRect,
    ignoresBackdrop: Bool,
    _ writer: inout FrameWriter
  ) {
    guard !state.hasUntouchedEffects else { return }
    filters = Self.steps(of: state.filtersOfPicture, toDevice, bounds, &writer)
    if !ignoresBackdrop {
      backgroundFilters = Self.steps(
        of: state.filtersOfBackdrop,
        toDevice,
        bounds,
        isCut: state.clipsFiltersOfBackdrop,
        &writer
      )
      blend = Self.blend(of: state)
      compositing = Self.compositing(of: state, FilterSite(toDevice, bounds: bounds))
    }
  }

  /// How far filters spread what they filter, in device pixels.
  var reach: Double { filters.reduce(0) { $0 + $1.reach.max() } }

  /// The blend mode that a layer's compositing filter stands for.
  static func blend(of state: LayerState) -> BlendMode {
    guard let filter = state.compositingFilter else { return .normal }
    return FilterNames.blendMode(of: filter) ?? .normal
  }

  /// The program that a layer's compositing filter stands for, if it is no blend mode.
  private static func compositing(of state: LayerState, _ site: FilterSite) -> FilterProgram? {
    guard let filter = state.compositingFilter, FilterNames.blendMode(of: filter) == nil,
      filter.kernel?.takesBackdrop == true
    else { return nil }
    return site.program(of: filter)
  }

  /// The steps of a list of filters; unknown filters are skipped and reported.
  ///
  /// If they are cut, nothing outside of the bounds is seen of their result.
  static func steps(
    of filters: [FilterValue],
    _ toDevice: Projective,
    _ bounds: PlaneRect,
    isCut: Bool = false,
    _ writer: inout FrameWriter
  ) -> [FilterOp] {
    guard !filters.isEmpty else { return [] }
    let site = FilterSite(toDevice, bounds: bounds, isCut: isCut)
    var steps = writer.filterLists.takeEmpty()
    for filter in filters {
      let first = steps.count
      if FilterNames.addSteps(of: filter, at: site, to: &steps) {
        mergeBlurs(at: first, in: &steps)
      } else {
        writer.note(.unknownFilter(filter.type))
      }
    }
    return writer.filterLists.shared(&steps)
  }

  /// Makes one blur of the one at an index and the one before it, as variances of Gaussians add up.
  ///
  /// A chain of blurs then costs as much as one, and asks for no more room around the layer than its result fills.
  private static func mergeBlurs(at index: Int, in steps: inout [FilterOp]) {
    guard index > 0, index < steps.count, case .gaussianBlur(let x, let y) = steps[index],
      case .gaussianBlur(let x0, let y0) = steps[index - 1]
    else { return }
    let sigma = SIMD2((x0 * x0 + x * x).squareRoot(), (y0 * y0 + y * y).squareRoot())
    steps[index - 1] = .gaussianBlur(sigmaX: sigma.x, sigmaY: sigma.y)
    steps.remove(at: index)
  }
}

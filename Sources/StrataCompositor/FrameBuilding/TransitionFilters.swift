import Foundation
import StrataBase
import StrataFrame
import StrataRaster
import StrataRenderTree

/// Filters of transitions (rendering TN-7): from the old picture, the new one and the progress.
extension TransitionOp {
  /// The meaning of a transition's filter.
  enum Choice {
    case op(TransitionOp)
    /// A plain fade.
    case fade
    /// The filter is not known; it counts as a fade.
    case unknown

    /// Chooses the operation of a filter at a progress.
    init(_ filter: FilterValue, _ progress: Double, _ site: FilterSite) {
      guard filter.isEnabled else {
        self = .fade
        return
      }
      if let program = site.program(of: filter, progress: progress) {
        self = .op(.program(program))
        return
      }
      switch FilterNames.plain(filter.type) {
      case "dissolveTransition", "dissolve": self = .fade
      case "swipeTransition", "swipe":
        self = TransitionOp(sweep: filter, progress, site).map { .op($0) } ?? .fade
      default: self = FilterNames.steps(of: filter, at: site).map { .op(.filters($0)) } ?? .unknown
      }
    }
  }

  /// How far the operation spreads the pictures, in device pixels.
  var reach: Double {
    switch self {
    case .sweep: 0
    case .filters(let steps): steps.reduce(0) { $0 + $1.reach.max() }
    case .program(let program): program.frame == nil ? program.reach.max() : 0
    }
  }

  /// The pixels that the operation draws beyond its reach, if there are such.
  var frame: PixelRect? {
    if case .program(let program) = self { program.frame } else { nil }
  }

  /// A soft line that crosses the bounds in the direction of `inputAngle` and is `inputWidth` points wide.
  private init?(sweep filter: FilterValue, _ progress: Double, _ site: FilterSite) {
    guard let toLayer = site.toLayer else { return nil }
    let angle = filter.number("inputAngle") ?? 0
    let width = max(filter.number("inputWidth") ?? 300, 1e-3)
    guard angle.isFinite, width.isFinite else { return nil }
    let (u, v) = (cos(angle), sin(angle))
    let b = site.bounds
    let places = [(b.minX, b.minY), (b.maxX, b.minY), (b.minX, b.maxY), (b.maxX, b.maxY)].map {
      $0 * u + $1 * v
    }
    guard let low = places.min(), let high = places.max() else { return nil }
    // The line's place when nothing, and when everything, lies behind it.
    let place = low + progress * (high - low + width)
    // (place − point · direction) / width, the point being a device pixel's.
    self = .sweep(
      SIMD3(
        -(toLayer.m11 * u + toLayer.m12 * v) / width,
        -(toLayer.m21 * u + toLayer.m22 * v) / width,
        (place - toLayer.m31 * u - toLayer.m32 * v) / width
      )
    )
  }
}

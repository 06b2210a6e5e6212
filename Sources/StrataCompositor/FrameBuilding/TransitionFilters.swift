import CoreGraphics
import Foundation
import StrataBase
import StrataRaster
import StrataRenderTree

/// Filters of transitions (rendering TN-7): from the old picture, the new one and the progress.
extension FrameBuilder {
  /// What a filter does at a progress; nil for a plain fade, which also stands for filters that are not known.
  func transitionOp(_ filter: FilterValue, _ progress: Double, _ site: FilterSite) -> TransitionOp? {
    guard filter.isEnabled else { return nil }
    if let program = site.program(of: filter, progress: progress) { return .program(program) }
    switch FilterNames.plain(filter.type) {
    case "dissolveTransition", "dissolve": return nil
    case "swipeTransition", "swipe": return Self.sweep(filter, progress, site)
    default:
      if let steps = FilterNames.steps(of: filter, at: site) { return .filters(steps) }
      note(.unknownFilter(filter.type))
      return nil
    }
  }

  /// A soft line that crosses the bounds in the direction of `inputAngle` and is `inputWidth` points wide.
  private static func sweep(_ filter: FilterValue, _ progress: Double, _ site: FilterSite) -> TransitionOp? {
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
    return .sweep(
      SIMD3(
        -(toLayer.m11 * u + toLayer.m12 * v) / width,
        -(toLayer.m21 * u + toLayer.m22 * v) / width,
        (place - toLayer.m31 * u - toLayer.m32 * v) / width
      )
    )
  }

  /// Adds the item that shows what a filter makes of a wrap's two pictures.
  func addFiltered(_ wrap: Wrap, _ op: TransitionOp, plane: inout Plane) {
    guard let first = wrap.second ?? wrap.first else { return }
    var area = PixelRect.empty
    var reach = 0.0
    switch op {
    case .sweep: break
    case .filters(let steps): reach = steps.reduce(0) { $0 + $1.reach.max() }
    case .program(let program): reach = program.reach.max()
    }
    for pass in [wrap.first, wrap.second] { if let pass { area = area.union(frame[pass].bounds) } }
    area = area.grown(by: min(4096, reach))
    var bounds = area.intersection(wrap.area)
    let clip = reduced(plane.clip, &bounds)
    guard !bounds.isEmpty else { return }
    let step = TransitionStep(op: op, old: wrap.first, new: wrap.second, area: area)
    open.append(
      DisplayItem(
        layer: plane.layer,
        part: .transition,
        space: space(of: &plane),
        clip: clip,
        clipEdge: frame.clipEdge(of: plane.clip),
        boundsInDevice: bounds,
        opacity: 1,
        blend: wrap.blend,
        payload: .surface(first, append(Effect(transition: step)))
      )
    )
  }
}

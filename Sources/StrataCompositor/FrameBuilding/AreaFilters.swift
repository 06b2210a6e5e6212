import CoreGraphics
import Foundation
import StrataBase
import StrataFrame
import StrataRaster
import StrataRenderTree

/// Filters in which a pixel depends on its place or on the pixels around it (rendering R-44 … R-49).
enum AreaFilters {
  /// Adds the step of a filter, by its plain name, unless it changes nothing; false if it is not one of these.
  static func addStep(
    _ name: String,
    _ inputs: InputReader,
    _ site: FilterSite,
    to steps: inout [FilterOp]
  ) -> Bool {
    var step: FilterOp?
    switch name {
    case "gaussianBlur": step = blur(inputs, site)
    case "bloom":
      let intensity = inputs.float("inputIntensity", "inputAmount", default: 0.5)
      step = .bloom(sigma: site.sigma(of: inputs.number("inputRadius", default: 10)), intensity: intensity)
    case "pixellate": step = pixellation(inputs, site)
    case "vignette": step = vignette(inputs, site)
    case "dropShadow": step = dropShadow(inputs, site)
    case "lanczos": break
    default: return false
    }
    if let step { steps.append(step) }
    return true
  }

  private static func blur(_ inputs: InputReader, _ site: FilterSite) -> FilterOp? {
    let sigma = site.sigma(of: inputs.number("inputRadius", default: 10))
    return sigma.max() > 0 ? .gaussianBlur(sigmaX: sigma.x, sigmaY: sigma.y) : nil
  }

  /// Squares of a side in points, one of whose corners is the filter's centre, else the middle of the bounds.
  private static func pixellation(_ inputs: InputReader, _ site: FilterSite) -> FilterOp? {
    let side = inputs.number("inputScale", default: 8)
    guard side > 0, side.isFinite, let toLayer = site.toLayer else { return nil }
    let center = inputs.point("inputCenter") ?? SIMD2(site.bounds.midX, site.bounds.midY)
    let toCells = toLayer.concatenating(.translation(-center.x, -center.y)).concatenating(
      .scale(1 / side, 1 / side)
    )
    return toCells.isFinite ? .pixellate(toCells: toCells) : nil
  }

  /// Darkens with the square of the distance from the middle: by the intensity where the distance is `inputRadius` halves
  /// of the diagonal.
  private static func vignette(_ inputs: InputReader, _ site: FilterSite) -> FilterOp? {
    let intensity = inputs.number("inputIntensity", "inputAmount", default: 0)
    let b = site.bounds
    let diagonal = (b.width * b.width + b.height * b.height).squareRoot()
    let reach = diagonal / 2 * inputs.number("inputRadius", default: 1)
    guard reach > 0, reach.isFinite, intensity != 0, let toLayer = site.toLayer else { return nil }
    let toUnit = toLayer.concatenating(.translation(-b.midX, -b.midY)).concatenating(
      .scale(1 / reach, 1 / reach)
    )
    return toUnit.isFinite ? .vignette(toUnit: toUnit, intensity: Float(intensity)) : nil
  }

  private static func dropShadow(_ inputs: InputReader, _ site: FilterSite) -> FilterOp? {
    let moved = site.device(inputs.point("inputOffset") ?? SIMD2(0, -3))
    guard moved.x.isFinite, moved.y.isFinite else { return nil }
    let shade = inputs.color("inputColor") ?? SIMD4(0, 0, 0, 1)
    let opacity = inputs.float("inputAmount", "inputOpacity", default: 1)
    return .dropShadow(
      DropShadow(
        offset: moved,
        sigma: site.sigma(of: inputs.number("inputRadius", default: 3)),
        color: SIMD4(shade.x, shade.y, shade.z, shade.w * min(max(opacity, 0), 1))
      )
    )
  }
}

extension FilterSite {
  /// The standard deviation of a blur of a radius in points, along the device's axes.
  fileprivate func sigma(of radius: Double) -> SIMD2<Double> {
    let radius = max(0, radius)
    return SIMD2(min(1024, radius * scales.x), min(1024, radius * scales.y))
  }
}

import CoreGraphics
package import StrataBase
package import StrataFrame
import StrataRaster
import StrataRenderTree

/// The place where a filter works: the map of a layer's points to the pixels of the surface.
package struct FilterSite {
  /// The layer's plane to device pixels; affine, and in perspective the best such map around the middle of the bounds.
  package let toDevice: Projective
  /// The layer's bounds.
  package let bounds: PlaneRect
  /// True if nothing outside of the bounds is seen of the result.
  package let isCut: Bool

  package init(_ toDevice: Projective, bounds: PlaneRect, isCut: Bool = false) {
    (self.bounds, self.isCut) = (bounds, isCut)
    guard !toDevice.isAffine else {
      self.toDevice = toDevice
      return
    }
    let (x, y) = (bounds.midX, bounds.midY)
    let place = toDevice.apply(x, y)
    let (i, j) = toDevice.jacobian(at: x, y)
    let w = place.w > Projective.nearestW ? place.w : 1
    self.toDevice = Projective(
      a: i.x,
      b: i.y,
      c: j.x,
      d: j.y,
      tx: place.x / w - i.x * x - j.x * y,
      ty: place.y / w - i.y * x - j.y * y
    )
  }

  /// Device pixels per point along the layer's axes.
  package var scales: SIMD2<Double> { toDevice.scales(at: bounds.midX, bounds.midY) }

  /// Device pixels to the layer's points; nil where the layer is seen edge on.
  var toLayer: Projective? { toDevice.inverted() }

  /// A vector of the layer in device pixels.
  func device(_ v: SIMD2<Double>) -> SIMD2<Double> {
    SIMD2(v.x * toDevice.m11 + v.y * toDevice.m21, v.x * toDevice.m12 + v.y * toDevice.m22)
  }

  /// A step that runs a filter with code of its own; nil for other filters, and for a layer that is seen edge on.
  func program(of filter: FilterValue, progress: Double? = nil) -> FilterProgram? {
    guard let kernel = filter.kernel, !kernel.isBuiltIn, let toLayer else { return nil }
    let inputs = filter.inputs
    let bounds = CGRect(
      x: self.bounds.minX,
      y: self.bounds.minY,
      width: self.bounds.width,
      height: self.bounds.height
    )
    var spread = spread(kernel.spread(inputs, in: bounds))
    // Two bilinear samples read a pixel further each.
    if spread.frame == nil, kernel.samplesTurnedLayers { spread.reach += samplingReach }
    let isCut = isCut
    var identity = "\(ObjectIdentifier(kernel)) \(toLayer) \(bounds) \(isCut)"
    for (key, input) in inputs.sorted(by: { $0.key < $1.key }) { identity += " \(key)=\(input.signature)" }
    if let progress { identity += " \(progress)" }
    let colorsEmpty = kernel.colorsEmptyPixels
    return FilterProgram(identity: identity, spread: spread, colorsEmptyPixels: colorsEmpty) {
      source,
      x,
      y,
      target,
      wanted in
      kernel.run(
        FilterCall(
          inputs: inputs,
          source: source,
          target: target,
          x: x,
          y: y,
          toLayer: toLayer,
          bounds: bounds,
          isCut: isCut,
          progress: progress,
          wanted: wanted
        )
      )
    }
  }

  /// The spread of a filter in pixels.
  private func spread(_ spread: FilterSpread) -> FilterProgram.Spread {
    switch spread {
    case .distance(let points):
      let reach = points.isFinite && points > 0 ? scales * min(points, Self.mostReach) : .zero
      return FilterProgram.Spread(reach: reach)
    case .frame(let rect, let near):
      let area = PlaneRect(rect)
      guard let place = toDevice.bounds(of: area), let inner = toDevice.bounds(of: bounds) else {
        return FilterProgram.Spread(reach: .zero, frame: .empty)
      }
      // From any pixel of the bounds to any one of the frame.
      let width = max(place.maxX, inner.maxX) - min(place.minX, inner.minX)
      let height = max(place.maxY, inner.maxY) - min(place.minY, inner.minY)
      let reach = SIMD2(min(width, Self.mostReach), min(height, Self.mostReach)).rounded(.up)
      return FilterProgram.Spread(
        reach: reach,
        frame: PixelRect(covering: place, within: Self.anyPixel),
        near: near.map { scales.max() * min($0, Self.mostReach) + Self.rounding },
        home: PixelRect(covering: inner, within: Self.anyPixel)
      )
    }
  }

  /// Pixels by which the steps of a filter, and samples on the way to a turned layer and back, may reach further.
  private static let rounding = 8.0

  /// Pixels by which samples reach on the way to the filter's plane and back; zero where its pixels are those of the surface.
  ///
  /// Where a layer is turned, sheared or stretched, even a filter of single pixels sees their neighbours: two pixels of the plane,
  /// along a diagonal. The plane's pixels are as large as those of the surface.
  private var samplingReach: SIMD2<Double> {
    let (width, height) = (abs(toDevice.m11), abs(toDevice.m22))
    let slack = 1e-6 * max(width, height)
    if abs(toDevice.m12) <= slack, abs(toDevice.m21) <= slack, abs(width - height) <= slack { return .zero }
    let area = abs(toDevice.m11 * toDevice.m22 - toDevice.m12 * toDevice.m21)
    guard area > 0 else { return .zero }
    let side = scales.max() / area.squareRoot()
    return SIMD2(repeating: min((2 * 2.0.squareRoot() * side).rounded(.up), Self.mostReach))
  }

  /// The largest reach of a filter in points, and in pixels.
  private static let mostReach = Double(BackendLimits.mostReach)
  /// All pixels that a picture may have.
  private static let anyPixel = PixelRect(-(1 << 24), -(1 << 24), 1 << 24, 1 << 24)
}

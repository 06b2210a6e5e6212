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
    let (reach, frame) = spread(kernel.spread(inputs, in: bounds))
    let isCut = isCut
    var identity = "\(ObjectIdentifier(kernel)) \(toLayer) \(bounds) \(isCut)"
    for (key, input) in inputs.sorted(by: { $0.key < $1.key }) { identity += " \(key)=\(input.signature)" }
    if let progress { identity += " \(progress)" }
    let colorsEmpty = kernel.colorsEmptyPixels
    return FilterProgram(identity: identity, reach: reach, frame: frame, colorsEmptyPixels: colorsEmpty) {
      source,
      x,
      y,
      target in
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
          progress: progress
        )
      )
    }
  }

  /// The reach of a filter in pixels, and the pixels that it draws if not those within its reach.
  private func spread(_ spread: FilterSpread) -> (reach: SIMD2<Double>, frame: PixelRect?) {
    switch spread {
    case .distance(let points):
      return (points.isFinite && points > 0 ? scales * min(points, Self.mostReach) : .zero, nil)
    case .frame(let rect):
      let area = PlaneRect(rect)
      guard let place = toDevice.bounds(of: area), let inner = toDevice.bounds(of: bounds) else {
        return (.zero, .empty)
      }
      // From any pixel of the bounds to any one of the frame.
      let width = max(place.maxX, inner.maxX) - min(place.minX, inner.minX)
      let height = max(place.maxY, inner.maxY) - min(place.minY, inner.minY)
      let reach = SIMD2(min(width, Self.mostReach), min(height, Self.mostReach)).rounded(.up)
      return (reach, PixelRect(covering: place, within: Self.anyPixel))
    }
  }

  /// The largest reach of a filter in points, and in pixels.
  private static let mostReach = 4096.0
  /// All pixels that a picture may have.
  private static let anyPixel = PixelRect(-(1 << 24), -(1 << 24), 1 << 24, 1 << 24)
}

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

  package init(_ toDevice: Projective, bounds: PlaneRect) {
    self.bounds = bounds
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

  /// A step that runs a filter of the program's own; nil for other filters.
  func program(of filter: FilterValue, progress: Double? = nil) -> FilterProgram? {
    guard let kernel = filter.kernel, let toLayer else { return nil }
    let inputs = filter.inputs
    let points = kernel.reach(inputs)
    let reach = points.isFinite && points > 0 ? scales * min(points, 4096) : .zero
    let bounds = CGRect(
      x: self.bounds.minX,
      y: self.bounds.minY,
      width: self.bounds.width,
      height: self.bounds.height
    )
    var identity = "\(ObjectIdentifier(kernel)) \(toLayer) \(bounds)"
    for (key, input) in inputs.sorted(by: { $0.key < $1.key }) { identity += " \(key)=\(input.signature)" }
    if let progress { identity += " \(progress)" }
    return FilterProgram(identity: identity, reach: reach) { source, x, y, target in
      kernel.run(
        FilterCall(
          inputs: inputs,
          source: source,
          target: target,
          x: x,
          y: y,
          toLayer: toLayer,
          bounds: bounds,
          progress: progress
        )
      )
    }
  }
}

import CoreGraphics
import StrataBase
import StrataFrame
import StrataRaster

/// The paints of gradients, images and particles.
extension ItemPreparer {
  func gradient(_ resource: GradientResource, in space: Space, tint: SIMD4<Float>) -> PreparedPaint? {
    guard let inverse = space.toDevice.inverted(), !resource.frame.isEmpty else { return nil }
    let frame = resource.frame
    let toUnit = inverse.concatenating(.translation(-frame.minX, -frame.minY))
      .concatenating(.scale(1 / frame.width, 1 / frame.height))
    let geometry: GradientGeometry =
      switch resource.kind {
      case .axial: .axial(start: resource.start, end: resource.end)
      case .radial: .ellipse(center: resource.start, radii: resource.end - resource.start)
      case .conic: .conic(center: resource.start, end: resource.end)
      }
    let stops = GradientStops(colors: resource.colors.map { $0 * tint }, locations: resource.locations)
    return PreparedPaint(.gradient(GradientPaint(stops: stops, geometry: geometry, fromDevice: toUnit)))
  }

  /// The pixels of a picture for samples of a kind; without contents where the device that holds the picture samples it.
  func pixels(of image: CGImage, _ sampling: Sampling) -> PixelBuffer {
    let staysThere = isForDevice && image.devicePixels != nil && sampling.isForDevice
    return staysThere ? image.pixelsOrPlace : image.pixels.inBytes
  }

  func image(
    _ pixels: PixelBuffer,
    _ placement: Placement,
    in space: Space,
    tint: SIMD4<Float>
  ) -> PreparedPaint? {
    guard !placement.target.isEmpty, let inverse = space.toDevice.inverted() else { return nil }
    let whole = PlaneRect(0, 0, Double(pixels.width), Double(pixels.height))
    return PreparedPaint(
      pixels,
      source: placement.sampling.repeats ? whole : placement.source,
      fromDevice: inverse.concatenating(placement.toSource),
      sampling: placement.sampling,
      tint: tint
    )
  }

  func particles(
    _ batch: ParticleBatch,
    in space: Space,
    bounds: PixelRect,
    tint: SIMD4<Float>
  ) -> PreparedParticles {
    PreparedParticles(batch, in: space, bounds: bounds, tint: tint) { frame[$0.image].image.pixels.inBytes }
  }
}

extension PreparedPaint {
  /// The paint of a part of a picture.
  convenience init(
    _ pixels: PixelBuffer,
    source: PlaneRect,
    fromDevice: Projective,
    sampling: Sampling,
    tint: SIMD4<Float>
  ) {
    let filter: SamplingFilter =
      switch sampling.filter {
      case .nearest: .nearest
      case .linear: .linear
      case .trilinear: .trilinear(bias: sampling.bias)
      case .smooth: .smooth
      }
    self.init(
      .image(
        ImagePaint(
          pixels: pixels,
          source: SIMD4(source.minX, source.minY, source.maxX, source.maxY),
          fromDevice: fromDevice,
          filter: filter,
          edge: sampling.repeats ? .repeat : .clamp,
          tint: tint,
          isTemplate: sampling.isAlphaOnly
        )
      )
    )
  }
}

extension Sampling {
  /// True if a device computes the samples (see ``PictureRows``).
  var isForDevice: Bool { !repeats && !isAlphaOnly && (filter == .linear || filter == .nearest) }
}

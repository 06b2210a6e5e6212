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

  func image(
    _ pixels: PixelBuffer,
    _ placement: Placement,
    in space: Space,
    tint: SIMD4<Float>
  ) -> PreparedPaint? {
    guard !placement.target.isEmpty, let inverse = space.toDevice.inverted() else { return nil }
    let whole = PlaneRect(0, 0, Double(pixels.width), Double(pixels.height))
    return paint(
      pixels,
      source: placement.sampling.repeats ? whole : placement.source,
      fromDevice: inverse.concatenating(placement.toSource),
      sampling: placement.sampling,
      tint: tint
    )
  }

  private func paint(
    _ pixels: PixelBuffer,
    source: PlaneRect,
    fromDevice: Projective,
    sampling: Sampling,
    tint: SIMD4<Float>
  ) -> PreparedPaint {
    let filter: SamplingFilter =
      switch sampling.filter {
      case .nearest: .nearest
      case .linear: .linear
      case .trilinear: .trilinear(bias: sampling.bias)
      case .smooth: .smooth
      }
    return PreparedPaint(
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

  func particles(
    _ batch: ParticleBatch,
    in space: Space,
    bounds: PixelRect,
    tint: SIMD4<Float>
  ) -> [(shape: DeviceShape, bounds: PixelRect, paint: PreparedPaint)] {
    batch.particles.compactMap { particle in
      let sprite = batch.sprites[Int(particle.sprite)]
      // Maps the unit square around the origin to the plane.
      let toPlane = Projective(
        a: particle.axisX.x,
        b: particle.axisX.y,
        c: particle.axisY.x,
        d: particle.axisY.y,
        tx: particle.center.x,
        ty: particle.center.y
      )
      let own = Space(toPlane.concatenating(space.toDevice))
      let square = PlaneRect(-0.5, -0.5, 0.5, 0.5)
      let shape = DeviceShape(square, in: own)
      guard let reached = Self.bounds(of: square, under: own.toDevice) else { return nil }
      let visible = reached.intersection(bounds)
      guard !visible.isEmpty, let inverse = own.toDevice.inverted() else { return nil }
      let placement = Placement(
        source: sprite.source,
        target: square,
        isFlipped: sprite.isFlipped,
        sampling: sprite.sampling
      )
      let paint = paint(
        frame[sprite.image].image.pixels.inBytes,
        source: sprite.source,
        fromDevice: inverse.concatenating(placement.toSource),
        sampling: sprite.sampling,
        tint: particle.color * tint
      )
      return (shape, visible, paint)
    }
  }

  /// The pixels that a mapped rectangle touches.
  private static func bounds(of rect: PlaneRect, under m: Projective) -> PixelRect? {
    var (minX, minY, maxX, maxY) = (Double.infinity, Double.infinity, -Double.infinity, -Double.infinity)
    for (x, y) in [
      (rect.minX, rect.minY), (rect.maxX, rect.minY), (rect.minX, rect.maxY), (rect.maxX, rect.maxY),
    ] {
      let place = m.apply(x, y)
      guard place.w > 1e-5 else { return PixelRect(-1 << 29, -1 << 29, 1 << 29, 1 << 29) }
      (minX, maxX) = (min(minX, place.x / place.w), max(maxX, place.x / place.w))
      (minY, maxY) = (min(minY, place.y / place.w), max(maxY, place.y / place.w))
    }
    guard minX.isFinite, minY.isFinite, maxX.isFinite, maxY.isFinite else { return nil }
    func pixel(_ value: Double) -> Int32 { Int32(min(max(value, -5e8), 5e8)) }
    return PixelRect(
      pixel((minX - 0.01).rounded(.down)),
      pixel((minY - 0.01).rounded(.down)),
      pixel((maxX + 0.01).rounded(.up)),
      pixel((maxY + 0.01).rounded(.up))
    )
  }
}

import CoreGraphics
import StrataBase
import StrataFrame
import StrataRaster

/// The particles of a batch that are seen.
///
/// A particle's shape and paint take many times the memory of its place in the list, so they are made where it is drawn,
/// which for most particles is one tile.
struct PreparedParticles {
  private struct Seen {
    /// The index in the batch.
    var index: Int32
    var bounds: PixelRect
  }

  /// The square that particles fill in their own space.
  private static let square = PlaneRect(-0.5, -0.5, 0.5, 0.5)

  private let batch: ParticleBatch
  private let space: Space
  private let tint: SIMD4<Float>
  private var seen: [Seen] = []
  /// The pixels of the sprites that are seen.
  private var pictures: [PixelBuffer?]

  init(
    _ batch: ParticleBatch,
    in space: Space,
    bounds: PixelRect,
    tint: SIMD4<Float>,
    pixels: (ParticleBatch.Sprite) -> PixelBuffer
  ) {
    (self.batch, self.space, self.tint) = (batch, space, tint)
    pictures = Array(repeating: nil, count: batch.sprites.count)
    for (index, particle) in batch.particles.enumerated() {
      let reached = Self.bounds(of: Self.square, under: Self.toDevice(particle, in: space))
      guard let visible = reached?.intersection(bounds), !visible.isEmpty else { continue }
      let sprite = Int(particle.sprite)
      if pictures[sprite] == nil { pictures[sprite] = pixels(batch.sprites[sprite]) }
      seen.append(Seen(index: Int32(index), bounds: visible))
    }
  }

  /// Calls `body` for each particle that touches an area, in order, with its part of the area.
  func forEach(in area: PixelRect, _ body: (DeviceShape, PixelRect, PreparedPaint) -> Void) {
    for item in seen {
      let part = item.bounds.intersection(area)
      guard !part.isEmpty else { continue }
      let particle = batch.particles[Int(item.index)]
      guard let paint = paint(particle) else { continue }
      body(DeviceShape(Self.square, in: Space(Self.toDevice(particle, in: space))), part, paint)
    }
  }

  /// Maps the unit square around the origin to the device.
  private static func toDevice(_ particle: Particle, in space: Space) -> Projective {
    Projective(
      a: particle.axisX.x,
      b: particle.axisX.y,
      c: particle.axisY.x,
      d: particle.axisY.y,
      tx: particle.center.x,
      ty: particle.center.y
    ).concatenating(space.toDevice)
  }

  private func paint(_ particle: Particle) -> PreparedPaint? {
    let sprite = batch.sprites[Int(particle.sprite)]
    guard let pixels = pictures[Int(particle.sprite)],
      let inverse = Self.toDevice(particle, in: space).inverted()
    else { return nil }
    let placement = Placement(
      source: sprite.source,
      target: Self.square,
      isFlipped: sprite.isFlipped,
      sampling: sprite.sampling
    )
    return PreparedPaint(
      pixels,
      source: sprite.source,
      fromDevice: inverse.concatenating(placement.toSource),
      sampling: sprite.sampling,
      tint: particle.color * tint
    )
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

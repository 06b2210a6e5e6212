import CoreGraphics
import Foundation
import StrataBase
import StrataFrame
import StrataRaster
import StrataRenderTree

/// Emitter layers: living particles as quads of the layer's plane (rendering EM-12, EM-15, EM-16).
struct ParticleEmitter {
  private let emitter: EmitterState
  private let simulation: ParticleSimulation
  /// The space that particles stand in, as it is seen on the plane; nil if that is the plane itself.
  private let projection: ParticleProjection?
  private let isFlipped: Bool
  private let clip: Index<ClipNode>?

  /// The particles at a local time of an emitter with these states so far; `place` maps their space to the plane.
  init(
    _ emitter: EmitterState,
    _ spans: [EmitterSpan],
    time: Double,
    isFlipped: Bool,
    place: CATransform3D? = nil,
    clip: Index<ClipNode>?
  ) {
    self.emitter = emitter
    simulation = ParticleSimulation(spans, at: time)
    projection = place.map { ParticleProjection($0) }
    (self.isFlipped, self.clip) = (isFlipped, clip)
  }

  func emit(plane: inout Plane, _ writer: inout FrameWriter) {
    if simulation.isCut { writer.note(.tooMany(plane.layer)) }
    guard !simulation.bodies.isEmpty, let density = density(on: plane) else { return }
    let pictures = simulation.cells.map(Picture.init)
    var sprites = Sprites(density: density, isFlipped: isFlipped)
    var particles: [Particle] = []
    var box = PlaneRect(.infinity, .infinity, -.infinity, -.infinity)
    particles.reserveCapacity(simulation.bodies.count)
    for body in simulation.bodies {
      let z = body.position.z
      guard let picture = pictures[body.cell], body.color.w > 0, z >= Double(emitter.cullMinZ),
        z <= Double(emitter.cullMaxZ)
      else { continue }
      let cell = simulation.cells[body.cell]
      let sprite = sprites.index(of: body, picture, cell, &writer)
      guard var particle = particle(body, picture.axes(of: body, cell), sprite) else { continue }
      particle.color = body.color * plane.tint * picture.tint
      particles.append(particle)
      box = box.union(particle.bounds)
    }
    guard !particles.isEmpty, !box.isEmpty else { return }
    var batch = ParticleBatch(sprites: sprites.all, particles: particles)
    if projection != nil, emitter.renderMode == .backToFront { batch.sortByDepth() }
    writer.add(
      .particles,
      box,
      .particles(writer.append(batch)),
      plane: &plane,
      clip: clip,
      blend: emitter.renderMode == .additive ? .plusL : .normal
    )
  }

  /// Device pixels per point at the emitter's position; nil if that is behind the viewer.
  private func density(on plane: Plane) -> SIMD2<Double>? {
    let position = emitter.emitterPosition
    let middle = SIMD3(Double(position.x), Double(position.y), Double(emitter.emitterZPosition))
    guard let projection else { return plane.toDevice.scales(at: middle.x, middle.y) * 1 }
    guard let seen = projection.seen(middle) else { return nil }
    return plane.toDevice.scales(at: seen.point.x, seen.point.y) * seen.scale
  }

  /// A body as it is seen on the plane, without its colour; nil if it is not seen.
  private func particle(
    _ body: ParticleSimulation.Body,
    _ axes: (SIMD3<Double>, SIMD3<Double>),
    _ sprite: Int32
  ) -> Particle? {
    var (middle, (axisX, axisY)) = (body.position, axes)
    if let projection {
      guard let seen = projection.seen(middle, axisX, axisY) else { return nil }
      (middle, axisX, axisY) = seen
    }
    let (x, y) = (SIMD2(axisX.x, axisX.y), SIMD2(axisY.x, axisY.y))
    let center = SIMD2(middle.x, middle.y)
    let nothing = center * 0 + x * 0 + y * 0
    guard nothing.x == 0, nothing.y == 0, middle.z * 0 == 0 else { return nil }
    return Particle(center: center, axisX: x, axisY: y, color: .zero, z: middle.z, sprite: sprite)
  }

  /// The sprites of a batch, one for each frame of a cell.
  private struct Sprites {
    let density: SIMD2<Double>
    let isFlipped: Bool
    private(set) var all: [ParticleBatch.Sprite] = []
    private var indexOf: [SpriteKey: Int32] = [:]

    init(density: SIMD2<Double>, isFlipped: Bool) { (self.density, self.isFlipped) = (density, isFlipped) }

    /// The index of the sprite that a body shows.
    mutating func index(
      of body: ParticleSimulation.Body,
      _ picture: Picture,
      _ cell: EmitterCellState,
      _ writer: inout FrameWriter
    ) -> Int32 {
      let key = SpriteKey(cell: body.cell, frame: picture.frame(of: body, cell))
      if let known = indexOf[key] { return known }
      let index = Int32(all.count)
      indexOf[key] = index
      all.append(
        ParticleBatch.Sprite(
          image: writer.resource(picture.image),
          source: picture.source(frame: key.frame, isFlipped: isFlipped),
          isFlipped: !isFlipped,
          sampling: picture.sampling(cell, pixelsPerPoint: density.max() * abs(body.scale))
        )
      )
      return index
    }
  }

  private struct SpriteKey: Hashable {
    var cell: Int
    var frame: Int
  }

  /// The picture that the particles of a cell show.
  private struct Picture {
    var image: CGImage
    var isAlphaOnly = false
    var tint = SIMD4<Float>(repeating: 1)
    /// The first frame in unit coordinates, y from the image's edge along minY.
    var unit: PlaneRect
    /// Points of a particle of scale one.
    var size: SIMD2<Double>
    var frames: Int
    var columns: Int

    init?(_ cell: EmitterCellState) {
      switch cell.contents {
      case .image(let image): self.image = image
      case .crossFade(let old, let new, let weight):
        guard let nearer = weight < 0.5 ? old : new else { return nil }
        image = nearer
      case .tinted(let image, let color):
        self.image = image
        isAlphaOnly = true
        tint = color.extendedSRGB
      case .none, .live, .other: return nil
      }
      unit = PlaneRect(cell.contentsRect)
      let scale = cell.contentsScale > 0 ? Double(cell.contentsScale) : 1
      size = SIMD2(unit.width * Double(image.width), unit.height * Double(image.height)) / scale
      guard size.x > 0, size.y > 0, size.x.isFinite, size.y.isFinite else { return nil }
      frames = max(1, Int(cell.contentsFrameCount))
      columns = cell.contentsFramesPerRow > 0 ? Int(cell.contentsFramesPerRow) : frames
    }

    func frame(of body: ParticleSimulation.Body, _ cell: EmitterCellState) -> Int {
      guard frames > 1 else { return 0 }
      switch cell.contentsFrameMode {
      case "random": return min(frames - 1, Int(ParticleSimulation.unit(body.seed, 2) * Float(frames)))
      case "sequential":
        let at = (body.age * Double(cell.contentsFramesPerSecond)).rounded(.down)
        return at.isFinite && at > 0 ? Int(at.truncatingRemainder(dividingBy: Double(frames))) : 0
      default: return 0
      }
    }

    func source(frame: Int, isFlipped: Bool) -> PlaneRect {
      let (w, h) = (Double(image.width), Double(image.height))
      let part = unit.offset(x: Double(frame % columns) * unit.width, y: 0)
      let minY = isFlipped ? part.minY * h : (1 - part.maxY) * h
      // Rows of frames follow each other down the image.
      let y = minY + Double(frame / columns) * unit.height * h
      return PlaneRect(part.minX * w, y, part.maxX * w, y + unit.height * h)
    }

    func sampling(_ cell: EmitterCellState, pixelsPerPoint: Double) -> Sampling {
      let ratio = unit.width * Double(image.width) / max(1e-12, size.x * pixelsPerPoint)
      var sampling = Sampling(
        isMinified: ratio > 1,
        cell.minificationFilter,
        cell.magnificationFilter,
        bias: cell.minificationFilterBias
      )
      sampling.isAlphaOnly = isAlphaOnly
      return sampling
    }

    /// Width and height of a particle as vectors of the layer.
    func axes(of body: ParticleSimulation.Body, _ cell: EmitterCellState) -> (SIMD3<Double>, SIMD3<Double>) {
      let (c, s) = (cos(body.rotation), sin(body.rotation))
      let extent = size * body.scale
      var x = SIMD3(c * extent.x, s * extent.x, 0)
      var y = SIMD3(-s * extent.y, c * extent.y, 0)
      if cell.particleType == "plane" {
        // A fragment tilted about an axis of the layer's plane.
        // The whole range lies on both sides (rendering EM-5).
        let spread = 2 * Double(ParticleSimulation.unit(body.seed, 3)) - 1
        let tilt = Double(cell.orientationLatitude) + Double(cell.orientationRange) * spread
        let around =
          Double(cell.orientationLongitude) + 2 * Double.pi * Double(ParticleSimulation.unit(body.seed, 4))
          * (cell.orientationRange != 0 ? 1 : 0)
        let axis = SIMD3(-sin(around), cos(around), 0)
        x = Self.turned(x, about: axis, tilt)
        y = Self.turned(y, about: axis, tilt)
      }
      return (x, y)
    }

    /// Rodrigues' rotation.
    private static func turned(_ v: SIMD3<Double>, about k: SIMD3<Double>, _ angle: Double) -> SIMD3<Double> {
      let (c, s) = (cos(angle), sin(angle))
      let cross = SIMD3(k.y * v.z - k.z * v.y, k.z * v.x - k.x * v.z, k.x * v.y - k.y * v.x)
      return v * c + cross * s + k * ((k * v).sum() * (1 - c))
    }
  }
}

extension Particle {
  /// The smallest rectangle of the plane around the particle.
  var bounds: PlaneRect {
    let rx = (abs(axisX.x) + abs(axisY.x)) / 2
    let ry = (abs(axisX.y) + abs(axisY.y)) / 2
    return PlaneRect(center.x - rx, center.y - ry, center.x + rx, center.y + ry)
  }
}

import CoreGraphics
import Foundation
import StrataBase
import StrataRaster
import StrataRenderTree

/// Emitter layers: living particles as quads of the layer's plane (rendering EM-12, EM-15, EM-16).
extension FrameBuilder {
  func drawParticles(
    _ emitter: EmitterState,
    tree: Int32,
    time: Double,
    isFlipped: Bool,
    plane: inout Plane,
    clip: Index<ClipNode>?
  ) {
    drawParticles(
      emitter,
      tree: tree,
      time: time,
      isFlipped: isFlipped,
      place: nil,
      plane: &plane,
      clip: clip
    )
  }

  /// Draws particles in the layer's plane, or in space when a place says how that lies to the plane.
  func drawParticles(
    _ emitter: EmitterState,
    tree: Int32,
    time: Double,
    isFlipped: Bool,
    place: CATransform3D?,
    plane: inout Plane,
    clip: Index<ClipNode>?
  ) {
    let simulation = ParticleSimulation(spans(of: emitter, plane.layer, tree: tree, at: time), at: time)
    if simulation.isCut { note(.tooMany(plane.layer)) }
    guard !simulation.bodies.isEmpty else { return }
    let pictures = simulation.cells.map(Picture.init)
    var batch = ParticleBatch(sprites: [], particles: [])
    var spriteOf: [SpriteKey: Int32] = [:]
    var box = PlaneRect(.infinity, .infinity, -.infinity, -.infinity)
    let center = emitter.emitterPosition
    let middle = SIMD3(Double(center.x), Double(center.y), Double(emitter.emitterZPosition))
    let stand = place.map { ParticleStand($0) }
    guard let at = stand == nil ? (point: middle, scale: 1) : stand?.seen(middle) else { return }
    let density = plane.toDevice.scales(at: at.point.x, at.point.y) * at.scale
    batch.particles.reserveCapacity(simulation.bodies.count)
    for body in simulation.bodies {
      guard let picture = pictures[body.cell] else { continue }
      var z = body.position.z
      guard body.color.w > 0, z >= Double(emitter.cullMinZ), z <= Double(emitter.cullMaxZ) else { continue }
      let cell = simulation.cells[body.cell]
      let key = SpriteKey(cell: body.cell, frame: picture.frame(of: body, cell))
      let sprite: Int32
      if let known = spriteOf[key] {
        sprite = known
      } else {
        sprite = Int32(batch.sprites.count)
        spriteOf[key] = sprite
        batch.sprites.append(
          ParticleBatch.Sprite(
            image: resource(picture.image),
            source: picture.source(frame: key.frame, isFlipped: isFlipped),
            isFlipped: !isFlipped,
            sampling: picture.sampling(cell, pixelsPerPoint: density.max() * abs(body.scale))
          )
        )
      }
      var (axisX, axisY) = picture.axes(of: body, cell)
      var middle = body.position
      if let stand {
        guard let seen = stand.seen(middle, axisX, axisY) else { continue }
        (middle, axisX, axisY) = seen
        z = middle.z
      }
      let (x, y) = (SIMD2(axisX.x, axisX.y), SIMD2(axisY.x, axisY.y))
      let center = SIMD2(middle.x, middle.y)
      let nothing = center * 0 + x * 0 + y * 0
      guard nothing.x == 0, nothing.y == 0, z * 0 == 0 else { continue }
      let color = body.color * plane.tint * picture.tint
      batch.particles.append(
        Particle(
          center: center,
          axisX: x,
          axisY: y,
          color: color,
          z: z,
          sprite: sprite
        )
      )
      let rx = (abs(x.x) + abs(y.x)) / 2
      let ry = (abs(x.y) + abs(y.y)) / 2
      box = box.union(PlaneRect(center.x - rx, center.y - ry, center.x + rx, center.y + ry))
    }
    guard !batch.particles.isEmpty, !box.isEmpty else { return }
    if place != nil, emitter.renderMode == .backToFront { batch.sortByDepth() }
    frame.particles.append(batch)
    let index = Index<ParticleBatch>(frame.particles.count - 1)
    add(
      .particles,
      box,
      .particles(index),
      plane: &plane,
      clip: clip,
      blend: emitter.renderMode == .additive ? .plusL : .normal
    )
  }

  private struct SpriteKey: Hashable {
    var cell: Int
    var frame: Int
  }

  /// What the particles of a cell show.
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
      case .crossFade(let old, let new, let weight): image = weight < 0.5 ? old : new
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
      case "random": return min(frames - 1, Int(ParticleSimulation.unit(body.spice, 2) * Float(frames)))
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
      var sampling = Sampling(isAlphaOnly: isAlphaOnly)
      sampling.filter = FrameBuilder.filter(ratio > 1 ? cell.minificationFilter : cell.magnificationFilter)
      if sampling.filter == .trilinear {
        if ratio > 1 { sampling.bias = cell.minificationFilterBias } else { sampling.filter = .linear }
      }
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
        let spread = Double(ParticleSimulation.unit(body.spice, 3)) - 0.5
        let tilt = Double(cell.orientationLatitude) + Double(cell.orientationRange) * spread
        let around =
          Double(cell.orientationLongitude) + 2 * Double.pi * Double(ParticleSimulation.unit(body.spice, 4))
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

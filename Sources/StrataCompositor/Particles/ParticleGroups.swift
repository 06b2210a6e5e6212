import StrataBase
import StrataFrame
import StrataRaster
import StrataRenderTree

/// Batches of the particles of emitters that keep depth, between the planes that they fly among.
///
/// In one place, batches of several emitters follow each other by their mean depth; where all of these emitters sort their
/// particles by depth, these are sorted with each other.
struct ParticleGroups {
  /// Particles of one emitter that follow each other.
  struct Batch {
    /// The item of all of its particles.
    var item: DisplayItem
    var particles: ParticleBatch
    var bounds: PixelRect
  }

  private struct ParticleGroup {
    var item: DisplayItem
    var batch: ParticleBatch
    var isSorted: Bool
    var points: [ParticleOrder.Point]
    /// The bounds of the particles in device pixels.
    var boxes: [PlaneRect]
  }

  /// Some of the particles of a particle group.
  private struct Share {
    var particleGroup: Int
    var members: [Int]
  }

  /// The most comparisons of particles with pieces; further emitters have one place each.
  private static let mostComparisons = 1 << 24
  /// The most batches that sorting emitters with each other may lead to.
  private static let mostMixed = 1024

  private let order: ParticleOrder
  private let pieceCount: Int
  private var particleGroups: [ParticleGroup] = []
  private var shares: [Int: [Share]] = [:]
  private var comparisons = 0
  private var mixed = 0

  /// True if an emitter has one place although its particles may need more.
  private(set) var gaveUp = false

  /// Takes the pieces of planes from back to front.
  init(_ pieces: [(plane: PlaneSplitter.Plane?, polygon: [RasterPoint]?)]) {
    order = ParticleOrder(pieces)
    pieceCount = pieces.count
  }

  /// Adds the particles of an emitter, drawn in a plane; `order` is the emitter's among the planes.
  mutating func add(
    _ item: DisplayItem,
    _ batch: ParticleBatch,
    _ toDevice: Projective,
    order number: Int,
    isSorted: Bool
  ) {
    var particleGroup = ParticleGroup(item: item, batch: batch, isSorted: isSorted, points: [], boxes: [])
    for particle in batch.particles {
      let box = toDevice.bounds(of: particle.bounds)
      particleGroup.boxes.append(box ?? PlaneRect(0, 0, 0, 0))
      particleGroup.points.append(Self.point(particle, toDevice, box))
    }
    var places: [Int]
    comparisons += pieceCount * particleGroup.points.count
    if comparisons <= Self.mostComparisons {
      places = order.places(of: particleGroup.points, order: number)
    } else {
      gaveUp = true
      let place = order.places(of: [Self.middle(of: particleGroup.points)], order: number)[0]
      places = Array(repeating: place, count: particleGroup.points.count)
    }
    var members: [Int: [Int]] = [:]
    for (i, place) in places.enumerated() { members[place, default: []].append(i) }
    particleGroups.append(particleGroup)
    for (place, list) in members {
      shares[place, default: []].append(Share(particleGroup: particleGroups.count - 1, members: list))
    }
  }

  /// A particle on the device; behind the viewer, where none is drawn, one that touches nothing.
  private static func point(
    _ particle: Particle,
    _ toDevice: Projective,
    _ box: PlaneRect?
  ) -> ParticleOrder.Point {
    let place = toDevice.apply(particle.center.x, particle.center.y)
    guard place.w > Projective.nearestW, let box else {
      return ParticleOrder.Point(center: RasterPoint(.nan, .nan), depth: 0)
    }
    let center = RasterPoint(place.x / place.w, place.y / place.w)
    let reach = SIMD2(
      max(box.maxX - center.x, center.x - box.minX),
      max(box.maxY - center.y, center.y - box.minY)
    )
    return ParticleOrder.Point(center: center, reach: reach, depth: particle.z / place.w)
  }

  private static func middle(of points: [ParticleOrder.Point]) -> ParticleOrder.Point {
    let seen = points.filter { $0.center.x.isFinite }
    let share = 1 / Double(max(1, seen.count))
    var middle = ParticleOrder.Point(center: .zero, depth: 0)
    for point in seen {
      middle.center += point.center * share
      middle.depth += point.depth * share
    }
    return middle
  }

  /// The batches that are painted after a number of pieces, from back to front.
  mutating func batches(at place: Int) -> [Batch] {
    guard let shares = shares[place] else { return [] }
    guard shares.count > 1 else { return shares.map(batch) }
    if shares.allSatisfy({ particleGroups[$0.particleGroup].isSorted }), let sorted = sorted(shares) {
      return sorted.map(batch)
    }
    let depths = shares.map { share in
      share.members.reduce(0) { $0 + particleGroups[share.particleGroup].points[$1].depth }
        / Double(share.members.count)
    }
    let order = shares.indices.sorted { a, b in depths[a] == depths[b] ? a < b : depths[a] < depths[b] }
    return order.map { batch(shares[$0]) }
  }

  /// Particles of several emitters by depth, in as few shares as that takes; nil where these would be too many.
  private mutating func sorted(_ shares: [Share]) -> [Share]? {
    var all: [(particleGroup: Int, member: Int, depth: Double)] = []
    for share in shares {
      for i in share.members {
        all.append((share.particleGroup, i, particleGroups[share.particleGroup].points[i].depth))
      }
    }
    let order = all.indices.sorted { a, b in
      all[a].depth == all[b].depth ? a < b : all[a].depth < all[b].depth
    }
    var result: [Share] = []
    for i in order {
      if let last = result.last, last.particleGroup == all[i].particleGroup {
        result[result.count - 1].members.append(all[i].member)
      } else {
        result.append(Share(particleGroup: all[i].particleGroup, members: [all[i].member]))
      }
    }
    guard mixed + result.count <= Self.mostMixed else { return nil }
    mixed += result.count
    return result
  }

  private func batch(_ share: Share) -> Batch {
    let particleGroup = particleGroups[share.particleGroup]
    var box = PlaneRect(.infinity, .infinity, -.infinity, -.infinity)
    for i in share.members { box = box.union(particleGroup.boxes[i]) }
    let isWhole = share.members.count == particleGroup.batch.particles.count
    return Batch(
      item: particleGroup.item,
      particles: ParticleBatch(
        sprites: particleGroup.batch.sprites,
        particles: share.members.map { particleGroup.batch.particles[$0] }
      ),
      bounds: isWhole
        ? particleGroup.item.boundsInDevice
        : PixelRect(covering: box, within: particleGroup.item.boundsInDevice)
    )
  }
}

import CoreGraphics
import Foundation
import StrataBase
import StrataRenderTree

/// An emitter whose particles are one of the entries that are put in order.
struct Emitting {
  var id: LayerID
  var emitter: EmitterState
  var time: Double
  /// The emitter's space to the plane of the flattening layer around it.
  var place: CATransform3D
  var isFlipped: Bool
  var scope: Scope
}

/// Emitters that keep depth (rendering Z-9): particles stand in the space that the layer itself stands in.
///
/// As with transform layers nothing but the particles, and the sublayers, which keep their depth too, is drawn of such a
/// layer. What lies between its particles is `ParticleOrder`'s to say.
extension FrameBuilder {
  /// The particles of a layer that keeps its depth; nil where it is none that emits.
  func particles(
    of node: LayerMoment,
    _ state: LayerState,
    _ time: Double,
    _ role: Visit.Role,
    _ scope: Scope
  ) -> Entry? {
    guard case .emitter(let box) = state.kind else { return nil }
    let place = place(inSpace: state, role, scope)
    guard place.isFinite else {
      note(.unplaceable(node.id))
      return nil
    }
    isTimed = true
    var own = scope
    own.opacity *= clampedOpacity(state.opacity)
    emitting.append(
      Emitting(
        id: node.id,
        emitter: box.value,
        time: time,
        place: place,
        isFlipped: scope.isFlipped != state.isGeometryFlipped,
        scope: own
      )
    )
    return Entry(content: .particles(Int32(emitting.count - 1)), matrix: place, z: 0)
  }

  func drawParticles(_ record: Int32) {
    let e = emitting[Int(record)]
    var plane = Plane(layer: e.id, toDevice: e.scope.base, scope: e.scope)
    drawParticles(
      e.emitter,
      tree: e.scope.tree,
      time: e.time,
      isFlipped: e.isFlipped,
      place: e.place,
      plane: &plane,
      clip: plane.clip
    )
  }
}

/// Where particles of a space are seen on a plane.
struct ParticleStand {
  private let matrix: CATransform3D

  init(_ matrix: CATransform3D) { self.matrix = matrix }

  /// A point as it is seen, and how much larger things are there; nil behind the viewer.
  func seen(_ p: SIMD3<Double>) -> (point: SIMD3<Double>, scale: Double)? {
    guard let (point, x, _) = seen(p, SIMD3(1, 0, 0), SIMD3(0, 1, 0)) else { return nil }
    return (point, (x.x * x.x + x.y * x.y).squareRoot())
  }

  /// A point with its depth, as that of planes is after the division, and two vectors at it.
  ///
  /// A vector becomes the derivative of the projection along it, which is exact for what is parallel to the screen.
  func seen(
    _ p: SIMD3<Double>,
    _ x: SIMD3<Double>,
    _ y: SIMD3<Double>
  ) -> (SIMD3<Double>, SIMD3<Double>, SIMD3<Double>)? {
    let place = matrix.apply(p.x, p.y, p.z)
    guard place.w > LayerPlacement.nearestW else { return nil }
    let point = SIMD3(place.x / place.w, place.y / place.w, place.z / place.w)
    let origin = matrix.apply(0, 0, 0)
    func moved(_ v: SIMD3<Double>) -> SIMD3<Double> {
      let d = matrix.apply(v.x, v.y, v.z) - origin
      return (SIMD3(d.x, d.y, d.z) - point * d.w) / place.w
    }
    return (point, moved(x), moved(y))
  }
}

extension ParticleBatch {
  /// Puts the farthest first; equal depths stay in their order.
  mutating func sortByDepth() {
    let order = particles.indices.sorted { a, b in
      particles[a].z == particles[b].z ? a < b : particles[a].z < particles[b].z
    }
    particles = order.map { particles[$0] }
  }
}

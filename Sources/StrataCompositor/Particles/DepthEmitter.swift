import CoreGraphics
import Foundation
import StrataBase
import StrataFrame
import StrataRenderTree

/// An emitter whose particles are a member of a volume (rendering Z-9): they stand in the space that the layer itself
/// stands in.
///
/// As with transform layers, such a layer paints nothing but the particles and the sublayers, which keep their depth, too.
/// `ParticleOrder` decides what lies between its particles.
struct DepthEmitter {
  let state: EmitterState
  /// The emitter's space to the plane of the flattening layer around it.
  let place: CATransform3D
  private let id: LayerID
  private let time: Double
  private let isFlipped: Bool
  private let scope: Scope

  /// Nil if the layer is not an emitter, or cannot be placed.
  init?(_ node: LayerMoment, _ role: Visit.Role, in outer: Scope, _ writer: inout FrameWriter) {
    guard case .emitter(let box) = node.state.kind else { return nil }
    let place = outer.place(inSpace: node.state, role)
    guard place.isFinite else {
      writer.note(.unplaceable(node.id))
      return nil
    }
    writer.noteTimed()
    var scope = outer
    scope.opacity *= node.state.opacity.asOpacity
    (state, self.place, id, time, self.scope) = (box.value, place, node.id, node.localTime, scope)
    isFlipped = outer.isFlipped != node.state.isGeometryFlipped
  }

  func draw(_ walk: TreeWalk, _ writer: inout FrameWriter) {
    var plane = Plane(layer: id, toDevice: scope.base, scope: scope)
    let spans = walk.spans(of: state, id, tree: scope.tree, at: time)
    ParticleEmitter(state, spans, time: time, isFlipped: isFlipped, place: place, clip: plane.clip)
      .emit(plane: &plane, &writer)
  }
}

/// The projection of particles in a space onto a plane.
struct ParticleProjection {
  private let matrix: CATransform3D

  init(_ matrix: CATransform3D) { self.matrix = matrix }

  /// A point as it is seen, and how much larger things are there; nil behind the viewer.
  func seen(_ p: SIMD3<Double>) -> (point: SIMD3<Double>, scale: Double)? {
    guard let (point, x, _) = seen(p, SIMD3(1, 0, 0), SIMD3(0, 1, 0)) else { return nil }
    return (point, (x.x * x.x + x.y * x.y).squareRoot())
  }

  /// A point with its depth, as that of planes is after the division, and two vectors at it.
  ///
  /// A vector becomes the derivative of the projection along it, which is exact for vectors parallel to the screen.
  func seen(
    _ p: SIMD3<Double>,
    _ x: SIMD3<Double>,
    _ y: SIMD3<Double>
  ) -> (SIMD3<Double>, SIMD3<Double>, SIMD3<Double>)? {
    let place = matrix.apply(p.x, p.y, p.z)
    guard place.w > Projective.nearestW else { return nil }
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
  /// Sorts particles by depth, the farthest first; equal depths stay in their order.
  mutating func sortByDepth() {
    let order = particles.indices.sorted { a, b in
      particles[a].z == particles[b].z ? a < b : particles[a].z < particles[b].z
    }
    particles = order.map { particles[$0] }
  }
}

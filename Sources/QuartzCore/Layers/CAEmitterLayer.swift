import CoreGraphics
public import Foundation
import StrataRenderTree

/// A layer that shows particles.
///
/// The particles at a time depend on that time and the seed alone, not on earlier frames.
open class CAEmitterLayer: CALayer {
  /// The kinds of particles; the array is copied, the cells are not.
  ///
  /// The layer takes changes of a cell over at its next commit, or at once for changes through key paths such as
  /// `emitterCells.spark.birthRate`.
  open var emitterCells: [CAEmitterCell]? {
    get { storage.extras.kindObjects["emitterCells"] as? [CAEmitterCell] }
    set {
      let cells = newValue.map { $0.isEmpty ? nil : $0 } ?? nil
      storage.extras.kindObjects["emitterCells"] = cells
      refreezeCells()
    }
  }

  /// Gives a presentation copy cells with the values of its state.
  final func showCells(_ states: [EmitterCellState]) {
    let cells = storage.extras.kindObjects["emitterCells"] as? [CAEmitterCell] ?? []
    guard cells.map(\.state) != states else { return }
    storage.extras.kindObjects["emitterCells"] = states.isEmpty ? nil : states.map { CAEmitterCell($0) }
  }

  /// Takes changes of the cells over.
  final func refreezeCells() {
    set(EmitterSchema.shared.emitterCells, \EmitterState.cells, frozenCells ?? [])
  }

  /// The current values of the cells; nil if the layer has no cell objects.
  final var frozenCells: [EmitterCellState]? {
    (storage.extras.kindObjects["emitterCells"] as? [CAEmitterCell])?.map { $0.frozen() }
  }

  /// Takes over the changes that a program made in the cells since it set them, for a commit that contains the layer.
  final func takeCells() {
    guard let cells = frozenCells, cells != storage.state.emitter.cells else { return }
    storage.state.emitter.cells = cells
    storage.changes.formUnion(EmitterSchema.shared.emitterCells.aspect)
  }

  /// The behaviours that act on living particles, such as ``CAEmitterBehavior``; only the array is copied.
  open var emitterBehaviors: [Any]? {
    get { storage.extras.kindObjects["emitterBehaviors"] as? [Any] }
    set {
      storage.extras.kindObjects["emitterBehaviors"] = newValue.flatMap { $0.isEmpty ? nil : $0 }
      refreezeBehaviors()
    }
  }

  /// Takes changes of the behaviours over.
  final func refreezeBehaviors() {
    let behaviors = storage.extras.kindObjects["emitterBehaviors"] as? [Any] ?? []
    set(
      EmitterSchema.shared.emitterBehaviors,
      \EmitterState.behaviors,
      behaviors.compactMap { FilterValue.unwrapped(from: $0) }
    )
  }

  /// Multiplies the birth rates of the cells.
  open var birthRate: Float {
    get { storage.state.emitter.birthRate }
    set { set(EmitterSchema.shared.birthRate, \EmitterState.birthRate, newValue) }
  }

  /// Multiplies the lifetimes of the particles.
  open var lifetime: Float {
    get { storage.state.emitter.lifetime }
    set { set(EmitterSchema.shared.lifetime, \EmitterState.lifetime, newValue) }
  }

  /// The centre of the shape that particles come from, in points.
  open var emitterPosition: CGPoint {
    get { storage.state.emitter.emitterPosition }
    set { set(EmitterSchema.shared.emitterPosition, \EmitterState.emitterPosition, newValue) }
  }

  /// The depth of that centre, in points.
  open var emitterZPosition: CGFloat {
    get { storage.state.emitter.emitterZPosition }
    set { set(EmitterSchema.shared.emitterZPosition, \EmitterState.emitterZPosition, newValue) }
  }

  /// The width and height of the shape, in points; the width is the radius of a circle or sphere.
  open var emitterSize: CGSize {
    get { storage.state.emitter.emitterSize }
    set { set(EmitterSchema.shared.emitterSize, \EmitterState.emitterSize, newValue) }
  }

  /// The depth of a cuboid, in points.
  open var emitterDepth: CGFloat {
    get { storage.state.emitter.emitterDepth }
    set { set(EmitterSchema.shared.emitterDepth, \EmitterState.emitterDepth, newValue) }
  }

  /// The shape that particles come from.
  open var emitterShape: CAEmitterLayerEmitterShape {
    get { storage.state.emitter.emitterShape }
    set { set(EmitterSchema.shared.emitterShape, \EmitterState.emitterShape, newValue) }
  }

  /// The part of the shape that particles come from.
  open var emitterMode: CAEmitterLayerEmitterMode {
    get { storage.state.emitter.emitterMode }
    set { set(EmitterSchema.shared.emitterMode, \EmitterState.emitterMode, newValue) }
  }

  /// The order and way in which particles are drawn.
  open var renderMode: CAEmitterLayerRenderMode {
    get { storage.state.emitter.renderMode }
    set { set(EmitterSchema.shared.renderMode, \EmitterState.renderMode, newValue) }
  }

  /// Keeps the depth of particles instead of flattening them.
  open var preservesDepth: Bool {
    get { storage.state.emitter.preservesDepth }
    set { set(EmitterSchema.shared.preservesDepth, \EmitterState.preservesDepth, newValue) }
  }

  /// Multiplies the velocities of the particles.
  open var velocity: Float {
    get { storage.state.emitter.velocity }
    set { set(EmitterSchema.shared.velocity, \EmitterState.velocity, newValue) }
  }

  /// Multiplies the scales of the particles.
  open var scale: Float {
    get { storage.state.emitter.scale }
    set { set(EmitterSchema.shared.scale, \EmitterState.scale, newValue) }
  }

  /// Multiplies the spins of the particles.
  open var spin: Float {
    get { storage.state.emitter.spin }
    set { set(EmitterSchema.shared.spin, \EmitterState.spin, newValue) }
  }

  /// The seed of the particles' randomness.
  open var seed: UInt32 {
    get { storage.state.emitter.seed }
    set { set(EmitterSchema.shared.seed, \EmitterState.seed, newValue) }
  }
}

extension LayerType {
  static let emitter = LayerType(.emitter, { CAEmitterLayer() }) { list in
    let rows = EmitterSchema.shared
    list.add(rows.birthRate, { $0.birthRate }, { $0.birthRate = $1 })
    list.add(rows.lifetime, { $0.lifetime }, { $0.lifetime = $1 })
    list.add(rows.emitterPosition, { $0.emitterPosition }, { $0.emitterPosition = $1 })
    list.add(rows.emitterZPosition, { $0.emitterZPosition }, { $0.emitterZPosition = $1 })
    list.add(rows.emitterSize, { $0.emitterSize }, { $0.emitterSize = $1 })
    list.add(rows.emitterDepth, { $0.emitterDepth }, { $0.emitterDepth = $1 })
    list.add(rows.emitterShape, { $0.emitterShape }, { $0.emitterShape = $1 })
    list.add(rows.emitterMode, { $0.emitterMode }, { $0.emitterMode = $1 })
    list.add(rows.renderMode, { $0.renderMode }, { $0.renderMode = $1 })
    list.add(rows.preservesDepth, { $0.preservesDepth }, { $0.preservesDepth = $1 })
    list.add(rows.velocity, { $0.velocity }, { $0.velocity = $1 })
    list.add(rows.scale, { $0.scale }, { $0.scale = $1 })
    list.add(rows.spin, { $0.spin }, { $0.spin = $1 })
    list.add(rows.seed, { $0.seed }, { $0.seed = $1 })
    list.addArray(rows.emitterBehaviors, \.emitterBehaviors)
    list.addArray(rows.emitterCells, \.emitterCells)
    list.addWithoutAccessor(rows.cullMaxZ)
    list.addWithoutAccessor(rows.cullMinZ)
    list.addWithoutAccessor(rows.emitterDuration)
    list.addWithoutAccessor(rows.spinBias)
  }
}

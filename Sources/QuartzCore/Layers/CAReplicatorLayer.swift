public import CoreGraphics
import Foundation
import StrataRenderTree

/// A layer that shows copies of its sublayers, each moved, coloured and delayed by one more step.
open class CAReplicatorLayer: CALayer {
  /// The number of copies, the original included.
  open var instanceCount: Int {
    get { storage.state.replicator.instanceCount }
    set { set(ReplicatorSchema.shared.instanceCount, \ReplicatorState.instanceCount, newValue) }
  }

  /// Keeps the depth of the instances instead of flattening them.
  open var preservesDepth: Bool {
    get { storage.state.replicator.preservesDepth }
    set { set(ReplicatorSchema.shared.preservesDepth, \ReplicatorState.preservesDepth, newValue) }
  }

  /// The delay of each instance's animations after those of the last instance, in seconds.
  open var instanceDelay: CFTimeInterval {
    get { storage.state.replicator.instanceDelay }
    set { set(ReplicatorSchema.shared.instanceDelay, \ReplicatorState.instanceDelay, newValue) }
  }

  /// The transform from one instance to the next, about the centre of the bounds.
  open var instanceTransform: CATransform3D {
    get { storage.state.replicator.instanceTransform }
    set { set(ReplicatorSchema.shared.instanceTransform, \ReplicatorState.instanceTransform, newValue) }
  }

  /// The colour that multiplies the first instance.
  open var instanceColor: CGColor? {
    get { storage.state.replicator.instanceColor }
    set { set(ReplicatorSchema.shared.instanceColor, \ReplicatorState.instanceColor, newValue) }
  }

  /// What each instance adds to the red of the colour before.
  open var instanceRedOffset: Float {
    get { storage.state.replicator.instanceRedOffset }
    set { set(ReplicatorSchema.shared.instanceRedOffset, \ReplicatorState.instanceRedOffset, newValue) }
  }

  /// What each instance adds to the green of the colour before.
  open var instanceGreenOffset: Float {
    get { storage.state.replicator.instanceGreenOffset }
    set { set(ReplicatorSchema.shared.instanceGreenOffset, \ReplicatorState.instanceGreenOffset, newValue) }
  }

  /// What each instance adds to the blue of the colour before.
  open var instanceBlueOffset: Float {
    get { storage.state.replicator.instanceBlueOffset }
    set { set(ReplicatorSchema.shared.instanceBlueOffset, \ReplicatorState.instanceBlueOffset, newValue) }
  }

  /// What each instance adds to the alpha of the colour before.
  open var instanceAlphaOffset: Float {
    get { storage.state.replicator.instanceAlphaOffset }
    set { set(ReplicatorSchema.shared.instanceAlphaOffset, \ReplicatorState.instanceAlphaOffset, newValue) }
  }
}

extension LayerType {
  static let replicator = LayerType(.replicator, { CAReplicatorLayer() }) { list in
    let rows = ReplicatorSchema.shared
    list.add(rows.instanceCount, { $0.instanceCount }, { $0.instanceCount = $1 })
    list.add(rows.instanceDelay, { $0.instanceDelay }, { $0.instanceDelay = $1 })
    list.add(rows.instanceTransform, { $0.instanceTransform }, { $0.instanceTransform = $1 })
    list.add(rows.instanceColor, { $0.instanceColor }, { $0.instanceColor = $1 })
    list.add(rows.instanceRedOffset, { $0.instanceRedOffset }, { $0.instanceRedOffset = $1 })
    list.add(rows.instanceGreenOffset, { $0.instanceGreenOffset }, { $0.instanceGreenOffset = $1 })
    list.add(rows.instanceBlueOffset, { $0.instanceBlueOffset }, { $0.instanceBlueOffset = $1 })
    list.add(rows.instanceAlphaOffset, { $0.instanceAlphaOffset }, { $0.instanceAlphaOffset = $1 })
    list.add(rows.preservesDepth, { $0.preservesDepth }, { $0.preservesDepth = $1 })
  }
}

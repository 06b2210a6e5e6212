import CoreGraphics
import Foundation

extension LayerState {
  /// The state with defaults in place of those placement properties that are NaN, which programs may set (animation Z-6);
  /// nil if none is.
  package var withoutNaN: LayerState? {
    var state = self
    var isChanged = false
    func repair<Value>(_ path: WritableKeyPath<LayerState, Value>, _ value: Value, if isBroken: Bool) {
      guard isBroken else { return }
      state[keyPath: path] = value
      isChanged = true
    }
    repair(\.zPosition, 0, if: zPosition.isNaN)
    repair(\.anchorPointZ, 0, if: anchorPointZ.isNaN)
    repair(\.transform, .identity, if: transform.hasNaN)
    repair(\.sublayerTransform, .identity, if: sublayerTransform.hasNaN)
    repair(\.anchorPoint, CGPoint(x: 0.5, y: 0.5), if: anchorPoint.x.isNaN || anchorPoint.y.isNaN)
    return isChanged ? state : nil
  }
}

extension CATransform3D {
  /// True if an entry is NaN.
  fileprivate var hasNaN: Bool {
    [m11, m12, m13, m14, m21, m22, m23, m24, m31, m32, m33, m34, m41, m42, m43, m44].contains { $0.isNaN }
  }
}

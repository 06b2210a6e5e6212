import CoreGraphics
import Foundation
import StrataRenderTree
import Testing

/// An animation of one second that starts at zero, frozen.
func frozen(
  _ path: String,
  _ recipe: TrackRecipe,
  layerClass: LayerClass = .plain,
  _ change: (inout AnimationRecord) -> Void = { _ in }
) -> AnimationRecord {
  let track = LayerSchema.row(at: path, of: layerClass).flatMap { recipe.track(for: $0) }
  var record = AnimationRecord(
    key: path,
    timing: TimingState(duration: 1),
    body: track.map { .track($0) } ?? .inert
  )
  change(&record)
  return record
}

func basic(from: Any? = nil, to: Any? = nil, by: Any? = nil) -> TrackRecipe {
  TrackRecipe(.basic(from: from, to: to, by: by))
}

func keyframes(
  _ values: [Any],
  times: [Double]? = nil,
  mode: CalculationMode = .linear,
  curves: [TimingFunction?] = [],
  tangents: [KeyTangent] = []
) -> TrackRecipe {
  var keys = TrackRecipe.Keyframes()
  (keys.values, keys.times, keys.mode, keys.curves, keys.tangents) = (values, times, mode, curves, tangents)
  return TrackRecipe(.values(keys))
}

func along(
  _ path: CGPath,
  times: [Double]? = nil,
  mode: CalculationMode = .linear,
  curves: [TimingFunction?] = [],
  rotation: RotationMode? = nil
) -> TrackRecipe {
  var keys = TrackRecipe.Keyframes()
  (keys.times, keys.mode, keys.curves) = (times, mode, curves)
  return TrackRecipe(.path(path.outline, keys, rotation))
}

extension TrackRecipe {
  func additive() -> TrackRecipe { changed { $0.isAdditive = true } }
  func cumulative() -> TrackRecipe { changed { $0.isCumulative = true } }
  func through(_ function: ValueFunction) -> TrackRecipe { changed { $0.function = function } }

  private func changed(_ change: (inout TrackRecipe) -> Void) -> TrackRecipe {
    var copy = self
    change(&copy)
    return copy
  }
}

extension LayerState {
  /// The state with animations applied in order at a time of the layer.
  func applying(_ records: AnimationRecord..., at time: Double) -> LayerState {
    var state = self
    for record in records { record.apply(at: time, to: &state) }
    return state
  }

  /// A new state with some values.
  static func with(_ change: (inout LayerState) -> Void) -> LayerState {
    var state = LayerState()
    change(&state)
    return state
  }

  /// The state of a layer of a class.
  static func of(_ layerClass: LayerClass, _ change: (inout LayerState) -> Void = { _ in }) -> LayerState {
    var state = LayerSchema.table(of: layerClass).initial
    change(&state)
    return state
  }
}

extension CATransform3D {
  static func scale(_ x: CGFloat, _ y: CGFloat, _ z: CGFloat) -> CATransform3D {
    CATransform3DMakeScale(x, y, z)
  }
  static func translation(_ x: CGFloat, _ y: CGFloat, _ z: CGFloat) -> CATransform3D {
    CATransform3DMakeTranslation(x, y, z)
  }
  static func turn(_ angle: CGFloat, _ x: CGFloat = 0, _ y: CGFloat = 0, _ z: CGFloat = 1) -> CATransform3D {
    CATransform3DMakeRotation(angle, x, y, z)
  }

  var entries: [Double] {
    [m11, m12, m13, m14, m21, m22, m23, m24, m31, m32, m33, m34, m41, m42, m43, m44].map { Double($0) }
  }
}

func expectClose(
  _ value: CATransform3D,
  _ expected: CATransform3D,
  _ comment: Comment? = nil,
  sourceLocation: SourceLocation = #_sourceLocation
) {
  let difference = zip(value.entries, expected.entries).map { abs($0 - $1) }.max() ?? 0
  #expect(difference < 1e-6, comment ?? "\(value) is not \(expected)", sourceLocation: sourceLocation)
}

func expectClose(
  _ value: [Double],
  _ expected: [Double],
  within tolerance: Double = 1e-6,
  _ comment: Comment? = nil,
  sourceLocation: SourceLocation = #_sourceLocation
) {
  let isClose = value.count == expected.count && zip(value, expected).allSatisfy { abs($0 - $1) <= tolerance }
  #expect(isClose, comment ?? "\(value) is not \(expected)", sourceLocation: sourceLocation)
}

extension CGPoint {
  var numbers: [Double] { [Double(x), Double(y)] }
}

extension CGRect {
  var numbers: [Double] { origin.numbers + [Double(size.width), Double(size.height)] }
}

extension CGColor {
  var numbers: [Double] { (0..<4).map { Double(extendedSRGB[$0]) } }
}

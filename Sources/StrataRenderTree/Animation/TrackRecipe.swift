import CoreGraphics
import Foundation
package import StrataRaster

/// A property animation as a program describes it: values of any type, before the property's type is known.
package struct TrackRecipe {
  package enum Course {
    /// Between two values; either may be the current one.
    case basic(from: Any?, to: Any?, by: Any?)
    case spring(from: Any?, to: Any?, by: Any?, Spring)
    case values(Keyframes)
    case path(Outline, Keyframes, RotationMode?)
  }

  /// The settings common to keyframe animations along values and along a path.
  package struct Keyframes {
    package var values: [Any] = []
    package var times: [Double]?
    package var curves: [TimingFunction?] = []
    package var mode = CalculationMode.linear
    package var tangents: [KeyTangent] = []

    package init() {}
  }

  package var course: Course
  package var isAdditive = false
  package var isCumulative = false
  package var function: ValueFunction?

  package init(
    _ course: Course,
    isAdditive: Bool = false,
    isCumulative: Bool = false,
    function: ValueFunction? = nil
  ) {
    self.course = course
    self.isAdditive = isAdditive
    self.isCumulative = isCumulative
    self.function = function
  }

  /// The same animation through other values.
  package func mapValues(_ change: (Any) -> Any) -> TrackRecipe {
    var result = self
    switch course {
    case .basic(let from, let to, let by):
      result.course = .basic(from: from.map(change), to: to.map(change), by: by.map(change))
    case .spring(let from, let to, let by, let spring):
      result.course = .spring(from: from.map(change), to: to.map(change), by: by.map(change), spring)
    case .values(var keyframes):
      keyframes.values = keyframes.values.map(change)
      result.course = .values(keyframes)
    case .path: break
    }
    return result
  }

  /// Makes the track that animates the property of `row`, or nil if its values do not fit or have no effect.
  package func track(for row: any PropertyRow<LayerState>) -> (any Track<LayerState>)? {
    guard row.isAnimatable else { return nil }
    if row === LayerSchema.shared.isHidden, let fade = TrackMaker(recipe: self).fade() { return fade }
    return row.accept(TrackMaker(recipe: self))
  }

  /// Makes the track that animates how much of a layer is seen, 0 to 1, while it appears or leaves; nil if the values do
  /// not fit.
  package func visibilityTrack(leaves: Bool) -> (any Track<LayerState>)? {
    TrackMaker(recipe: self).visibility(leaves: leaves)
  }

  /// Makes the track that animates the value under a key that no property declares; its values say the type.
  package func track(forCustomKey key: String) -> (any Track<LayerState>)? {
    customRow(key)?.accept(TrackMaker(recipe: self))
  }

  /// The values, in the order in which they decide the type of an undeclared key.
  private var samples: [Any] {
    switch course {
    case .basic(let from, let to, let by), .spring(let from, let to, let by, _):
      [from, to, by].compactMap { $0 }
    case .values(let keyframes): keyframes.values
    case .path: [CGPoint.zero]
    }
  }

  private func customRow(_ key: String) -> (any PropertyRow<LayerState>)? {
    func row<Value: KeyValueCodable>(_ initial: Value) -> any PropertyRow<LayerState> {
      let symbol = Symbol(key)
      let lens = Lens<LayerState, Value>(
        get: { $0.custom[symbol, default: initial] },
        set: { $0.custom[symbol, default: initial] = $1 }
      )
      return Property(key, lens, .custom, .explicit)
    }
    if function != nil { return row(CATransform3D.identity) }
    guard let sample = samples.first else { return nil }
    if sample is CGColor { return row(CGColor?.none) }
    if sample is CGPath { return row(CGPath?.none) }
    if sample is String { return row("") }
    if CATransform3D.unwrapped(from: sample) != nil { return row(CATransform3D.identity) }
    if CGRect.unwrapped(from: sample) != nil { return row(CGRect.zero) }
    if CGSize.unwrapped(from: sample) != nil, !(sample is CGPoint) { return row(CGSize.zero) }
    if CGPoint.unwrapped(from: sample) != nil { return row(CGPoint.zero) }
    if Double.unwrapped(from: sample) != nil { return row(0.0) }
    return nil
  }
}

/// Opens the type of a row and makes a typed track from untyped values.
struct TrackMaker: RowVisitor {
  let recipe: TrackRecipe

  // A row's type is known at run time only; these are the ones that programs animate, compiled for themselves.
  @_specialize(where Value == CGFloat)
  @_specialize(where Value == Float)
  @_specialize(where Value == CGPoint)
  @_specialize(where Value == CGRect)
  @_specialize(where Value == CATransform3D)
  @_specialize(where Value == CGColor?)
  func visit<Value: KeyValueCodable>(_ row: Property<LayerState, Value>) -> (any Track<LayerState>)? {
    if let function = recipe.function {
      guard let lens = row.lens as? Lens<LayerState, CATransform3D> else { return nil }
      return track(through: function, lens)
    }
    if case .path(let outline, let keyframes, let rotation) = recipe.course {
      guard
        let curve = PathCurve(outline, times: keyframes.times, curves: keyframes.curves, mode: keyframes.mode)
      else { return nil }
      if let lens = row.lens as? Lens<LayerState, CGPoint> { return track(along: curve, rotation, lens) }
      if let lens = row.lens as? Lens<LayerState, CGSize> { return track(along: curve, rotation, lens) }
      return nil
    }
    // A null object is nil where a property may have no value.
    return track(row.lens) { Value.unwrapped(from: type(of: $0) == NSNull.self ? nil : $0) }
  }

  /// Makes the track of `hidden` between two values, or nil for another course.
  func fade() -> (any Track<LayerState>)? {
    switch recipe.course {
    case .values, .path: return nil
    case .basic, .spring: break
    }
    return source({ Double.unwrapped(from: $0) ?? Bool.unwrapped(from: $0).map { $0 ? 1 : 0 } }) { source in
      BoundTrack { moment, state in
        guard let hidden = source.value(at: moment, over: state.isHidden ? 1 : 0), hidden.isFinite else {
          return
        }
        state.isHidden = hidden >= 0.5
        state.visibility = Float(1 - min(max(hidden, 0), 1))
      }
    }
  }

  /// Makes the track of how much is seen; a hidden layer is presented as hidden while nothing of it is seen.
  func visibility(leaves: Bool) -> (any Track<LayerState>)? {
    source({ Double.unwrapped(from: $0) }) { source in
      BoundTrack { moment, state in
        let current = state.isHidden || leaves ? 0.0 : 1
        guard let seen = source.value(at: moment, over: current), seen.isFinite else { return }
        state.isHidden = state.isHidden && seen <= 0
        state.visibility = Float(min(max(seen, 0), 1))
      }
    }
  }

  /// Makes the source of a course through values and hands it to `use`.
  private func source<Value: Composable, Result>(
    _ unwrap: (Any) -> Value?,
    _ use: (any ValueSource<Value>) -> Result?
  ) -> Result? {
    func endpoints(_ from: Any?, _ to: Any?, _ by: Any?) -> Endpoints<Value>? {
      let (start, end, change) = (from.flatMap(unwrap), to.flatMap(unwrap), by.flatMap(unwrap))
      // A value that is set and does not fit spoils the whole.
      guard (from == nil) == (start == nil), (to == nil) == (end == nil), (by == nil) == (change == nil)
      else { return nil }
      return Endpoints(from: start, to: end, by: change)
    }
    switch recipe.course {
    case .basic(let from, let to, let by):
      return endpoints(from, to, by).flatMap { use(BasicSource(endpoints: $0)) }
    case .spring(let from, let to, let by, let spring):
      return endpoints(from, to, by).flatMap { use(SpringSource(endpoints: $0, spring: spring)) }
    case .values(let keyframes):
      let values = keyframes.values.compactMap(unwrap)
      guard values.count == keyframes.values.count else { return nil }
      return KeyframeSource(
        values: values,
        times: keyframes.times,
        curves: keyframes.curves,
        mode: keyframes.mode,
        tangents: keyframes.tangents
      ).flatMap { use($0) }
    case .path: return nil
    }
  }

  private func track<Value: Composable>(
    _ lens: Lens<LayerState, Value>,
    _ unwrap: (Any) -> Value?
  ) -> (any Track<LayerState>)? {
    source(unwrap) { composed(lens, $0) }
  }

  private func composed<Value: Composable>(
    _ lens: Lens<LayerState, Value>,
    _ source: any ValueSource<Value>
  ) -> any Track<LayerState> {
    Value.track(lens, source, isAdditive: recipe.isAdditive, isCumulative: recipe.isCumulative)
  }

  private func track<Value: PathPlaced>(
    along curve: PathCurve,
    _ rotation: RotationMode?,
    _ lens: Lens<LayerState, Value>
  ) -> (any Track<LayerState>)? {
    let position = ComposedTrack(
      lens: lens,
      source: PathSource<Value>(curve: curve),
      isAdditive: recipe.isAdditive,
      isCumulative: recipe.isCumulative
    )
    guard let rotation else { return position }
    return TurningTrack(
      position: position,
      curve: curve,
      rotation: rotation,
      transform: LayerSchema.shared.transform.lens
    )
  }

  private func track(
    through function: ValueFunction,
    _ lens: Lens<LayerState, CATransform3D>
  ) -> (any Track<LayerState>)? {
    func behind<Input: FunctionInput>(_ inner: any ValueSource<Input>, _ neutral: Input) -> any Track<
      LayerState
    > {
      func open<Inner: ValueSource>(_ inner: Inner) -> any Track<LayerState> where Inner.Value == Input {
        composed(lens, FunctionSource(inner: inner, function: function, neutral: neutral))
      }
      return open(inner)
    }
    let neutral = function.neutralInput
    if function.inputCount == 1 {
      return source({ CGFloat.unwrapped(from: $0) }) { behind($0, CGFloat(neutral)) }
    }
    return source(NumberTriple.init(unwrapping:)) {
      behind($0, NumberTriple(numbers: SIMD4(neutral, neutral, neutral, 0)))
    }
  }
}

extension NumberTriple {
  /// Takes an array of three numbers of any kinds.
  init?(unwrapping any: Any) {
    guard let elements = any as? [Any], elements.count == 3 else { return nil }
    let numbers = elements.compactMap { CGFloat.unwrapped(from: $0) }
    guard numbers.count == 3 else { return nil }
    self.init(numbers: SIMD4(Double(numbers[0]), Double(numbers[1]), Double(numbers[2]), 0))
  }
}

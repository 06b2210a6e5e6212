import CoreGraphics
import Foundation
import StrataRaster
package import StrataRenderTree

/// Turns the animations that a layer holds into records: key paths become rows, values of any type become typed tracks,
/// and begin times become times of the layer.
package struct AnimationFreezing {
  /// Finds the row of a key path of the layer, or nil if no property is declared there.
  var row: (String) -> (any PropertyRow<LayerState>)?
  /// The tree as it was committed before, and the media time to evaluate it at: the start of transitions.
  var old: (tree: RenderTree, time: Double)?
  /// The part of key paths that leads to the layer from one above, which holds the animation; else nil.
  ///
  /// Paths without it have no effect.
  private let prefix: String?
  /// Takes a remark about what has no effect.
  private let report: (String) -> Void

  /// Freezes animations of a layer of a class of the library.
  ///
  /// `customRow` finds rows that a subclass of the program declares. `report` takes remarks about what has no effect; the
  /// log, which gets each remark once, unless the caller knows the place of the animation.
  package init(
    layerClass: LayerClass,
    old: (tree: RenderTree, time: Double)? = nil,
    below prefix: String? = nil,
    report: @escaping (String) -> Void = OnceLog.note,
    customRow: @escaping (String) -> (any PropertyRow<LayerState>)? = { _ in nil }
  ) {
    row = { LayerSchema.row(at: $0, of: layerClass) ?? customRow($0) }
    self.old = old
    self.prefix = prefix
    self.report = report
  }

  /// Freezes an animation that is held under `key`.
  ///
  /// A begin time of zero becomes `layerTime`, also in the animation itself, and so does a resolved one if the
  /// animation does not run at that time. Call this once for each animation added, at the commit that shows it first.
  /// Every other begin time stays as it is, however small, and all do without a time.
  package func record(of animation: CAAnimation, key: String, id: UInt64, layerTime: Double?)
    -> AnimationRecord
  {
    if let layerTime { animation.state.resolveBegin(at: layerTime) }
    return record(of: animation, key: key, id: id, within: 0, depth: 0)
  }

  /// Freezes an animation whose begin time is settled; `span` is the duration that a member of a group takes over.
  private func record(
    of animation: CAAnimation,
    key: String,
    id: UInt64,
    within span: Double,
    depth: Int
  ) -> AnimationRecord {
    let state = animation.state
    var timing = state.timing
    if timing.duration <= 0 { timing.duration = max(span, 0) }
    if !timing.isEffective { report("an animation with invalid times has no effect") }
    return AnimationRecord(
      key: key,
      id: id,
      timing: timing,
      timingFunction: state.timingFunction?.function,
      isRemovedOnCompletion: state.isRemovedOnCompletion,
      frameRate: state.preferredFrameRateRange.hint,
      body: body(of: animation, key: key, id: id, duration: timing.duration, depth: depth)
    )
  }

  private func body(
    of animation: CAAnimation,
    key: String,
    id: UInt64,
    duration: Double,
    depth: Int
  ) -> AnimationBody {
    switch animation {
    case let group as CAAnimationGroup:
      // A group that is its own member has no end.
      guard depth < Self.deepestGroup else { return .inert }
      return .group(
        (group.state.animations ?? []).map {
          record(of: $0, key: key, id: id, within: duration, depth: depth + 1)
        }
      )
    case let transition as CATransition:
      guard prefix == nil else { return .inert }
      let state = transition.state.transition
      return .transition(
        TransitionRecord(
          type: state.type.rawValue,
          subtype: state.subtype?.rawValue,
          startProgress: Double(state.startProgress),
          endProgress: Double(state.endProgress),
          filter: FilterValue.unwrapped(from: state.filter),
          old: old?.tree.former,
          oldTime: old?.time ?? 0
        )
      )
    case let animation as CAPropertyAnimation:
      return effect(of: animation) ?? .inert
    default:
      return .inert
    }
  }

  private static let deepestGroup = 32

  private func effect(of animation: CAPropertyAnimation) -> AnimationBody? {
    guard var path = animation.state.keyPath, !path.isEmpty else {
      report("an animation without a key path has no effect")
      return nil
    }
    guard let recipe = recipe(of: animation) else { return nil }
    if let prefix {
      guard path.hasPrefix(prefix) else { return nil }
      path.removeFirst(prefix.count)
    } else if path.leadsToAnotherLayer {
      // The path leads to another layer, or to none.
      return nil
    }
    if path == kCAOnOrderIn || path == kCAOnOrderOut {
      let aspect = LayerSchema.shared.isHidden.aspect
      return recipe.visibilityTrack(leaves: path == kCAOnOrderOut).map { .track($0, changing: aspect) }
    }
    if let row = row(path) {
      let track = recipe.track(for: row) ?? takingParts(recipe, path, row)?.track(for: row)
      if track == nil { report("the values of an animation of \"\(path)\" have no effect there") }
      return track.map { .track($0, changing: row.aspect) }
    }
    guard !path.contains(".") else {
      report("an animation has the key path \"\(path)\", which names no property")
      return nil
    }
    return recipe.track(forCustomKey: path).map { .track($0, changing: .custom) }
  }

  /// The recipe with parts of matrices in place of the matrices, at the path of a part of a transform; else nil.
  private func takingParts(
    _ recipe: TrackRecipe,
    _ path: String,
    _ part: any PropertyRow<LayerState>
  ) -> TrackRecipe? {
    guard let head = path.firstStep?.head,
      let whole = row(head) as? Property<LayerState, CATransform3D>
    else { return nil }
    return recipe.mapValues { value in
      guard !part.accepts(value), let matrix = CATransform3D.unwrapped(from: value) else { return value }
      var state = LayerState()
      whole.lens.set(&state, matrix)
      return part.value(in: state) ?? value
    }
  }

  /// The animation's values as they were set, or nil if there is nothing to animate.
  private func recipe(of animation: CAPropertyAnimation) -> TrackRecipe? {
    let state = animation.state
    let course: TrackRecipe.Course
    switch animation {
    case is CASpringAnimation:
      course = .spring(from: state.start, to: state.toValue, by: state.byValue, state.spring)
    case is CABasicAnimation:
      course = .basic(from: state.start, to: state.toValue, by: state.byValue)
    case is CAKeyframeAnimation:
      guard let keyframes = state.keyframes.recipe else {
        report("unknown calculation mode \"\(state.keyframes.calculationMode.rawValue)\"")
        return nil
      }
      if state.keyframes.path == nil, let times = keyframes.times?.count, times != keyframes.timeCount {
        report("\(times) key times are ignored where \(keyframes.timeCount) belong")
      }
      if let path = state.keyframes.path {
        let rotation = state.keyframes.rotationMode.flatMap { RotationMode(rawValue: $0.rawValue) }
        course = .path(path.outline, keyframes, rotation)
      } else {
        course = .values(keyframes)
      }
    default: return nil
    }
    return TrackRecipe(
      course,
      isAdditive: state.isAdditive,
      isCumulative: state.isCumulative,
      function: state.valueFunction?.function
    )
  }
}

extension TrackRecipe.Keyframes {
  /// How many key times belong to the values.
  fileprivate var timeCount: Int { mode == .discrete ? values.count + 1 : values.count }
}

extension AnimationState {
  /// The value at the start as a recipe takes it: a null object for a start at nil.
  fileprivate var start: Any? { fromValue ?? (startsFromNil ? NSNull() : nil) }
}

extension KeyframeState {
  /// The values and times, or nil if the calculation mode is not known.
  fileprivate var recipe: TrackRecipe.Keyframes? {
    guard let mode = CalculationMode(rawValue: calculationMode.rawValue) else { return nil }
    var recipe = TrackRecipe.Keyframes()
    recipe.values = values ?? []
    recipe.times = keyTimes?.map(\.doubleValue)
    recipe.curves = timingFunctions?.map { $0.function == .linear ? nil : $0.function } ?? []
    recipe.mode = mode
    let count = [tensionValues, continuityValues, biasValues].map { $0?.count ?? 0 }.max() ?? 0
    recipe.tangents = (0..<count).map { i in
      func parameter(_ list: [NSNumber]?) -> Double { list.map { i < $0.count ? $0[i].doubleValue : 0 } ?? 0 }
      return KeyTangent(
        tension: parameter(tensionValues),
        continuity: parameter(continuityValues),
        bias: parameter(biasValues)
      )
    }
    return recipe
  }
}

extension CAFrameRateRange {
  /// The range as records carry it.
  var hint: FrameRateHint { FrameRateHint(minimum: minimum, maximum: maximum, preferred: preferred) }
}

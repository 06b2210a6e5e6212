/// The value of an animation as a function of the moment, before it is accumulated and added.
package protocol ValueSource<Value>: Sendable {
  associatedtype Value: Composable
  /// Returns the value, or nil if there is none at this moment.
  ///
  /// `current` is the result of the animations applied before, or the neutral value for an additive animation.
  func value(at moment: TrackMoment, over current: Value) -> Value?
}

/// Which ends of a basic animation are given; the missing one is the current value.
package enum Endpoints<Value: Composable>: Sendable {
  case fixed(from: Value, to: Value)
  case from(Value)
  case to(Value)
  case by(Value)

  /// Derives the ends from the given values, or nil if there are none or they give no value.
  ///
  /// All three set is not allowed by Apple's rules; `by` is ignored then, as it is for values without a sum.
  package init?(from: Value?, to: Value?, by: Value?) {
    let by = Value.neutral == nil ? nil : by
    switch (from, to, by) {
    case (let from?, let to?, _): self = .fixed(from: from, to: to)
    case (let from?, nil, let by?):
      guard from.fits(by) else { return nil }
      self = .fixed(from: from, to: from.adding(by))
    case (nil, let to?, let by?):
      guard to.fits(by), let from = to.subtracting(by) else { return nil }
      self = .fixed(from: from, to: to)
    case (let from?, nil, nil): self = .from(from)
    case (nil, let to?, nil): self = .to(to)
    case (nil, nil, let by?): self = .by(by)
    case (nil, nil, nil): return nil
    }
    if case .fixed(let from, let to) = self, !from.fits(to) { return nil }
  }

  func value(at fraction: Double, over current: Value) -> Value? {
    switch self {
    case .fixed(let from, let to): from.mixed(with: to, at: fraction)
    case .from(let from): from.fits(current) ? from.mixed(with: current, at: fraction) : nil
    case .to(let to): to.fits(current) ? current.mixed(with: to, at: fraction) : nil
    case .by(let by): by.fits(current) ? current.mixed(with: current.adding(by), at: fraction) : nil
    }
  }
}

/// From one value to another.
package struct BasicSource<Value: Composable>: ValueSource {
  package let endpoints: Endpoints<Value>

  package init(endpoints: Endpoints<Value>) { self.endpoints = endpoints }

  package func value(at moment: TrackMoment, over current: Value) -> Value? {
    endpoints.value(at: moment.progress, over: current)
  }
}

/// From one value to another as a spring moves; its time is in seconds, and no timing function bends it.
package struct SpringSource<Value: Composable>: ValueSource {
  package let endpoints: Endpoints<Value>
  package let response: SpringResponse

  package init(endpoints: Endpoints<Value>, spring: Spring) {
    self.endpoints = endpoints
    response = SpringResponse(spring)
  }

  package func value(at moment: TrackMoment, over current: Value) -> Value? {
    endpoints.value(at: response(moment.basicTime), over: current)
  }
}

/// A track whose types are settled inside a closure.
///
/// Rows are opened at run time, and a generic type made there runs unspecialised code: three times slower. The closure
/// is made in a body that the compiler has specialised for its type.
final class BoundTrack: Track {
  private let body: @Sendable (TrackMoment, inout LayerState) -> Void

  init(_ body: @escaping @Sendable (TrackMoment, inout LayerState) -> Void) { self.body = body }

  func apply(at moment: TrackMoment, to root: inout LayerState) { body(moment, &root) }
}

extension Composable {
  package static func track(
    _ lens: Lens<LayerState, Self>,
    _ source: any ValueSource<Self>,
    isAdditive: Bool,
    isCumulative: Bool
  ) -> any Track<LayerState> {
    func bound<Source: ValueSource>(_ source: Source) -> any Track<LayerState> where Source.Value == Self {
      let track = ComposedTrack(
        lens: lens,
        source: source,
        isAdditive: isAdditive,
        isCumulative: isCumulative
      )
      return BoundTrack { track.apply(at: $0, to: &$1) }
    }
    switch source {
    case let basic as BasicSource<Self>:
      // The most common animation: between two given values, replacing the current one.
      if case .fixed(let from, let to) = basic.endpoints, !isAdditive, !isCumulative {
        return BoundTrack { moment, state in
          let value = from.mixed(with: to, at: moment.progress)
          if value.isUsable { withUnsafeMutablePointer(to: &state) { lens.write(value, to: $0) } }
        }
      }
      return bound(basic)
    case let spring as SpringSource<Self>: return bound(spring)
    case let keyframes as KeyframeSource<Self>: return bound(keyframes)
    default: return bound(source)
    }
  }
}

/// The general track of a property animation: a source, accumulated over cycles, added to the current value.
final class ComposedTrack<Root, Source: ValueSource>: Track {
  let lens: Lens<Root, Source.Value>
  let source: Source
  let isAdditive: Bool
  let isCumulative: Bool

  /// Values without a sum always replace each other.
  init(lens: Lens<Root, Source.Value>, source: Source, isAdditive: Bool, isCumulative: Bool) {
    self.lens = lens
    self.source = source
    let hasSum = Source.Value.neutral != nil
    self.isAdditive = isAdditive && hasSum
    self.isCumulative = isCumulative && hasSum
  }

  func apply(at moment: TrackMoment, to root: inout Root) {
    withUnsafeMutablePointer(to: &root) { apply(at: moment, to: $0) }
  }

  private func apply(at moment: TrackMoment, to root: UnsafeMutablePointer<Root>) {
    let current = lens.value(in: root)
    let base = isAdditive ? Source.Value.neutral ?? current : current
    guard var value = source.value(at: moment, over: base) else { return }
    if isCumulative, moment.cycle >= 1 {
      guard let end = source.value(at: moment.endOfCycle, over: base), end.fits(value) else { return }
      value = end.repeated(moment.cycle).adding(value)
    }
    if isAdditive {
      guard value.fits(current) else { return }
      value = value.adding(current)
    }
    if value.isUsable { lens.write(value, to: root) }
  }
}

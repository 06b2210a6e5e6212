import Foundation

/// How a keyframe animation moves between its keys.
package enum CalculationMode: String, Hashable, Sendable, CaseIterable {
  case linear
  case discrete
  case paced
  case cubic
  case cubicPaced

  package var isPaced: Bool { self == .paced || self == .cubicPaced }
  package var isCubic: Bool { self == .cubic || self == .cubicPaced }
}

/// The times of a keyframe animation: maps a moment to a segment and the fraction of it.
///
/// Key times are used as they are given. They need not begin at 0, end at 1 or ascend: before the first the first value
/// holds, from the last on the last one, and in between the last segment counts that begins at or before the moment
/// and ends after it.
package struct KeyTimes: Sendable, Hashable {
  private let times: [Double]
  private let curves: [TimingFunction?]
  private let isAscending: Bool

  /// Creates the times of `segments` segments, with a curve for each as far as there are curves.
  ///
  /// - Precondition: `times` has one element more than there are segments.
  package init(_ times: [Double], curves: [TimingFunction?] = []) {
    self.times = times
    self.curves = curves.contains { $0 != nil } ? curves : []
    isAscending = zip(times, times.dropFirst()).allSatisfy { $0 <= $1 }
  }

  /// Creates even times for `segments` segments.
  package static func even(segments: Int, curves: [TimingFunction?] = []) -> KeyTimes {
    KeyTimes((0...max(segments, 1)).map { Double($0) / Double(max(segments, 1)) }, curves: curves)
  }

  /// Creates times at which something that moves through segments of these lengths moves at constant speed.
  package static func paced(lengths: [Double]) -> KeyTimes {
    let total = lengths.reduce(0, +)
    guard total > 0, total.isFinite else { return even(segments: lengths.count) }
    var (sum, times) = (0.0, [0.0])
    for length in lengths.dropLast() {
      sum += length
      times.append(sum / total)
    }
    return KeyTimes(times + [1])
  }

  /// The number of segments.
  package var segmentCount: Int { times.count - 1 }

  package subscript(key: Int) -> Double { times[key] }

  /// A segment, and the way through it.
  package enum Place: Hashable, Sendable {
    case beforeFirst
    case inside(segment: Int, fraction: Double)
    case afterLast
  }

  /// Finds the segment at `progress`; the fraction is bent by the segment's curve.
  package func place(at progress: Double) -> Place {
    times.withUnsafeBufferPointer { times in
      guard let first = times.first, let last = times.last, times.count > 1 else { return .afterLast }
      if progress < first { return .beforeFirst }
      guard progress < last else { return .afterLast }
      let segment = lastKey(notAfter: progress, in: times)
      let (begin, end) = (times[segment], times[segment + 1])
      let fraction = (progress - begin) / (end - begin)
      guard segment < curves.count, let curve = curves[segment] else {
        return .inside(segment: segment, fraction: fraction)
      }
      return .inside(segment: segment, fraction: curve(fraction))
    }
  }

  /// Finds the segment that holds its value at `progress`, in 0..<segmentCount.
  ///
  /// At the end and after it, that is the last one that takes any time (animation Q-7).
  package func held(at progress: Double) -> Int {
    times.withUnsafeBufferPointer { times in
      guard let first = times.first, progress >= first else { return 0 }
      let key = lastKey(notAfter: progress, in: times)
      guard key >= segmentCount else { return key }
      return (0..<segmentCount).last { times[$0] != times[$0 + 1] } ?? segmentCount - 1
    }
  }

  /// True from the last key on.
  func isOver(at progress: Double) -> Bool { times.last.map { progress >= $0 } ?? true }

  /// Returns the last key at or before `progress`, which is not before the first.
  private func lastKey(notAfter progress: Double, in times: UnsafeBufferPointer<Double>) -> Int {
    if isAscending {
      var (low, high) = (0, times.count)
      while high - low > 1 {
        let middle = (low + high) / 2
        if times[middle] <= progress { low = middle } else { high = middle }
      }
      return low
    }
    return times.lastIndex { $0 <= progress } ?? 0
  }
}

/// Kochanek-Bartels parameters of one key.
package struct KeyTangent: Hashable, Sendable {
  package var tension = 0.0
  package var continuity = 0.0
  package var bias = 0.0

  package init(tension: Double = 0, continuity: Double = 0, bias: Double = 0) {
    self.tension = tension
    self.continuity = continuity
    self.bias = bias
  }
}

/// Through a list of values.
package struct KeyframeSource<Value: Composable>: ValueSource {
  private enum Shape: Sendable {
    case discrete
    case linear
    /// The tangents of each segment.
    case cubic([CubicSegment])
  }
  private let values: [Value]
  private let keys: KeyTimes
  private let shape: Shape

  /// Creates the source, or nil if it would have no effect: no values, values that do not fit each other, or a mode
  /// that does not go with the type.
  package init?(
    values: [Value],
    times: [Double]?,
    curves: [TimingFunction?] = [],
    mode: CalculationMode,
    tangents: [KeyTangent] = []
  ) {
    guard let first = values.first, values.allSatisfy({ $0.fits(first) }) else { return nil }
    self.values = values
    if mode.isPaced, Value.pacing == .unsupported { return nil }
    guard values.count > 1 else {
      // Measured on Apple's renderer: it has no segment to hold the value in.
      if mode == .discrete { return nil }
      keys = .even(segments: 1)
      shape = .discrete
      return
    }
    switch mode {
    case .discrete:
      keys =
        if let times, times.count == values.count + 1 { KeyTimes(times) } else {
          .even(segments: values.count)
        }
    case .linear, .cubic:
      keys =
        if let times, times.count == values.count {
          KeyTimes(times, curves: curves)
        } else {
          .even(segments: values.count - 1, curves: curves)
        }
    case .paced, .cubicPaced:
      keys =
        Value.pacing == .distance
        ? .paced(lengths: zip(values, values.dropFirst()).map { $0.gap(to: $1) })
        : .even(segments: values.count - 1)
    }
    guard mode.isCubic else {
      shape = mode == .discrete ? .discrete : .linear
      return
    }
    let keys = keys
    shape = .cubic(
      (0..<values.count - 1).map {
        CubicSegment($0, of: values.count, tangents: tangents, scaledFor: mode == .cubicPaced ? keys : nil)
      }
    )
  }

  package func value(at moment: TrackMoment, over current: Value) -> Value? {
    guard !moment.progress.isNaN else { return nil }
    if case .discrete = shape {
      return values[values.count == 1 ? 0 : keys.held(at: moment.progress)]
    }
    switch keys.place(at: moment.progress) {
    case .beforeFirst: return values.first
    case .afterLast: return values.last
    case .inside(let i, let fraction):
      guard case .cubic(let segments) = shape else {
        return values[i].mixed(with: values[i + 1], at: fraction)
      }
      return Value.blend(
        values[max(i - 1, 0)],
        values[i],
        values[i + 1],
        values[min(i + 2, values.count - 1)],
        by: segments[i].weights(at: fraction),
        at: fraction
      )
    }
  }
}

/// One segment of a Kochanek-Bartels spline, as weights of four neighbouring values.
///
/// The tangents of the Hermite form are sums of differences of neighbours, so the whole segment is a sum of the four
/// values. A neighbour beyond the ends is extrapolated from the two nearest.
struct CubicSegment: Sendable, Hashable {
  /// Weights of the outgoing tangent of the first key and the incoming one of the second.
  private var outgoing: SIMD4<Double>
  private var incoming: SIMD4<Double>

  /// Scales the tangents by the times of `keys`, or with nil regards keys as evenly spaced.
  init(_ i: Int, of count: Int, tangents: [KeyTangent], scaledFor keys: KeyTimes?) {
    let a = i < tangents.count ? tangents[i] : KeyTangent()
    let b = i + 1 < tangents.count ? tangents[i + 1] : KeyTangent()
    let before = (1 - a.tension) / 2 * (1 + a.continuity) * (1 + a.bias)
    let along = (1 - a.tension) / 2 * (1 - a.continuity) * (1 - a.bias)
    outgoing = SIMD4(-before, before - along, along, 0)
    let into = (1 - b.tension) / 2 * (1 - b.continuity) * (1 + b.bias)
    let after = (1 - b.tension) / 2 * (1 + b.continuity) * (1 - b.bias)
    incoming = SIMD4(0, -into, into - after, after)
    if let keys {
      let length = keys[i + 1] - keys[i]
      if i > 0 { outgoing *= Self.ratio(length, keys[i + 1] - keys[i - 1]) }
      if i + 2 < count { incoming *= Self.ratio(length, keys[i + 2] - keys[i]) }
    }
    // 2 P0 - P1 extrapolates the value before the first, 2 Pn - Pn-1 the one after the last.
    if i == 0 { outgoing = SIMD4(0, outgoing.y + 2 * outgoing.x, outgoing.z - outgoing.x, 0) }
    if i + 2 >= count { incoming = SIMD4(0, incoming.y - incoming.w, incoming.z + 2 * incoming.w, 0) }
  }

  private static func ratio(_ length: Double, _ both: Double) -> Double { both > 0 ? 2 * length / both : 1 }

  func weights(at u: Double) -> SIMD4<Double> {
    let (u2, u3) = (u * u, u * u * u)
    let ends = SIMD4(0, 2 * u3 - 3 * u2 + 1, 3 * u2 - 2 * u3, 0)
    let start = outgoing * (u3 - 2 * u2 + u)
    return ends + start + incoming * (u3 - u2)
  }
}

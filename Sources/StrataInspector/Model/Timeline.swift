#if Inspector
  import Foundation
  import QuartzCore
  import StrataBase
  import StrataDocuments
  import StrataRenderTree

  /// The animations of a snapshot as bars of a time line.
  struct Timeline: Encodable {
    struct Bar: Encodable {
      var layer: String
      var name: String?
      var key: String
      var type: String
      var keyPath: String?
      /// Seconds of the host's time.
      var begin: Double
      /// Seconds of one run; 0 for an instant.
      var duration: Double
      /// The end; nil if it repeats forever.
      var end: Double?
      var autoreverses: Bool
      /// Shares of the duration.
      var keyTimes: [Double]
      /// Four numbers for each curve; one curve, or one between two key times.
      var curves: [[Double]]
    }
    var bars: [Bar] = []
    /// Animations that were left out.
    var omitted = 0

    /// The most bars of one answer.
    private static let mostBars = 500

    init(_ source: any InspectionSource, _ snapshot: Snapshot) {
      guard let root = snapshot.tree.root else { return }
      // A layer's local time is (time - begin) * speed + offset of the host's.
      struct Clock {
        var begin = 0.0
        var speed = 1.0
      }
      var pending = [(root, Clock())]
      while let (id, above) = pending.popLast() {
        guard let node = snapshot.tree[id] else { continue }
        var clock = above
        if !node.state.hasUntouchedTiming {
          let timing = node.state.timing
          clock.begin += above.speed == 0 ? 0 : timing.parentTime(atLocal: 0) / above.speed
          clock.speed *= Double(timing.speed)
        }
        for record in node.animations {
          guard bars.count < Self.mostBars else {
            omitted += 1
            continue
          }
          add(record, of: id, at: (clock.begin, clock.speed), source)
        }
        pending += node.children.reversed().map { ($0, clock) }
        if let mask = node.mask { pending.append((mask, clock)) }
      }
    }

    private mutating func add(
      _ record: AnimationRecord,
      of id: LayerID,
      at clock: (begin: Double, speed: Double),
      _ source: any InspectionSource
    ) {
      let animation = source.animation(of: id, key: record.key)
      let timing = record.timing
      let rate = clock.speed * abs(Double(timing.speed))
      guard rate > 0 else { return }
      let begin = clock.begin + timing.beginTime / clock.speed
      let length = timing.activeDuration / rate
      let keyframes = animation as? CAKeyframeAnimation
      let functions = keyframes?.timingFunctions ?? animation?.timingFunction.map { [$0] } ?? []
      bars.append(
        Bar(
          layer: id.wire,
          name: source.name(of: id),
          key: record.key,
          type: animation.map { String(describing: Swift.type(of: $0)) } ?? "CAAnimation",
          keyPath: (animation as? CAPropertyAnimation)?.keyPath,
          begin: begin.isFinite ? begin : 0,
          duration: max(0, timing.duration / rate),
          end: length.isFinite && length < 1e9 ? begin + length : nil,
          autoreverses: timing.autoreverses,
          keyTimes: keyframes?.keyTimes?.map { $0.doubleValue } ?? [],
          curves: functions.map { $0.controlPoints }
        )
      )
    }
  }

  extension CAMediaTimingFunction {
    /// The coordinates of the two inner control points.
    fileprivate var controlPoints: [Double] {
      (1...2).flatMap { index in
        var point: [Float] = [0, 0]
        getControlPoint(at: index, values: &point)
        return point.map(Double.init)
      }
    }
  }
#endif

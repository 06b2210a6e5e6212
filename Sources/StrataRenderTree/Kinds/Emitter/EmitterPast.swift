import StrataBase
import Synchronization

/// What came before an emitter's present values and animations, and what is known of its course since.
///
/// A layer gets another one with each change of them, so that what is kept stays true.
///
/// - Thread: Any.
package final class EmitterPast: Sendable {
  /// The finished spans, before the last change.
  package let spans: [EmitterSpan]
  private let eras = Mutex<[Int: [Mark]]>([:])

  /// What holds at the beginning of a block of an emitter's course.
  struct Mark: Sendable {
    /// The number of particles that each cell emitted before.
    var counts: [Double]
    /// The longest life of a particle that was born since the era began, or before and might live then.
    var life: Double
  }

  package init(_ spans: [EmitterSpan] = []) { self.spans = spans }

  /// The mark of a block, by the number of its era and its place in it.
  ///
  /// Marks follow from those before them alone, so that they are the same whichever is asked for first. `next` is called
  /// with the marks of the era up to the last known one, until the wanted one is known.
  func mark(_ place: Int, ofEra era: Int, next: ([Mark]) -> Mark) -> Mark {
    eras.withLock { eras in
      if eras[era] == nil, eras.count >= Self.mostEras { eras.removeAll() }
      var marks = eras.removeValue(forKey: era) ?? []
      while marks.count <= place { marks.append(next(marks)) }
      let mark = marks[place]
      eras[era] = marks
      return mark
    }
  }

  /// The largest number of eras whose marks are kept.
  private static let mostEras = 3
}

extension RenderNode {
  /// The past that an emitter has after a change at a local time; the present one if it does not concern the emitter.
  func emitterPast(after update: LayerUpdate, at localTime: @autoclosure () -> Double) -> EmitterPast? {
    guard case .emitter(let new) = update.state.kind else { return nil }
    guard case .emitter(let old) = state.kind else { return EmitterPast() }
    if new.value != old.value || update.animations != nil && !animations.isEmpty {
      return EmitterPast(EmitterCourse(self).closed(at: localTime()))
    }
    return update.animations == nil ? emitterPast : EmitterPast(emitterSpans)
  }
}

#if Inspector
  import Foundation
  import QuartzCore

  /// The clock of a program's layers while pages slow it down, stop it or step it.
  ///
  /// It is the time of the root layer, as programs themselves slow down a tree: `speed`, with `timeOffset` and `beginTime` so that
  /// nothing jumps. Restoring it gives the root its own three values back; animations go on where they would be by then. The
  /// program's timers and display links are not slowed.
  ///
  /// - Thread: The one of the layers.
  final class ProgramClock {
    /// The timing of a layer.
    private struct Timing: Equatable {
      var speed: Float
      var timeOffset: Double
      var beginTime: Double

      init(speed: Float, timeOffset: Double, beginTime: Double) {
        (self.speed, self.timeOffset, self.beginTime) = (speed, timeOffset, beginTime)
      }

      init(of layer: CALayer) {
        self.init(speed: layer.speed, timeOffset: layer.timeOffset, beginTime: layer.beginTime)
      }

      /// Gives a layer this timing, at once.
      func apply(to layer: CALayer) {
        CATransaction.begin()
        CATransaction.setDisableActions(true)
        (layer.speed, layer.timeOffset, layer.beginTime) = (speed, timeOffset, beginTime)
        CATransaction.commit()
      }
    }

    /// The root's own timing, and the one that it was given.
    private var held: (own: Timing, given: Timing)?

    /// Lets the layers' time pass at a multiple of its own speed.
    func setSpeed(_ factor: Double, of root: CALayer) {
      let now = CACurrentMediaTime()
      let own = own(of: root)
      let given = Timing(
        speed: own.speed * Float(factor),
        timeOffset: root.convertTime(now, from: nil),
        beginTime: now
      )
      hold(own, given, root)
    }

    /// Moves the time of a stopped root on by seconds of the program's own time.
    func step(by duration: Double, of root: CALayer) {
      let own = own(of: root)
      var given = Timing(of: root)
      given.timeOffset += duration * Double(own.speed)
      hold(own, given, root)
    }

    /// Gives the root its own timing back, unless the program has set another one meanwhile.
    func restore(_ root: CALayer) {
      defer { held = nil }
      guard let held, held.given == Timing(of: root) else { return }
      held.own.apply(to: root)
    }

    /// The root's timing without pages; a change by the program counts as its own.
    private func own(of root: CALayer) -> Timing {
      guard let held, held.given == Timing(of: root) else { return Timing(of: root) }
      return held.own
    }

    private func hold(_ own: Timing, _ given: Timing, _ root: CALayer) {
      given.apply(to: root)
      // The layer may keep a value with less precision.
      held = (own, Timing(of: root))
    }
  }
#endif

import CoreGraphics
public import Foundation
import QuartzCore
import StrataViews

/// How far an animator has come.
public enum UIViewAnimatingState: Int, Sendable {
  /// It has not started, or is finished.
  case inactive
  /// It was started or paused.
  case active
  /// It was stopped and waits to be finished.
  case stopped
}

/// Where an animator's properties are.
public enum UIViewAnimatingPosition: Int, Sendable {
  /// At their final values.
  case end
  /// At their initial values.
  case start
  /// In between.
  case current
}

/// Animates changes that can be paused, moved by hand, reversed and continued.
///
/// The fraction of a paused animator is one of the way in values: to pause and to continue moves nothing.
@preconcurrency @MainActor open class UIViewPropertyAnimator: NSObject {
  /// The course.
  public final let timingParameters: any UITimingCurveProvider
  /// In seconds; a spring that takes its own time determines it.
  public final let duration: TimeInterval
  /// Before the beginning, in seconds.
  public private(set) final var delay: TimeInterval = 0

  private let control = AnimationControl { ($0.delegate as? UIView)?.window?.host.time }
  private var pendingChanges: [(delayFactor: CGFloat, changes: () -> Void)] = []
  private var completions: [(UIViewAnimatingPosition) -> Void] = []

  /// Creates an animator.
  ///
  /// A spring that takes its own time replaces the duration.
  public init(duration: TimeInterval, timingParameters parameters: any UITimingCurveProvider) {
    self.duration = parameters.springTimingParameters?.duration(for: duration) ?? duration
    timingParameters = parameters
    super.init()
  }

  /// Creates an animator of 0.2 seconds, which begins and ends slowly.
  @preconcurrency @MainActor public override convenience init() {
    self.init(duration: 0.2, timingParameters: UICubicTimingParameters())
  }

  /// Creates an animator with a curve that has a name.
  public convenience init(
    duration: TimeInterval,
    curve: UIView.AnimationCurve,
    animations: (() -> Void)? = nil
  ) {
    self.init(duration: duration, timingParameters: UICubicTimingParameters(animationCurve: curve))
    if let animations { addAnimations(animations) }
  }

  /// Creates an animator with a Bézier curve.
  public convenience init(
    duration: TimeInterval,
    controlPoint1 point1: CGPoint,
    controlPoint2 point2: CGPoint,
    animations: (() -> Void)? = nil
  ) {
    let parameters = UICubicTimingParameters(controlPoint1: point1, controlPoint2: point2)
    self.init(duration: duration, timingParameters: parameters)
    if let animations { addAnimations(animations) }
  }

  /// Creates an animator with a spring.
  public convenience init(
    duration: TimeInterval,
    dampingRatio ratio: CGFloat,
    animations: (() -> Void)? = nil
  ) {
    self.init(duration: duration, timingParameters: UISpringTimingParameters(dampingRatio: ratio))
    if let animations { addAnimations(animations) }
  }

  /// Creates and starts an animator.
  @discardableResult open class func runningPropertyAnimator(
    withDuration duration: TimeInterval,
    delay: TimeInterval,
    options: UIView.AnimationOptions = [],
    animations: @escaping () -> Void,
    completion: ((UIViewAnimatingPosition) -> Void)? = nil
  ) -> UIViewPropertyAnimator {
    let animator = UIViewPropertyAnimator(duration: duration, curve: options.curve, animations: animations)
    animator.isUserInteractionEnabled = options.contains(.allowUserInteraction)
    if let completion { animator.addCompletion(completion) }
    animator.startAnimation(afterDelay: delay)
    return animator
  }

  // MARK: State

  /// How far the animator has come.
  public private(set) final var state = UIViewAnimatingState.inactive
  /// True while the properties move.
  public private(set) final var isRunning = false
  /// True if the properties move back to their initial values.
  open var isReversed = false {
    didSet { if isReversed != oldValue, isRunning { proceed(factor: 0, timing: timingParameters) } }
  }
  /// Leaves the animator active at its end, for another run.
  open var pausesOnCompletion = false
  /// Moves values evenly with the fraction, and not along the curve.
  open var scrubsLinearly = true
  /// Lets the animated views be touched.
  open var isUserInteractionEnabled = true

  /// The fraction of the way in the direction in which the properties move; 0 while the animator is inactive.
  ///
  /// While the animator ``isReversed``, it counts from the final values to the initial ones. Setting it pauses an animator
  /// that runs, and starts one that is inactive.
  open var fractionComplete: CGFloat {
    get { state == .inactive ? 0 : directed(CGFloat(control.fraction)) }
    set {
      pauseAnimation()
      guard state == .active else { return }
      let course = timingParameters.course(for: duration)
      control.move(
        to: Double(directed(newValue)),
        curve: scrubsLinearly ? nil : course.curve,
        duration: course.duration
      )
    }
  }

  /// Turns a fraction from the initial values into one in the direction of the movement, and back.
  private func directed(_ fraction: CGFloat) -> CGFloat { isReversed ? 1 - fraction : fraction }

  /// Adds changes; those of an active animator take the rest of the way.
  open func addAnimations(_ animation: @escaping () -> Void) { addAnimations(animation, delayFactor: 0) }

  /// Adds changes that begin after a part of the remaining time, from 0 to 1.
  open func addAnimations(_ animation: @escaping () -> Void, delayFactor: CGFloat) {
    switch state {
    case .inactive: pendingChanges.append((min(max(delayFactor, 0), 1), animation))
    case .active:
      let isMoving = isRunning
      control.pause()
      let start = control.fraction + (1 - control.fraction) * Double(min(max(delayFactor, 0), 1))
      control.join(settings(delay: 0), after: start, changes: animation)
      if isMoving { proceed(factor: 0, timing: timingParameters) }
    case .stopped: break
    }
  }

  /// Calls a closure at the end, with the place where the properties are.
  open func addCompletion(_ completion: @escaping (UIViewAnimatingPosition) -> Void) {
    completions.append(completion)
  }

  // MARK: Running

  /// Starts, or continues after a pause.
  open func startAnimation() {
    switch state {
    case .inactive: begin(afterDelay: 0)
    case .active: if !isRunning { proceed(factor: 0, timing: timingParameters) }
    case .stopped: break
    }
  }

  /// Starts after a delay, in seconds; without effect on an animator that is active.
  open func startAnimation(afterDelay delay: TimeInterval) {
    if state == .inactive { begin(afterDelay: delay.isFinite ? max(delay, 0) : 0) }
  }

  /// Stops the properties where they are; an inactive animator becomes active at its beginning.
  open func pauseAnimation() {
    if state == .inactive { begin(afterDelay: 0) }
    guard state == .active else { return }
    control.pause()
    isRunning = false
  }

  /// Continues after a pause.
  ///
  /// - Parameters:
  ///   - parameters: The course of the rest; nil keeps the animator's.
  ///   - durationFactor: The time of the rest as a multiple of the duration; 0 takes the time that is left.
  open func continueAnimation(
    withTimingParameters parameters: (any UITimingCurveProvider)?,
    durationFactor: CGFloat
  ) {
    guard state == .active, !isRunning else { return }
    proceed(factor: durationFactor, timing: parameters ?? timingParameters)
  }

  private func settings(delay: TimeInterval) -> AnimationSettings {
    let course = timingParameters.course(for: duration)
    var settings = AnimationSettings(duration: course.duration, curve: course.curve)
    settings.delay = delay
    settings.overridesDuration = true
    settings.overridesCurve = true
    settings.beginsFromCurrentState = true
    if !isUserInteractionEnabled { settings.countBlocking = AnimationSettings.countBlocking }
    return settings
  }

  private func begin(afterDelay delay: TimeInterval) {
    self.delay = delay
    state = .active
    isRunning = true
    let settings = settings(delay: delay)
    let changes = pendingChanges
    pendingChanges = []
    control.begin(settings) { [self] in reachEnd() }
    for (delayFactor, change) in changes {
      control.join(settings, after: Double(delayFactor), changes: change)
    }
    control.launch()
    if isReversed { proceed(factor: 0, timing: timingParameters) }
  }

  private func proceed(factor: CGFloat, timing: any UITimingCurveProvider) {
    control.pause()
    let fraction = control.fraction
    let left = isReversed ? fraction : 1 - fraction
    let time = factor > 0 ? duration * Double(factor) : duration * left
    let course = timing.course(for: time)
    isRunning = true
    control.proceed(reversed: isReversed, curve: course.curve, duration: course.duration) { [self] in
      reachEnd()
    }
  }

  private func reachEnd() {
    guard state == .active else { return }
    isRunning = false
    if pausesOnCompletion {
      control.pause()
    } else {
      finish(at: isReversed ? .start : .end)
    }
  }

  // MARK: Ending

  /// Stops the properties where they are, and leaves them there.
  ///
  /// - Parameter withoutFinishing: True makes the animator inactive and calls no completion; false waits for
  ///   ``finishAnimation(at:)``.
  open func stopAnimation(_ withoutFinishing: Bool) {
    guard state == .active else { return }
    isRunning = false
    control.stop()
    state = .stopped
    guard withoutFinishing else { return }
    control.finish(at: .current)
    state = .inactive
    completions = []
  }

  /// Finishes a stopped animator: calls the completions.
  ///
  /// The properties go to the end or back to the start without animation, or stay.
  open func finishAnimation(at finalPosition: UIViewAnimatingPosition) {
    guard state == .stopped else { return }
    finish(at: finalPosition)
  }

  private func finish(at position: UIViewAnimatingPosition) {
    switch position {
    case .end: control.finish(at: .end)
    case .start: control.finish(at: .start)
    case .current: control.finish(at: .current)
    }
    state = .inactive
    let completions = completions
    self.completions = []
    for completion in completions { completion(position) }
  }
}

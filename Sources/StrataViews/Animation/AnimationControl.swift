import Foundation
package import QuartzCore

/// Animations that can be stopped at any fraction of their way, moved by hand, reversed and continued.
///
/// Each animation knows its values at the beginning and the end. A pause replaces it with one that stands still, and a
/// continuation with one that moves on from there, so that layers show no jump.
@MainActor package final class AnimationControl {
  private var entries: [Entry] = []
  /// The stretch that runs; nil while the animations stand still.
  private var stretch: Stretch?
  /// The fraction of the way at which the animations stand.
  private var standing = 0.0
  /// The number of the run; what earlier runs report is ignored.
  private var run = 0
  /// The blocks of the run that have not ended, and the run's own beginning.
  private var pending = 0
  private var end: () -> Void = {}
  /// True once the properties have the values that were shown, without animations.
  private var isStopped = false

  /// One animation.
  private struct Entry {
    weak var layer: CALayer?
    let key: String
    /// The animation as it was made.
    let original: CAPropertyAnimation
    let former: Any?
    let latter: Any?
    /// The part of the whole that passes before the animation begins.
    let start: Double
    /// The fractions of the animation's own way, and the seconds, of the stretch that runs.
    var way = (from: 0.0, to: 1.0)
    var span = (delay: 0.0, duration: 0.0)
    /// The curve on which the animation passes them.
    var curve: AnimationSettings.Curve
    /// The fraction of its own way at which the animation stands.
    var standing = 0.0
  }

  /// A part of the way, passed in some seconds.
  private struct Stretch {
    var begin: Double
    /// The seconds before the beginning.
    var delay = 0.0
    let duration: Double
    let curve: AnimationSettings.Curve
    let from: Double
    let to: Double
  }

  /// The media time of the host that shows a layer, in seconds; nil without a host.
  private let hostTime: (CALayer) -> Double?

  /// Creates a control of animations whose times are those of the hosts that show their layers.
  package init(hostTime: @escaping (CALayer) -> Double?) { self.hostTime = hostTime }

  /// The media time of the host that shows the animated layers; without one it is that of the thread.
  private var now: Double {
    entries.lazy.compactMap { [hostTime] in $0.layer.flatMap(hostTime) }.first ?? CACurrentMediaTime()
  }

  /// True while the animations move.
  package var isMoving: Bool { stretch != nil }

  /// The fraction of the way from the beginning to the end, in values.
  package var fraction: Double {
    guard let stretch else { return standing }
    let t = (now - stretch.begin) / stretch.duration
    return stretch.from
      + (stretch.to - stretch.from) * stretch.curve.progress(at: min(max(t, 0), 1), of: stretch.duration)
  }

  // MARK: Beginning

  /// Starts the clock of a run from the beginning; `end` is called when it has ended without a pause.
  package func begin(_ settings: AnimationSettings, end: @escaping () -> Void) {
    expect(end)
    stretch = Stretch(
      begin: now + settings.delay,
      delay: settings.delay,
      duration: max(settings.duration, 1e-9),
      curve: settings.curve,
      from: 0,
      to: 1
    )
  }

  private func expect(_ end: @escaping () -> Void) {
    run += 1
    pending = 1
    self.end = end
  }

  /// Ignores what the run's blocks still report; `end`, which may keep the control alive, is let go.
  private func endRun() {
    run += 1
    end = {}
  }

  /// Ends the beginning of a run, which ends when all of its blocks have.
  package func launch() {
    // Which host's time it is, is known by the layers of the changes.
    let begin = now + (stretch?.delay ?? 0)
    stretch?.begin = begin
    let number = run
    AnimationBlock.callSoon { self.leave(number) }
  }

  private func leave(_ number: Int) {
    guard number == run else { return }
    pending -= 1
    guard pending == 0 else { return }
    let end = end
    self.end = {}
    end()
  }

  private func makeBlock(_ settings: AnimationSettings) -> AnimationBlock {
    let number = run
    pending += 1
    return AnimationBlock(settings, isControlled: true) { _ in self.leave(number) }
  }

  /// Runs changes whose animations begin after a part of the whole, from 0 to 1.
  ///
  /// If the animations stand still, the new ones do so at their beginning.
  package func join(_ settings: AnimationSettings, after start: Double, changes: () -> Void) {
    let start = min(max(start, 0), 1)
    var part = settings
    part.duration = settings.duration * (1 - start)
    // What begins at the end waits for it, and returns, as an animation of no length.
    if settings.duration > 0, fraction < 1 { part.duration = max(part.duration, 1e-9) }
    part.delay += settings.duration * start
    let block = makeBlock(part)
    block.run(changes)
    adopt(block, start: start, delay: settings.delay)
    if stretch == nil { hold() }
  }

  /// Notes the animations of a block and of those in it; `delay` is that of the whole, in seconds.
  private func adopt(_ block: AnimationBlock, start: Double, delay: Double) {
    for ticket in block.tickets.compactMap(\.ticket) {
      guard let layer = ticket.layer else { continue }
      let settings = ticket.block.settings
      for key in layer.animationKeys() ?? [] {
        guard let animation = layer.animation(forKey: key) as? CAPropertyAnimation,
          animation.delegate === ticket, let copy = animation.copy() as? CAPropertyAnimation
        else { continue }
        copy.delegate = nil
        copy.beginTime = 0
        if copy.value(forKey: "toValue") == nil, let basic = copy as? CABasicAnimation {
          basic.toValue = layer.value(forKeyPath: basic.keyPath ?? key)
        }
        entries.append(
          Entry(
            layer: layer,
            key: key,
            original: copy,
            former: ticket.former,
            latter: layer.value(forKeyPath: copy.keyPath ?? key),
            start: start,
            span: (settings.delay - delay, settings.duration),
            curve: AnimatedWay.curve(of: copy, in: settings.curve)
          )
        )
      }
    }
  }

  // MARK: Standing still

  /// Stops all animations where they are.
  package func pause() {
    guard let stretch else { return }
    let elapsed = now - stretch.begin
    standing = fraction
    for index in entries.indices {
      let entry = entries[index]
      let (way, span) = (entry.way, entry.span)
      let t = span.duration > 0 ? min(max((elapsed - span.delay) / span.duration, 0), 1) : 1
      let passed = entry.curve.progress(at: t, of: span.duration, keyPath: entry.original.keyPath)
      entries[index].standing = way.from + (way.to - way.from) * passed
    }
    self.stretch = nil
    hold()
  }

  /// Moves the animations, which stand still, to a fraction of the way; values outside 0...1 are limited.
  ///
  /// With a curve, `fraction` is one of the time that the curve takes.
  package func move(to fraction: Double, curve: AnimationSettings.Curve?, duration: Double) {
    standing = min(max(fraction.isFinite ? fraction : 0, 0), 1)
    for index in entries.indices {
      let (start, keyPath) = (entries[index].start, entries[index].original.keyPath)
      let own = start < 1 ? min(max((standing - start) / (1 - start), 0), 1) : standing.rounded(.down)
      entries[index].standing = curve?.progress(at: own, of: duration, keyPath: keyPath) ?? own
    }
    hold()
  }

  private func hold() {
    endRun()
    for entry in entries {
      guard let layer = entry.layer else { continue }
      let still = AnimatedWay(entry.original).animation(standingAt: entry.standing)
      still.isRemovedOnCompletion = false
      still.delegate = StandingMark()
      layer.add(still, forKey: entry.key)
    }
  }

  // MARK: Moving on

  /// Moves on from where the animations stand to their end, or back to their beginning.
  package func proceed(
    reversed: Bool,
    curve: AnimationSettings.Curve,
    duration: Double,
    end: @escaping () -> Void
  ) {
    pause()
    expect(end)
    let total = max(duration.isFinite ? duration : 0, 1e-9)
    let block = makeBlock(AnimationSettings(duration: total, curve: curve))
    for index in entries.indices { send(index, reversed: reversed, within: total, in: block) }
    stretch = Stretch(
      begin: now,
      duration: total,
      curve: curve,
      from: standing,
      to: reversed ? 0 : 1
    )
    block.seal()
    launch()
  }

  private func send(_ index: Int, reversed: Bool, within total: Double, in block: AnimationBlock) {
    let entry = entries[index]
    var (delay, duration) = (0.0, total)
    if reversed {
      duration = standing > entry.start ? total * (standing - entry.start) / standing : total
    } else if entry.start > standing {
      delay = total * (entry.start - standing) / (1 - standing)
      duration = max(total - delay, 1e-9)
    }
    entries[index].way = (entry.standing, reversed ? 0 : 1)
    entries[index].span = (delay, duration)
    guard let layer = entry.layer else { return }
    let animation = AnimatedWay(entry.original).animation(
      from: entry.standing,
      to: reversed ? 0 : 1,
      duration: duration,
      curve: block.settings.curve
    )
    entries[index].curve = AnimatedWay.curve(of: animation, in: block.settings.curve)
    let passed = animation.beginTime
    animation.beginTime = layer.convertTime(now, from: nil) + delay + passed
    let duringBlock = (animation.duration, animation.autoreverses, animation.beginTime)
    block.prepare(animation, on: layer)
    (animation.duration, animation.autoreverses, animation.beginTime) = duringBlock
    layer.add(animation, forKey: entry.key)
  }

  // MARK: Ending

  /// Where the properties are left when the animations are removed.
  package enum Position: Sendable { case start, current, end }

  /// Gives the properties the values that are shown, and removes the animations.
  package func stop() {
    release { self.setting(of: $0, at: .current) }
    isStopped = true
  }

  /// Removes the animations, and leaves the properties at a place of their way; those that were stopped may stay.
  package func finish(at position: Position) {
    let wasStopped = isStopped
    release { entry in
      if wasStopped || position != .end, !(wasStopped && position == .current) {
        return self.setting(of: entry, at: position)
      }
      return nil
    }
    entries = []
    isStopped = false
    standing = position == .start ? 0 : 1
  }

  /// The value that a property is given when its animation is removed.
  private struct Setting {
    let layer: CALayer
    let path: String
    let value: Any?
  }

  private func release(_ setting: (Entry) -> Setting?) {
    // All are read before the first is made, because animations of one property add up on its value.
    let settings = entries.compactMap(setting)
    endRun()
    stretch = nil
    AnimationBlock.withoutAnimation {
      for setting in settings.reversed() { setting.layer.setValue(setting.value, forKeyPath: setting.path) }
      for entry in entries { entry.layer?.removeAnimation(forKey: entry.key) }
    }
  }

  private func setting(of entry: Entry, at position: Position) -> Setting? {
    guard let layer = entry.layer, let path = entry.original.keyPath else { return nil }
    switch position {
    case .start: return entry.former.map { Setting(layer: layer, path: path, value: $0) }
    case .current:
      let value =
        standingValue(of: path, on: layer)?.object ?? LayerChange.shownValue(of: layer, keyPath: path)
      return Setting(layer: layer, path: path, value: value)
    case .end: return entry.latter.map { Setting(layer: layer, path: path, value: $0) }
    }
  }

  /// The value that paused animations give a property; nil if others move it, too.
  ///
  /// The value on screen may differ until the paused animations are committed.
  private func standingValue(of path: String, on layer: CALayer) -> AnimatedValue? {
    guard stretch == nil, var value = AnimatedValue(layer.value(forKeyPath: path)) else { return nil }
    for key in layer.animationKeys() ?? [] {
      guard let animation = layer.animation(forKey: key) as? CAPropertyAnimation,
        let other = animation.keyPath
      else { return nil }
      guard other == path || other.hasPrefix(path + ".") || path.hasPrefix(other + ".") else { continue }
      guard other == path, let entry = entries.first(where: { $0.layer === layer && $0.key == key }),
        let own = AnimatedWay(entry.original).value(at: entry.standing),
        let sum = entry.original.isAdditive ? own.added(to: value) : own
      else { return nil }
      value = sum
    }
    return value
  }
}

import Foundation
import QuartzCore
import StrataBase
import Testing

/// Reports after random changes are those that a pass over all animations finds (animation N-13, N-14).
@Suite struct ReportLawTests {
  @Test(arguments: 0..<40) func reportsAreThoseOfAPassOverAll(seed: Int) {
    let course = Course(seed: UInt64(seed), layerCount: seed % 2 == 0 ? 12 : 150)
    for _ in 0..<250 { course.step() }
    let difference = zip(course.log.reported, course.log.expected).first { $0 != $1 }
    #expect(difference == nil)
    #expect(course.log.reported.count == course.log.expected.count)
    #expect(course.log.reported.count > 260)
  }
}

private final class Log {
  var reported: [String] = []
  var expected: [String] = []
}

/// An animation: what its delegate is told, and what a pass over all knows of it.
private final class Note: NSObject, CAAnimationDelegate {
  let number: Int
  let key: String
  let layer: CALayer
  /// In the layer's time.
  let begin: Double
  let end: Double
  var hasBegun = false
  var isOver = false
  private let log: Log

  init(_ number: Int, key: String, on layer: CALayer, _ times: (begin: Double, end: Double), _ log: Log) {
    (self.number, self.key, self.layer, self.log) = (number, key, layer, log)
    (begin, end) = times
  }

  func animationDidStart(_ anim: CAAnimation) { log.reported.append("\(number) begins") }

  func animationDidStop(_ anim: CAAnimation, finished flag: Bool) {
    if flag { log.reported.append("\(number) ends") }
  }

  /// The media time of the next event, by the clocks of the layer and of those above it.
  var next: Double {
    var time = hasBegun ? end : begin
    var layer: CALayer? = layer
    while let clock = layer {
      guard clock.speed != 0 else { return time <= clock.timeOffset ? -.infinity : .infinity }
      time = (time - clock.timeOffset) / Double(clock.speed) + clock.beginTime
      layer = clock.superlayer
    }
    return time
  }

  /// Makes the expected report.
  func happen() {
    log.expected.append("\(number) \(hasBegun ? "ends" : "begins")")
    if hasBegun { isOver = true } else { hasBegun = true }
  }
}

/// A tree that a renderer shows, and random changes of it, one a transaction.
private final class Course {
  let log = Log()
  private let root = CALayer()
  private let renderer = CARenderer()
  /// All layers, of which some are not in the tree at times.
  private var layers: [CALayer] = []
  private var notes: [Note] = []
  private var count = 0
  private var steps = 0
  /// The frame's time, and the latest of the reported ones.
  private var (time, latest) = (1.0, -Double.infinity)
  private var random: SplitMix64

  init(seed: UInt64, layerCount: Int) {
    random = SplitMix64(seed: seed)
    CATransaction.flush()
    for _ in 0..<layerCount {
      let layer = CALayer()
      (layers.randomElement(using: &random) ?? root).addSublayer(layer)
      layers.append(layer)
    }
    renderer.layer = root
    renderer.bounds = CGRect(x: 0, y: 0, width: 10, height: 10)
    draw()
  }

  private func draw() {
    renderer.beginFrame(atTime: time, timeStamp: nil)
    renderer.endFrame()
  }

  /// A multiple of a quarter, so that times are exact and often equal.
  private func quarters(_ range: ClosedRange<Int>) -> Double {
    Double(Int.random(in: range, using: &random)) / 4
  }

  private func isIn(_ layer: CALayer, _ top: CALayer) -> Bool {
    sequence(first: layer, next: \.superlayer).contains { $0 === top }
  }

  /// Makes one change, or draws the next frame.
  func step() {
    steps += 1
    log.reported.append("step \(steps)")
    log.expected.append("step \(steps)")
    guard let layer = layers.randomElement(using: &random) else { return }
    let kind = Int.random(in: 0..<12, using: &random)
    if kind < 3 {
      time += quarters(0...4)
      passOverAll()
      draw()
      return
    }
    CATransaction.begin()
    CATransaction.setDisableActions(random.next() % 2 == 0)
    switch kind {
    case 3: removeOne()
    case 4: setClock(of: random.next() % 8 == 0 ? root : layer)
    case 5: place(layer)
    case 6 where random.next() % 2 == 0: remove(layer)
    default: if isIn(layer, root) { add(to: layer) }
    }
    CATransaction.commit()
    // An animation that has left its layer may have opened the implicit transaction before.
    CATransaction.flush()
    passOverAll()
  }

  private func add(to layer: CALayer) {
    let fade = CABasicAnimation(keyPath: "opacity")
    (fade.fromValue, fade.toValue) = (0, 1)
    // Zero would stand for now.
    fade.beginTime = max(0.25, time + quarters(-6...12))
    fade.duration = 0.25 + quarters(0...8)
    fade.repeatCount = [0, 2, .infinity][Int.random(in: 0..<3, using: &random)]
    fade.isRemovedOnCompletion = random.next() % 2 == 0
    count += 1
    let key = "\(Int.random(in: 0..<3, using: &random))"
    let end = fade.beginTime + fade.duration * Double(max(1, fade.repeatCount))
    let note = Note(count, key: key, on: layer, (fade.beginTime, end), log)
    fade.delegate = note
    for former in notes where former.layer === layer && former.key == key { former.isOver = true }
    layer.add(fade, forKey: key)
    notes.append(note)
  }

  private func removeOne() {
    guard let note = notes.filter({ !$0.isOver }).randomElement(using: &random) else { return }
    note.isOver = true
    note.layer.removeAnimation(forKey: note.key)
  }

  private func setClock(of layer: CALayer) {
    layer.speed = [0, 0.5, 1, 1, 2][Int.random(in: 0..<5, using: &random)]
    if random.next() % 2 == 0 { layer.timeOffset = quarters(0...8) }
    if random.next() % 2 == 0 { layer.beginTime = quarters(-4...8) }
  }

  private func place(_ layer: CALayer) {
    guard let parent = layers.filter({ isIn($0, root) && !isIn($0, layer) }).randomElement(using: &random)
    else { return root.addSublayer(layer) }
    parent.addSublayer(layer)
  }

  private func remove(_ layer: CALayer) {
    layer.removeFromSuperlayer()
    for note in notes where isIn(note.layer, layer) { note.isOver = true }
  }

  /// Finds what happens until the frame's time by looks at all animations.
  private func passOverAll() {
    while true {
      let due = notes.filter { !$0.isOver }.map { (time: max($0.next, latest), note: $0) }
      let first = due.filter { $0.time <= time }.min { ($0.time, $0.note.number) < ($1.time, $1.note.number) }
      guard let first else { break }
      latest = max(latest, first.time)
      first.note.happen()
    }
    latest = max(latest, time)
    notes.removeAll { $0.isOver }
  }
}

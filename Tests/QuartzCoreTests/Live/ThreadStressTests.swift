import CoreGraphics
import Foundation
import QuartzCore
import StrataRenderServer
import Testing

/// The seconds that each thread runs, if the environment gives them; otherwise each thread makes a few rounds.
private let seconds = ProcessInfo.processInfo.environment["STRATA_STRESS_SECONDS"].flatMap(Double.init)
private let rounds = 150

@Suite struct ThreadStressTests {
  @Test("animation U-9: trees of their own need no lock")
  func fourThreadsUseTheirOwnTrees() async {
    await withTaskGroup(of: Void.self) { group in
      for number in 0..<4 {
        group.addTask {
          await onOwnThread { Self.work(UInt64(number)) }
        }
      }
    }
  }

  @Test(
    "animation U-9: threads change and commit different layers of one tree, and with the lock animate them",
    arguments: [false, true]
  )
  func fourThreadsShareATree(areLocked: Bool) async {
    await onOwnThread { Self.shareATree(areLocked) }
  }

  private static func shareATree(_ areLocked: Bool) {
    let root = box(0, 0, 32, 32, red)
    let host = HeadlessHost(
      layer: root,
      size: CGSize(width: 32, height: 32),
      framesPerSecond: 240
    ) { _ in }
    let parts = (0..<4).map { number in OwnLayer(box(Double(number) * 8, 0, 8, 32, red)) }
    for part in parts { root.addSublayer(part.layer) }
    host.start()
    let ended = Tally()
    for (number, part) in parts.enumerated() {
      Thread.detachNewThread {
        change(part.layer, UInt64(number), isLocked: areLocked)
        ended.add()
      }
    }
    #expect(runLoop(for: 60 + (seconds ?? 0)) { ended.count == parts.count })
    CATransaction.begin()
    CATransaction.setDisableActions(true)
    for part in parts {
      part.layer.sublayers = nil
      part.layer.removeAllAnimations()
      part.layer.frame.origin.y = 0
      part.layer.backgroundColor = part.layer === parts[1].layer ? blue : green
    }
    CATransaction.commit()
    // A sublayer that a thread removed last may still fade.
    let isShown = runLoop {
      let image = host.latestImage
      return pixel(image, 12, 16) == [0, 0, 255, 255] && pixel(image, 28, 16) == [0, 255, 0, 255]
    }
    #expect(isShown)
    #expect(root.presentation()?.sublayers?.count == 4)
    host.stop()
  }

  /// A layer that a thread has to itself.
  private struct OwnLayer: @unchecked Sendable {
    let layer: CALayer
    init(_ layer: CALayer) { self.layer = layer }
  }

  /// Changes a layer and what is below it, and commits after each change.
  ///
  /// With the lock it animates them as well, and looks at the layers of others.
  private static func change(_ layer: CALayer, _ seed: UInt64, isLocked: Bool) {
    var numbers = Numbers(seed)
    let end = Date(timeIntervalSinceNow: seconds ?? 0)
    var round = 0
    while seconds == nil ? round < 10 * rounds : Date() < end {
      round += 1
      if isLocked { CATransaction.lock() }
      CATransaction.begin()
      CATransaction.setDisableActions(!isLocked || numbers.next(2) == 0)
      CATransaction.setAnimationDuration(0.01)
      switch numbers.next(isLocked ? 6 : 4) {
      case 0: layer.addSublayer(box(0, Double(numbers.next(30)), 6, 6, blue))
      case 1: layer.sublayers?.last?.removeFromSuperlayer()
      case 2: layer.frame.origin.y = CGFloat(numbers.next(8))
      case 3: layer.sublayers?.last?.opacity = 0.5
      case 4:
        let fade = CABasicAnimation(keyPath: "opacity")
        (fade.fromValue, fade.toValue, fade.duration) = (1, 0, 0.02)
        layer.sublayers?.first?.add(fade, forKey: numbers.next(2) == 0 ? "fade" : nil)
      default: _ = layer.superlayer?.presentation()?.hitTest(CGPoint(x: numbers.next(32), y: 16))
      }
      CATransaction.commit()
      if round % 16 == 0 { CATransaction.flush() }
      if isLocked { CATransaction.unlock() }
    }
    CATransaction.flush()
  }

  /// Numbers that look random, the same for a seed on each run.
  private struct Numbers {
    private var state: UInt64

    init(_ seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 | 1 }

    mutating func next(_ count: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % count
    }
  }

  private static func work(_ seed: UInt64) {
    var numbers = Numbers(seed)
    func random(_ count: Int) -> Int { numbers.next(count) }
    let frames = Tally()
    let root = box(0, 0, 32, 32, red)
    let host = HeadlessHost(
      layer: root,
      size: CGSize(width: 32, height: 32),
      framesPerSecond: 240
    ) { _ in frames.add() }
    host.start()
    var layers: [CALayer] = []
    let end = Date(timeIntervalSinceNow: seconds ?? 0)
    var round = -1
    while seconds == nil ? round + 1 < rounds : Date() < end {
      round += 1
      CATransaction.begin()
      CATransaction.setAnimationDuration(0.01)
      for _ in 0..<4 {
        switch random(6) {
        case 0:
          let layer = box(Double(random(30)), Double(random(30)), 6, 6, random(2) == 0 ? blue : green)
          (layers.randomSafe(random) ?? root).addSublayer(layer)
          layers.append(layer)
        case 1:
          if !layers.isEmpty { layers.remove(at: random(layers.count)).removeFromSuperlayer() }
        case 2: layers.randomSafe(random)?.position = CGPoint(x: random(32), y: random(32))
        case 3:
          let fade = CABasicAnimation(keyPath: "opacity")
          (fade.fromValue, fade.toValue, fade.duration) = (1, 0, 0.02)
          layers.randomSafe(random)?.add(fade, forKey: random(2) == 0 ? "fade" : nil)
        case 4: layers.randomSafe(random)?.removeAllAnimations()
        default:
          CATransaction.lock()
          _ = layers.randomSafe(random)?.presentation()?.frame
          CATransaction.unlock()
        }
      }
      CATransaction.commit()
      if round % 16 == 0 { _ = runLoop(for: 0.004) }
      if round % 50 == 49 {
        host.stop()
        host.start()
      }
    }
    CATransaction.flush()
    #expect(runLoop { frames.count > 0 })
    #expect(pixel(host.latestImage, 31, 31) != nil)
    host.stop()
  }
}

extension Array where Element == CALayer {
  /// One of the layers; nil if there is none.
  fileprivate func randomSafe(_ random: (Int) -> Int) -> CALayer? { isEmpty ? nil : self[random(count)] }
}

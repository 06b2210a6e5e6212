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

  private static func work(_ seed: UInt64) {
    var state = seed &* 0x9E37_79B9_7F4A_7C15 | 1
    func random(_ count: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % count
    }
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

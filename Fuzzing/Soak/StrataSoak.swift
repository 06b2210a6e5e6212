import CoreGraphics
import Foundation
import QuartzCore
import StrataBase
import StrataRaster
import Synchronization

/// Writes a line at once.
func say(_ line: String) { FileHandle.standardOutput.write(Data((line + "\n").utf8)) }

/// Changes a live tree at random for many minutes and reports what the process holds after each.
///
/// Memory is read twice a minute: in the midst of changes, and with an empty tree after the caches for later frames are
/// dropped and the C library has given back the pages between the blocks that are left. Neither what the heap holds then nor
/// the resident memory may grow.
@main
struct StrataSoak {
  /// The part by which memory at rest may grow after the first minute.
  static let tolerance = 0.05
  /// Seconds with an empty tree before memory is read; hosts drop their caches after five.
  private static let rest = 7.0

  static func main() {
    var arguments = CommandLine.arguments.dropFirst()
    let usesGraphics = arguments.first == "graphics"
    if usesGraphics { arguments.removeFirst() }
    guard let minutes = arguments.first.map({ Int($0) }) ?? 30, minutes > 0 else {
      say("strata-soak [graphics] [MINUTES]: changes trees at random, for 30 minutes by default.")
      say("  graphics   draws them on a graphics processor, in a context that reports errors")
      exit(2)
    }
    exit((usesGraphics ? GraphicsSoak.run(minutes: minutes) : run(minutes: minutes)) ? 0 : 1)
  }

  private struct Reading {
    var busy: Resources
    var idle: Resources
  }

  private static func run(minutes: Int) -> Bool {
    // The first host starts what the process keeps for good: the threads of run loops, the fonts.
    warmUp()
    let before = Resources.current
    say(
      "| minute | layers | changes | frames | MB, busy | MB, at rest | MB of it in use | threads | descriptors |"
    )
    say("|---|---|---|---|---|---|---|---|---|")
    var readings: [Reading] = []
    for minute in 1...minutes { readings.append(live(minute: minute)) }
    settle(1)
    let after = Resources.current
    return judge(readings, before, after)
  }

  private static func warmUp() {
    let scene = RandomScene(seed: 0)
    let host = HeadlessHost(layer: scene.root, size: RandomScene.size, threads: 2)
    host.start()
    for _ in 0..<200 {
      scene.change()
      settle(0.005)
    }
    scene.clear()
    host.stop()
    settle(1)
  }

  /// One minute: a host of its own, changes, a pause.
  private static func live(minute: Int) -> Reading {
    let (frames, linked) = (FrameCounter(), FrameCounter())
    let scene = RandomScene(seed: UInt64(minute))
    let host = HeadlessHost(layer: scene.root, size: RandomScene.size, threads: 2) { _ in frames.add() }
    host.start()
    let end = Date(timeIntervalSinceNow: 60 - rest)
    var (turn, mostLayers) = (0, 0)
    while Date() < end {
      turn += 1
      scene.change()
      settle(0.004)
      mostLayers = max(mostLayers, scene.count)
      switch turn % 500 {
      case 100: showAnotherHost()
      case 200:
        host.stop()
        host.start()
      case 300:
        let link = host.displayLink { _ in linked.add() }
        settle(0.05)
        link.invalidate()
      default: break
      }
    }
    let busy = Resources.current
    scene.clear()
    settle(rest)
    FreedMemory.returnToSystem()
    let idle = Resources.current
    say(
      "| \(minute) | \(mostLayers) | \(scene.changes) | \(frames.count) | \(megabytes(busy.memory)) | "
        + "\(megabytes(idle.memory)) | \(megabytes(idle.heap)) | \(idle.threads) | \(idle.descriptors) |"
    )
    host.stop()
    return Reading(busy: busy, idle: idle)
  }

  /// Shows a small tree in a host that lives for a few frames.
  private static func showAnotherHost() {
    let layer = CALayer()
    layer.frame = CGRect(x: 0, y: 0, width: 16, height: 16)
    let fade = CABasicAnimation(keyPath: "opacity")
    (fade.fromValue, fade.toValue, fade.duration) = (0, 1, 10)
    layer.add(fade, forKey: "fade")
    let host = HeadlessHost(layer: layer, size: CGSize(width: 16, height: 16))
    host.start()
    settle(0.05)
  }

  /// Runs the thread's run loop.
  private static func settle(_ seconds: Double) {
    let end = Date(timeIntervalSinceNow: seconds)
    repeat {
      if !RunLoop.current.run(mode: .default, before: end) { usleep(1_000) }
    } while Date() < end
  }

  static func megabytes(_ bytes: Int) -> String { String(format: "%.1f", Double(bytes) / 1_048_576) }

  private static func judge(_ readings: [Reading], _ before: Resources, _ after: Resources) -> Bool {
    guard let first = readings.first, let last = readings.last else { return true }
    func growth(_ value: (Resources) -> Int) -> Double {
      Double(value(last.idle)) / Double(max(value(first.idle), 1)) - 1
    }
    let inUse = growth { $0.heap < 0 ? $0.memory : $0.heap }
    say(String(format: "in use at rest: %+.1f %% since minute 1", 100 * inUse))
    let resident = growth { $0.memory }
    say(String(format: "resident at rest: %+.1f %% since minute 1", 100 * resident))
    say("threads: \(before.threads) before, \(after.threads) after")
    say("descriptors: \(before.descriptors) before, \(after.descriptors) after")
    return inUse <= tolerance && resident <= tolerance && after.threads <= before.threads
      && after.descriptors <= before.descriptors
  }
}

/// Counts frames on the render thread.
private final class FrameCounter: Sendable {
  private let number = Atomic<Int>(0)
  var count: Int { number.load(ordering: .relaxed) }
  func add() { number.wrappingAdd(1, ordering: .relaxed) }
}

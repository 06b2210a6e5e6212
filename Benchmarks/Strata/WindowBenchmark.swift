#if Window
  import Foundation
  import QuartzCore
  import StrataRenderServer
  import StrataWindow

  /// Measures scenes in a window of 1920 × 1080 points: frames, events, idling and memory.
  ///
  /// Every figure is a line of words, as the programs of other libraries print it: scene, name, figure, value. Events are made
  /// by `xdotool`, as a user would make them.
  final class WindowBenchmark {
    private let seconds: Double

    init(seconds: Double) { self.seconds = seconds }

    /// The scenes with a window of their own.
    static func scenes() -> [Scene] {
      Scene.all().filter { ["S1", "S2", "S3", "S4", "S5", "S6", "S10"].contains($0.name) } + [movingSolids]
    }

    /// What a program without views would draw by rectangles: the scene of the other libraries, too.
    private static var movingSolids: Scene {
      Scene(name: "W1", content: "1,000 moving 20x20 solids") { _ in
        Stage(1000) { i in
          CALayer(width: 20, height: 20, color: Numbers.color(i))
        } show: { layers, frame in
          for (i, layer) in layers.enumerated() {
            layer.position = CGPoint(x: Numbers.x(i, frame, 21), y: Numbers.y(i, frame, 21))
          }
        }
      }
    }

    /// Measures the scenes, then events and idling.
    func run(_ wanted: (Scene) -> Bool) throws {
      for scene in Self.scenes() where wanted(scene) { try animate(scene) }
      try answerEvents()
    }

    private func print(_ scene: String, _ figure: String, _ value: Double) {
      Swift.print(scene, "strata", figure, String(format: "%.2f", value))
    }

    private func open(_ root: CALayer) throws -> Window {
      var options = WindowOptions()
      options.threads = ProcessInfo.processInfo.activeProcessorCount
      return try Window(layer: root, title: "strata-bench", size: root.bounds.size, options: options)
    }

    /// Runs the run loop of this thread for a time.
    private func wait(_ seconds: Double) {
      let end = Date(timeIntervalSinceNow: seconds)
      while Date() < end { _ = RunLoop.current.run(mode: .default, before: end) }
    }

    // MARK: Frames

    private func animate(_ scene: Scene) throws {
      let stage = scene.stage(1)
      let window = try open(stage.root)
      var frame = 0
      let link = window.displayLink { _ in
        CATransaction.begin()
        CATransaction.setDisableActions(true)
        stage.show(frame)
        CATransaction.commit()
        frame += 1
      }
      link.add(to: .current, forMode: .default)
      wait(1)
      let (start, before) = (CACurrentMediaTime(), Self.processorTime)
      wait(seconds)
      let processor = Self.processorTime - before
      link.invalidate()
      let times = window.frameTimings.map(\.presentedTime).filter { $0 >= start }
      if let first = times.first, let last = times.last, last > first {
        print(scene.name, "frames-per-second", Double(times.count - 1) / (last - first))
        print(scene.name, "processor-ms-per-frame", processor / Double(times.count) * 1000)
      }
      print(scene.name, "memory-mb", Self.residentMegabytes)
      window.close()
      wait(0.1)
    }

    // MARK: Events

    /// Moves one of a thousand layers with the mouse, and then rests.
    private func answerEvents() throws {
      let stage = Self.movingSolids.stage(1)
      stage.show(0)
      let window = try open(stage.root)
      guard let layer = stage.root.sublayers?.last else { return }
      var arrivals: [Double] = []
      window.onEvent = { event in
        guard case .mouse(let mouse) = event.kind, mouse.phase == .moved else { return }
        CATransaction.begin()
        CATransaction.setDisableActions(true)
        layer.position = mouse.location
        CATransaction.commit()
        arrivals.append(event.timestamp)
      }
      wait(2)
      var latencies: [Double] = []
      for round in 0..<100 {
        arrivals = []
        let point = ["\(200 + round * 7 % 900)", "\(200 + round * 13 % 600)"]
        let hand = try Process.run(URL(filePath: "/usr/bin/xdotool"), arguments: ["mousemove"] + point)
        wait(0.12)
        hand.waitUntilExit()
        guard let arrival = arrivals.first,
          let shown = window.frameTimings.first(where: { $0.presentedTime > arrival })
        else { continue }
        latencies.append((shown.presentedTime - arrival) * 1000)
      }
      let sorted = latencies.sorted()
      if !sorted.isEmpty {
        print("event", "median-ms", sorted[sorted.count / 2])
        print("event", "99th-ms", sorted[min(sorted.count - 1, sorted.count * 99 / 100)])
      }
      print("idle", "wakes-per-second", rest())
      print("idle", "memory-mb", Self.residentMegabytes)
      window.close()
    }

    // MARK: Idling

    /// A number that one thread writes before the other reads it.
    private final class Count: @unchecked Sendable {  // The run loop's block comes after the writing.
      var value: Int?
    }

    /// Waits in the run loop, as an idle program does, and returns how often its threads woke in a second.
    ///
    /// A thread of its own measures: a run loop that waits for a time sets a timer, which wakes threads itself.
    private func rest() -> Double {
      let seconds = 5
      let count = Count()
      let waiting = ThreadRunLoop()
      Thread {
        // The render thread wakes five seconds after the last picture, to drop memory.
        sleep(7)
        let before = Self.sleepsOfOthers
        sleep(UInt32(seconds))
        let wakes = Self.sleepsOfOthers - before
        waiting.perform { count.value = wakes }
      }.start()
      while count.value == nil { _ = RunLoop.current.run(mode: .default, before: .distantFuture) }
      return Double(count.value ?? 0) / Double(seconds)
    }

    // MARK: The process

    /// The time that processors worked for this process, in seconds; POSIX has its clock count microseconds.
    private static var processorTime: Double { Double(clock()) / 1_000_000 }

    private static var residentMegabytes: Double { field("VmRSS:", of: "/proc/self/status") / 1024 }

    /// How often the threads of this process have slept, without the one that asks.
    private static var sleepsOfOthers: Int {
      let files = FileManager.default
      let tasks = (try? files.contentsOfDirectory(atPath: "/proc/self/task")) ?? []
      let own = (try? files.destinationOfSymbolicLink(atPath: "/proc/thread-self")) ?? ""
      return tasks.reduce(0) { sum, task in
        if own.hasSuffix("/" + task) { return sum }
        return sum + Int(field("voluntary_ctxt_switches:", of: "/proc/self/task/\(task)/status"))
      }
    }

    /// A number of a file of the kernel's.
    private static func field(_ name: String, of path: String) -> Double {
      let text = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
      let line = text.split(separator: "\n").first { $0.hasPrefix(name) }
      return line?.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap { Double($0) } ?? 0
    }
  }
#endif

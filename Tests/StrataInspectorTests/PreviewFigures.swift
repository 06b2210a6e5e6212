#if Inspector
  import Foundation
  import Glibc
  import QuartzCore
  import StrataDocuments
  import StrataInspector
  import Synchronization
  import Testing

  /// The figures of Documentation/Preview.md; `make bench-inspector` prints them, ordinary runs of the tests do not measure.
  @Suite(
    .serialized,
    .ownThread,
    .enabled(if: ProcessInfo.processInfo.environment["STRATA_FIGURES"] != nil, "make bench-inspector"),
    .enabled(if: BrowserPage.isAvailable, "there is no Chromium")
  )
  struct PreviewFigures {
    private func median(_ numbers: [Double]) -> Double { numbers.sorted()[numbers.count / 2] }

    private func report(_ name: String, _ text: String) { print("| \(name) | \(text) |") }

    @Test func scrubbing() throws {
      let inspector = try Inspector.preview(named: "Demo") { try Document(contentsOf: PreviewPlace.demo) }
      defer { inspector.stop() }
      let page = try BrowserPage(inspector.address)
      try page.evaluate(
        "document.getElementById('zoom').value = '4'; document.getElementById('zoom').dispatchEvent(new Event('change'))"
      )
      try page.wait("document.getElementById('canvas').width === 1920")
      let code = """
        (async () => { const found = [];
          for (let step = 0; step < 60; step++) { const start = performance.now(); page.setTime(0.5 + step * 0.07);
            await page.picture.pending; while (page.picture.isBusy) await page.picture.pending;
            found.push(performance.now() - start); }
          return found; })()
        """
      let times = try #require(try page.evaluate(code) as? [Double])
      let slow = times.sorted()[times.count * 9 / 10]
      report(
        "scrub to pixels, the demo at 1920 × 1080",
        String(format: "%.0f ms (nine of ten below %.0f)", median(times), slow)
      )
    }

    @Test(arguments: [10_000, 100_000]) func trees(count: Int) throws {
      let groups = (0..<100).map { group in
        let layers = (0..<(count / 100)).map { index in
          let place = "\(index % 40 * 10 + 5) \(index / 40 * 10 + 5)"
          return
            "<CALayer name=\"l\(index)\" bounds=\"0 0 8 8\" position=\"\(place)\" backgroundColor=\"0 0.5 1\"/>"
        }
        return """
          <CALayer name="g\(group)" bounds="0 0 400 400" position="\(group % 10 * 80 + 40) \(group / 10 * 80 + 40)">
          <sublayers>\(layers.joined(separator: "\n"))</sublayers></CALayer>
          """
      }
      let place = try PreviewPlace(
        "<CALayer bounds=\"0 0 800 800\"><sublayers>\(groups.joined(separator: "\n"))</sublayers></CALayer>"
      )
      let page = try BrowserPage(place.inspector.address)
      try page.wait("page.firstPaint")
      let first = try #require(try page.evaluate("page.firstPaint") as? Double)
      let code = """
        (async () => { const { rows } = await page.link.ask("outline", { start: 0, count: 500 });
          const layers = rows.map((row) => row.layer);
          const found = [];
          for (let step = 0; step < 20; step++) { const start = performance.now();
            await page.link.ask("outline", { start: step * \(count / 25), count: 60, layers });
            found.push(performance.now() - start); }
          return found; })()
        """
      let rows = median(try #require(try page.evaluate(code) as? [Double]))
      report("\(count) layers: first picture", String(format: "%.0f ms after the page is asked for", first))
      report("\(count) layers, all open: 60 rows", String(format: "%.1f ms", rows))
    }

    /// A program in which one small layer of many moves.
    private final class Mover {
      let root = CALayer()
      let host: HeadlessHost
      private(set) var inspector: Inspector?

      init(stillLayers: Int, onFrame: @escaping @Sendable () -> Void) {
        root.anchorPoint = .zero
        root.bounds = CGRect(x: 0, y: 0, width: 1920, height: 1080)
        root.backgroundColor = CGColor(red: 1, green: 1, blue: 1, alpha: 1)
        for index in 0..<stillLayers {
          let still = CALayer()
          still.frame = CGRect(x: index % 60 * 32, y: index / 60 * 32, width: 28, height: 28)
          still.backgroundColor = CGColor(red: 0, green: 0.5, blue: 1, alpha: 1)
          root.addSublayer(still)
        }
        let mover = CALayer()
        mover.frame = CGRect(x: 100, y: 500, width: 20, height: 20)
        mover.backgroundColor = CGColor(red: 1, green: 0, blue: 0, alpha: 1)
        let run = CABasicAnimation(keyPath: "position.x")
        (run.fromValue, run.toValue, run.duration) = (100.0, 1800.0, 20)
        run.repeatCount = .infinity
        mover.add(run, forKey: "run")
        root.addSublayer(mover)
        host = HeadlessHost(layer: root, size: root.bounds.size) { _ in onFrame() }
        host.start()
      }

      /// Serves a page, and returns its address.
      func attach() throws -> URL {
        let new = try Inspector.attach(to: host)
        inspector = new
        return new.address
      }

      func detach() {
        inspector?.stop()
        inspector = nil
      }

      deinit {
        detach()
        host.stop()
      }
    }

    @Test func bytesOfAMovingLayer() throws {
      let mover = Mover(stillLayers: 1000) {}
      let page = try SocketClient(page: try mover.attach())
      _ = try page.askBinary("picture", ["waits": true])
      let start = CACurrentMediaTime()
      var (bytes, pictures) = (0, 0)
      while CACurrentMediaTime() - start < 5 {
        _ = try page.post("picture", ["waits": true])
        bytes += try page.receive().bytes.count
        pictures += 1
      }
      let seconds = CACurrentMediaTime() - start
      let text = String(
        format: "%.0f kB/s at %.0f pictures/s",
        Double(bytes) / seconds / 1000,
        Double(pictures) / seconds
      )
      report("a layer of 20 × 20 moves at 1080p", text)
    }

    /// The processor time of the render thread from frame to frame, in seconds.
    private final class FrameMeter: Sendable {
      private let state = Mutex<(last: Double, costs: [Double])>((0, []))

      func note() {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        let now = Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
        state.withLock { state in
          if state.last > 0 { state.costs.append(now - state.last) }
          state.last = now
        }
      }

      func take() -> [Double] {
        state.withLock { state in
          defer { state.costs = [] }
          return state.costs
        }
      }
    }

    /// Takes turns: a program without an inspector, with one, and with a page that shows what happens.
    ///
    /// One layer of 2,000 moves, by an animation or by a change of the program for each frame.
    @Test(arguments: [false, true]) func overheadOfAPage(isCommitted: Bool) throws {
      let meter = FrameMeter()
      let mover = Mover(stillLayers: 2000) { meter.note() }
      let moved = mover.root.sublayers?.first
      func run(_ seconds: Double) {
        let end = CACurrentMediaTime() + seconds
        var step = 0
        while CACurrentMediaTime() < end {
          if isCommitted {
            step += 1
            CATransaction.begin()
            CATransaction.setDisableActions(true)
            moved?.position.x = CGFloat(10 + step % 9)
            CATransaction.commit()
          }
          RunLoop.current.run(until: Date(timeIntervalSinceNow: 1.0 / 60))
        }
      }
      func measure() -> [Double] {
        run(0.3)
        _ = meter.take()
        run(1.2)
        return meter.take()
      }
      var (plain, idle, watched) = ([Double](), [Double](), [Double]())
      for _ in 0..<8 {
        plain += measure()
        let address = try mover.attach()
        idle += measure()
        let page = try SocketClient(page: address)
        _ = try page.ask("outline", ["count": 60, "follows": true])
        let reader = PictureReader(page)
        watched += measure()
        reader.stop()
        mover.detach()
      }
      let (none, waiting, open) = (median(plain) * 1e6, median(idle) * 1e6, median(watched) * 1e6)
      let text = String(
        format: "%.0f µs; %+.1f %% with an inspector, %+.1f %% with an open page",
        none,
        (waiting / none - 1) * 100,
        (open / none - 1) * 100
      )
      let kind = isCommitted ? "changed by the program" : "animated"
      report("the render thread's time for a frame, \(kind)", text)
    }

    /// Asks for one picture after the other on a thread of its own.
    private final class PictureReader: @unchecked Sendable {  // The page is used by one thread.
      private let page: SocketClient
      private let mustStop = Atomic<Bool>(false)
      private let done = DispatchSemaphore(value: 0)

      init(_ page: SocketClient) {
        self.page = page
        Thread.detachNewThread { [self] in read() }
      }

      private func read() {
        while !mustStop.load(ordering: .relaxed) {
          guard (try? page.askBinary("picture", ["waits": true])) != nil else { break }
        }
        done.signal()
      }

      func stop() {
        mustStop.store(true, ordering: .relaxed)
        done.wait()
      }
    }
  }
#endif

#if Window
  import CoreFoundation
  import CoreGraphics
  import Dispatch
  import Foundation
  import Glibc
  import QuartzCore
  import StrataBase
  import StrataEGL
  import StrataRenderServer
  import StrataWindow

  /// A window with a blue square on red, 200 × 100 points, and the commands that tests give.
  final class Probe {
    private let root = CALayer()
    private let square = CALayer()
    private lazy var metal = MetalSquare(in: root)
    private var window: Window?
    /// A second window, which a press closes.
    private var palette: Window?
    /// Where the next press opens the second window, inside its handler; nil if it does not.
    private var dialogCorner: CGPoint?
    private var refusals = 0
    private var link: CADisplayLink?
    private var ticks = 0
    /// Where the mouse holds the square, from its position; nil if it does not.
    private var grip: CGVector?
    private let release = DispatchSemaphore(value: 0)

    func run() {
      root.name = "root"
      root.bounds = CGRect(x: 0, y: 0, width: 200, height: 100)
      root.backgroundColor = CGColor(srgbRed: 1, green: 0, blue: 0, alpha: 1)
      square.name = "square"
      square.frame = CGRect(x: 20, y: 30, width: 40, height: 40)
      square.backgroundColor = CGColor(srgbRed: 0, green: 0, blue: 1, alpha: 1)
      root.addSublayer(square)
      if CommandLine.arguments.contains("rich") { Scenery.add(to: root) }
      open(CommandLine.arguments.dropFirst().map { $0 })
      readCommands()
      if CommandLine.arguments.contains("run") {
        let first = window
        try? first?.run()
        write("run ended")
      }
      if CommandLine.arguments.contains("loop") {
        CFRunLoopRun()
        write("loop ended")
      }
      while true { _ = RunLoop.main.run(mode: .default, before: .distantFuture) }
    }

    private func open(_ arguments: [String]) {
      var options = WindowOptions()
      if arguments.contains("bottomLeft") { options.origin = .bottomLeft }
      if arguments.contains("twice") { options.scale = 2 }
      if arguments.contains("borderless") { options.isBordered = false }
      options.backend = arguments.contains("gpu") ? .graphics : .processor
      if arguments.contains("noNumber") { options.minimumSize = CGSize(width: CGFloat.nan, height: 50) }
      var size: CGSize?
      if arguments.contains("large") { size = CGSize(width: 3840, height: 2160) }
      if arguments.contains("fraction") { size = CGSize(width: 200, height: 100.6) }
      do {
        let window = try Window(layer: root, title: "probe", size: size, options: options)
        self.window = window
        window.onEvent = { [unowned self] event in report(event) }
        window.shouldClose = { [unowned self] in
          refusals -= 1
          return refusals < 0
        }
        let (size, scale) = (window.size, window.scale)
        write("open \(Int(size.width)) \(Int(size.height)) \(scale) \(Int(window.framesPerSecond))")
      } catch {
        write("error \(error)")
      }
    }

    /// Opens a green window of 60 × 40 points, with its corner at a place.
    private func openPalette(at corner: CGPoint) {
      let layer = CALayer()
      layer.bounds = CGRect(x: 0, y: 0, width: 60, height: 40)
      layer.backgroundColor = CGColor(srgbRed: 0, green: 1, blue: 0, alpha: 1)
      palette = try? Window(layer: layer, title: "palette")
      palette?.setPosition(corner)
      palette?.onEvent = { [unowned self] event in
        guard case .mouse(let mouse) = event.kind, mouse.phase == .down(.left) else { return }
        palette?.close()
        palette = nil
        write("palette closed")
      }
    }

    /// Opens the second window, and returns when it is closed.
    private func runDialog(at corner: CGPoint) {
      openPalette(at: corner)
      let dialog = palette
      try? dialog?.run()
      write("dialog ended")
    }

    private func write(_ line: String) {
      try? FileHandle.standardOutput.write(contentsOf: Data((line + "\n").utf8))
    }

    // MARK: Events

    private func report(_ event: WindowEvent) {
      write(([Self.text(of: event.kind)] + [hit(event)]).joined(separator: " "))
      if case .mouse(let mouse) = event.kind {
        drag(mouse, event.hit)
        if let corner = dialogCorner, mouse.phase == .down(.left) {
          dialogCorner = nil
          runDialog(at: corner)
        }
      }
      if case .closed = event.kind { window = nil }
      if case .failed = event.kind { window = nil }
    }

    /// The square follows the mouse that holds it.
    private func drag(_ mouse: MouseEvent, _ hit: LayerHit?) {
      switch mouse.phase {
      case .down(.left) where hit?.layer === square:
        let place = hit?.presentation.position ?? .zero
        grip = CGVector(dx: mouse.location.x - place.x, dy: mouse.location.y - place.y)
      case .up(.left): grip = nil
      case .moved:
        guard let grip else { return }
        square.removeAllAnimations()
        place(CGPoint(x: mouse.location.x - grip.dx, y: mouse.location.y - grip.dy))
      default: break
      }
    }

    private func place(_ position: CGPoint) {
      CATransaction.begin()
      CATransaction.setDisableActions(true)
      square.position = position
      CATransaction.commit()
    }

    private func hit(_ event: WindowEvent) -> String {
      guard event.kind.location != nil else { return "" }
      guard let hit = event.hit else { return "hit nothing" }
      return "hit \(hit.layer.name ?? "?") \(Self.text(of: hit.point))"
    }

    private static func text(of point: CGPoint) -> String {
      "\(Int(point.x.rounded())),\(Int(point.y.rounded()))"
    }

    private static func text(of phase: MouseEvent.Phase) -> String {
      switch phase {
      case .down(let button): "\(button) down"
      case .up(let button): "\(button) up"
      case .moved, .entered, .exited: "\(phase)"
      }
    }

    private static func text(of kind: WindowEvent.Kind) -> String {
      switch kind {
      case .mouse(let event):
        "mouse \(text(of: event.phase)) \(text(of: event.location)) clicks \(event.clickCount) held \(event.buttons.count)"
      case .wheel(let event): "wheel \(event.delta.dx),\(event.delta.dy) \(text(of: event.location))"
      case .touch(let event): "touch \(event.phase) \(text(of: event.location))"
      case .key(let event):
        "key \(event.key) \(event.isDown ? "down" : "up") \(event.hidUsage) \(event.modifiers.rawValue)"
      case .text(let text): "text \(text)"
      case .composition(let composition): "composition \(composition.text)"
      case .drop(let event): "drop \(event.files.map(\.lastPathComponent))"
      case .resized(let size): "resized \(Int(size.width)) \(Int(size.height))"
      case .moved: "moved"
      case .scaleChanged(let scale): "scale \(scale)"
      case .refreshRateChanged(let rate): "rate \(rate)"
      case .focusChanged(let isFocused): "focus \(isFocused)"
      case .visibilityChanged(let isVisible): "visible \(isVisible)"
      case .exposed: "exposed"
      case .closeRequested: "closeRequested"
      case .closed: "closed"
      case .failed(let error): "failed \(error)"
      }
    }

    // MARK: Commands

    private func readCommands() {
      let me = Reference(probe: self)
      let thread = Thread {
        while let line = readLine() {
          let words = line.split(separator: " ").map(String.init)
          // The main thread hears nothing while it is busy.
          if words == ["free"] {
            me.probe.release.signal()
          } else {
            DispatchQueue.main.async { me.probe.obey(words) }
          }
        }
        exit(0)
      }
      thread.start()
    }

    /// Carries the probe to blocks of the main queue.
    private struct Reference: @unchecked Sendable {  // Used by the main queue.
      let probe: Probe
    }

    private func obey(_ words: [String]) {
      let numbers = words.dropFirst().map { Double($0) ?? 0 }
      switch words.first {
      case "background":
        window?.backgroundColor = CGColor(srgbRed: numbers[0], green: numbers[1], blue: numbers[2], alpha: 1)
        write("coloured")
      case "busy": beBusy()
      case "nudge":
        place(CGPoint(x: square.position.x + 1, y: square.position.y))
        write("nudged")
      case "slide": slide(from: numbers[0], to: numbers[1], seconds: numbers[2])
      case "refuse": refusals = Int(numbers[0])
      case "text": window?.textInputArea = CGRect(x: 0, y: 0, width: 100, height: 20)
      case "size": try? window?.setSize(CGSize(width: numbers[0], height: numbers[1]))
      case "title": window?.title = words.dropFirst().joined(separator: " ")
      case "border": window?.isBordered = numbers[0] != 0
      case "full": window?.isFullScreen = numbers[0] != 0
      case "isFull": write("full \(window?.isFullScreen ?? false)")
      case "hide": window?.hide()
      case "show": window?.orderFront()
      case "close": window?.close()
      case "open": open(Array(words.dropFirst()))
      case "timings": printTimings()
      case "times": printTimes()
      case "move": window?.setPosition(CGPoint(x: numbers[0], y: numbers[1]))
      case "center": window?.center()
      case "palette": openPalette(at: CGPoint(x: numbers[0], y: numbers[1]))
      case "dialog":
        dialogCorner = CGPoint(x: numbers[0], y: numbers[1])
        write("dialog due")
      case "dialogOfTimer":
        let (me, corner) = (Reference(probe: self), CGPoint(x: numbers[0], y: numbers[1]))
        let timer = Timer(timeInterval: 0, repeats: false) { _ in me.probe.runDialog(at: corner) }
        RunLoop.main.add(timer, forMode: .default)
      case "closeBeforeWaiting": closeBeforeWaiting()
      case "release":
        window = nil
        write("released")
      case "place":
        let (corner, display) = (window?.position ?? .zero, window?.displayBounds ?? .zero)
        write("place \(Int(corner.x)) \(Int(corner.y)) on \(Int(display.width)) \(Int(display.height))")
      case "bounds":
        let (bounds, size) = (root.bounds, window?.size ?? .zero)
        write("bounds \(bounds.width) \(bounds.height) in \(size.width) \(size.height)")
      case "frames": write("frames \(window?.frameTimings.count ?? 0)")
      case "finger":
        PushedEvents.finger(words[1], x: numbers[1], y: numbers[2])
        wakeWindow()
      case "drop":
        PushedEvents.drop(Array(words.dropFirst()))
        wakeWindow()
      case "link": startLink()
      case "ticks": write("ticks \(ticks) \(link?.duration ?? 0)")
      case "threads": printThreads()
      case "shown": printShown()
      case "present":
        metal.present(whites: Int(numbers[0]))
        write("presented")
      case "drawable": write("drawable \(metal.place)")
      case "leave":
        window?.live.server.mail.post(.leaveDevice)
        write("left")
      case "quit": exit(0)
      default: write("unknown \(words)")
      }
    }

    /// Closes the window at the end of a turn of the main run loop, which has nothing to do afterwards.
    private func closeBeforeWaiting() {
      let moment = CFOptionFlags(CFRunLoopActivity.beforeWaiting.rawValue)
      let me = Reference(probe: self)
      let observer = CFRunLoopObserverCreateWithHandler(nil, moment, false, 1) { _, _ in
        me.probe.window?.close()
      }
      CFRunLoopAddObserver(CFRunLoopGetMain(), observer, kCFRunLoopDefaultMode)
    }

    /// Has the window's thread look for events that no display server has sent.
    private func wakeWindow() { window?.title = "probe" }

    /// Keeps the main thread until the command "free", and prints how many pictures were presented meanwhile.
    private func beBusy() {
      let start = CACurrentMediaTime()
      write("busy")
      release.wait()
      write("free \(window?.frameTimings.count { $0.presentedTime > start } ?? 0)")
    }

    private func slide(from start: Double, to end: Double, seconds: Double) {
      place(CGPoint(x: end, y: square.position.y))
      let animation = CABasicAnimation(keyPath: "position.x")
      (animation.fromValue, animation.toValue, animation.duration) = (start, end, seconds)
      square.add(animation, forKey: "slide")
      CATransaction.flush()
      write("sliding")
    }

    /// Prints what a graphics processor has shown, and the size of the last picture and a pixel of it.
    private func printShown() {
      let report = window?.graphicsReport
      let image = window?.latestImage
      write(
        "shown \(report?.swaps ?? -1) \(report?.copiedPixels ?? -1) \(report?.swapsWithDamage ?? -1) "
          + "\(report?.keptPictures ?? -1) \(image?.width ?? 0) \(image?.height ?? 0)"
      )
    }

    private func startLink() {
      link = window?.displayLink { [unowned self] _ in ticks += 1 }
      link?.add(to: .main, forMode: .common)
    }

    /// Prints how many pictures were presented, how many of them too early, and how many after they were handed over.
    private func printTimings() {
      let timings = window?.frameTimings ?? []
      let early = timings.count { $0.presentedTime < $0.timestamp }
      // A compositor shows a picture with the next refresh, and not at once.
      let awaited = timings.count { $0.presentedTime - $0.timestamp > 0.004 }
      write("timings \(timings.count) \(early) \(awaited)")
    }

    /// Prints the times for which pictures were made and at which they were presented, in microseconds.
    private func printTimes() {
      let times = (window?.frameTimings ?? []).map { timing in
        "\(Int((timing.timestamp * 1e6).rounded())):\(Int((timing.presentedTime * 1e6).rounded()))"
      }
      write((["times"] + times).joined(separator: " "))
    }

    /// Prints how often each thread has slept so far, as the system counts.
    private func printThreads() {
      let tasks = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/task")) ?? []
      var lines: [String] = []
      for task in tasks.sorted() {
        let file = "/proc/self/task/\(task)/status"
        guard let status = try? String(contentsOfFile: file, encoding: .utf8) else { continue }
        let rows = status.split(separator: "\n")
        let name = rows.first { $0.hasPrefix("Name:") }?.split(separator: "\t").last ?? "?"
        let count = rows.first { $0.hasPrefix("voluntary") }?.split(separator: "\t").last ?? "?"
        lines.append("\(name.replacing(" ", with: "_"))=\(count)")
      }
      write("threads " + lines.joined(separator: " "))
    }
  }
#endif

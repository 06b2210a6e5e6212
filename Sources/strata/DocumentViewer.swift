#if Window
  import ArgumentParser
  import CoreGraphics
  import Foundation
  import QuartzCore
  import StrataDocuments
  #if Inspector
    import StrataInspector
  #endif
  import StrataWindow

  /// The window of `strata view`.
  final class DocumentViewer {
    private let command: ViewCommand
    private let stage: DocumentStage
    private var window: Window?
    private var watch: FileWatch?
    private var stateTimer: Timer?
    /// The reason why the document on disk cannot be read, if the one on show is older.
    private var problem: String?

    init(command: ViewCommand, document: Document) {
      self.command = command
      stage = DocumentStage(document)
    }

    /// Shows the document until the window is closed.
    func run() throws(WindowError) {
      #if Inspector
        Inspector.serveIfRequested { say("strata: \($0.absoluteString)") }
      #endif
      let window = try Window(layer: stage.root, title: title, size: windowSize, options: options)
      self.window = window
      stage.fit(window.size)
      window.onEvent = { [unowned self] event in handle(event.kind) }
      if command.document != DocumentInput.standardInput {
        watch = FileWatch(command.document) { [unowned self] in reload() }
        watch?.follow(stage.document.sourceFiles)
      }
      if let at = command.at {
        stage.move(to: at)
      } else {
        stage.play()
      }
      changed()
      try window.run()
    }

    private var options: WindowOptions {
      var options = WindowOptions()
      // Documents say themselves whether their y axis points down.
      options.origin = .bottomLeft
      options.isFullScreen = command.fullScreen
      options.threads = command.threads ?? ProcessInfo.processInfo.activeProcessorCount
      if let backend = command.backend?.backend { options.backend = backend }
      if let color = command.background?.color { options.backgroundColor = color }
      return options
    }

    /// The size of the window, in points; nil for that of a window with nothing in it.
    private var windowSize: CGSize? {
      if let size = command.size { return CGSize(width: size.width, height: size.height) }
      let canvas = stage.document.canvasSize
      guard canvas.width > 0, canvas.height > 0 else { return nil }
      let most = Self.largestSide / max(canvas.width, canvas.height)
      let scale = min(CGFloat(command.scale), most)
      return CGSize(width: canvas.width * scale, height: canvas.height * scale)
    }

    /// The longest side of a window, in points.
    private static let largestSide = CGFloat(16384)

    // MARK: Keys

    private func handle(_ event: WindowEvent.Kind) {
      switch event {
      case .resized(let size): stage.fit(size)
      case .key(let key) where key.isDown: press(key)
      default: break
      }
    }

    private func press(_ event: KeyEvent) {
      switch event.key {
      case .escape where !event.isRepeat, .character("q") where !event.isRepeat:
        window?.close()
        return
      case .character("f") where !event.isRepeat: window?.isFullScreen.toggle()
      case .character(" ") where !event.isRepeat:
        if stage.isPlaying { stage.pause() } else { stage.play() }
      case .left: step(by: -1)
      case .right: step(by: 1)
      case .home: stage.beginAnew()
      case .character(let digit) where !event.isRepeat:
        if let number = digit.wholeNumberValue { enterState(number) }
      default: return
      }
      changed()
    }

    /// Goes to the next or the previous frame of the arrow keys' rate.
    private func step(by count: Double) {
      stage.pause()
      let rate = command.fps?.value ?? FrameRate.standard
      // From the middle of frames, so that rounding does not count twice.
      let frame = (stage.time * rate + 1e-6).rounded(.down)
      stage.move(to: (frame + count) / rate)
    }

    /// Goes to the state of a number, from 1; 0 is the base state.
    private func enterState(_ number: Int) {
      let names = stage.document.stateNames
      guard number <= names.count else { return }
      stage.enter(number == 0 ? nil : names[number - 1])
    }

    // MARK: Reading again

    private func reload() {
      do {
        stage.replace(with: try command.source.open(command.document, quietly: false))
        if let window { stage.fit(window.size) }
        watch?.follow(stage.document.sourceFiles)
        problem = nil
      } catch is ExitCode {
        // The reading has said why.
        problem = "--strict, and the document has warnings"
      } catch {
        let reason = words(for: error)
        problem = reason
        say("strata: \(reason)")
      }
      changed()
    }

    // MARK: Title and states that follow

    /// Brings the title and the timer of states up to date.
    private func changed() {
      window?.title = title
      stateTimer?.invalidate()
      stateTimer = nil
      guard stage.isPlaying, stage.nextStateTime.isFinite else { return }
      let delay = max(0, stage.nextStateTime - stage.time)
      let reference = ViewerReference(viewer: self)
      let timer = Timer(timeInterval: delay, repeats: false) { _ in reference.viewer?.enterNextState() }
      RunLoop.current.add(timer, forMode: .default)
      stateTimer = timer
    }

    /// Carries the viewer into its timer.
    private struct ViewerReference: @unchecked Sendable {  // Used by the main run loop.
      weak var viewer: DocumentViewer?
    }

    private func enterNextState() {
      stage.enterNextState()
      changed()
    }

    private var title: String {
      var parts = [DocumentInput.name(of: command.document)]
      if let state = stage.document.state() { parts.append(state) }
      if !stage.isPlaying { parts.append(String(format: "%.3f s", stage.time)) }
      let warnings = stage.document.diagnostics.count { $0.severity != .note }
      if warnings > 0 { parts.append(warnings == 1 ? "1 warning" : "\(warnings) warnings") }
      if let problem { parts.append("not read again: \(problem)") }
      return parts.joined(separator: " - ")
    }
  }
#endif

#if Window
  import CoreGraphics
  package import Foundation
  import Logging
  package import QuartzCore
  package import StrataRenderServer
  import StrataWindow

  /// Shows a window of the view layer on the display.
  ///
  /// Its owner is called when the user has closed the last window; those that are hidden do not count.
  package final class DisplayWindowHost: WindowHost {
    package weak var receiver: (any WindowEventReceiver)?
    /// Stands in the window for the layer that is shown, whose geometry is the view's.
    private let root = CALayer()
    private var window: Window?
    /// The size asked for last, until the window has another; the one that the user gave a window that was closed.
    private var wantedSize: CGSize
    /// Where the window is to appear: where it was if it was closed.
    private var wantedPlace: Place?

    private enum Place {
      case corner(CGPoint)
      case middle
    }
    package var isResizable = true
    package var isBordered = true {
      didSet { window?.isBordered = isBordered }
    }
    package var backgroundColor = WindowOptions().backgroundColor {
      didSet { window?.backgroundColor = backgroundColor }
    }

    /// The hosts whose windows are on the display.
    private static var open: Set<ObjectIdentifier> = []
    private static var lastClosed: () -> Void = {}

    /// Makes the hosts of new windows ones on the display.
    ///
    /// `lastClosed` is called when the user has closed one, and none is left.
    package static func install(lastClosed: @escaping () -> Void) {
      self.lastClosed = lastClosed
      WindowHosts.make = { DisplayWindowHost(size: $0) }
      MainScreen.describe { Window.mainDisplayBounds?.size }
      PointerDisplay.show = { Window.setPointer($0.map(PointerShape.init)) }
    }

    package init(size: CGSize) {
      wantedSize = size
      // What is drawn before the window is there, and after it was closed, is drawn as it shows it.
      root.pointDownWithoutHost()
    }

    isolated deinit { Self.open.remove(ObjectIdentifier(self)) }

    package var scale: CGFloat { window?.scale ?? MainScreen.scale }
    package var time: TimeInterval { CACurrentMediaTime() }
    package var frameTimings: [FrameTiming] { window?.frameTimings ?? [] }

    package var title = ProcessInfo.processInfo.processName {
      didSet { window?.title = title }
    }

    package var size: CGSize {
      get { wantedSize }
      set {
        do {
          try window?.setSize(newValue)
          // What was just refused is refused again.
          wantedSize = window.flatMap { $0.refusedSize == newValue ? $0.size : nil } ?? newValue
        } catch {
          report(error)
        }
      }
    }

    package func attach(_ layer: CALayer) { root.sublayers = [layer] }

    package func present() {
      if let window {
        Self.open.insert(ObjectIdentifier(self))
        return window.orderFront()
      }
      do {
        var options = WindowOptions()
        (options.isResizable, options.isBordered) = (isResizable, isBordered)
        options.backgroundColor = backgroundColor
        let window = try Window(layer: root, title: title, size: wantedSize, options: options)
        window.shouldClose = { [weak self] in
          MainActor.assumeIsolated { self?.receiver?.shouldClose() ?? true }
        }
        window.onEvent = { [weak self] event in MainActor.assumeIsolated { self?.take(event) } }
        self.window = window
        MainScreen.set(size: window.displayBounds.size, scale: window.scale)
        if let wantedPlace { put(window, at: wantedPlace) }
        Self.open.insert(ObjectIdentifier(self))
        wantedSize = window.size
        receiver?.receive(.resized(window.size))
        receiver?.receive(.rescaled(window.scale))
        // Zero from desktops that do not report places.
        if wantedPlace == nil, window.position != .zero { receiver?.receive(.moved(window.position)) }
      } catch {
        report(error)
      }
    }

    package func close() {
      Self.open.remove(ObjectIdentifier(self))
      window?.hide()
    }

    package func move(to corner: CGPoint) { put(at: .corner(corner)) }

    package func center() { put(at: .middle) }

    private func put(at place: Place) {
      wantedPlace = place
      if let window { put(window, at: place) }
    }

    private func put(_ window: Window, at place: Place) {
      switch place {
      case .corner(let corner): window.setPosition(corner)
      case .middle: window.center()
      }
    }

    package func call(at time: TimeInterval, _ body: @escaping () -> Void) {
      let call = DeferredCall(body: body)
      // Foundation's timers with an interval alone fire at once.
      let date = Date(timeIntervalSinceNow: max(0, time - CACurrentMediaTime()))
      let timer = Timer(fire: date, interval: 0, repeats: false) { _ in
        MainActor.assumeIsolated { call.body() }
      }
      RunLoop.main.add(timer, forMode: .common)
    }

    /// Carries a call into its timer.
    private struct DeferredCall: @unchecked Sendable {  // Called on the main run loop, where it was made.
      let body: () -> Void
    }

    private func report(_ error: any Error) {
      Logger(label: "strata.views").error("a window is not shown", metadata: ["reason": "\(error)"])
    }

    // MARK: Events

    private func take(_ event: WindowEvent) {
      switch event.kind {
      case .mouse(let mouse): receiver?.receive(.mouse(MouseSample(mouse, time: event.timestamp)))
      case .wheel(let wheel): receiver?.receive(.scroll(ScrollSample(wheel, time: event.timestamp)))
      case .key(let key): receiver?.receive(.key(KeySample(key, time: event.timestamp)))
      case .touch(let touch): receiver?.receive(.touches([TouchSample(touch, time: event.timestamp)]))
      case .resized(let size):
        wantedSize = size
        receiver?.receive(.resized(size))
      case .moved(let corner):
        wantedPlace = .corner(corner)
        receiver?.receive(.moved(corner))
      case .scaleChanged(let scale): receiver?.receive(.rescaled(scale))
      case .focusChanged(let isFocused): receiver?.receive(.focusChanged(isFocused))
      case .failed(let error):
        report(error)
        end()
      case .closed: end()
      case .text, .composition, .drop, .refreshRateChanged, .visibilityChanged, .exposed,
        .closeRequested:
        break
      }
    }

    private func end() {
      window = nil
      Self.open.remove(ObjectIdentifier(self))
      receiver?.receive(.closed)
      if Self.open.isEmpty { Self.lastClosed() }
    }
  }

  // MARK: Samples

  extension PointerShape {
    fileprivate init(_ shape: PointerDisplay.Shape) {
      self =
        switch shape {
        case .arrow: .arrow
        case .text: .text
        case .crosshair: .crosshair
        case .pointingHand: .pointingHand
        case .resizeLeftRight: .resizeLeftRight
        case .resizeUpDown: .resizeUpDown
        case .notAllowed: .notAllowed
        }
    }
  }

  extension ModifierKeys {
    fileprivate init(_ keys: KeyModifiers) {
      let rows: [(KeyModifiers, ModifierKeys)] = [
        (.shift, .shift), (.control, .control), (.option, .option), (.command, .command),
        (.capsLock, .capsLock),
      ]
      self = rows.reduce(into: []) { if keys.contains($1.0) { $0.insert($1.1) } }
    }
  }

  extension MouseSample {
    fileprivate init(_ event: MouseEvent, time: TimeInterval) {
      let phase: Phase =
        switch event.phase {
        case .down(let button): .down(button: Self.number(of: button))
        case .up(let button): .up(button: Self.number(of: button))
        case .moved: .moved
        case .entered: .entered
        case .exited: .exited
        }
      self.init(
        phase,
        at: event.location,
        clickCount: event.clickCount,
        modifiers: ModifierKeys(event.modifiers),
        time: time
      )
    }

    private static func number(of button: MouseButton) -> Int {
      switch button {
      case .left: 0
      case .right: 1
      case .middle: 2
      case .other(let number): number - 1
      }
    }
  }

  extension ScrollSample {
    fileprivate init(_ event: WheelEvent, time: TimeInterval) {
      self.init(
        at: event.location,
        delta: event.delta,
        isReversed: event.isReversed,
        modifiers: ModifierKeys(event.modifiers),
        time: time
      )
    }
  }

  extension KeySample {
    fileprivate init(_ event: KeyEvent, time: TimeInterval) {
      var character: Character?
      if case .character(let known) = event.key { character = known }
      self.init(
        character,
        hidUsage: event.hidUsage,
        isDown: event.isDown,
        isRepeat: event.isRepeat,
        modifiers: ModifierKeys(event.modifiers),
        time: time
      )
    }
  }

  extension TouchSample {
    fileprivate init(_ event: TouchEvent, time: TimeInterval) {
      let phase: Phase =
        switch event.phase {
        case .began: .began
        case .moved: .moved
        case .ended: .ended
        }
      // The mouse is finger 0.
      let finger = Int(truncatingIfNeeded: event.finger) &+ 1
      self.init(id: finger, phase: phase, position: event.location, time: time)
    }
  }
#endif

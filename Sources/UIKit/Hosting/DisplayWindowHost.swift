#if Window
  import Foundation
  import Logging
  import QuartzCore
  import StrataViews
  import StrataWindow

  /// Shows a window of the view layer on the display.
  ///
  /// The mouse is a finger while its left button is down. The program ends when the user closes its last window.
  final class DisplayWindowHost: WindowHost {
    weak var receiver: (any WindowEventReceiver)?
    /// Stands in the window for the layer that is shown, whose geometry is the view's.
    private let root = CALayer()
    private var window: Window?
    private var wantedSize: CGSize
    private var isPressed = false

    /// The hosts whose windows are open.
    private static var open: Set<ObjectIdentifier> = []

    init(size: CGSize) { wantedSize = size }

    var scale: CGFloat { window?.scale ?? UIScreen.mainScale }
    var time: TimeInterval { CACurrentMediaTime() }

    var size: CGSize {
      get { window?.size ?? wantedSize }
      set {
        wantedSize = newValue
        do { try window?.setSize(newValue) } catch { report(error) }
      }
    }

    func attach(_ layer: CALayer) { root.sublayers = [layer] }

    func present() {
      if let window { return window.orderFront() }
      do {
        let window = try Window(
          layer: root,
          title: ProcessInfo.processInfo.processName,
          size: wantedSize,
          options: WindowOptions()
        )
        window.onEvent = { [weak self] event in MainActor.assumeIsolated { self?.take(event) } }
        self.window = window
        Self.open.insert(ObjectIdentifier(self))
        receiver?.receive(.resized(window.size))
        receiver?.receive(.rescaled(window.scale))
      } catch {
        report(error)
      }
    }

    func close() { window?.hide() }

    func call(at time: TimeInterval, _ body: @escaping () -> Void) {
      let call = DeferredCall(body: body)
      let timer = Timer(timeInterval: max(0, time - CACurrentMediaTime()), repeats: false) { _ in
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

    private func take(_ event: StrataWindow.WindowEvent) {
      switch event.kind {
      case .mouse(let mouse): takeMouse(mouse, event.timestamp)
      case .touch(let touch):
        let phase: TouchSample.Phase =
          switch touch.phase {
          case .began: .began
          case .moved: .moved
          case .ended: .ended
          }
        // The mouse is finger 0.
        send(phase, Int(truncatingIfNeeded: touch.finger) &+ 1, touch.location, event.timestamp)
      case .resized(let size): receiver?.receive(.resized(size))
      case .scaleChanged(let scale): receiver?.receive(.rescaled(scale))
      case .failed(let error):
        report(error)
        end()
      case .closed: end()
      default: break
      }
    }

    private func takeMouse(_ mouse: MouseEvent, _ time: TimeInterval) {
      switch mouse.phase {
      case .down(.left):
        isPressed = true
        send(.began, 0, mouse.location, time)
      case .up(.left) where isPressed:
        isPressed = false
        send(.ended, 0, mouse.location, time)
      case .moved where isPressed: send(.moved, 0, mouse.location, time)
      default: break
      }
    }

    private func send(_ phase: TouchSample.Phase, _ finger: Int, _ location: CGPoint, _ time: TimeInterval) {
      receiver?.receive(.touches([TouchSample(id: finger, phase: phase, position: location, time: time)]))
    }

    private func end() {
      window = nil
      Self.open.remove(ObjectIdentifier(self))
      if Self.open.isEmpty { UIApplication.shared.terminate() }
    }
  }
#endif

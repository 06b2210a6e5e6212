#if Window
  public import CoreGraphics
  public import Foundation
  public import QuartzCore
  import StrataBase
  package import StrataEGL
  import StrataFrame
  public import StrataRenderServer
  import Synchronization

  /// A window that shows a layer tree and receives the user's input.
  ///
  /// ```swift
  /// let window = try Window(layer: root, title: "Card", size: CGSize(width: 480, height: 320))
  /// window.onEvent = { event in
  ///   if case .mouse(let mouse) = event.kind, mouse.phase == .down(.left) { event.hit?.layer.opacity = 0.5 }
  /// }
  /// try window.run()
  /// ```
  ///
  /// The root layer follows the window: its bounds have the window's size, it lies over the whole window, and its
  /// `contentsScale` is the display's. Animations go on while the program's thread is busy. A window that is closed, hidden or
  /// still uses no processor time. It closes when it is released.
  ///
  /// - Thread: Made and used on one thread with a run loop, which delivers the events: usually the main thread.
  public final class Window {
    /// Called for each event, after the window has followed it.
    public var onEvent: ((WindowEvent) -> Void)?
    /// Asked when the user wants to close the window.
    ///
    /// False keeps it open. Nil closes it.
    public var shouldClose: (() -> Bool)?
    /// The size of the content, in points.
    public private(set) var size: CGSize
    /// The size that the program asked for last, if the window has another instead: one of whole pixels, or the desktop's.
    package private(set) var refusedSize: CGSize?
    /// Pixels per point.
    public private(set) var scale: CGFloat
    /// The top left corner of the content on the desktop, in points; zero if the desktop does not report it (Wayland).
    public private(set) var position = CGPoint.zero
    /// The extent on the desktop of the display that shows the window, in points.
    public private(set) var displayBounds = CGRect.zero
    /// False after the window was closed or lost.
    public private(set) var isOpen = true
    /// True if the window has the keyboard.
    public private(set) var isFocused = false
    /// False while the window is hidden or minimized.
    public private(set) var isVisible = true
    /// The reason why the window is gone, if it was lost.
    public private(set) var failure: WindowError?

    private let host: LiveHost
    /// The underlying host, for other modules of the package.
    package var live: LiveHost { host }
    private let id: UInt32
    let options: WindowOptions
    private let events = Mailbox<PendingEvent>()
    private var fullScreen: FullScreenState
    /// Events that were not delivered yet: a handler may run a loop, which goes on with those behind its own.
    private var undelivered: [PendingEvent] = []
    private let runLoop = ThreadRunLoop()

    /// EGL on the window's display, which is known when the window is open.
    private final class GraphicsReference: Sendable {
      let display = Mutex<EGLLibrary?>(nil)
    }

    /// A weak reference that other threads may carry, but not read.
    private final class WindowReference: @unchecked Sendable {  // The window's thread reads it.
      weak var window: Window?
    }

    /// Opens a window; it appears with its first picture.
    ///
    /// - Parameters:
    ///   - layer: The root of the tree.
    ///   - title: The text of the title bar.
    ///   - size: The size of the content in points; nil for the layer's, or 640 × 480 if that is empty.
    ///   - options: What else is set before the window opens.
    /// - Throws: ``WindowError`` if there is no display server, it does not answer in ten seconds, or it refuses.
    public init(
      layer: CALayer,
      title: String = "",
      size: CGSize? = nil,
      options: WindowOptions = WindowOptions()
    ) throws(WindowError) {
      let size = size ?? (layer.bounds.isEmpty ? CGSize(width: 640, height: 480) : layer.bounds.size)
      try Self.check(size, options)
      let scale = options.scale ?? 1
      (self.options, self.title, self.size, self.scale) = (options, title, size, scale)
      (fullScreen, isBordered) = (FullScreenState(isOn: options.isFullScreen), options.isBordered)
      let (frames, number) = (FrameSlot(), WindowNumber())
      let viewport = Viewport(
        width: PixelCount.covering(size.width, scale: scale),
        height: PixelCount.covering(size.height, scale: scale),
        scale: Double(scale),
        origin: options.origin == .topLeft ? .topLeft : .bottomLeft
      )
      var settings = RenderSettings(viewport: viewport, framesPerSecond: 60, threads: max(1, options.threads))
      settings.tellsShownTree = true
      settings.backend = options.backend
      let wantsGraphics = options.backend != .processor
      let graphics = GraphicsReference()
      if wantsGraphics {
        settings.display = { graphics.display.withLock { $0 } }
        // Before layers make contexts of OpenGL.
        try VideoThread.shared.run { system -> Result<Void, WindowError> in
          system.prepareGraphics()
          return .success(())
        }
      }
      host = LiveHost(layer: layer, settings: settings, isTimedByReceiver: true) { frame in
        if frames.put(frame) {
          VideoThread.shared.perform { system in
            if let id = number.value { system.update(id) { $0.present(system.times) } }
          }
        }
      }
      host.backgroundColor = options.backgroundColor.copy(alpha: 1) ?? options.backgroundColor
      Self.stretch(layer, to: size, scale: scale)
      let request = WindowRequest(
        title: title,
        size: size,
        options: options,
        frames: frames,
        events: events,
        server: host.server,
        wantsGraphics: wantsGraphics
      )
      let place = try VideoThread.shared.run { system in
        let result = system.open(request)
        if case .success(let place) = result {
          number.value = place.id
          graphics.display.withLock { $0 = place.graphics }
        }
        return result
      } takeBack: { system, place in
        system.close(place.id)
      }
      id = place.id
      follow(place)
      host.start()
      listen()
    }

    deinit {
      if isOpen {
        // The render thread may use the display, which ends with its last window.
        host.stop()
        VideoThread.shared.perform { [id] system in system.close(id) }
      }
      DisplayRate.current.close(ObjectIdentifier(self))
    }

    /// The root of the tree.
    public var layer: CALayer? { host.layer }

    /// The text of the title bar.
    public var title: String {
      didSet {
        let title = title
        update { $0.setTitle(title) }
      }
    }

    /// True if the desktop draws a frame with the title around the window.
    ///
    /// The size and the place of the content stay, as far as the desktop agrees.
    public var isBordered: Bool {
      didSet {
        let isBordered = isBordered
        if isBordered != oldValue { update { $0.setBordered(isBordered) } }
      }
    }

    /// True if the window covers its display.
    ///
    /// The desktop may change it too, as its user wishes.
    public var isFullScreen: Bool {
      get { fullScreen.isOn }
      set {
        let state = FullScreenState(isOn: newValue, request: fullScreen.request + 1)
        fullScreen = state
        update { $0.setFullScreen(state) }
      }
    }

    /// The part of the window where text is typed, in points; nil, as at first, if no text is.
    ///
    /// With an area, keys also arrive as text (``WindowEvent/Kind/text(_:)``), and input methods compose beside it. The area
    /// is that of the whole program: the window that set it last has it.
    public var textInputArea: CGRect? {
      didSet {
        let area = textInputArea
        update { $0.setTextInput(area) }
      }
    }

    /// The colour behind the root layer, and beside its picture while the user changes the window's size.
    ///
    /// Its transparency has no effect; nil is the colour of the options.
    public var backgroundColor: CGColor? {
      get { host.backgroundColor }
      set {
        let color = newValue ?? options.backgroundColor
        host.backgroundColor = color.copy(alpha: 1) ?? color
        update { $0.backgroundColor = color }
      }
    }

    /// The refresh rate of the window's display, in frames per second.
    ///
    /// Under Wayland the compositor reports it. Under X11 it follows the vertical blanks, if the display reports them.
    public var framesPerSecond: Double { host.clock.framesPerSecond }

    /// The times at which the last 240 pictures were due and were presented, oldest first.
    ///
    /// A picture was on the screen when a Wayland compositor with the protocol `presentation-time` says so, and from the vertical
    /// blank after its arrival under X11 with the extension Present. Elsewhere it counts as presented when it is handed to the
    /// display server.
    public var frameTimings: [FrameTiming] { host.server.feedback.presented }

    /// What a graphics processor has shown in the window; nil after the window was closed.
    package var graphicsReport: WindowSurface.Report? {
      try? VideoThread.shared.run { [id] system in .success(system.graphicsReport(of: id)) }
    }

    /// The last picture drawn; nil before the first.
    public var latestImage: CGImage? { host.server.latest?.image }

    /// Returns a display link that fires at the refresh rate of the window's display; add it to a run loop.
    ///
    /// It follows the window to a display with another rate.
    public func displayLink(_ handler: @escaping (CADisplayLink) -> Void) -> CADisplayLink {
      host.displayLink(handler)
    }

    /// Asks for another place of the top left corner on the desktop, in points; the answer is an event.
    ///
    /// Wayland compositors place windows themselves.
    public func setPosition(_ corner: CGPoint) { update { $0.move(to: corner) } }

    /// Asks for a place in the middle of the display; the answer is an event.
    public func center() { update { $0.center() } }

    /// Shows the window if it is hidden or minimized, above others if the desktop agrees.
    public func orderFront() { update { $0.orderFront() } }

    /// Hides the window; nothing is drawn until ``orderFront()``.
    public func hide() { update { $0.hide() } }

    /// Minimizes the window; nothing is drawn until it is shown again.
    public func minimize() { update { $0.minimize() } }

    /// Closes the window without asking ``shouldClose``.
    ///
    /// The last event is delivered before the call returns. A closed window does not open again.
    public func close() {
      guard isOpen else { return }
      end(with: .closed)
      VideoThread.shared.perform { [id] system in system.close(id) }
    }

    /// Returns the frontmost layer on screen now at a point of the window, in points; nil if there is none.
    ///
    /// - Complexity: Searches the tree.
    public func hitTest(_ point: CGPoint) -> LayerHit? {
      host.server.shown.flatMap { hit(at: point, in: $0) }
    }
  }

  // MARK: Following the display

  extension Window {
    private func follow(_ place: WindowPlace) {
      // Two sizes in points, one of them between two pixels, may have the same size in pixels.
      let isNewSize = place.size != size
      (size, scale, refusedSize) = (place.size, CGFloat(place.scale), place.refusedSize)
      (position, displayBounds) = (place.corner, place.display)
      host.clock = place.clock
      DisplayRate.current.open(ObjectIdentifier(self), clock: place.clock)
      let shown = host.viewport
      let isNewPicture =
        (shown.width, shown.height, shown.scale) != (place.pixelWidth, place.pixelHeight, place.scale)
      guard isNewSize || isNewPicture else { return }
      host.resize(width: place.pixelWidth, height: place.pixelHeight, scale: place.scale) {
        if let layer = host.layer { Self.stretch(layer, to: size, scale: scale) }
      }
    }

    func update(_ change: @escaping @Sendable (VideoWindow) -> Void) {
      guard isOpen else { return }
      VideoThread.shared.perform { [id] system in system.update(id, change) }
    }
  }

  // MARK: Events

  extension Window {
    private func listen() {
      events.wakeReceiver = takeLater
      // Those that came before there was a receiver.
      takeLater()
    }

    /// Takes events in a later turn of the window's thread; may be called on any.
    private var takeLater: @Sendable () -> Void {
      let reference = WindowReference()
      reference.window = self
      return { [runLoop] in runLoop.perform { reference.window?.takeEvents() } }
    }

    private func takeEvents() {
      let arrived = events.drain()
      guard isOpen else { return }
      for event in arrived
      where undelivered.isEmpty || !undelivered[undelivered.count - 1].absorb(event) {
        undelivered.append(event)
      }
      // Of several sizes the last one is drawn.
      if let place = arrived.last(where: { $0.place != nil })?.place { follow(place) }
      // What the desktop did before it got the last request is past.
      if let state = arrived.last(where: { $0.fullScreen != nil })?.fullScreen,
        state.request == fullScreen.request
      {
        fullScreen = state
      }
      if undelivered.count > 1 { takeLater() }
      while isOpen, !undelivered.isEmpty { deliver(undelivered.removeFirst()) }
    }

    private func deliver(_ pending: PendingEvent) {
      switch pending.kind {
      case .focusChanged(let isFocused): self.isFocused = isFocused
      case .visibilityChanged(let isVisible):
        self.isVisible = isVisible
        host.isVisible = isVisible
      case .failed(let reason):
        failure = reason
        end(with: .failed(reason))
        return
      default: break
      }
      send(pending)
      if pending.kind == .closeRequested, isOpen, shouldClose?() ?? true { close() }
    }

    private func send(_ pending: PendingEvent) {
      guard let kind = pending.kind else { return }
      let event = WindowEvent(kind, at: pending.timestamp) { [weak self] point in
        pending.shown.flatMap { self?.hit(at: point, in: $0) }
      }
      onEvent?(event)
    }

    /// Ends the window's life with its last event.
    private func end(with kind: WindowEvent.Kind) {
      (isOpen, isVisible, isFocused) = (false, false, false)
      host.stop()
      DisplayRate.current.close(ObjectIdentifier(self))
      undelivered = []
      send(PendingEvent(kind: kind, timestamp: CACurrentMediaTime(), shown: nil))
    }

    private func hit(at point: CGPoint, in shown: ShownTree) -> LayerHit? {
      guard let copy = host.presentation(at: point, in: shown) else { return nil }
      let root = sequence(first: copy, next: \.superlayer).reduce(copy) { $1 }
      let local = copy.convert(root.convert(point, from: nil), from: root)
      return LayerHit(layer: copy.model(), presentation: copy, point: local)
    }
  }
#endif

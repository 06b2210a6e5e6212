#if Window
  import CoreGraphics
  import CSDL2
  import Logging
  import StrataBase
  import StrataEGL
  import StrataRaster
  import StrataRenderServer

  /// A window of SDL's and the pixels in it.
  ///
  /// SDL keeps the window's picture, so that only changed rectangles are copied, and a part that comes into view is there at
  /// once. After a change of size the old picture stays in its corner, on the background colour, until the frame of the new
  /// size arrives.
  ///
  /// - Thread: The video thread's.
  final class VideoWindow {
    let id: UInt32
    let handle: OpaquePointer
    private(set) var space = WindowSpace()
    let request: WindowRequest
    private var scale = 1.0
    /// The size that the program asked for last, in points, if the window has another instead.
    private var refusedSize: CGSize?
    /// The rate of the display's mode, in refreshes per second.
    private var modeRate = 60.0
    /// The display's refreshes.
    private var clock = FrameClock(framesPerSecond: 60)
    /// The rate last reported to the window's owner, in refreshes per second.
    private var toldRate = 60.0
    /// Rates that differ from the reported one by less than this fraction count as the same.
    private static let rateNoise = 0.005
    /// How many pictures in a row were shown off the clock.
    private var timesOff = 0
    /// The clock is set anew after so many; a single late picture says nothing.
    private static let patience = 6
    /// The frame that the window shows; nil before the first one.
    private var frame: PresentedFrame?
    /// True if SDL's picture does not hold the frame.
    var isBlank = true
    private(set) var isShown = false {
      didSet { if isShown { noteFullScreenRequest() } }
    }
    /// The full-screen state as the program knows it.
    var fullScreen: FullScreenState
    /// When the desktop was last asked to make the window cover its display, or no longer, in media time.
    private(set) var fullScreenTime = -Double.infinity
    /// True if the program wants a frame around the window.
    var isBordered: Bool
    /// True once the window was on screen; it appears with its first frame, and not by itself a second time.
    private var hasAppeared = false
    /// True if the program hides the window.
    var isHeldBack = false
    private var hasFailed = false
    /// The colour beside pictures of another size.
    var backgroundColor: CGColor
    /// True on the display of a Wayland compositor.
    let isWayland: Bool
    /// The way of pictures that are on a graphics processor.
    var graphics = WindowGraphics(display: nil)

    /// Opens a window that is hidden; nil with an error of SDL's.
    init?(_ request: WindowRequest) {
      let options = request.options
      var flags = SDL_WINDOW_HIDDEN.rawValue | SDL_WINDOW_ALLOW_HIGHDPI.rawValue
      if options.isResizable { flags |= SDL_WINDOW_RESIZABLE.rawValue }
      if !options.isBordered { flags |= SDL_WINDOW_BORDERLESS.rawValue }
      if options.isFullScreen { flags |= SDL_WINDOW_FULLSCREEN_DESKTOP.rawValue }
      // SDL_WINDOWPOS_UNDEFINED, a macro that Swift does not read.
      let anywhere = Int32(bitPattern: 0x1FFF_0000)
      let (width, height) = (Self.units(request.size.width), Self.units(request.size.height))
      guard let handle = SDL_CreateWindow(request.title, anywhere, anywhere, width, height, flags) else {
        return nil
      }
      (self.handle, self.request, id) = (handle, request, SDL_GetWindowID(handle))
      (fullScreen, isBordered) = (FullScreenState(isOn: options.isFullScreen), options.isBordered)
      backgroundColor = options.backgroundColor
      isWayland = DisplayConnection.information(of: handle)?.subsystem == SDL_SYSWM_WAYLAND
      space.origin = options.origin
      measure()
      if abs(space.unitsPerPoint - 1) > 1e-9, !options.isFullScreen {
        SDL_SetWindowSize(handle, units(request.size.width), units(request.size.height))
        measure()
      }
      if let least = options.minimumSize {
        SDL_SetWindowMinimumSize(handle, units(least.width), units(least.height))
      }
      modeRate = Self.refreshRate(of: handle)
      clock = FrameClock(framesPerSecond: modeRate)
      toldRate = clock.framesPerSecond
      setTitle(request.title)
      VideoThread.shared.deliver(eventsOf: id, to: request.events)
    }

    /// The window's size, scale and rate.
    var place: WindowPlace {
      let (width, height) = pixelSize
      return WindowPlace(
        id: id,
        size: CGSize(width: Double(width) / scale, height: Double(height) / scale),
        pixelWidth: width,
        pixelHeight: height,
        scale: scale,
        refusedSize: refusedSize,
        clock: clock,
        corner: corner,
        display: displayBounds,
        graphics: graphics.display
      )
    }

    /// Closes the window.
    func destroy() {
      VideoThread.shared.forget(id)
      graphics.leave()
      SDL_DestroyWindow(handle)
    }

    /// Sends an event to the window's owner.
    func report(_ kind: WindowEvent.Kind) { report(kind, place: nil) }

    /// Reports where the window is; SDL does so only if the program has not moved it itself.
    func reportPlace() { report(.moved(corner), place: place) }

    /// Reports that the desktop has changed whether the window covers its display.
    func reportFullScreen() { report(nil, place: place, fullScreen) }

    private func report(
      _ kind: WindowEvent.Kind?,
      place: WindowPlace?,
      _ fullScreen: FullScreenState? = nil
    ) {
      let (now, shown) = (MonotonicClock().now, request.server.shown)
      request.events.post(
        PendingEvent(kind: kind, timestamp: now, shown: shown, place: place, fullScreen: fullScreen)
      )
    }

    /// Lets the desktop take its time to follow.
    func noteFullScreenRequest() { fullScreenTime = MonotonicClock().now }

    // MARK: Size

    func units(_ points: CGFloat) -> Int32 { Self.units(points * space.unitsPerPoint) }

    private static func units(_ length: CGFloat) -> Int32 {
      Int32(min(max(length.rounded(), 1), Window.largestSide))
    }

    var pixelSize: (width: Int, height: Int) {
      var (width, height) = (Int32(1), Int32(1))
      SDL_GetWindowSizeInPixels(handle, &width, &height)
      return (max(1, Int(width)), max(1, Int(height)))
    }

    private func measure() {
      var (width, height) = (Int32(1), Int32(1))
      SDL_GetWindowSize(handle, &width, &height)
      (space.width, space.height) = (max(1, Double(width)), max(1, Double(height)))
      let pixelsPerUnit = Double(pixelSize.width) / space.width
      scale = request.options.scale.map { Double($0) } ?? pixelsPerUnit
      space.unitsPerPoint = scale / pixelsPerUnit
    }

    /// Follows the size that the window has; `asked` is the one that the program has just asked for, in points.
    func sizeChanged(asked: CGSize? = nil) {
      let former = (space.size, scale, refusedSize)
      measure()
      if asked != nil || space.size != former.0 { refusedSize = asked == space.size ? nil : asked }
      isBlank = true
      redraw()
      if scale != former.1 { report(.scaleChanged(CGFloat(scale)), place: place) }
      // Who asks for what was just refused has had the answer, and may ask because of it.
      let isRefusal = refusedSize != nil && refusedSize != former.2
      if space.size != former.0 || scale != former.1 || isRefusal {
        report(.resized(space.size), place: place)
      }
    }

    private func displayChanged() {
      modeRate = Self.refreshRate(of: handle)
      follow(FrameClock(framesPerSecond: modeRate))
      sizeChanged()
    }

    private func follow(_ clock: FrameClock) {
      let former = self.clock
      self.clock = clock
      if abs(clock.framesPerSecond / toldRate - 1) >= Self.rateNoise {
        toldRate = clock.framesPerSecond
        report(.refreshRateChanged(toldRate), place: place)
      } else if clock != former {
        report(nil, place: place)
      }
    }

    /// Handles a report of the display about the window's pictures.
    func take(_ answer: PresentationAnswer, _ times: (any PresentationTimes)?) {
      switch answer {
      case .shown(let request, let time, let rate):
        notePresented(request.frame, at: time)
        let framesPerSecond = rate ?? clock.framesPerSecond
        follow(frameAt: time + (times?.frameDelay ?? 0) / framesPerSecond, framesPerSecond)
      case .unknown(let request, let time): notePresented(request.frame, at: time)
      case .blank: presentNow(times)
      }
    }

    private func notePresented(_ frame: PresentedFrame, at time: Double) {
      request.server.feedback.notePresented(frame.timing(presentedAt: time))
    }

    /// Follows the refreshes of the display.
    private func follow(frameAt time: Double, _ rate: Double) {
      guard let adjusted = clock.adjusted(to: time, framesPerSecond: rate) else {
        timesOff = 0
        return
      }
      timesOff += 1
      guard timesOff >= Self.patience else { return }
      timesOff = 0
      follow(adjusted)
    }

    /// The top left corner of the content on the desktop, in points; zero if the desktop does not report it.
    var corner: CGPoint {
      var (x, y) = (Int32(0), Int32(0))
      SDL_GetWindowPosition(handle, &x, &y)
      return CGPoint(x: Double(x) / space.unitsPerPoint, y: Double(y) / space.unitsPerPoint)
    }

    /// The rate of the display that shows a window; 60 if the display does not report it.
    private static func refreshRate(of handle: OpaquePointer) -> Double {
      var mode = SDL_DisplayMode()
      let display = SDL_GetWindowDisplayIndex(handle)
      guard display >= 0, SDL_GetCurrentDisplayMode(display, &mode) == 0, mode.refresh_rate > 0 else {
        return 60
      }
      return Double(mode.refresh_rate)
    }

    // MARK: Events

    func handle(_ event: SDL_WindowEvent, _ translator: EventTranslator) {
      switch SDL_WindowEventID(rawValue: UInt32(event.event)) {
      case SDL_WINDOWEVENT_SIZE_CHANGED:
        // Of a Wayland compositor's changes SDL takes note itself.
        if isWayland {
          follow(isFullScreen: has(SDL_WINDOW_FULLSCREEN))
          applyBorder()
        }
        sizeChanged()
      case SDL_WINDOWEVENT_DISPLAY_CHANGED: displayChanged()
      case SDL_WINDOWEVENT_EXPOSED:
        applyBorder()
        if isShown {
          redraw()
          report(.exposed)
        }
      case SDL_WINDOWEVENT_SHOWN, SDL_WINDOWEVENT_RESTORED: setVisible(true)
      case SDL_WINDOWEVENT_HIDDEN, SDL_WINDOWEVENT_MINIMIZED: setVisible(false)
      case SDL_WINDOWEVENT_MOVED: reportPlace()
      case SDL_WINDOWEVENT_FOCUS_GAINED: report(.focusChanged(true))
      case SDL_WINDOWEVENT_FOCUS_LOST: report(.focusChanged(false))
      case SDL_WINDOWEVENT_ENTER: report(.mouse(translator.crossing(.entered, in: space)))
      case SDL_WINDOWEVENT_LEAVE: report(.mouse(translator.crossing(.exited, in: space)))
      case SDL_WINDOWEVENT_CLOSE: report(.closeRequested)
      default: break
      }
    }

    /// Lets the render thread draw, or keeps it from drawing what is not seen.
    private func setVisible(_ isVisible: Bool) {
      // SDL has dropped its picture if the window was hidden.
      if isVisible { isBlank = true }
      guard isVisible != isShown, frame != nil else { return }
      isShown = isVisible
      if isVisible { hasAppeared = true }
      request.server.mail.post(.visibility(isVisible))
      if isVisible { redraw() }
      report(.visibilityChanged(isVisible))
    }

    // MARK: Pictures

    /// Shows the newest frame, if it has not been shown, or holds it back until it is to be handed over.
    func present(_ times: (any PresentationTimes)?) {
      guard let time = request.frames.time else { return }
      if isShown, let times, times.holdsBack(id, handle, pictureOf: time) { return }
      presentNow(times)
    }

    private func presentNow(_ times: (any PresentationTimes)?) {
      guard let (newest, damage) = request.frames.take() else { return }
      frame = newest
      if hasAppeared || isHeldBack {
        handOver(newest, damage, times)
      } else {
        // A Wayland window takes pictures only while it is shown, and X11 shows the first one at once.
        redraw(damage)
        (hasAppeared, isShown) = (true, true)
        SDL_ShowWindow(handle)
        handOver(newest, nil, times)
      }
    }

    private func handOver(_ frame: PresentedFrame, _ damage: PixelRegion?, _ times: (any PresentationTimes)?)
    {
      let request = PresentationRequest(window: id, frame: frame, modeRate: modeRate)
      if isShown, let times {
        if times.handOver(request, of: handle, by: { redraw(damage) }) { return }
      } else {
        redraw(damage)
      }
      notePresented(frame, at: MonotonicClock().now)
    }

    /// Shows the frame: the damage if SDL's picture holds all other pixels, or all of it.
    private func redraw(_ damage: PixelRegion? = nil) {
      guard let frame else { return }
      if let texture = frame.texture, show(texture, damage) { return }
      graphics.leave()
      // What a device has lost is drawn anew; the former picture stays until then.
      guard frame.isInMemory else {
        isBlank = true
        return
      }
      guard let surface = SDL_GetWindowSurface(handle) else { return fail() }
      let pixels = frame.image.pixels
      let (width, height) = (Int(surface.pointee.w), Int(surface.pointee.h))
      let fits = pixels.width == width && pixels.height == height
      if fits, !isBlank {
        let parts = damage ?? PixelRegion()
        for rect in parts.rects { upload(pixels, rect, to: surface) }
        show(damage == nil ? [PixelRect(0, 0, Int32(width), Int32(height))] : parts.rects)
      } else {
        let all = PixelRect(0, 0, Int32(width), Int32(height))
        if !fits { fill(surface) }
        // An origin at the bottom left keeps that corner in its place.
        let below = isAtBottom ? Int32(height - pixels.height) : 0
        upload(pixels, PixelRect(0, 0, Int32(pixels.width), Int32(pixels.height)), to: surface, below: below)
        show([all])
        isBlank = !fits
      }
    }

    /// Copies a rectangle of a picture that stands some rows below the top of the surface.
    private func upload(
      _ pixels: PixelBuffer,
      _ rect: PixelRect,
      to surface: UnsafeMutablePointer<SDL_Surface>,
      below rows: Int32 = 0
    ) {
      let all = PixelRect(0, 0, surface.pointee.w, surface.pointee.h)
      let place = rect.offset(by: 0, rows).intersection(all)
      guard !place.isEmpty else { return }
      var target = SDL_Rect(place)
      let column = Int(place.minX) * pixels.format.bytesPerPixel
      let start = pixels.row(Int(place.minY - rows)) + column
      let status = strata_sdl_upload(
        surface,
        &target,
        start.assumingMemoryBound(to: UInt8.self),
        Int32(pixels.rowBytes)
      )
      if status != 0 { fail() }
    }

    private func fill(_ surface: UnsafeMutablePointer<SDL_Surface>) {
      let color = background
      func byte(_ x: Float) -> UInt8 { UInt8(x * 255 + 0.5) }
      let pixel = SDL_MapRGB(surface.pointee.format, byte(color.x), byte(color.y), byte(color.z))
      SDL_FillRect(surface, nil, pixel)
    }

    private func show(_ rects: [PixelRect]) {
      let changed = rects.map { SDL_Rect($0) }
      guard !changed.isEmpty else { return }
      if SDL_UpdateWindowSurfaceRects(handle, changed, Int32(changed.count)) != 0 { fail() }
    }

    /// Logs the first failure; the next frame is tried again.
    private func fail() {
      isBlank = true
      guard !hasFailed else { return }
      hasFailed = true
      let reason = VideoSystem.lastError
      Logger(label: "strata.window").error("a window cannot be drawn", metadata: ["reason": "\(reason)"])
    }
  }

  extension SDL_Rect {
    fileprivate init(_ rect: PixelRect) {
      self.init(x: rect.minX, y: rect.minY, w: Int32(rect.width), h: Int32(rect.height))
    }
  }
#endif

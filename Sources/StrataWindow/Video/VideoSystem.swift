#if Window
  import CSDL2
  import Foundation
  import Logging
  import StrataBase
  import StrataEGL
  import StrataRenderServer

  /// SDL's video, and the windows that are open.
  ///
  /// It is started for the first window and stopped after the last one, so that a program without windows keeps no connection
  /// to a display server.
  ///
  /// - Thread: The video thread's.
  final class VideoSystem {
    private var windows: [UInt32: VideoWindow] = [:]
    private var connection: DisplayConnection?
    /// Nil with a display server that is not one of X11.
    private var states: X11WindowStates?
    /// Nil if the display server does not report when pictures were shown.
    private(set) var times: (any PresentationTimes)?
    /// EGL on the display of a Wayland compositor, or the reason why there is none; nil before it is used.
    private var graphics: Result<EGLLibrary, GLFailure>?
    private var heldKeys: Set<UInt32> = []
    private var translator = EventTranslator()
    private var capture = MouseCapture()
    private var staleButtons = StaleButtons()
    /// The shape of the pointer; nil hides it.
    private var pointer: PointerShape? = .arrow
    /// Made when they are used first, and gone with the video.
    private var cursors: [PointerShape: OpaquePointer] = [:]

    /// The sockets to the display server; none without windows, or with a driver that has none.
    var descriptors: [Int32] { [connection?.descriptor, times?.descriptor].compactMap { $0 } }

    /// How long the thread may sleep, in milliseconds; -1 without limit.
    var milliseconds: Int32 {
      guard let connection else { return -1 }
      let mustPoll = connection.descriptor == nil || connection.repeatsKeysByPolling && !heldKeys.isEmpty
      let limit = mustPoll ? Self.pollInterval : nil
      let rest = times?.deadline.map { deadline in
        Int32(min(max((deadline - MonotonicClock().now) * 1000, 0), 1000).rounded(.up))
      }
      return [limit, rest].compactMap { $0 }.min() ?? -1
    }

    /// The time between two looks for events of a driver that cannot be waited for, in milliseconds.
    private static let pollInterval = Int32(10)

    // MARK: Windows

    /// Opens a window, which appears with its first picture.
    func open(_ request: WindowRequest) -> Result<WindowPlace, WindowError> {
      if let failure = startVideo() { return .failure(failure) }
      guard let window = VideoWindow(request) else {
        let reason = Self.lastError
        stopVideoIfUnused()
        return .failure(.notOpened(reason: reason))
      }
      if request.wantsGraphics { window.graphics = WindowGraphics(display: graphics(of: window.handle)) }
      windows[window.id] = window
      if windows.count == 1, pointer != .arrow { showPointer() }
      if connection == nil {
        connection = DisplayConnection(of: window.handle)
        states = X11WindowStates(of: window.handle)
        times = DisplayConnection.presentationTimes(of: window.handle)
      }
      return .success(window.place)
    }

    /// The extent of the display that windows appear on, in the desktop's units.
    func mainDisplayBounds() -> Result<CGRect, WindowError> {
      let isRunning = SDL_WasInit(SDL_INIT_VIDEO) != 0
      if let failure = startVideo() { return .failure(failure) }
      defer { if !isRunning { stopVideoIfUnused() } }
      var bounds = SDL_Rect()
      guard SDL_GetDisplayBounds(0, &bounds) == 0 else { return .failure(.noDisplay(reason: Self.lastError)) }
      return .success(
        CGRect(x: Double(bounds.x), y: Double(bounds.y), width: Double(bounds.w), height: Double(bounds.h))
      )
    }

    /// Makes contexts of OpenGL share textures with later windows, if the display server is one that lets them.
    func prepareGraphics() {
      guard startVideo() == nil else { return }
      if Self.isX11 { _ = graphics(of: nil) }
    }

    /// EGL on the display of a window; nil, with the reason in the log, if a graphics processor cannot show pictures there.
    private func graphics(of window: OpaquePointer?) -> EGLLibrary? {
      do throws(GLFailure) {
        if Self.isX11 { return try GraphicsDisplay.x11() }
        guard let window, let information = DisplayConnection.information(of: window),
          information.subsystem == SDL_SYSWM_WAYLAND
        else { throw .noDisplay(0) }
        if graphics == nil {
          do throws(GLFailure) {
            graphics = .success(try GraphicsDisplay.wayland(information))
          } catch {
            graphics = .failure(error)
          }
        }
        return try graphics?.get()
      } catch {
        Logger(label: "strata.window").notice(
          "windows are shown from main memory",
          metadata: ["reason": "\(error)"]
        )
        return nil
      }
    }

    /// What a window has shown by a graphics processor; nil if it is closed.
    func graphicsReport(of id: UInt32) -> WindowSurface.Report? { windows[id]?.graphics.report }

    /// Runs work on a window; does nothing if it is closed.
    func update(_ id: UInt32, _ body: (VideoWindow) -> Void) {
      if let window = windows[id] { body(window) }
    }

    /// Closes a window.
    func close(_ id: UInt32) {
      guard let window = windows.removeValue(forKey: id) else { return }
      times?.forget(id)
      releaseMouse(of: id)
      window.destroy()
      stopVideoIfUnused()
    }

    /// Takes the mouse from a window that goes away, and with it the release of what was pressed there.
    private func releaseMouse(of id: UInt32) {
      guard capture.forget(id) || windows.count == 1 && windows[id] != nil else { return }
      staleButtons.noteHeld()
      translator.releaseButtons()
    }

    // MARK: Pointer

    /// Changes the pointer, now or when there is a window.
    func setPointer(_ shape: PointerShape?) {
      guard shape != pointer else { return }
      pointer = shape
      if !windows.isEmpty { showPointer() }
    }

    private func showPointer() {
      SDL_ShowCursor(pointer == nil ? SDL_DISABLE : SDL_ENABLE)
      guard let pointer else { return }
      let cursor = cursors[pointer] ?? SDL_CreateSystemCursor(pointer.cursor)
      cursors[pointer] = cursor
      SDL_SetCursor(cursor)
    }

    // MARK: SDL

    static var lastError: String { String(cString: SDL_GetError()) }

    private static var isX11: Bool { SDL_GetCurrentVideoDriver().map { String(cString: $0) } == "x11" }

    private func startVideo() -> WindowError? {
      guard SDL_WasInit(SDL_INIT_VIDEO) == 0 else { return nil }
      for (name, value) in Self.hints { SDL_SetHint(name, value) }
      SDL_SetMainReady()
      guard SDL_InitSubSystem(SDL_INIT_VIDEO) == 0 else { return .noDisplay(reason: Self.lastError) }
      guard Self.hasScreen else {
        SDL_QuitSubSystem(SDL_INIT_VIDEO)
        return .noDisplay(reason: Self.missingServer)
      }
      DisplayConnection.handleErrors()
      DeviceSound.provide()
      // Under X11 pictures are shared memory, and changed rectangles go up alone. Other drivers have textures only.
      SDL_SetHint(SDL_HINT_FRAMEBUFFER_ACCELERATION, Self.isX11 ? "0" : "1")
      // Keys are not text until a window asks for text.
      SDL_StopTextInput()
      return nil
    }

    /// The drivers of SDL that show nothing.
    private static let blindDrivers: Set = ["offscreen", "dummy", "evdev"]

    /// False for a driver that shows nothing, unless the environment or a hint asks for it by its name.
    ///
    /// SDL takes such a driver by itself where no display server answers.
    private static var hasScreen: Bool {
      guard let driver = SDL_GetCurrentVideoDriver().map({ String(cString: $0) }) else { return false }
      guard blindDrivers.contains(driver) else { return true }
      let names = SDL_GetHint(SDL_HINT_VIDEODRIVER).map { String(cString: $0) } ?? ""
      return names.split(separator: ",").contains { $0.lowercased() == driver }
    }

    /// The display servers that do not answer, in words.
    private static var missingServer: String {
      let environment = ProcessInfo.processInfo.environment
      let servers = ["WAYLAND_DISPLAY", "DISPLAY"].compactMap { name in
        environment[name].map { "\(name)=\($0)" }
      }
      guard !servers.isEmpty else { return "neither DISPLAY nor WAYLAND_DISPLAY is set" }
      return "no display server answers at \(servers.joined(separator: " or "))"
    }

    private static let hints = [
      // Signals are the program's.
      (SDL_HINT_NO_SIGNAL_HANDLERS, "1"),
      // The end of the last window is an event of that window.
      (SDL_HINT_QUIT_ON_LAST_WINDOW_CLOSE, "0"),
      (SDL_HINT_VIDEO_ALLOW_SCREENSAVER, "1"),
      // A desktop would stop compositing while the window is there.
      (SDL_HINT_VIDEO_X11_NET_WM_BYPASS_COMPOSITOR, "0"),
      // A finger is a touch and not a mouse, too.
      (SDL_HINT_TOUCH_MOUSE_EVENTS, "0"),
      (SDL_HINT_MOUSE_FOCUS_CLICKTHROUGH, "1"),
      (SDL_HINT_IME_SHOW_UI, "1"),
      (SDL_HINT_IME_SUPPORT_EXTENDED_TEXT, "1"),
    ]

    private func stopVideoIfUnused() {
      guard windows.isEmpty else { return }
      (connection, states, times) = (nil, nil, nil)
      heldKeys = []
      (translator, capture, staleButtons) = (EventTranslator(), MouseCapture(), StaleButtons())
      for cursor in cursors.values { SDL_FreeCursor(cursor) }
      cursors = [:]
      if case .success(let library) = graphics { library.close() }
      graphics = nil
      SDL_QuitSubSystem(SDL_INIT_VIDEO)
    }

    // MARK: Events

    /// Handles the events that have arrived, and leaves nothing read but not handled.
    func handleEvents() {
      while connection != nil {
        // Handling an event may read others from the socket, which would wake nobody.
        SDL_PumpEvents()
        let answers = times?.takeAnswers() ?? []
        for answer in answers { windows[answer.window]?.take(answer, times) }
        var event = SDL_Event()
        var count = answers.count
        while connection != nil, takeEvent(&event) {
          count += 1
          handle(event)
        }
        if count == 0 { return }
      }
    }

    private func takeEvent(_ event: inout SDL_Event) -> Bool {
      SDL_PeepEvents(&event, 1, SDL_GETEVENT, SDL_FIRSTEVENT.rawValue, SDL_LASTEVENT.rawValue) > 0
    }

    private func handle(_ event: SDL_Event) {
      var event = event
      staleButtons.correct(&event) { window(ofDisplay: $0)?.id }
      if windows.count > 1 {
        capture.direct(&event, held: translator.held) { windows[$0]?.handle }
      } else {
        // There is no other window that SDL could lead the mouse to.
        capture = MouseCapture()
      }
      switch SDL_EventType(rawValue: event.type) {
      case SDL_QUIT: loseWindows()
      case SDL_WINDOWEVENT:
        let (id, kind) = (event.window.windowID, SDL_WindowEventID(rawValue: UInt32(event.window.event)))
        if kind == SDL_WINDOWEVENT_HIDDEN { releaseMouse(of: id) }
        if !capture.hides(event.window) { windows[id]?.handle(event.window, translator) }
      case SDL_SYSWMEVENT: noteState(event.syswm)
      case SDL_KEYDOWN: heldKeys.insert(event.key.keysym.scancode.rawValue)
      case SDL_KEYUP: heldKeys.remove(event.key.keysym.scancode.rawValue)
      default: break
      }
      // Without a window manager SDL does not know which window has the keyboard.
      guard let id = EventTranslator.window(of: event),
        let window = windows[id] ?? (windows.count == 1 ? windows.first?.value : nil)
      else { return EventTranslator.discard(event) }
      if let kind = translator.translate(event, in: window.space) { window.report(kind) }
    }

    /// Lets a window follow what a window manager has made of it.
    private func noteState(_ event: SDL_SysWMEvent) {
      guard let states, let number = states.window(of: event), let window = window(ofDisplay: number)
      else { return }
      window.follow(isFullScreen: states.isFullScreen(number))
    }

    /// The window with a number of the display's.
    private func window(ofDisplay number: UInt) -> VideoWindow? {
      windows.values.first { X11WindowStates.number(of: $0.handle) == number }
    }

    /// The server of a Wayland display has gone; SDL reports it as a wish to quit.
    private func loseWindows() {
      // The render threads may use the display, which ends with its last window.
      if graphics != nil { for window in windows.values { window.request.server.stop() } }
      VideoThread.shared.loseWindows()
      for window in windows.values { window.destroy() }
      windows = [:]
      stopVideoIfUnused()
    }
  }
#endif

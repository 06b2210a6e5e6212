#if Window
  import CoreGraphics
  import CSDL2
  import StrataBase

  /// What a window asks of the desktop.
  extension VideoWindow {
    func setTitle(_ title: String) { WindowTitle.set(title, of: handle) }

    /// Asks for a size of the content, in points; the answer is an event, but not to a size that was just refused.
    func setSize(_ size: CGSize) {
      SDL_SetWindowSize(handle, units(size.width), units(size.height))
      sizeChanged(asked: size)
    }

    /// Moves the window; the corner is in points from the desktop's top left.
    func move(to corner: CGPoint) {
      let units = space.unitsPerPoint
      SDL_SetWindowPosition(handle, Self.clamped(corner.x * units), Self.clamped(corner.y * units))
      reportPlace()
    }

    /// Moves the window to the middle of its display.
    func center() {
      // SDL_WINDOWPOS_CENTERED, a macro that Swift does not read.
      let middle = Int32(bitPattern: 0x2FFF_0000)
      SDL_SetWindowPosition(handle, middle, middle)
      reportPlace()
    }

    /// Asks the desktop for a frame around the window, or for none.
    func setBordered(_ isBordered: Bool) {
      self.isBordered = isBordered
      applyBorder()
    }

    /// Does so if SDL can: it ignores windows over the whole display, and waits without end for one that is shown and not on the
    /// screen, on another workspace, say.
    ///
    /// Such windows are exposed when that is past, or on Wayland change their size.
    func applyBorder() {
      guard has(SDL_WINDOW_BORDERLESS) == isBordered, !has(SDL_WINDOW_FULLSCREEN),
        has(SDL_WINDOW_HIDDEN) || X11WindowStates.isOnScreen(handle)
      else { return }
      let former = corner
      SDL_SetWindowBordered(handle, isBordered ? SDL_TRUE : SDL_FALSE)
      // Desktops that do not report places do not do so here, either.
      if corner != former { reportPlace() }
    }

    /// The extent of the window's display on the desktop, in points; zero if it is not known.
    var displayBounds: CGRect {
      var bounds = SDL_Rect()
      let index = SDL_GetWindowDisplayIndex(handle)
      guard index >= 0, SDL_GetDisplayBounds(index, &bounds) == 0 else { return .zero }
      let scale = 1 / space.unitsPerPoint
      return CGRect(
        x: Double(bounds.x),
        y: Double(bounds.y),
        width: Double(bounds.w),
        height: Double(bounds.h)
      )
      .applying(CGAffineTransform(scaleX: scale, y: scale))
    }

    /// Does what the program asks for.
    func setFullScreen(_ state: FullScreenState) {
      fullScreen = state
      applyFullScreen()
    }

    private func applyFullScreen() {
      noteFullScreenRequest()
      SDL_SetWindowFullscreen(handle, fullScreen.isOn ? SDL_WINDOW_FULLSCREEN_DESKTOP.rawValue : 0)
    }

    /// Takes over the desktop's full-screen state, and reports it if it is not what the program asked for.
    ///
    /// A desktop takes a moment to do what it was asked, and it drops the state of windows that are not shown.
    func follow(isFullScreen isOn: Bool) {
      guard isOn != fullScreen.isOn, isShown, !has(SDL_WINDOW_HIDDEN), !has(SDL_WINDOW_MINIMIZED),
        MonotonicClock().now - fullScreenTime > Self.fullScreenPatience
      else { return }
      fullScreen.isOn = isOn
      // SDL keeps its former state otherwise, and refuses other sizes.
      applyFullScreen()
      reportFullScreen()
    }

    /// True if a flag of SDL's is set.
    func has(_ flag: SDL_WindowFlags) -> Bool { SDL_GetWindowFlags(handle) & flag.rawValue != 0 }

    /// How long a desktop may take to follow a request, in seconds.
    private static let fullScreenPatience = 1.0

    /// Begins or ends the input of text; the area is in points of the window.
    func setTextInput(_ area: CGRect?) {
      guard let area else { return SDL_StopTextInput() }
      SDL_StartTextInput()
      let points = [CGPoint(x: area.minX, y: area.minY), CGPoint(x: area.maxX, y: area.maxY)]
      let corners = points.map(space.units)
      var rect = SDL_Rect(
        x: Self.clamped(min(corners[0].x, corners[1].x)),
        y: Self.clamped(min(corners[0].y, corners[1].y)),
        w: Self.clamped(abs(corners[1].x - corners[0].x)),
        h: Self.clamped(abs(corners[1].y - corners[0].y))
      )
      SDL_SetTextInputRect(&rect)
    }

    private static func clamped(_ length: CGFloat) -> Int32 {
      length.isNaN ? 0 : Int32(min(max(length.rounded(), -Window.largestSide), Window.largestSide))
    }

    func orderFront() {
      isHeldBack = false
      SDL_ShowWindow(handle)
      SDL_RestoreWindow(handle)
      SDL_RaiseWindow(handle)
    }

    func hide() {
      isHeldBack = true
      SDL_HideWindow(handle)
    }

    func minimize() { SDL_MinimizeWindow(handle) }
  }
#endif

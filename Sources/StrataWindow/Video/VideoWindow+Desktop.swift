#if Window
  import CoreGraphics
  import CSDL2

  /// What a window asks of the desktop.
  extension VideoWindow {
    func setTitle(_ title: String) { WindowTitle.set(title, of: handle) }

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

    func setFullScreen(_ isFullScreen: Bool) {
      SDL_SetWindowFullscreen(handle, isFullScreen ? SDL_WINDOW_FULLSCREEN_DESKTOP.rawValue : 0)
    }

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
      length.isNaN ? 0 : Int32(min(max(length.rounded(), -32768), 32768))
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

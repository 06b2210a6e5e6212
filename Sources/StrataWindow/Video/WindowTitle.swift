#if Window
  import CSDL2

  /// Gives windows their titles.
  ///
  /// SDL writes two properties under X11: `_NET_WM_NAME` in UTF-8, and the older `WM_NAME` in the character set of the
  /// locale, under the name of another one. A program that has not chosen a locale has ASCII there, and window managers that
  /// read `WM_NAME` show other characters as several wrong ones. So this one is written again, in UTF-8, which all of them
  /// read.
  enum WindowTitle {
    private typealias InternAtom =
      @convention(c) (OpaquePointer?, UnsafePointer<CChar>?, Int32) -> UInt
    private typealias ChangeProperty =
      @convention(c) (OpaquePointer?, UInt, UInt, UInt, Int32, Int32, UnsafePointer<UInt8>?, Int32) -> Int32

    /// XA_WM_NAME and PropModeReplace, macros of Xlib's (Xatom.h, X.h).
    private static let (nameAtom, replaces) = (UInt(39), Int32(0))

    static func set(_ title: String, of window: OpaquePointer) {
      SDL_SetWindowTitle(window, title)
      let bytes = Array(title.utf8)
      guard bytes.contains(where: { $0 >= 0x80 }),
        let information = DisplayConnection.information(of: window),
        information.subsystem == SDL_SYSWM_X11,
        let intern: InternAtom = DisplayConnection.function("XInternAtom", in: DisplayConnection.xlib),
        let change: ChangeProperty = DisplayConnection.function("XChangeProperty", in: DisplayConnection.xlib)
      else { return }
      let (display, handle) = (information.info.x11.display, UInt(information.info.x11.window))
      _ = change(
        display,
        handle,
        nameAtom,
        intern(display, "UTF8_STRING", 0),
        8,
        replaces,
        bytes,
        Int32(bytes.count)
      )
    }
  }
#endif

#if Window
  package import CoreGraphics

  extension Window {
    /// The extent on the desktop of the display that windows appear on, in points of windows without a scale of their own.
    ///
    /// Nil without a display server, or if it does not answer in ten seconds.
    ///
    /// - Thread: Any. Without windows it connects to the display server, which takes some milliseconds.
    package static var mainDisplayBounds: CGRect? {
      try? VideoThread.shared.run { $0.mainDisplayBounds() }
    }
  }
#endif

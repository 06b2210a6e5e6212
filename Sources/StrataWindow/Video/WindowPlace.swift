#if Window
  import CoreGraphics
  import StrataBase
  import StrataEGL
  import StrataRenderServer

  /// What a window is opened with.
  struct WindowRequest: Sendable {
    let title: String
    /// In points.
    let size: CGSize
    let options: WindowOptions
    let frames: FrameSlot
    let events: Mailbox<PendingEvent>
    let server: RenderServer
    /// True if a graphics processor may draw the pictures.
    let wantsGraphics: Bool
  }

  /// A window on its display.
  struct WindowPlace: Sendable {
    let id: UInt32
    /// In points.
    let size: CGSize
    let pixelWidth: Int
    let pixelHeight: Int
    /// Pixels per point.
    let scale: Double
    /// The size that the program asked for last, in points, if the window has another instead.
    let refusedSize: CGSize?
    /// The refreshes of the display that shows the window.
    let clock: FrameClock
    /// The top left corner on the desktop, in points; zero if the desktop does not report it.
    let corner: CGPoint
    /// The extent of the display on the desktop, in points.
    let display: CGRect
    /// EGL on the window's display; nil if pictures come through main memory.
    let graphics: EGLLibrary?
  }

  /// The full-screen state of a window: as the program asked for, or as the desktop has changed it since.
  struct FullScreenState: Sendable {
    var isOn: Bool
    /// The number of the program's last request.
    var request = 0
  }
#endif

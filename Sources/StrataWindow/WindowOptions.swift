#if Window
  public import CoreGraphics
  public import StrataRenderServer

  /// The properties of a window that are set before it opens.
  public struct WindowOptions: Sendable {
    /// The corner at which the y axis of the window begins.
    public enum Origin: Sendable {
      case topLeft, bottomLeft
    }

    /// The corner at which the y axis of the window begins: the top left, or the bottom left as in AppKit.
    public var origin = Origin.topLeft
    /// Pixels per point; nil takes the display's.
    public var scale: CGFloat?
    /// True if the user may change the size.
    public var isResizable = true
    /// True if the desktop draws a frame with the title around the window; without one the user has nothing to move it by.
    public var isBordered = true
    /// True if the window opens over the whole display.
    public var isFullScreen = false
    /// The smallest size that the user may choose, in points; nil for any.
    public var minimumSize: CGSize?
    /// The colour behind the root layer; its transparency has no effect.
    public var backgroundColor = CGColor(srgbRed: 1, green: 1, blue: 1, alpha: 1)
    /// What draws the window's pictures.
    ///
    /// A graphics processor shows them, too: they do not come through main memory. Where it cannot, the processor does, and the
    /// log says why.
    public var backend = RenderBackend.standard
    /// How many threads draw, 1 or more.
    public var threads = 1

    /// Creates the options of a resizable window with the display's scale.
    public init() {}
  }
#endif

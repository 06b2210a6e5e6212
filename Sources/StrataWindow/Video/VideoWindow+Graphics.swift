#if Window
  import CoreGraphics
  import CSDL2
  import Logging
  import StrataBase
  import StrataEGL
  import StrataRenderServer

  /// The way of pictures that are on a graphics processor into a window.
  struct WindowGraphics {
    /// EGL on the window's display; nil if pictures come through main memory.
    var display: EGLLibrary?
    /// Made for the first picture.
    private var surface: GraphicsSurface?
    /// The counts of a surface that is gone.
    private var formerReport = WindowSurface.Report()

    init(display: EGLLibrary?) { self.display = display }

    /// What was done so far.
    var report: WindowSurface.Report { surface?.report ?? formerReport }

    /// Lets the window be shown from main memory.
    mutating func leave() {
      formerReport = report
      surface = nil
    }

    /// The surface, made now if there is none.
    mutating func surface(
      of window: OpaquePointer,
      size: (width: Int, height: Int)
    ) throws(GLFailure) -> GraphicsSurface {
      if let surface { return surface }
      guard let display else { throw .noDisplay(0) }
      let made = try GraphicsSurface(of: window, display, size: size)
      surface = made
      return made
    }
  }

  extension PresentedFrame {
    /// Brings the picture into main memory; returns false if a graphics processor has lost it.
    var isInMemory: Bool {
      do throws(ImageError) {
        try image.decodeNow()
        return true
      } catch {
        return false
      }
    }

    /// The picture on a graphics processor; nil for one in main memory.
    var texture: SharedTexture? { (image.devicePixels as? any TexturePixels)?.texture }
  }

  extension VideoWindow {
    /// True if pictures keep to the bottom of a window of another height.
    var isAtBottom: Bool { request.options.origin == .bottomLeft }

    /// The colour beside pictures: red, green and blue in 0...1.
    var background: SIMD3<Float> {
      let color = backgroundColor.extendedSRGB
      return SIMD3(color.x, color.y, color.z).clamped(lowerBound: .zero, upperBound: .one)
    }

    /// Shows a texture; returns false if the window must be shown from main memory.
    ///
    /// After a failure the render thread draws in main memory from the next picture on.
    func show(_ texture: SharedTexture, _ damage: PixelRegion?) -> Bool {
      // A Wayland window takes no picture before it is shown.
      if isWayland, !isShown { return true }
      guard graphics.display != nil else { return false }
      do throws(GLFailure) {
        let size = pixelSize
        let fits = try graphics.surface(of: handle, size: size).show(
          texture,
          isBlank ? nil : damage,
          size: size,
          background: background,
          isAtBottom: isAtBottom
        )
        isBlank = !fits
        return true
      } catch {
        Logger(label: "strata.window").notice(
          "a window is shown from main memory",
          metadata: ["reason": "\(error)"]
        )
        leaveGraphics()
        return false
      }
    }

    private func leaveGraphics() {
      graphics.leave()
      graphics.display = nil
      isBlank = true
      request.server.mail.post(.leaveDevice)
    }
  }
#endif

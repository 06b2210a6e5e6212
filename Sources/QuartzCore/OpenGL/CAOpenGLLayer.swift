public import CoreGraphics
public import Foundation
public import OpenGL
import StrataEGL
import StrataRenderTree

/// A layer whose contents a subclass draws with OpenGL.
///
/// ```swift
/// final class Clock: CAOpenGLLayer {
///   override func draw(
///     inCGLContext ctx: CGLContextObj,
///     pixelFormat pf: CGLPixelFormatObj,
///     forLayerTime t: CFTimeInterval,
///     displayTime ts: UnsafePointer<CVTimeStamp>?
///   ) {
///     glClearColor(Float(t.truncatingRemainder(dividingBy: 1)), 0, 0, 1)
///     glClear(GLbitfield(GL_COLOR_BUFFER_BIT))
///   }
/// }
/// ```
///
/// A layer draws when it was marked by `setNeedsDisplay()` or, while ``isAsynchronous`` is true and a host shows it, each
/// frame. In an `OfflineRenderer` and in `CARenderer` an asynchronous layer draws with the exact time of the picture; in a
/// live host it draws once for each refresh of the display, on the run loop of the thread that uses the layer. The
/// render thread never waits for it.
///
/// The context comes from EGL and needs no window: a graphics processor draws, or Mesa's renderer on the processor. Pixels
/// are read back and composited as an image of premultiplied colours. Functions such as `glClear` come from the program's
/// own OpenGL library, or from `OpenGLFunctions`.
///
/// Without OpenGL on the machine the layer shows nothing. The reason is logged once, as are errors that drawing code
/// leaves.
///
/// ## Differences
///
/// The longest side of the pixels is 8192, or less if the driver says so; larger layers are drawn with fewer pixels per
/// point. The pixels are transparent before each frame.
///
/// - Thread: The one that uses the layer; all methods that subclasses override are called there.
open class CAOpenGLLayer: CALayer {
  /// The context and the surface; presentation copies share them.
  final let drawing: OpenGLDrawing

  /// Creates a copy for presentation, which shares the context.
  public override init(layer: Any) {
    drawing = (layer as? CAOpenGLLayer)?.drawing ?? OpenGLDrawing()
    super.init(layer: layer)
  }

  /// Creates a layer, which makes its context when it first draws.
  public override init() {
    drawing = OpenGLDrawing()
    super.init()
    drawing.begin(self)
  }

  /// Creates a layer from an archive; contexts and pictures are not archived.
  public required init?(coder: NSCoder) {
    drawing = OpenGLDrawing()
    super.init(coder: coder)
    drawing.begin(self)
  }

  deinit {
    if !storage.flags.contains(.isCopy) { drawing.end(self) }
  }

  /// Draws each frame of the host that shows the layer, if ``canDraw(inCGLContext:pixelFormat:forLayerTime:displayTime:)``
  /// answers true; false, as at first, draws after `setNeedsDisplay()` only.
  open var isAsynchronous: Bool {
    get { storage.extras.kindObjects["asynchronous"] as? Bool ?? false }
    set {
      guard newValue != isAsynchronous else { return }
      setKindObject(newValue, forKey: "asynchronous")
      drawing.updateLink()
      // What was drawn last is the contents from now on.
      enlist(.content)
    }
  }

  /// The colour space of the pixels; nil for sRGB.
  open var colorspace: CGColorSpace? {
    get { storage.extras.kindObjects["colorspace"] as? CGColorSpace }
    set { setKindObject(newValue, forKey: "colorspace") }
  }

  /// Asks for brightness beyond that of the standard range, in which pixels are shown.
  open override var wantsExtendedDynamicRangeContent: Bool {
    get { super.wantsExtendedDynamicRangeContent }
    set { super.wantsExtendedDynamicRangeContent = newValue }
  }

  // MARK: Contexts

  /// Returns the format of the layer's context, which the layer releases by ``releaseCGLPixelFormat(_:)``.
  ///
  /// The default has eight bits of red, green, blue and alpha, no depth, and OpenGL with all functions of former versions. On
  /// a machine without OpenGL the result is a number that no function accepts. The mask has a bit for each display that shows
  /// the layer; there is one.
  open func copyCGLPixelFormat(forDisplayMask mask: UInt32) -> CGLPixelFormatObj {
    var (format, count): (CGLPixelFormatObj?, Int32) = (nil, 0)
    let attributes = [
      kCGLPFADisplayMask, .init(mask), kCGLPFAColorSize, .init(24), kCGLPFAAlphaSize, .init(8), .init(0),
    ]
    _ = CGLChoosePixelFormat(attributes, &format, &count)
    return format ?? HandleTable<PixelFormat>.missing
  }

  /// Releases a format.
  open func releaseCGLPixelFormat(_ pf: CGLPixelFormatObj) { CGLReleasePixelFormat(pf) }

  /// Returns the context that the layer draws with, which it releases by ``releaseCGLContext(_:)``.
  ///
  /// The default makes one that shares nothing. Several layers may return one context, with an owner for each.
  open func copyCGLContext(forPixelFormat pf: CGLPixelFormatObj) -> CGLContextObj {
    var context: CGLContextObj?
    _ = CGLCreateContext(pf, nil, &context)
    return context ?? HandleTable<ProgramContext>.missing
  }

  /// Releases a context.
  open func releaseCGLContext(_ ctx: CGLContextObj) { CGLReleaseContext(ctx) }

  // MARK: Frames

  /// Returns true if the layer draws a frame; false keeps the contents.
  ///
  /// The context is current and locked.
  ///
  /// - Parameters:
  ///   - ctx: The context.
  ///   - pf: Its format.
  ///   - t: The layer's local time of the frame, in seconds.
  ///   - ts: The frame of the display; nil for a display that `setNeedsDisplay()` asked for.
  /// - Returns: True by default.
  open func canDraw(
    inCGLContext ctx: CGLContextObj,
    pixelFormat pf: CGLPixelFormatObj,
    forLayerTime t: CFTimeInterval,
    displayTime ts: UnsafePointer<CVTimeStamp>?
  ) -> Bool {
    true
  }

  /// Draws a frame into the current framebuffer, with a viewport of the layer's size in pixels; flushes by default.
  ///
  /// The context is current and locked. All state of it but the viewport is what the program left.
  ///
  /// - Parameters:
  ///   - ctx: The context.
  ///   - pf: Its format.
  ///   - t: The layer's local time of the frame, in seconds.
  ///   - ts: The frame of the display; nil for a display that `setNeedsDisplay()` asked for.
  open func draw(
    inCGLContext ctx: CGLContextObj,
    pixelFormat pf: CGLPixelFormatObj,
    forLayerTime t: CFTimeInterval,
    displayTime ts: UnsafePointer<CVTimeStamp>?
  ) {
    CGLFlushDrawable(ctx)
  }

  /// Draws with the time of now, unless the delegate displays the layer.
  open override func display() {
    guard !displayThroughDelegate() else { return }
    let time = model().localTime(atMedia: CACurrentMediaTime(), below: nil)
    let drawn = copyToDraw as? CAOpenGLLayer ?? self
    drawn.drawFrame(layerTime: time, displayTime: nil)
  }
}

extension CAOpenGLLayer {
  /// Draws a frame and makes it the contents, without an action; a frame that the layer refuses leaves them.
  final func drawFrame(layerTime: Double, displayTime: CVTimeStamp?) {
    switch drawing.frame(of: self, layerTime, displayTime) {
    case .unchanged: return
    case .nothing: storage.state.contents = .none
    case .picture(let image): storage.state.contents = .image(image)
    }
    if storage.extras.contents != nil { storage.extras.contents = nil }
    enlist(.content)
  }
}

extension CAOpenGLLayer {
  /// The keys that the class adds to those of a plain layer.
  static let layerType = LayerType(.plain, { CAOpenGLLayer() }) { list in
    list.add(
      "asynchronous",
      read: { $0.isAsynchronous },
      write: { layer, value in
        guard let flag = value == nil ? false : Bool.unwrapped(from: value) else { return false }
        layer.isAsynchronous = flag
        return true
      }
    )
    list.addObject("colorspace", \.colorspace)
  }
}

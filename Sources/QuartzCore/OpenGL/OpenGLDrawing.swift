import CoreGraphics
import Foundation
import OpenGL
import StrataEGL
import StrataRaster
import StrataRenderServer
import StrataRenderTree

/// The context, the surface and the clock of a layer that draws with OpenGL.
///
/// Owned by the thread that uses the layer.
final class OpenGLDrawing: HostFollower {
  /// The result of a frame.
  enum Frame {
    /// The layer keeps its contents.
    case unchanged
    /// The layer has no pixels.
    case nothing
    case picture(CGImage)
  }

  private weak var layer: CAOpenGLLayer?
  private weak var host: HostDrawables?
  private var format: CGLPixelFormatObj?
  private var context: CGLContextObj?
  private var surface: GLSurface?
  /// The pictures that stay on a graphics processor.
  private var shared = SharedPictures()
  /// Calls the layer for each refresh of a live host's display.
  private var link: CADisplayLink?
  private var isDrawing = false

  /// The longest side of the pixels.
  private static let sideLimit = 8192

  // MARK: The layer

  func begin(_ layer: CAOpenGLLayer) {
    self.layer = layer
    layer.follow(self)
  }

  /// Releases what the layer has made, through its methods.
  func end(_ layer: CAOpenGLLayer) {
    link?.invalidate()
    surface = nil
    shared = SharedPictures()
    if let context { layer.releaseCGLContext(context) }
    if let format { layer.releaseCGLPixelFormat(format) }
    (context, format) = (nil, nil)
  }

  // MARK: The host

  func layer(_ layer: CALayer, entered host: HostDrawables) {
    self.host = host
    updateLink()
  }

  func layerLeft(_ layer: CALayer) {
    host = nil
    updateLink()
  }

  /// Begins or ends to follow the display of a live host.
  func updateLink() {
    link?.invalidate()
    link = nil
    guard let host, host.isLive, host.isRunning, host.isVisible, layer?.isAsynchronous ?? false
    else { return }
    // The layer is shown in the machine's time, also if an offline renderer makes the change.
    let link = CADisplayLink(clock: host.clock, isOfMachine: true) { [weak self] in self?.refresh($0) }
    link.add(to: .current, forMode: .common)
    self.link = link
  }

  /// Follows a display that has other refreshes.
  func follow(_ clock: FrameClock) { link?.follow(clock) }

  private func refresh(_ link: CADisplayLink) {
    guard let layer, let host else { return link.invalidate() }
    let time = link.targetTimestamp
    layer.drawFrame(
      layerTime: layer.localTime(atMedia: time, below: nil),
      displayTime: CVTimeStamp(mediaTime: time, framesPerSecond: host.clock.framesPerSecond)
    )
  }

  // MARK: Frames

  /// Draws a frame of the layer, or of a presentation copy of it, at a local time.
  func frame(of layer: CAOpenGLLayer, _ time: Double, _ displayTime: CVTimeStamp?) -> Frame {
    guard !isDrawing else {
      OnceLog.note("an OpenGL layer was displayed by its own drawing code; ignored")
      return .unchanged
    }
    isDrawing = true
    defer { isDrawing = false }
    do throws(GLFailure) {
      let context = try usableContext(of: layer)
      guard let size = pixelSize(of: layer, limit: context.configuration.longestSide) else {
        surface = nil
        return .nothing
      }
      if surface.map({ ($0.width, $0.height) != size }) ?? true {
        surface = nil
        surface = try GLSurface(context.configuration, width: size.0, height: size.1)
      }
      guard let surface else { return .unchanged }
      return try context.use(on: surface) { () throws(GLFailure) in
        try draw(layer, in: context, on: surface, (time, displayTime))
      }
    } catch {
      OnceLog.note("\(type(of: layer)) was not drawn: \(error)")
      return .unchanged
    }
  }

  /// Returns the context of the layer, made by its methods when it draws first.
  private func usableContext(of layer: CAOpenGLLayer) throws(GLFailure) -> GLContext {
    _ = try EGLLibrary.shared.get()
    let format = self.format ?? layer.copyCGLPixelFormat(forDisplayMask: 1)
    self.format = format
    let context = self.context ?? layer.copyCGLContext(forPixelFormat: format)
    self.context = context
    guard let usable = ProgramContext.table[context]?.context else { throw .unknownContext }
    return usable
  }

  /// The size of the pixels; nil for a layer without any.
  private func pixelSize(of layer: CALayer, limit: Int) -> (Int, Int)? {
    let (size, wanted) = (layer.storage.state.bounds.size, layer.storage.state.contentsScale)
    guard size.width > 0, size.height > 0, wanted > 0, wanted.isFinite, size.width.isFinite,
      size.height.isFinite
    else { return nil }
    let longest = min(limit, Self.sideLimit)
    let scale = min(wanted, CGFloat(longest) / max(size.width, size.height))
    func pixels(_ points: CGFloat) -> Int {
      min(max(PixelCount.covering(points, scale: scale), 1), longest)
    }
    return (pixels(size.width), pixels(size.height))
  }

  private func draw(
    _ layer: CAOpenGLLayer,
    in gl: GLContext,
    on surface: GLSurface,
    _ moment: (time: Double, display: CVTimeStamp?)
  ) throws(GLFailure) -> Frame {
    guard let context, let format else { return .unchanged }
    var stamp = moment.display ?? CVTimeStamp()
    let isDrawn = withUnsafePointer(to: &stamp) { pointer in
      let stamp = moment.display == nil ? nil : pointer
      let mayDraw = layer.canDraw(
        inCGLContext: context,
        pixelFormat: format,
        forLayerTime: moment.time,
        displayTime: stamp
      )
      guard mayDraw else { return false }
      _ = gl.functions.takeErrors()
      gl.functions.prepare(surface)
      layer.draw(inCGLContext: context, pixelFormat: format, forLayerTime: moment.time, displayTime: stamp)
      return true
    }
    guard isDrawn else { return .unchanged }
    // The program may have used another context meanwhile.
    try gl.makeCurrent(on: surface)
    let errors = gl.functions.takeErrors().map(GLFunctions.name(ofError:))
    if !errors.isEmpty {
      OnceLog.note("drawing \(type(of: layer)) left errors of OpenGL: \(errors.joined(separator: ", "))")
    }
    if let texture = try shared.picture(of: surface, in: gl, for: layer) {
      return .picture(CGImage(device: texture, hasAlpha: !layer.isOpaque))
    }
    let pixels = PixelBuffer(width: surface.width, height: surface.height, format: .rgba8)
    gl.read(
      framebuffer: 0,
      size: (surface.width, surface.height),
      into: pixels.base,
      rowBytes: pixels.rowBytes
    )
    let picture = pixels.picture(isOpaque: layer.isOpaque, colorSpace: layer.colorspace)
    return picture.map { .picture($0) } ?? .nothing
  }
}

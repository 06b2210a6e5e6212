package import StrataBase
import Synchronization

/// Pixels of a device as a texture, if they are one.
package protocol TexturePixels: DevicePixels {
  /// The texture with the pixels; nil if they are in main memory.
  var texture: SharedTexture? { get }
}

/// A texture of four bytes a pixel, rows from the top, that all contexts of a display may use.
///
/// One context makes it and reads it. Others take it by ``SharedTextures``. Commands of different contexts are ordered by
/// fences on the device: whoever draws waits for those that read before, and the other way round.
///
/// - Thread: Any. The owner lets nobody draw while others read what was drawn before.
package final class SharedTexture: TexturePixels, @unchecked Sendable {  // Fences are locked.
  package let width: Int
  package let height: Int
  /// The context that made it.
  package let context: GLContext
  /// The texture in that context.
  package let name: UInt32
  let image: EGLLibrary.Pointer
  let functions: SharingFunctions
  private let fences = Mutex(Fences())

  private struct Fences: @unchecked Sendable {  // The driver's pointers may be used on any thread.
    var written: EGLLibrary.Pointer?
    var read: [EGLLibrary.Pointer] = []
  }

  /// Makes a texture of undefined pixels in a context, which is in use.
  package init(width: Int, height: Int, in context: GLContext) throws(GLFailure) {
    let library = context.configuration.library
    let functions = try library.sharing()
    (self.width, self.height, self.context, self.functions) = (width, height, context, functions)
    let limit = Int(context.functions.integer(GL.maxTextureSize))
    guard (1...max(limit, 1)).contains(width), (1...max(limit, 1)).contains(height) else {
      throw .noSharing("textures of \(width) × \(height) pixels")
    }
    var name: UInt32 = 0
    functions.genTextures(1, &name)
    functions.bindTexture(GL.texture2D, name)
    functions.setPlain()
    let (format, type) = (GL.rgba, GL.unsignedByte)
    let (columns, rows) = (Int32(width), Int32(height))
    functions.texImage2D(GL.texture2D, 0, Int32(GL.rgba8), columns, rows, 0, format, type, nil)
    functions.bindTexture(GL.texture2D, 0)
    let source = EGLLibrary.Pointer(bitPattern: UInt(name))
    let made = functions.createImage(
      library.display,
      context.pointer,
      EGL.texture2D,
      source,
      [EGL.none]
    )
    guard let made else {
      functions.deleteTextures(1, &name)
      throw .noSharing("no image of a texture (error 0x\(String(library.functions.getError(), radix: 16)))")
    }
    (self.name, image) = (name, made)
  }

  deinit {
    guard !library.isClosed else { return }
    let display = library.display
    let last = fences.withLock { $0 }
    for fence in last.read + [last.written].compactMap(\.self) { _ = functions.destroySync(display, fence) }
    _ = functions.destroyImage(display, image)
    context.discard(texture: name)
  }

  package var texture: SharedTexture? { self }

  var library: EGLLibrary { context.configuration.library }

  /// Draws into the texture by commands of the context in use, after those that read it.
  package func write(_ commands: () -> Void) {
    let display = library.display
    let before = fences.withLock { fences in
      defer { fences.read = [] }
      return fences
    }
    for fence in before.read {
      functions.wait(for: fence, of: display)
      _ = functions.destroySync(display, fence)
    }
    // Another context may have written before.
    if let fence = before.written { functions.wait(for: fence, of: display) }
    commands()
    let fence = functions.fence(of: display)
    fences.withLock { $0.written = fence }
    if let fence = before.written { _ = functions.destroySync(display, fence) }
  }

  /// Reads the texture by commands of the context in use, after those that drew it.
  package func read(_ commands: () -> Void) {
    let display = library.display
    fences.withLock { fences in
      if let fence = fences.written { functions.wait(for: fence, of: display) }
    }
    commands()
    let fence = functions.fence(of: display)
    let old = fences.withLock { fences -> [EGLLibrary.Pointer] in
      if let fence { fences.read.append(fence) }
      // A texture that is only read has the fences of its last readers.
      let extra = max(0, fences.read.count - Self.mostFences)
      defer { fences.read.removeFirst(extra) }
      return Array(fences.read.prefix(extra))
    }
    for fence in old { _ = functions.destroySync(display, fence) }
  }

  private static let mostFences = 8

  package func read(_ rect: PixelRect, into rows: UnsafeMutableRawPointer, rowBytes: Int) -> Bool {
    let all = PixelRect(0, 0, Int32(width), Int32(height))
    guard !rect.isEmpty, all.contains(rect), rowBytes % 4 == 0 else { return false }
    let isRead = try? context.use { () throws(GLFailure) in
      let gl = context.functions
      _ = gl.takeErrors()
      read {
        attach(to: GL.readFramebuffer) {
          functions.pixelStorei(GL.packRowLength, Int32(rowBytes / 4))
          let (width, height) = (Int32(rect.width), Int32(rect.height))
          functions.readPixels(rect.minX, rect.minY, width, height, GL.rgba, GL.unsignedByte, rows)
          functions.pixelStorei(GL.packRowLength, 0)
        }
      }
      return gl.takeErrors().isEmpty
    }
    return isRead ?? false
  }

  /// Replaces rectangles by pixels of main memory whose first row is at the top; the texture's own context is in use.
  package func replace(_ rects: [PixelRect], by rows: UnsafeRawPointer, rowBytes: Int) {
    write {
      functions.bindTexture(GL.texture2D, name)
      functions.pixelStorei(GL.unpackRowLength, Int32(rowBytes / 4))
      for rect in rects {
        functions.replace(rect, by: rows + Int(rect.minY) * rowBytes + Int(rect.minX) * 4)
      }
      functions.pixelStorei(GL.unpackRowLength, 0)
      functions.bindTexture(GL.texture2D, 0)
    }
  }

  /// Replaces rectangles by words of a buffer of the texture's own context, which is in use.
  ///
  /// - Parameters:
  ///   - rects: In pixels of the texture.
  ///   - buffer: The buffer.
  ///   - origin: The place in it of the texture's first pixel, in words; it may be beyond the begin.
  ///   - stride: The words from one row to the next.
  package func replace(_ rects: [PixelRect], byBuffer buffer: UInt32, origin: Int, stride: Int) {
    write {
      context.functions.bindBuffer(GL.pixelUnpackBuffer, buffer)
      functions.bindTexture(GL.texture2D, name)
      functions.pixelStorei(GL.unpackRowLength, Int32(stride))
      for rect in rects {
        let first = origin + Int(rect.minY) * stride + Int(rect.minX)
        functions.replace(rect, by: UnsafeRawPointer(bitPattern: UInt(first * 4)))
      }
      functions.pixelStorei(GL.unpackRowLength, 0)
      functions.bindTexture(GL.texture2D, 0)
      context.functions.bindBuffer(GL.pixelUnpackBuffer, 0)
    }
  }
}

extension SharingFunctions {
  /// Has the commands that follow wait for a fence.
  fileprivate func wait(for fence: Pointer, of display: Pointer) {
    guard waitSync(display, fence, 0) != 1 else { return }
    // The processor waits where the device cannot.
    _ = clientWaitSync(display, fence, 1, .max)
  }

  /// A fence behind the commands so far, which are handed to the driver; nil if they are done.
  fileprivate func fence(of display: Pointer) -> Pointer? {
    let made = createSync(display, EGL.fence, nil)
    if made == nil { finish() } else { flush() }
    return made
  }

  /// Has the bound texture read without steps between pixels, which needs no smaller copies of it.
  func setPlain() {
    for name in [GL.textureMinFilter, GL.textureMagFilter] {
      texParameteri(GL.texture2D, name, Int32(GL.nearest))
    }
  }

  /// Makes a texture the pixels of the framebuffer that is bound to a target.
  func attach(_ texture: UInt32, to target: UInt32) {
    framebufferTexture2D(target, GL.colorAttachment, GL.texture2D, texture, 0)
  }

  /// Replaces a rectangle of the bound texture.
  func replace(_ rect: PixelRect, by pixels: UnsafeRawPointer?) {
    let (width, height) = (Int32(rect.width), Int32(rect.height))
    texSubImage2D(
      GL.texture2D,
      0,
      rect.minX,
      rect.minY,
      width,
      height,
      GL.rgba,
      GL.unsignedByte,
      pixels
    )
  }
}

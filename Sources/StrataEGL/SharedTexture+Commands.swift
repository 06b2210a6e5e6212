package import StrataBase

/// Commands of the texture's own context, which is in use.
extension SharedTexture {
  package var bounds: PixelRect { PixelRect(0, 0, Int32(width), Int32(height)) }

  /// Runs commands with a framebuffer of the texture bound to a target.
  func attach(to target: UInt32, _ commands: () -> Void) {
    let gl = context.functions
    var framebuffer: UInt32 = 0
    gl.genFramebuffers(1, &framebuffer)
    gl.bindFramebuffer(target, framebuffer)
    functions.attach(name, to: target)
    commands()
    gl.bindFramebuffer(target, 0)
    gl.deleteFramebuffers(1, &framebuffer)
  }

  /// Sets all pixels to red, green, blue and alpha.
  package func clear(to pixel: SIMD4<UInt8>) {
    write {
      attach(to: GL.drawFramebuffer) {
        context.functions.withWholeFramebuffer { context.functions.clear(to: SIMD4<Float>(pixel) / 255) }
      }
    }
  }

  /// Makes all pixels opaque; their colours stay.
  package func clearAlpha() {
    write {
      attach(to: GL.drawFramebuffer) {
        context.functions.withWholeFramebuffer { context.functions.clearAlpha() }
      }
    }
  }

  /// Copies a rectangle of another texture of the same context to the pixels from a column and a row on.
  package func copy(_ rect: PixelRect, of source: SharedTexture, toX x: Int32, y: Int32) {
    source.read {
      write {
        source.attach(to: GL.readFramebuffer) {
          functions.bindTexture(GL.texture2D, name)
          let (width, height) = (Int32(rect.width), Int32(rect.height))
          functions.copyTexSubImage2D(GL.texture2D, 0, x, y, rect.minX, rect.minY, width, height)
          functions.bindTexture(GL.texture2D, 0)
        }
      }
    }
  }

  /// Replaces a rectangle by pixels of main memory: those of the rectangle alone, without gaps between rows.
  package func replace(_ rect: PixelRect, by pixels: UnsafeRawPointer) {
    write {
      functions.bindTexture(GL.texture2D, name)
      functions.replace(rect, by: pixels)
      functions.bindTexture(GL.texture2D, 0)
    }
  }
}

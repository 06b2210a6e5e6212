package import StrataBase

/// The textures of other contexts that a context uses.
///
/// - Thread: That of the context.
package final class SharedTextures {
  private struct Entry {
    weak var texture: SharedTexture?
    let name: UInt32
  }

  private let context: GLContext
  private let functions: SharingFunctions
  private var entries: [ObjectIdentifier: Entry] = [:]
  private var framebuffer: UInt32 = 0

  package init(of context: GLContext) throws(GLFailure) {
    self.context = context
    functions = try context.configuration.library.sharing()
  }

  /// The names go when the context is next in use; an imported one would keep the pixels of its texture.
  deinit {
    for entry in entries.values { context.discard(texture: entry.name) }
    if framebuffer != 0 { context.discard(framebuffer: framebuffer) }
  }

  /// True if a texture belongs to the same display.
  package func canUse(_ texture: SharedTexture) -> Bool {
    texture.library.display == context.configuration.library.display
  }

  /// The name of a texture in the context, which is in use.
  func name(of texture: SharedTexture) -> UInt32 {
    if texture.context === context { return texture.name }
    if let entry = entries[ObjectIdentifier(texture)], entry.texture === texture { return entry.name }
    for (key, entry) in entries where entry.texture == nil {
      var name = entry.name
      functions.deleteTextures(1, &name)
      entries[key] = nil
    }
    var name: UInt32 = 0
    functions.genTextures(1, &name)
    let former = UInt32(bitPattern: context.functions.integer(GL.textureBinding2D))
    functions.bindTexture(GL.texture2D, name)
    functions.imageTargetTexture(GL.texture2D, texture.image)
    functions.setPlain()
    functions.bindTexture(GL.texture2D, former)
    entries[ObjectIdentifier(texture)] = Entry(texture: texture, name: name)
    return name
  }

  /// Runs commands with a framebuffer that holds the texture bound to a target; the context is in use.
  func attach(_ texture: SharedTexture, to target: UInt32, _ commands: () -> Void) {
    let binding = target == GL.readFramebuffer ? GL.readFramebufferBinding : GL.framebufferBinding
    let former = UInt32(bitPattern: context.functions.integer(binding))
    if framebuffer == 0 { context.functions.genFramebuffers(1, &framebuffer) }
    let name = name(of: texture)
    context.functions.bindFramebuffer(target, framebuffer)
    functions.attach(name, to: target)
    commands()
    functions.attach(0, to: target)
    context.functions.bindFramebuffer(target, former)
  }

  /// The place of a texture in a framebuffer, whose first row is the lowest one.
  package struct Place {
    /// The column of the framebuffer at the texture's left edge.
    package var left: Int32
    /// The row of the framebuffer, counted from below, under which the texture's first row lies.
    package var top: Int32

    package init(left: Int32 = 0, top: Int32) { (self.left, self.top) = (left, top) }

    /// The edges in the framebuffer of a rectangle of the texture: left, top, right, bottom.
    fileprivate func edges(_ rect: PixelRect) -> Edges {
      Edges(left + rect.minX, top - rect.minY, left + rect.maxX, top - rect.maxY)
    }
  }

  /// Copies rectangles of a texture into the framebuffer that is bound for drawing.
  ///
  /// - Parameters:
  ///   - rects: In pixels of the texture, from its top.
  ///   - texture: The texture.
  ///   - place: Where the texture lies.
  package func copy(_ rects: [PixelRect], of texture: SharedTexture, to place: Place) {
    texture.read {
      attach(texture, to: GL.readFramebuffer) {
        context.functions.withWholeFramebuffer {
          for rect in rects { functions.copy(Edges(rect), to: place.edges(rect)) }
        }
      }
    }
  }

  /// Copies rectangles of a framebuffer into a texture.
  ///
  /// - Parameters:
  ///   - framebuffer: The name of the framebuffer, 0 for the surface.
  ///   - place: Where the texture lies in it.
  ///   - rects: In pixels of the texture, from its top.
  ///   - texture: The texture.
  ///   - isOpaque: True sets the texture's alpha to 1 everywhere.
  package func copy(
    framebuffer: UInt32,
    at place: Place,
    _ rects: [PixelRect],
    to texture: SharedTexture,
    isOpaque: Bool
  ) {
    let functions = context.functions
    let former = UInt32(bitPattern: functions.integer(GL.readFramebufferBinding))
    functions.bindFramebuffer(GL.readFramebuffer, framebuffer)
    texture.write {
      attach(texture, to: GL.drawFramebuffer) {
        functions.withWholeFramebuffer {
          for rect in rects { self.functions.copy(place.edges(rect), to: Edges(rect)) }
          if isOpaque { functions.clearAlpha() }
        }
      }
    }
    functions.bindFramebuffer(GL.readFramebuffer, former)
  }

  /// Copies a texture into a buffer: rows from the top, a number of words apart, from a word on; the context is in use.
  package func copy(_ texture: SharedTexture, toBuffer buffer: UInt32, firstWord: Int, stride: Int) {
    texture.read {
      attach(texture, to: GL.readFramebuffer) {
        context.functions.bindBuffer(GL.pixelPackBuffer, buffer)
        functions.pixelStorei(GL.packRowLength, Int32(stride))
        let (width, height) = (Int32(texture.width), Int32(texture.height))
        let place = EGLLibrary.Pointer(bitPattern: UInt(firstWord * 4))
        functions.readPixels(0, 0, width, height, GL.rgba, GL.unsignedByte, place)
        functions.pixelStorei(GL.packRowLength, 0)
        context.functions.bindBuffer(GL.pixelPackBuffer, 0)
      }
    }
  }
}

/// Two columns and two rows of a framebuffer.
private struct Edges {
  let left: Int32
  let first: Int32
  let right: Int32
  let last: Int32

  init(_ left: Int32, _ first: Int32, _ right: Int32, _ last: Int32) {
    (self.left, self.first, self.right, self.last) = (left, first, right, last)
  }

  init(_ rect: PixelRect) { self.init(rect.minX, rect.minY, rect.maxX, rect.maxY) }
}

extension SharingFunctions {
  /// Copies a rectangle of the framebuffer that is read to one of the framebuffer that is drawn into.
  fileprivate func copy(_ from: Edges, to: Edges) {
    blitFramebuffer(
      from.left,
      from.first,
      from.right,
      from.last,
      to.left,
      to.first,
      to.right,
      to.last,
      GL.colorBuffer,
      GL.nearest
    )
  }
}

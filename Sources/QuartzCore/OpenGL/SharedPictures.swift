import CoreGraphics
import StrataBase
import StrataEGL

/// The pictures of a layer that a program draws with OpenGL, as textures that the compositing device reads.
///
/// They are copied from the layer's surface on the device. A texture is drawn into again when no frame and no program holds its
/// picture any more.
///
/// - Thread: The one that uses the layer.
struct SharedPictures {
  private var textures: [SharedTexture] = []
  /// The textures in the layer's context.
  private var own: (context: ObjectIdentifier, textures: SharedTextures)?

  /// Free textures beyond these are dropped.
  private static let mostTextures = 4

  /// Copies the pixels of a surface within the device; nil if they must come through main memory.
  ///
  /// They do so while no device of the display draws layers, in versions without copies between framebuffers, with several
  /// samples a pixel, and in colour spaces other than sRGB.
  mutating func picture(
    of surface: GLSurface,
    in context: GLContext,
    for layer: CAOpenGLLayer
  ) throws(GLFailure) -> SharedTexture? {
    let configuration = context.configuration
    guard configuration.library.isCompositing, context.isModern, configuration.samples == 0,
      layer.colorspace.map({ $0 == .standardRGB }) ?? true,
      let texture = texture(surface.width, surface.height, of: configuration.library)
    else { return nil }
    if own?.context != ObjectIdentifier(context) {
      own = (ObjectIdentifier(context), try SharedTextures(of: context))
    }
    let (width, height) = (Int32(surface.width), Int32(surface.height))
    own?.textures.copy(
      framebuffer: 0,
      at: SharedTextures.Place(top: height),
      [PixelRect(0, 0, width, height)],
      to: texture,
      isOpaque: layer.isOpaque
    )
    // Commands that the driver refuses leave no picture.
    return context.functions.takeErrors().isEmpty ? texture : nil
  }

  /// A texture that nobody holds; nil if contexts share none of the size.
  private mutating func texture(_ width: Int, _ height: Int, of library: EGLLibrary) -> SharedTexture? {
    textures.removeAll { ($0.width, $0.height) != (width, height) }
    for index in textures.indices where isKnownUniquelyReferenced(&textures[index]) { return textures[index] }
    let made = try? library.keeperContext().use { () throws(GLFailure) in
      try SharedTexture(width: width, height: height, in: library.keeperContext())
    }
    if let made, textures.count < Self.mostTextures { textures.append(made) }
    return made
  }
}

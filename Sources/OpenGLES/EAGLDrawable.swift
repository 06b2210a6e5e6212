/// A surface on which contexts present the pictures of renderbuffers, such as `CAEAGLLayer`.
public protocol EAGLDrawable: AnyObject {
  /// How renderbuffers of the surface are stored: ``kEAGLDrawablePropertyColorFormat`` and
  /// ``kEAGLDrawablePropertyRetainedBacking``; nil for the defaults.
  var drawableProperties: [String: Any]? { get set }
}

/// The key of a Boolean: true keeps the pixels of a renderbuffer after it was presented.
///
/// Pixels are kept in either case.
public let kEAGLDrawablePropertyRetainedBacking = "EAGLDrawablePropertyRetainedBacking"

/// The key of the format of pixels, ``kEAGLColorFormatRGBA8`` if it is absent.
public let kEAGLDrawablePropertyColorFormat = "EAGLDrawablePropertyColorFormat"

/// Eight bits of red, green, blue and alpha.
public let kEAGLColorFormatRGBA8 = "EAGLColorFormatRGBA8"

/// Five bits of red, six of green and five of blue.
public let kEAGLColorFormatRGB565 = "EAGLColorFormat565"

/// Eight bits of red, green, blue and alpha; shaders write linear levels.
///
/// Needs OpenGL ES 3.
public let kEAGLColorFormatSRGBA8 = "EAGLColorFormatSRGBA8"

/// The pixels of a presented renderbuffer: red, green, blue and alpha, row by row from the top.
package struct PresentedPixels: Sendable {
  package let width: Int
  package let height: Int
  package let bytes: [UInt8]
}

/// A drawable that shows what contexts present.
package protocol RenderbufferReceiver: EAGLDrawable {
  /// The size of the drawable's renderbuffers, in pixels.
  var renderbufferSize: (width: Int, height: Int) { get }

  /// Shows pixels from a media time on, or as soon as possible, after the picture before was shown for so many seconds.
  func receive(_ pixels: PresentedPixels, at time: Double?, after duration: Double?)
}

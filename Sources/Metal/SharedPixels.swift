import StrataBase
import StrataEGL

/// The pixels of a texture in the memory of a graphics processor, as a value: pictures that were presented share it.
///
/// A pixel is red, green, blue and alpha, whatever the format. Whoever writes takes other memory while a picture shows
/// the former pixels. The functions that write return false if the graphics processor did not carry them out; the
/// pixels are then undefined.
struct SharedPixels: Sendable {
  private var texture: SharedTexture
  /// True if all pixels are known to be opaque.
  private var isOpaque = false

  /// Takes memory for zeros; nil if the graphics processor has none of the size.
  init?(width: Int, height: Int, of library: EGLLibrary) {
    let made = try? library.keeperContext().use { () throws(GLFailure) -> SharedTexture in
      let context = try library.keeperContext()
      _ = context.functions.takeErrors()
      let texture = try SharedTexture(width: width, height: height, in: context)
      texture.clear(to: .zero)
      return try texture.checked()
    }
    guard let made else { return nil }
    texture = made
  }

  private var bounds: PixelRect { texture.bounds }

  // MARK: Commands

  /// Sets all pixels to a colour.
  mutating func clear(to pixel: SIMD4<UInt8>) -> Bool {
    guard write(bounds, { $0.clear(to: pixel) }) else { return false }
    isOpaque = pixel.w == 255
    return true
  }

  /// Replaces a rectangle by pixels without gaps between rows.
  mutating func replace(_ rect: PixelRect, by pixels: UnsafeBufferPointer<UInt32>) -> Bool {
    guard let base = pixels.baseAddress, write(rect, { $0.replace(rect, by: base) }) else { return false }
    note(pixels.reduce(.max, &) >> 24 == 255, in: rect)
    return true
  }

  /// Copies a rectangle of other pixels, or of these as they were, to the pixels from a column and a row on.
  mutating func copy(_ rect: PixelRect, of source: SharedPixels, toX x: Int32, y: Int32) -> Bool {
    let target = PixelRect(x, y, x + Int32(rect.width), y + Int32(rect.height))
    let from = source.texture
    guard from.context === texture.context, write(target, { $0.copy(rect, of: from, toX: x, y: y) }) else {
      return false
    }
    note(source.isOpaque, in: target)
    return true
  }

  private mutating func note(_ isOpaque: Bool, in rect: PixelRect) {
    self.isOpaque = isOpaque && (self.isOpaque || rect == bounds)
  }

  /// Runs commands that write a rectangle, into memory that nobody else holds.
  private mutating func write(_ rect: PixelRect, _ commands: (SharedTexture) -> Void) -> Bool {
    let context = texture.context
    let isDone: Void? = try? context.use { () throws(GLFailure) in
      _ = context.functions.takeErrors()
      if !isKnownUniquelyReferenced(&texture) {
        let (former, all) = (texture, bounds)
        texture = try SharedTexture(width: all.width, height: all.height, in: context)
        if rect != all { texture.copy(all, of: former, toX: 0, y: 0) }
      }
      commands(texture)
      _ = try texture.checked()
    }
    return isDone != nil
  }

  // MARK: Reading

  /// Copies a rectangle into rows without gaps; returns false if the graphics processor lost it.
  func read(_ rect: PixelRect, into pixels: UnsafeMutablePointer<UInt32>) -> Bool {
    texture.read(rect, into: pixels, rowBytes: rect.width * 4)
  }

  /// The pixels as they are now, which no write changes; nil if the graphics processor cannot show them.
  ///
  /// Nothing is copied, unless an opaque picture is asked for and some pixel may be transparent.
  func picture(isOpaque: Bool) -> PresentedPixels? {
    guard isOpaque, !self.isOpaque else { return PresentedPixels(texture) }
    let context = texture.context
    let opaque = try? context.use { () throws(GLFailure) -> SharedTexture in
      _ = context.functions.takeErrors()
      let opaque = try SharedTexture(width: bounds.width, height: bounds.height, in: context)
      opaque.copy(bounds, of: texture, toX: 0, y: 0)
      opaque.clearAlpha()
      return try opaque.checked()
    }
    return opaque.map(PresentedPixels.init)
  }
}

extension SharedTexture {
  /// The texture, if the driver carried out the commands since its errors were taken last.
  fileprivate func checked() throws(GLFailure) -> SharedTexture {
    guard let error = context.functions.takeErrors().first else { return self }
    throw .noSharing(GLFunctions.name(ofError: error))
  }
}

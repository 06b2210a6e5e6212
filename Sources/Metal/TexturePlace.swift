import StrataBase
import StrataEGL

/// Where the pixels of a texture are.
///
/// Functions that read or write do so on the graphics processor and return nil, or they return the main memory where
/// the caller is to do it.
struct TexturePlace: Sendable {
  private let width: Int
  private let height: Int
  private let format: MTLPixelFormat
  /// Returns the graphics processor that composites layers, if there is one; nil for a texture that stays in main
  /// memory.
  private var graphics: (@Sendable () -> EGLLibrary?)?
  /// Nil for pixels on the graphics processor, and for zeros that nobody has asked for.
  private var memory: TextureMemory?
  private var shared: SharedPixels?

  /// Begins with zeros.
  init(
    _ width: Int,
    _ height: Int,
    _ format: MTLPixelFormat,
    graphics: (@Sendable () -> EGLLibrary?)?
  ) {
    (self.width, self.height, self.format) = (width, height, format)
    self.graphics = format.channels == nil ? nil : graphics
  }

  private var bounds: PixelRect { PixelRect(0, 0, Int32(width), Int32(height)) }

  mutating func read(
    _ rect: PixelRect,
    into rows: UnsafeMutableRawPointer,
    _ bytesPerRow: Int
  ) -> TextureMemory? {
    if shared != nil, read(rect, rows, bytesPerRow) { return nil }
    return mainMemory()
  }

  mutating func replace(
    _ rect: PixelRect,
    by rows: UnsafeRawPointer,
    _ bytesPerRow: Int
  ) -> TextureMemory? {
    if share(), write(rect, rows, bytesPerRow) { return nil }
    return mainMemory()
  }

  mutating func clear(to pixel: [UInt8]) -> TextureMemory? {
    if share(), let pixel = format.channels?.ordered(SIMD4(pixel)), shared?.clear(to: pixel) == true {
      return nil
    }
    return mainMemory()
  }

  /// Copies a rectangle of other pixels within the graphics processor; returns false if these are in main memory.
  mutating func copy(_ rect: PixelRect, of pixels: SharedPixels, to origin: MTLOrigin) -> Bool {
    guard share() else { return false }
    if shared?.copy(rect, of: pixels, toX: Int32(origin.x), y: Int32(origin.y)) == true { return true }
    leaveGraphics()
    return false
  }

  /// The pixels on the graphics processor, where they go if they can; nil if not.
  mutating func sharedPixels() -> SharedPixels? { share() ? shared : nil }

  func picture(isOpaque: Bool) -> PresentedPixels? { shared?.picture(isOpaque: isOpaque) }

  // MARK: From one place to the other

  /// Takes the pixels to the graphics processor, if one composites layers; returns true if they are there.
  private mutating func share() -> Bool {
    if shared != nil { return true }
    guard let library = graphics?() else { return false }
    shared = SharedPixels(width: width, height: height, of: library)
    if let memory, shared != nil, !write(bounds, memory.base, width * 4) { shared = nil }
    guard shared != nil else {
      logGraphicsFailure("holds no texture of \(width) × \(height) pixels")
      graphics = nil
      return false
    }
    memory = nil
    return true
  }

  /// Main memory with the pixels, from now on.
  private mutating func mainMemory() -> TextureMemory {
    leaveGraphics()
    if let memory { return memory }
    let made = TextureMemory(width, height, format)
    memory = made
    return made
  }

  /// Brings the pixels into main memory for good; those that are lost become zeros.
  private mutating func leaveGraphics() {
    guard shared != nil else { return }
    let made = TextureMemory(width, height, format)
    let isRead = read(bounds, made.base, width * 4)
    logGraphicsFailure("failed; a texture goes on in main memory" + (isRead ? "" : ", without its pixels"))
    (memory, shared, graphics) = (made, nil, nil)
  }

  // MARK: Bytes of the format

  /// Copies shared pixels into rows of the format; returns false if they are lost.
  private func read(_ rect: PixelRect, _ rows: UnsafeMutableRawPointer, _ bytesPerRow: Int) -> Bool {
    guard let shared, let channels = format.channels else { return false }
    return withUnsafeTemporaryAllocation(of: UInt32.self, capacity: rect.width * rect.height) { pixels in
      guard let base = pixels.baseAddress, shared.read(rect, into: base) else { return false }
      for y in 0..<rect.height {
        channels.copy(base + y * rect.width, to: rows + y * bytesPerRow, count: rect.width)
      }
      return true
    }
  }

  /// Replaces shared pixels by rows of the format; returns false if the graphics processor does not take them.
  private mutating func write(_ rect: PixelRect, _ rows: UnsafeRawPointer, _ bytesPerRow: Int) -> Bool {
    guard let channels = format.channels else { return false }
    let count = rect.width * rect.height
    return withUnsafeTemporaryAllocation(of: UInt32.self, capacity: count) { pixels in
      guard let base = pixels.baseAddress else { return false }
      for y in 0..<rect.height {
        channels.copy(rows + y * bytesPerRow, to: base + y * rect.width, count: rect.width)
      }
      return shared?.replace(rect, by: UnsafeBufferPointer(pixels)) ?? false
    }
  }
}

/// The pixels of a texture in main memory, rows without gaps.
///
/// Unchecked: the program orders uses of the pixels.
final class TextureMemory: @unchecked Sendable {
  let base: UnsafeMutableRawPointer
  private let rowBytes: Int
  private let pixelBytes: Int
  private let count: Int

  /// Takes memory for zeros.
  init(_ width: Int, _ height: Int, _ format: MTLPixelFormat) {
    (pixelBytes, count) = (format.bytesPerPixel, width * height)
    rowBytes = width * pixelBytes
    base = .allocate(byteCount: count * pixelBytes, alignment: 64)
    base.initializeMemory(as: UInt8.self, repeating: 0, count: count * pixelBytes)
  }

  deinit { base.deallocate() }

  private func start(_ rect: PixelRect) -> UnsafeMutableRawPointer {
    base + Int(rect.minY) * rowBytes + Int(rect.minX) * pixelBytes
  }

  func read(_ rect: PixelRect, into rows: UnsafeMutableRawPointer, _ bytesPerRow: Int) {
    let start = start(rect)
    for y in 0..<rect.height {
      (rows + y * bytesPerRow).copyMemory(from: start + y * rowBytes, byteCount: rect.width * pixelBytes)
    }
  }

  func replace(_ rect: PixelRect, by rows: UnsafeRawPointer, _ bytesPerRow: Int) {
    let start = start(rect)
    for y in 0..<rect.height {
      (start + y * rowBytes).copyMemory(from: rows + y * bytesPerRow, byteCount: rect.width * pixelBytes)
    }
  }

  func clear(to pixel: [UInt8]) {
    guard count > 0 else { return }
    base.copyMemory(from: pixel, byteCount: pixelBytes)
    var filled = pixelBytes
    while filled < count * pixelBytes {
      // Each piece is as long as all before it, up to a length that stays in the processor's cache.
      let piece = min(filled, count * pixelBytes - filled, Self.longestPiece)
      (base + filled).copyMemory(from: base, byteCount: piece)
      filled += piece
    }
  }

  /// Whole pixels of every format, in bytes.
  private static let longestPiece = 1 << 14
}

import Foundation
import StrataRaster

/// The memory of a buffer's pixels, with what releases it.
///
/// An image made of a buffer shares its memory. Whoever then locks the buffer to write gets a copy, so that the image stays.
final class MemoryBlock: @unchecked Sendable {  // Copied before it is written while an image shares it.
  let base: UnsafeMutableRawPointer
  let byteCount: Int
  private let release: (@Sendable () -> Void)?

  /// Memory of zeros; nil if there is not enough.
  init?(byteCount: Int) {
    guard let base = calloc(max(byteCount, 1), 1) else { return nil }
    (self.base, self.byteCount, release) = (base, byteCount, nil)
  }

  /// Memory of a program, which gets it back in the end.
  init(_ base: UnsafeMutableRawPointer, byteCount: Int, release: (@Sendable () -> Void)?) {
    (self.base, self.byteCount) = (base, byteCount)
    self.release = release ?? {}
  }

  deinit {
    if let release { release() } else { free(base) }
  }

  /// True if a program owns the memory, and may keep its address.
  var isForeign: Bool { release != nil }

  /// A copy that is the library's own; nil without memory.
  func copy() -> MemoryBlock? {
    guard let copy = MemoryBlock(byteCount: byteCount) else { return nil }
    copy.base.copyMemory(from: base, byteCount: byteCount)
    return copy
  }

  /// The bytes, which keep the memory alive.
  var bytes: Data {
    Data(bytesNoCopy: base, count: byteCount, deallocator: .custom { _, _ in withExtendedLifetime(self) {} })
  }
}

/// The memory of a buffer: pixels that the renderer draws as they are, or any other bytes.
struct BufferMemory: Sendable {
  /// Exactly one of the two is there.
  private var pixels: PixelBuffer?
  private var block: MemoryBlock?

  init(_ pixels: PixelBuffer) { self.pixels = pixels }
  init(_ block: MemoryBlock) { self.block = block }

  /// The address of the first byte.
  var base: UnsafeMutableRawPointer? { pixels?.base ?? block?.base }

  /// The pixels, if the renderer can draw them as they are.
  var drawablePixels: PixelBuffer? { pixels }

  /// True if a program owns the memory, and may keep its address.
  var isForeign: Bool { block?.isForeign ?? false }

  /// The bytes as they are now, which later writes do not change; nil without memory.
  func frozenBytes() -> Data? {
    if let pixels { return Data(bytes: pixels.base, count: pixels.byteCount) }
    return isForeign ? block?.copy()?.bytes : block?.bytes
  }

  /// A copy that is the library's own; nil without memory.
  func copy() -> BufferMemory? {
    if let pixels { return BufferMemory(pixels.copy()) }
    return block?.copy().map { BufferMemory($0) }
  }

  /// True if the library's own memory has other users, so that it must be copied before it is written.
  mutating func isShared() -> Bool { !isForeign && !isUniquelyReferenced() }

  /// True if the memory has no other user, so that another buffer may reuse it.
  mutating func isUnique() -> Bool { !isForeign && isUniquelyReferenced() }

  private mutating func isUniquelyReferenced() -> Bool {
    pixels != nil ? isKnownUniquelyReferenced(&pixels) : isKnownUniquelyReferenced(&block)
  }
}

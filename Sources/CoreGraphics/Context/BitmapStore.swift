import Foundation
import StrataBase
import StrataRaster

/// A context's bitmap: the memory that the program sees, and the pixels that the renderer draws into.
///
/// The memory is the bitmap: the bytes that a program writes are what images are made of and what later drawing meets,
/// and whatever is drawn is in the memory as soon as the drawing returns, if the program can read it. If the memory has
/// the renderer's layout, both are the same bytes; if it has the same bytes in another order, the memory is not made before
/// the program asks for it. For any other layout every drawing passes through ``change(_:_:)``,
/// which reads in what the program wrote inside the rectangle that the drawing touches, and writes out what the drawing
/// changed there.
///
/// The cost is that of the touched rectangle. While the program has not asked for the memory, nothing is written out
/// until an image is made, so that each pixel is packed once however often it is drawn; only gray bitmaps are written
/// out at once, as that takes the hues away. To see what the program wrote, the store keeps the bytes that it knows, and
/// compares: from the moment on at which the program gets hold of the memory, and not for a program that only draws and
/// makes images. Once the program has written bytes, pixels that a drawing leaves as they are are not written out,
/// because packing them may round (floats, wide gamuts) or fill ignored bytes.
final class BitmapStore {
  let layout: ImageLayout
  let pixels: PixelBuffer
  /// True if the bitmap has alpha; without it the bitmap begins black and is cleared to black.
  let hasAlpha: Bool
  /// The memory that is not the pixels themselves.
  private var copy: UnsafeMutableRawPointer?
  private let ownsCopy: Bool
  /// True if the copy is made when the program asks for it.
  private let isDeferred: Bool
  /// True once the program can write into the memory.
  private var isShared = false
  /// The bytes of the copy without padding, as they were last read or written; nil until the program can write others.
  private var known: UnsafeMutableRawPointer?
  /// True once the program has written bytes, so that the copy is not only what packing the pixels gives.
  private var holdsForeignBytes = false
  /// The part of the pixels that is not written out yet; empty once the program can read the memory.
  private var unwritten = PixelRect.empty
  private lazy var packing = PixelPacking(layout)
  /// The image of the bitmap as it is, once ``keptImage()`` made it.
  private var image: CGImage?
  /// No memory of a bitmap is larger.
  private static let mostBytes = 1 << 38
  /// Called when the store is destroyed.
  var release: (() -> Void)?

  /// Creates a store that draws directly into pixels.
  init(pixels: PixelBuffer, hasAlpha: Bool) {
    self.pixels = pixels
    self.hasAlpha = hasAlpha
    var layout = ImageLayout(width: pixels.width, height: pixels.height, format: .rgba8, hasAlpha: hasAlpha)
    layout.bytesPerRow = pixels.rowBytes
    self.layout = layout
    (copy, ownsCopy, isDeferred) = (nil, false, false)
    if !hasAlpha {
      clearToBlack(PixelRect(0, 0, Int32(clamping: pixels.width), Int32(clamping: pixels.height)))
    }
  }

  init?(
    data: UnsafeMutableRawPointer?,
    width: Int,
    height: Int,
    bitsPerComponent: Int,
    bytesPerRow: Int,
    space: CGColorSpace,
    bitmapInfo: CGBitmapInfo
  ) {
    var layout = ImageLayout(width: width, height: height, bytesPerRow: bytesPerRow, colorSpace: space)
    layout.bitsPerComponent = bitsPerComponent
    layout.bitmapInfo = bitmapInfo
    let alpha = layout.alphaInfo
    switch (space.model, alpha) {
    case (.rgb, .premultipliedLast), (.rgb, .premultipliedFirst), (.rgb, .noneSkipLast),
      (.rgb, .noneSkipFirst),
      (.monochrome, .none):
      break
    case (_, .alphaOnly): layout.colorSpace = nil
    default: return nil
    }
    guard layout.isFloat ? bitsPerComponent == 16 || bitsPerComponent == 32 : bitsPerComponent == 8 else {
      return nil
    }
    layout.bitsPerPixel = layout.componentCount * bitsPerComponent
    let rowBytes = width.multipliedReportingOverflow(by: layout.bitsPerPixel / 8)
    guard width > 0, height > 0, width <= CGImage.pixelLimit / height, !rowBytes.overflow else { return nil }
    guard bytesPerRow == 0 && data == nil || bytesPerRow >= rowBytes.partialValue else { return nil }
    if bytesPerRow == 0 { layout.bytesPerRow = (rowBytes.partialValue + 63) & ~63 }
    let size = layout.bytesPerRow.multipliedReportingOverflow(by: height)
    guard !size.overflow, size.partialValue <= Self.mostBytes else { return nil }

    hasAlpha = layout.hasAlpha
    pixels = PixelBuffer(width: width, height: height, format: .rgba8)
    isDeferred = data == nil && layout.isReordered
    if layout.isNative, data == nil, bytesPerRow == 0 || bytesPerRow == pixels.rowBytes {
      layout.bytesPerRow = pixels.rowBytes
      (copy, ownsCopy) = (nil, false)
    } else if isDeferred {
      (copy, ownsCopy) = (nil, true)
    } else {
      // The machine may not have as much memory.
      guard let memory = data ?? calloc(size.partialValue, 1) else { return nil }
      (copy, ownsCopy) = (memory, data == nil)
    }
    self.layout = layout
    if data != nil {
      share()
      holdsForeignBytes = true
      unpack(bounds)
    } else if !hasAlpha {
      clearToBlack(bounds)
      writeOut(bounds)
    }
  }

  deinit {
    if ownsCopy { free(copy) }
    known?.deallocate()
    release?()
  }

  private var bounds: PixelRect {
    PixelRect(0, 0, Int32(clamping: pixels.width), Int32(clamping: pixels.height))
  }

  private var pixelBytes: Int { layout.bitsPerPixel / 8 }

  /// Returns the memory in the program's layout, which the program may write from now on; nil if there is no room for it.
  func handOut() -> UnsafeMutableRawPointer? {
    share()
    return isDeferred ? copy : copy ?? pixels.base
  }

  /// Lets the renderer paint inside a rectangle, between reading in and writing out the memory.
  func change(_ rect: PixelRect, _ painting: () -> Void) {
    image = nil
    let rect = rect.intersection(bounds)
    guard copy != nil || isShared && !hasAlpha, !rect.isEmpty else { return painting() }
    if !isShared, layout.colorSpace?.model != .monochrome {
      painting()
      if !hasAlpha { pixels.makeOpaque(rect) }
      unwritten = unwritten.union(rect)
      return
    }
    readIn(rect)
    let before = holdsForeignBytes ? pixels.part(rect) : nil
    painting()
    writeOut(rect, changedFrom: before)
  }

  /// Begins to note the bytes of the memory, because the program can write others from now on.
  private func share() {
    guard !isShared else { return }
    isShared = true
    if isDeferred {
      copy = calloc(layout.bytesPerRow, layout.height)
      unwritten = bounds
    }
    guard let copy else { return }
    writeOutAll()
    let rowBytes = layout.width * pixelBytes
    let bytes = UnsafeMutableRawPointer.allocate(byteCount: rowBytes * layout.height, alignment: 16)
    for y in 0..<layout.height {
      (bytes + y * rowBytes).copyMemory(from: copy + y * layout.bytesPerRow, byteCount: rowBytes)
    }
    known = bytes
  }

  /// Takes what the program wrote inside a rectangle into the pixels.
  private func readIn(_ rect: PixelRect) {
    guard isShared else { return }
    guard let copy, let known else {
      // The byte of alpha is the program's to write, and is ignored.
      if !hasAlpha { pixels.makeOpaque(rect) }
      return
    }
    let (start, count) = (Int(rect.minX) * pixelBytes, rect.width * pixelBytes)
    var written: ClosedRange<Int32>?
    for y in rect.minY..<rect.maxY {
      let bytes = copy + Int(y) * layout.bytesPerRow + start
      let old = known + Int(y) * layout.width * pixelBytes + start
      guard memcmp(bytes, old, count) != 0 else { continue }
      old.copyMemory(from: bytes, byteCount: count)
      written = (written?.lowerBound ?? y)...y
    }
    guard let written else { return }
    holdsForeignBytes = true
    unpack(PixelRect(rect.minX, written.lowerBound, rect.maxX, written.upperBound + 1))
  }

  /// Converts a rectangle of the copy to pixels; alpha-only ones are drawn as black.
  private func unpack(_ rect: PixelRect) {
    guard let copy, !rect.isEmpty else { return }
    var part = layout
    (part.width, part.height) = (rect.width, rect.height)
    let bytes = Data(
      bytesNoCopy: copy + Int(rect.minY) * layout.bytesPerRow + Int(rect.minX) * pixelBytes,
      count: (rect.height - 1) * layout.bytesPerRow + rect.width * pixelBytes,
      deallocator: .none
    )
    let unpacked = PixelUnpacking(part, decode: nil).pixels(bytes)
    for y in 0..<rect.height {
      let row = pixels.row(Int(rect.minY) + y).assumingMemoryBound(to: SIMD4<UInt8>.self)
      unpacked.copyLevels(ofRow: y, to: row + Int(rect.minX))
    }
  }

  private func clearToBlack(_ rect: PixelRect) {
    for y in rect.minY..<max(rect.maxY, rect.minY) {
      let row = pixels.row(Int(y)).assumingMemoryBound(to: SIMD4<UInt8>.self)
      for x in rect.minX..<max(rect.maxX, rect.minX) { row[Int(x)] = SIMD4(0, 0, 0, 255) }
    }
  }

  /// Copies a rectangle of pixels to the program's memory: all of them, or those that are not what they were.
  private func writeOut(_ rect: PixelRect, changedFrom before: PixelBuffer? = nil) {
    guard let copy, !rect.isEmpty else { return }
    if !hasAlpha { pixels.makeOpaque(rect) }
    let left = Int(rect.minX)
    for y in Int(rect.minY)..<Int(rect.maxY) {
      let row = pixels.row(y).assumingMemoryBound(to: SIMD4<UInt8>.self)
      let target = copy + y * layout.bytesPerRow
      if let before {
        let old = before.row(y - Int(rect.minY)).assumingMemoryBound(to: SIMD4<UInt8>.self)
        var x = 0
        while x < rect.width {
          let first = x
          while x < rect.width, row[left + x] != old[x] { x += 1 }
          packing.pack(row, into: target, columns: left + first..<left + x)
          while x < rect.width, row[left + x] == old[x] { x += 1 }
        }
      } else {
        packing.pack(row, into: target, columns: left..<Int(rect.maxX))
      }
      if let known {
        (known + (y * layout.width + left) * pixelBytes).copyMemory(
          from: target + left * pixelBytes,
          byteCount: rect.width * pixelBytes
        )
      }
    }
    // A gray bitmap keeps no hues for later drawing.
    if layout.colorSpace?.model == .monochrome { unpack(rect) }
  }

  /// Writes out the pixels that were drawn since the last time.
  private func writeOutAll() {
    writeOut(unwritten)
    unwritten = .empty
  }

  /// Returns an image of the bitmap; the same one until the next change, unless the program can write into the memory.
  func keptImage() -> CGImage {
    guard !isShared else { return makeImage() }
    let result = image ?? makeImage()
    image = result
    return result
  }

  func makeImage() -> CGImage {
    guard let copy else {
      let copied = pixels.copy()
      // Modes such as `clear` make holes, and the byte of alpha is the program's to write.
      if !hasAlpha { copied.makeOpaque(bounds) }
      let native = ImageLayout(width: layout.width, height: layout.height, format: .rgba8, hasAlpha: hasAlpha)
      return CGImage(layout: isDeferred ? layout : native, source: .pixels(copied))
    }
    writeOutAll()
    let provider = CGDataProvider(bytes: Data(bytes: copy, count: layout.bytesPerRow * layout.height))
    guard layout.storage == .rgba8, layout.colorSpace?.model == .rgb else {
      return CGImage(layout: layout, source: .bytes(provider, decode: nil))
    }
    readIn(bounds)
    return CGImage(layout: layout, source: .bytes(provider, decode: nil), decoded: pixels.copy())
  }
}

extension ImageLayout {
  /// True if the layout is the renderer's own: premultiplied RGBA bytes in sRGB.
  var isNative: Bool {
    let order = bitmapInfo.rawValue & CGBitmapInfo.byteOrderMask.rawValue
    let isLast = alphaInfo == .premultipliedLast || alphaInfo == .noneSkipLast
    return hasStandardBytes && isLast && (order == 0 || order == CGBitmapInfo.byteOrder32Big.rawValue)
  }

  /// True if the layout has the bytes of the renderer's own one in another order.
  var isReordered: Bool {
    let kinds: [CGImageAlphaInfo] = [.premultipliedFirst, .premultipliedLast, .noneSkipFirst, .noneSkipLast]
    return hasStandardBytes && bitsPerPixel == 32 && kinds.contains(alphaInfo) && !isNative
  }

  private var hasStandardBytes: Bool {
    bitsPerComponent == 8 && colorSpace?.model == .rgb && colorSpace?.encoding.isStandard == true
  }
}

extension PixelBuffer {
  /// Sets the alpha of 8-bit pixels inside a rectangle, without changing their colours.
  func makeOpaque(_ rect: PixelRect) {
    for y in rect.minY..<max(rect.maxY, rect.minY) {
      let row = row(Int(y)).assumingMemoryBound(to: SIMD4<UInt8>.self)
      for x in rect.minX..<max(rect.maxX, rect.minX) { row[Int(x)].w = 255 }
    }
  }

  /// Copies one row of any format as premultiplied 8-bit RGBA; alpha-only pixels are black.
  fileprivate func copyLevels(ofRow y: Int, to target: UnsafeMutablePointer<SIMD4<UInt8>>) {
    let row = row(y)
    switch format {
    case .rgba8:
      target.update(from: row.assumingMemoryBound(to: SIMD4<UInt8>.self), count: width)
    case .alpha8:
      let alpha = row.assumingMemoryBound(to: UInt8.self)
      for x in 0..<width { target[x] = SIMD4(0, 0, 0, alpha[x]) }
    case .rgba16f:
      let values = row.assumingMemoryBound(to: SIMD4<Float16>.self)
      for x in 0..<width {
        let pixel = SIMD4<Double>(values[x])
        target[x] = SIMD4(
          UInt8(clampedLevel: pixel.x),
          UInt8(clampedLevel: pixel.y),
          UInt8(clampedLevel: pixel.z),
          UInt8(clampedLevel: pixel.w)
        )
      }
    }
  }
}

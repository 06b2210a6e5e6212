import AppKit

/// A square bitmap in the device's RGB with alpha; nil for formats that do not exist.
@MainActor func emptyBitmap(_ side: Int, bits: Int = 8) -> NSBitmapImageRep? {
  NSBitmapImageRep(
    bitmapDataPlanes: nil,
    pixelsWide: side,
    pixelsHigh: side,
    bitsPerSample: bits,
    samplesPerPixel: 4,
    hasAlpha: true,
    isPlanar: false,
    colorSpaceName: .deviceRGB,
    bytesPerRow: 0,
    bitsPerPixel: 0
  )
}

public import CoreGraphics
public import Foundation
import StrataBase
import StrataRaster

/// Draws images: evaluates their graphs for the pixels that are asked for.
///
/// Filters calculate in ``workingColorSpace``: linear sRGB unless the options name another space. sRGB and its extended and
/// linear forms are the working spaces. Of any other RGB space the encoding decides: where components are proportional to
/// light, filters calculate in linear sRGB, else, as in Display P3, with the components of extended sRGB. `NSNull` turns
/// colour management off: filters then calculate with the components of sRGB as they are.
///
/// - Thread: Any; that of the Core Graphics context for ``draw(_:in:from:)``.
public final class CIContext: NSObject, Sendable {
  let space: WorkingSpace
  let outputSpace: CGColorSpace?
  /// Where ``draw(_:in:from:)`` draws; nil for contexts that only make images.
  nonisolated(unsafe) let target: CGContext?  // Used by `draw` alone, on its caller's thread.
  /// The space in which filters calculate; nil without colour management.
  public let workingColorSpace: CGColorSpace?

  /// The largest number of pixels that are evaluated at once; larger pictures are drawn in bands of rows.
  private let pixelsAtOnce: Int

  /// The format of intermediate images, which is always floats.
  public var workingFormat: CIFormat { .RGBAf }

  /// Creates a context that calculates in linear sRGB.
  public convenience override init() { self.init(options: nil) }

  /// Creates a context.
  public convenience init(options: [CIContextOption: Any]?) {
    self.init(options: options, pixelsAtOnce: 1 << 22)
  }

  /// Creates a context that also draws into one of Core Graphics; see ``draw(_:in:from:)``.
  public convenience init(cgContext: CGContext, options: [CIContextOption: Any]? = nil) {
    self.init(options: options, pixelsAtOnce: 1 << 22, target: cgContext)
  }

  /// Creates a context that evaluates at most this many pixels at once, or one row.
  package init(options: [CIContextOption: Any]?, pixelsAtOnce: Int, target: CGContext? = nil) {
    self.pixelsAtOnce = max(pixelsAtOnce, 1)
    self.target = target
    let working = options?[.workingColorSpace]
    if working is NSNull {
      (space, workingColorSpace) = (.encoded, nil)
    } else {
      let chosen = working as? CGColorSpace
      space = chosen.map { WorkingSpace(for: $0) } ?? .linear
      if let chosen, Self.isPlainSRGB(chosen) {
        workingColorSpace = chosen
      } else {
        let isLinear = space == .linear
        workingColorSpace = CGColorSpace(
          name: isLinear ? CGColorSpace.extendedLinearSRGB : CGColorSpace.extendedSRGB
        )
      }
    }
    outputSpace = options?[.outputColorSpace] as? CGColorSpace
  }

  /// Returns the pixels of a rectangle as an image of bytes in sRGB, or in the context's output space.
  ///
  /// Returns nil for a rectangle that is empty, infinite or too large, and if an intermediate image would take more than
  /// half a gigabyte.
  public func createCGImage(_ image: CIImage, from rect: CGRect) -> CGImage? {
    createCGImage(image, from: rect, format: .RGBA8, colorSpace: outputSpace)
  }

  /// Writes the pixels of a rectangle into memory, the upper row first.
  ///
  /// The memory stays as it is if the rectangle is empty, infinite or too large, or if `rowBytes` is too small. Without a
  /// colour space the components of the working space are written as they are. Integers are limited to 0 to 1, not to
  /// alpha: a histogram, whose alpha may be 0, can be read.
  public func render(
    _ image: CIImage,
    toBitmap data: UnsafeMutableRawPointer,
    rowBytes: Int,
    bounds: CGRect,
    format: CIFormat,
    colorSpace: CGColorSpace?
  ) {
    let part = PixelRect(covering: bounds)
    guard !part.isEmpty, !bounds.isInfinite, part.area <= CGImage.pixelLimit, format.bytesPerPixel > 0,
      rowBytes >= part.width * format.bytesPerPixel
    else {
      Diagnostics.report("a bitmap of \(bounds) with \(rowBytes) bytes a row cannot be drawn")
      return
    }
    _ = write(
      image,
      part,
      to: data,
      rowBytes: rowBytes,
      format: format,
      in: colorSpace,
      alpha: .premultiplied
    )
  }

  /// Writes the pixels of a rectangle into memory, the upper row first; false if that takes too much memory.
  func write(
    _ image: CIImage,
    _ part: PixelRect,
    to data: UnsafeMutableRawPointer,
    rowBytes: Int,
    format: CIFormat,
    in colorSpace: CGColorSpace?,
    alpha: PixelWriter.Alpha = .limiting
  ) -> Bool {
    let plain = colorSpace.map { Self.isPlainSRGB($0) ? nil : $0 } ?? nil
    let writer = PixelWriter(
      space: colorSpace == nil ? .encoded : space,
      format: format,
      target: plain,
      alpha: alpha
    )
    nonisolated(unsafe) let start = data
    return bands(of: image, part) { row, y in
      writer.write(row, part.width, to: start + (Int(part.maxY) - 1 - y) * rowBytes)
    }
  }

  /// Evaluates bands of a rectangle and returns how many intermediate images are kept after each of them.
  package func imagesKept(drawing image: CIImage, in rect: CGRect) -> [Int] {
    var counts: [Int] = []
    _ = bands(of: image, PixelRect(covering: rect), keeping: { counts.append($0) }) { _, _ in }
    return counts
  }

  /// Evaluates bands of a rectangle and hands their rows on, from several threads; false if that takes too much memory.
  ///
  /// `keeping` is told how many intermediate images are kept after each band.
  func bands(
    of image: CIImage,
    _ rect: PixelRect,
    keeping: (Int) -> Void = { _ in },
    _ body: (_ row: UnsafePointer<Pixel>, _ y: Int) -> Void
  ) -> Bool {
    let pass = RenderPass(space: space, pool: RenderPass.sharedPool)
    let height = max(1, pixelsAtOnce / rect.width)
    var tiles = height < rect.height ? RenderPlan.BandTiles(image.node, rect) : RenderPlan.BandTiles()
    var low = rect.minY
    while low < rect.maxY {
      let high = Int32(min(Int(low) + height, Int(rect.maxY)))
      let band = PixelRect(rect.minX, low, rect.maxX, high)
      let end = Int32(min(Int(high) + height, Int(rect.maxY)))
      let next = PixelRect(rect.minX, high, rect.maxX, end)
      guard let reader = RenderPlan.render(image.node, band, next: next, pass, &tiles) else {
        Diagnostics.report("an intermediate image of a filter is too large; nothing is drawn")
        return false
      }
      pass.rows(of: band) { y in
        reader.withRow(y, from: Int(band.minX), count: band.width) { body($0, y) }
      }
      keeping(tiles.count)
      low = high
    }
    return true
  }

  static func isPlainSRGB(_ space: CGColorSpace) -> Bool {
    space == CGColorSpaceCreateDeviceRGB() || space.name == CGColorSpace.sRGB
      || space.name == CGColorSpace.extendedSRGB
  }
}

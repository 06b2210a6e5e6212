import CoreGraphics
import StrataKernels

/// Writes working pixels in a format and a colour space.
struct PixelWriter: Sendable {
  /// How colours are written beside their alpha.
  enum Alpha {
    /// Multiplied by it; no byte of a colour is above that of alpha, as in images.
    case limiting
    /// Multiplied by it.
    case premultiplied
    /// Not multiplied by it.
    case straight
  }

  private let space: WorkingSpace
  private let format: CIFormat
  /// The components of the format, which the context has found to be one.
  private let layout: PixelLayout?
  /// The way to the space of the target; nil for sRGB.
  private let target: SpaceConversion?
  /// True if the target is the linear working space, whose numbers need no conversion.
  private let isLinearLight: Bool
  private let alpha: Alpha

  /// Creates a writer from a working space to a format and a space; nil stands for sRGB.
  init(space: WorkingSpace, format: CIFormat, target: CGColorSpace?, alpha: Alpha = .limiting) {
    (self.space, self.format, self.alpha) = (space, format, alpha)
    layout = PixelLayout(format)
    isLinearLight = target?.name == CGColorSpace.extendedLinearSRGB
    self.target = isLinearLight ? nil : target.map { SpaceConversion($0) }
  }

  /// Writes a row of premultiplied pixels.
  func write(_ row: UnsafePointer<Pixel>, _ count: Int, to memory: UnsafeMutableRawPointer) {
    if format == .RGBA8, target == nil, !isLinearLight, space == .encoded, alpha != .straight {
      let bytes = memory.assumingMemoryBound(to: UInt8.self)
      return kernels.bytes_of_pixels(bytes, row.floats, count, alpha == .limiting ? 1 : 0)
    }
    if isLinearLight {
      guard space == .encoded else { return write(count, to: memory) { row[$0] } }
      return write(count, to: memory) { TransferCurve.linear(row[$0].straight).premultiplied }
    }
    if let target {
      return write(count, to: memory) { target.components(of: row[$0], in: space).premultiplied }
    }
    guard space == .linear else { return write(count, to: memory) { row[$0] } }
    let steps = TransferCurve.encodedSteps
    write(count, to: memory) { Self.encoded(row[$0], steps) }
  }

  @inline(__always)
  private func write(_ count: Int, to memory: UnsafeMutableRawPointer, _ pixel: (_ x: Int) -> Pixel) {
    guard alpha == .straight else {
      layout?.write(count, to: memory, withinAlpha: alpha == .limiting, pixel)
      return
    }
    layout?.write(count, to: memory, withinAlpha: false) { pixel($0).straight }
  }

  /// The premultiplied pixel in sRGB.
  @inline(__always)
  private static func encoded(_ pixel: Pixel, _ steps: [Float]) -> Pixel {
    var color = pixel.straight
    for i in 0..<3 {
      // Inside of 0 … 1 by a table with interpolation, whose error is below a thousandth of a level.
      let position = color[i] * Float(TransferCurve.lastStep)
      if position >= 64, position < Float(TransferCurve.lastStep) {
        let step = Int(position)
        color[i] = steps[step] + (steps[step + 1] - steps[step]) * (position - Float(step))
      } else {
        color[i] = TransferCurve.encoded(color[i])
      }
    }
    return color.premultiplied
  }
}

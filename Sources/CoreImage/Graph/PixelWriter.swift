import CoreGraphics
import StrataKernels

/// Writes working pixels in a format and a colour space.
struct PixelWriter: Sendable {
  let space: WorkingSpace
  let format: CIFormat
  /// The components of the format, which the context has found to be one.
  private let layout: PixelLayout?
  /// The space of the target; nil for sRGB.
  private let target: CGColorSpace?
  /// True if the target is the linear working space, whose numbers need no colours of Core Graphics.
  private let isLinearLight: Bool

  /// Creates a writer from a working space to a format and a space; nil stands for sRGB.
  init(space: WorkingSpace, format: CIFormat, target: CGColorSpace?) {
    (self.space, self.format, self.target) = (space, format, target)
    layout = PixelLayout(format)
    isLinearLight = target?.name == CGColorSpace.extendedLinearSRGB
  }

  /// Writes a row of premultiplied pixels.
  func write(_ row: UnsafePointer<Pixel>, _ count: Int, to memory: UnsafeMutableRawPointer) {
    if format == .RGBA8, target == nil, space == .encoded {
      return kernels.bytes_of_pixels(memory.assumingMemoryBound(to: UInt8.self), row.floats, count)
    }
    guard let layout else { return }
    let steps = TransferCurve.encodedSteps
    for x in 0..<count {
      let pixel = output(row[x], steps)
      store(pixel, memory + x * layout.bytesPerPixel, layout)
    }
  }

  /// The premultiplied pixel in the target's space.
  @inline(__always)
  private func output(_ pixel: Pixel, _ steps: [Float]) -> Pixel {
    if isLinearLight {
      return space == .linear ? pixel : TransferCurve.linear(pixel.straight).premultiplied
    }
    if let target { return converted(pixel, to: target) }
    guard space == .linear else { return pixel }
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

  private func converted(_ pixel: Pixel, to target: CGColorSpace) -> Pixel {
    let color = CGColor(extendedSRGB: space.straightSRGB(pixel))
    guard let values = color.converted(to: target, intent: .defaultIntent, options: nil)?.components else {
      return .zero
    }
    let numbers = values.map { Float($0) }
    switch numbers.count {
    case 4: return Pixel(numbers[0], numbers[1], numbers[2], numbers[3]).premultiplied
    case 2: return Pixel(numbers[0], numbers[0], numbers[0], numbers[1]).premultiplied
    default: return .zero
    }
  }

  /// Stores a pixel: four components in a few steps, all others one by one.
  @inline(__always)
  private func store(_ pixel: Pixel, _ memory: UnsafeMutableRawPointer, _ layout: PixelLayout) {
    switch format {
    case .RGBAf:
      memory.storeBytes(of: pixel, as: Pixel.self)
    case .RGBAh:
      let most = Float(Float16.greatestFiniteMagnitude)
      memory.storeBytes(of: SIMD4<Float16>(pixel.limited(-most, most)), as: SIMD4<Float16>.self)
    case .RGBA16:
      let value = pixel.limited(0, 1) * 65535 + 0.5
      // One by one: the conversion of vectors is not vectorized, and much slower.
      let words = SIMD4(UInt16(value.x), UInt16(value.y), UInt16(value.z), UInt16(value.w))
      memory.storeBytes(of: words, as: SIMD4<UInt16>.self)
    case .RGBA8: memory.storeBytes(of: bytes(of: pixel), as: SIMD4<UInt8>.self)
    case .BGRA8:
      let b = bytes(of: pixel)
      memory.storeBytes(of: SIMD4(b.z, b.y, b.x, b.w), as: SIMD4<UInt8>.self)
    default: layout.store(pixel, memory)
    }
  }

  @inline(__always)
  private func bytes(of pixel: Pixel) -> SIMD4<UInt8> {
    // Premultiplied bytes are at most their alpha.
    let alpha = pixel.limited(0, 1).w
    let level = pixel.limited(0, alpha) * 255 + 0.5
    return SIMD4(UInt8(level.x), UInt8(level.y), UInt8(level.z), UInt8(level.w))
  }
}

import CoreGraphics
import Foundation
import StrataKernels

/// A layout of pixels in memory.
public struct CIFormat: Hashable, RawRepresentable, Sendable {
  /// The number that identifies the format.
  public let rawValue: Int32

  /// Creates a format from its number.
  public init(rawValue: Int32) { self.rawValue = rawValue }

  /// Bytes of alpha, red, green, blue.
  public static let ARGB8 = CIFormat(rawValue: 265)
  /// Bytes of blue, green, red, alpha.
  public static let BGRA8 = CIFormat(rawValue: 266)
  /// Bytes of alpha, blue, green, red.
  public static let ABGR8 = CIFormat(rawValue: 267)
  /// Bytes of red, green, blue, alpha.
  public static let RGBA8 = CIFormat(rawValue: 264)
  /// 16-bit integers of red, green, blue, alpha.
  public static let RGBA16 = CIFormat(rawValue: 2056)
  /// Half floats of red, green, blue, alpha.
  public static let RGBAh = CIFormat(rawValue: 2056 + 6144)
  /// Floats of red, green, blue, alpha.
  public static let RGBAf = CIFormat(rawValue: 2312 + 6144)
  /// A byte of alpha.
  public static let A8 = CIFormat(rawValue: 261)
  /// A byte of red.
  public static let R8 = CIFormat(rawValue: 257)
  /// A byte of luminance.
  public static let L8 = CIFormat(rawValue: 263)
  /// A float of red.
  public static let Rf = CIFormat(rawValue: 2305 + 6144)

  /// The bytes of a pixel; 0 for formats that cannot be written.
  var bytesPerPixel: Int {
    switch self {
    case .ARGB8, .BGRA8, .ABGR8, .RGBA8, .Rf: 4
    case .RGBA16, .RGBAh: 8
    case .RGBAf: 16
    case .A8, .R8, .L8: 1
    default: 0
    }
  }
}

/// A key of a context's options.
public struct CIContextOption: Hashable, RawRepresentable, Sendable {
  /// The name of the key.
  public let rawValue: String

  /// Creates a key from its name.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// The space in which filters calculate, a `CGColorSpace`; `NSNull` turns colour management off.
  public static let workingColorSpace = CIContextOption(rawValue: "working_color_space")
  /// The space of images that the context creates, a `CGColorSpace`.
  public static let outputColorSpace = CIContextOption(rawValue: "output_color_space")
  /// The format of intermediate pixels; they are always floats here.
  public static let workingFormat = CIContextOption(rawValue: "working_format")
  /// True for drawing without a graphics processor, which is always so here.
  public static let useSoftwareRenderer = CIContextOption(rawValue: "software_renderer")
  /// True if intermediate images are kept between drawings; has no effect.
  public static let cacheIntermediates = CIContextOption(rawValue: "kCIContextCacheIntermediates")
  /// True for a better reduction of large images; has no effect.
  public static let highQualityDownsample = CIContextOption(rawValue: "high_quality_downsample")
  /// True for drawing with a low priority; has no effect.
  public static let priorityRequestLow = CIContextOption(rawValue: "low_priority")
  /// The name of the context, for debugging; has no effect.
  public static let name = CIContextOption(rawValue: "kCIContextName")
}

/// Writes working pixels in a format and a colour space.
struct PixelWriter: Sendable {
  let space: WorkingSpace
  let format: CIFormat
  /// The space of the target; nil for sRGB.
  private let target: CGColorSpace?
  /// True if the target is the linear working space, whose numbers need no colours of Core Graphics.
  private let isLinearLight: Bool

  /// Creates a writer from a working space to a format and a space; nil stands for sRGB.
  init(space: WorkingSpace, format: CIFormat, target: CGColorSpace?) {
    (self.space, self.format, self.target) = (space, format, target)
    isLinearLight = target?.name == CGColorSpace.extendedLinearSRGB
  }

  /// Writes a row of premultiplied pixels.
  func write(_ row: UnsafePointer<Pixel>, _ count: Int, to memory: UnsafeMutableRawPointer) {
    if format == .RGBA8, target == nil, space == .encoded {
      return kernels.bytes_of_pixels(memory.assumingMemoryBound(to: UInt8.self), row.floats, count)
    }
    let steps = TransferCurve.encodedSteps
    for x in 0..<count {
      let pixel = output(row[x], steps)
      store(pixel, memory + x * format.bytesPerPixel)
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

  @inline(__always)
  private func store(_ pixel: Pixel, _ memory: UnsafeMutableRawPointer) {
    switch format {
    case .RGBAf:
      memory.storeBytes(of: pixel, as: Pixel.self)
    case .RGBAh:
      let most = Float(Float16.greatestFiniteMagnitude)
      memory.storeBytes(of: SIMD4<Float16>(pixel.limited(-most, most)), as: SIMD4<Float16>.self)
    case .Rf:
      memory.storeBytes(of: pixel.x, as: Float.self)
    case .RGBA16:
      let value = pixel.limited(0, 1) * 65535 + 0.5
      // One by one: the conversion of vectors is not vectorized, and much slower.
      let words = SIMD4(UInt16(value.x), UInt16(value.y), UInt16(value.z), UInt16(value.w))
      memory.storeBytes(of: words, as: SIMD4<UInt16>.self)
    default:
      // Premultiplied bytes are at most their alpha.
      let alpha = pixel.limited(0, 1).w
      let level = pixel.limited(0, alpha) * 255 + 0.5
      let bytes = SIMD4(UInt8(level.x), UInt8(level.y), UInt8(level.z), UInt8(level.w))
      storeBytes(bytes, luminance: pixel.luminance, memory)
    }
  }

  @inline(__always)
  private func storeBytes(_ b: SIMD4<UInt8>, luminance: Float, _ memory: UnsafeMutableRawPointer) {
    switch format {
    case .BGRA8: memory.storeBytes(of: SIMD4(b.z, b.y, b.x, b.w), as: SIMD4<UInt8>.self)
    case .ARGB8: memory.storeBytes(of: SIMD4(b.w, b.x, b.y, b.z), as: SIMD4<UInt8>.self)
    case .ABGR8: memory.storeBytes(of: SIMD4(b.w, b.z, b.y, b.x), as: SIMD4<UInt8>.self)
    case .A8: memory.storeBytes(of: b.w, as: UInt8.self)
    case .R8: memory.storeBytes(of: b.x, as: UInt8.self)
    case .L8:
      let gray = Float.minimum(Float.maximum(luminance, 0), 1)
      memory.storeBytes(of: UInt8(gray * 255 + 0.5), as: UInt8.self)
    default: memory.storeBytes(of: b, as: SIMD4<UInt8>.self)
    }
  }
}

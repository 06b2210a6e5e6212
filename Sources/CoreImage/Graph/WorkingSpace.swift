import CoreGraphics
import Foundation

/// The space in which filters calculate.
enum WorkingSpace: Sendable {
  /// Components proportional to light, with the primaries of sRGB.
  case linear
  /// The components of sRGB as they are, which is also what a context without colour management uses.
  case encoded

  /// The one whose encoding is like that of a colour space; linear for spaces that are not RGB.
  init(for space: CGColorSpace) {
    let middle = Pixel(0.5, 0.5, 0.5, 1)
    // Encodings make middle gray of sRGB about one half, light is about a fifth.
    let isLight = space.model != .rgb || space.components(ofSRGB: middle).x < 0.3
    self = isLight ? .linear : .encoded
  }

  /// Returns the premultiplied working pixel of a straight colour in extended sRGB.
  func pixel(straightSRGB color: Pixel) -> Pixel {
    let rgb = self == .linear ? TransferCurve.linear(color) : color
    return Pixel(rgb.x * color.w, rgb.y * color.w, rgb.z * color.w, color.w)
  }

  /// Returns the straight colour in extended sRGB of a premultiplied working pixel.
  func straightSRGB(_ pixel: Pixel) -> Pixel {
    let color = pixel.straight
    return self == .linear ? TransferCurve.encoded(color) : color
  }
}

extension SIMD4<Float> {
  /// The colour divided by alpha; zero where alpha is, or is so small that its reciprocal could be infinite.
  @inline(__always)
  var straight: Pixel {
    if w == 1 { return self }
    guard w >= .leastNormalMagnitude else { return .zero }
    let scale = 1 / w
    return Pixel(x * scale, y * scale, z * scale, w)
  }

  /// The colour multiplied by alpha.
  @inline(__always)
  var premultiplied: Pixel { w == 1 ? self : Pixel(x * w, y * w, z * w, w) }

  /// The colours of this pixel with another alpha.
  @inline(__always)
  func with(alpha: Float) -> Pixel { Pixel(x, y, z, alpha) }

  /// The weights of red, green and blue in luminance (ITU-R BT.709).
  static var luminanceWeights: Pixel { Pixel(0.2126, 0.7152, 0.0722, 0) }

  /// The luminance of the colours.
  @inline(__always)
  var luminance: Float { (self * Self.luminanceWeights).sum() }

  /// The luminance of the colours, from 0 to 1; 0 for what is not a number, so that it can choose an entry of a table.
  @inline(__always)
  var brightness: Float { Pixel(repeating: luminance).limited(0, 1).x }

  /// The pixel with each component limited; a NaN becomes the lower limit.
  @inline(__always)
  func limited(_ low: Float, _ high: Float) -> Pixel {
    let (least, most) = (Pixel(repeating: low), Pixel(repeating: high))
    // A comparison with a NaN is false.
    let value = replacing(with: least, where: .!(self .>= least))
    return value.replacing(with: most, where: value .> most)
  }

  /// The pixel with zero for each component that is not a number.
  @inline(__always)
  var numbers: Pixel { replacing(with: 0, where: self .!= self) }

  /// The pixel with zero for each component that is infinite or not a number.
  @inline(__always)
  var finiteNumbers: Pixel {
    // What is not finite less itself is not a number.
    replacing(with: 0, where: (self - self) .!= .zero)
  }

  /// The values of the bits of four half floats.
  ///
  /// The bits are those of a float with a lesser exponent, except for infinity and what is not a number.
  @inline(__always)
  init(halves: SIMD4<UInt32>) {
    let sign = (halves & 0x8000) &<< 16
    let rest = (halves & 0x7FFF) &<< 13
    let finite = unsafeBitCast(rest, to: Pixel.self) * 0x1p112
    let bits = unsafeBitCast(finite, to: SIMD4<UInt32>.self)
      .replacing(with: rest | 0x7F80_0000, where: (halves & 0x7C00) .== 0x7C00)
    self = unsafeBitCast(bits | sign, to: Pixel.self)
  }

  /// The values of four bytes.
  ///
  /// Swift's own conversion of vectors goes through its generic form, and takes several times as long.
  @inline(__always)
  init(bytes: SIMD4<UInt8>) {
    self.init(Float(bytes.x), Float(bytes.y), Float(bytes.z), Float(bytes.w))
  }
}

/// The lesser of two pixels, component by component, as Swift's own function, which is not vectorized.
@inline(__always)
func pointwiseMin(_ a: Pixel, _ b: Pixel) -> Pixel { a.replacing(with: b, where: b .< a) }

/// The greater of two pixels, component by component.
@inline(__always)
func pointwiseMax(_ a: Pixel, _ b: Pixel) -> Pixel { a.replacing(with: b, where: b .>= a) }

/// The transfer function of sRGB (IEC 61966-2-1), as an odd function, so that it is defined for extended values.
enum TransferCurve {
  static func linear(_ value: Float) -> Float {
    let size = abs(value)
    let light = size <= 0.04045 ? size / 12.92 : pow((size + 0.055) / 1.055, 2.4)
    return value < 0 ? -light : light
  }

  static func encoded(_ light: Float) -> Float {
    let size = abs(light)
    let value = size <= 0.0031308 ? size * 12.92 : 1.055 * pow(size, 1 / 2.4) - 0.055
    return light < 0 ? -value : value
  }

  static func linear(_ color: Pixel) -> Pixel {
    Pixel(linear(color.x), linear(color.y), linear(color.z), color.w)
  }

  static func encoded(_ color: Pixel) -> Pixel {
    Pixel(encoded(color.x), encoded(color.y), encoded(color.z), color.w)
  }

  /// The light of each byte.
  static let lightOfByte: [Float] = (0...255).map { linear(Float($0) / 255) }
  /// The light of each level of 16 bits.
  static let lightOfWord: [Float] = (0...65535).map { linear(Float($0) / 65535) }

  /// The last index of ``encodedSteps``; a step is 0.2 levels where the curve is steepest.
  static let lastStep = 16384
  /// The encoded value of each step of light from 0 to 1.
  static let encodedSteps: [Float] = (0...lastStep).map { encoded(Float($0) / Float(lastStep)) }
}

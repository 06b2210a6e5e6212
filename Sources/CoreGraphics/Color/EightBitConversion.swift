import Foundation

/// Converts straight 8-bit components of a colour space to 8-bit sRGB by tables, with an error of at most half a level.
struct EightBitConversion: Sendable {
  private let linear: [Float]
  private let matrix: (SIMD3<Float>, SIMD3<Float>, SIMD3<Float>)

  /// The steps of the encoding table; one step is 12.92 · 255 / 16384 = 0.2 levels where sRGB is steepest.
  private static let steps = 16384
  private static let encoded: [UInt8] = (0...steps).map { step in
    let number = ColorEncoding.Transfer.sRGB.encoded(Double(step) / Double(steps))
    return UInt8(min(max(number * 255 + 0.5, 0), 255))
  }

  init(_ encoding: ColorEncoding) {
    linear = (0...255).map { Float(encoding.transfer.linear(Double($0) / 255)) }
    let columns = (encoding.model == .rgb ? encoding.primaries : .sRGB).toSRGB.columns
    matrix = (SIMD3<Float>(columns.0), SIMD3<Float>(columns.1), SIMD3<Float>(columns.2))
  }

  /// Returns red, green and blue in sRGB, clamped.
  func sRGB(_ red: UInt8, _ green: UInt8, _ blue: UInt8) -> (UInt8, UInt8, UInt8) {
    let redLight: SIMD3<Float> = matrix.0 * linear[Int(red)]
    let greenLight: SIMD3<Float> = matrix.1 * linear[Int(green)]
    let blueLight: SIMD3<Float> = matrix.2 * linear[Int(blue)]
    let light = redLight + greenLight + blueLight
    let steps = SIMD3<Int32>(
      (light.clamped(lowerBound: .zero, upperBound: .one) * Float(Self.steps)).rounded(.toNearestOrEven)
    )
    return (Self.encoded[Int(steps.x)], Self.encoded[Int(steps.y)], Self.encoded[Int(steps.z)])
  }
}

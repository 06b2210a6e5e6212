import Foundation
import Synchronization

/// Converts 8-bit sRGB levels to components of a colour space of gray or RGB.
///
/// The results are those of ``ColorEncoding/components(ofExtendedSRGB:)``. What does not depend on the colour is computed
/// once for each encoding, so that a conversion to 8 bits takes only a few operations, and a new bitmap none.
struct LevelConversion: Sendable {
  private let encoding: ColorEncoding
  private let matrix: ColorMatrix
  /// For each level but the last, the least light that the next higher level stands for.
  private let steps: [Double]
  /// The level of each of the equally spaced amounts of light from 0 to 1.
  private let guesses: [UInt8]

  private static let guessCount = 1024
  private static let light: [Double] = (0...255).map { ColorEncoding.Transfer.sRGB.linear(Double($0) / 255) }

  /// The conversions made so far: at most one for each named encoding.
  private static let known = Mutex<[ColorEncoding: LevelConversion]>([:])

  /// Returns the conversion to the components of an encoding.
  static func to(_ encoding: ColorEncoding) -> LevelConversion {
    known.withLock { known in
      if let conversion = known[encoding] { return conversion }
      let conversion = LevelConversion(encoding)
      known[encoding] = conversion
      return conversion
    }
  }

  private init(_ encoding: ColorEncoding) {
    self.encoding = encoding
    matrix = encoding.primaries.fromSRGB
    let steps = (0..<255).map { encoding.transfer.linear((Double($0) + 0.5) / 255) }
    var level = 0
    guesses = (0...Self.guessCount).map { index in
      let light = Double(index) / Double(Self.guessCount)
      while level < 255, light >= steps[level] { level += 1 }
      return UInt8(level)
    }
    self.steps = steps
  }

  /// Returns the components of sRGB levels; a gray level three times.
  func components(of levels: SIMD3<UInt8>) -> SIMD3<Double> {
    let color = SIMD3<Double>(levels) / 255
    return components(of: color, light: light(of: levels))
  }

  /// Returns the components of an sRGB colour; a gray level three times.
  func components(of color: SIMD3<Double>) -> SIMD3<Double> {
    components(of: color, light: color.map(ColorEncoding.Transfer.sRGB.linear))
  }

  private func components(
    of color: SIMD3<Double>,
    light: @autoclosure () -> SIMD3<Double>
  ) -> SIMD3<Double> {
    var result = color
    if encoding.model == .gray {
      result = SIMD3(repeating: encoding.gray(of: color, light: light()))
    } else if !encoding.isStandard {
      result = (matrix * light()).map(encoding.transfer.encoded)
    }
    return encoding.isExtended ? result : result.clamped(lowerBound: .zero, upperBound: .one)
  }

  /// Returns the levels nearest to the components of sRGB levels; a gray level three times.
  func levels(of levels: SIMD3<UInt8>) -> SIMD3<UInt8> {
    if encoding.model == .gray {
      let isNeutral = levels.x == levels.y && levels.y == levels.z
      if isNeutral, encoding.transfer == .sRGB { return levels }
      return SIMD3(repeating: level(of: ColorEncoding.luminance(of: light(of: levels))))
    }
    guard !encoding.isStandard else { return levels }
    let light = matrix * light(of: levels)
    return SIMD3(level(of: light.x), level(of: light.y), level(of: light.z))
  }

  private func light(of levels: SIMD3<UInt8>) -> SIMD3<Double> {
    SIMD3(Self.light[Int(levels.x)], Self.light[Int(levels.y)], Self.light[Int(levels.z)])
  }

  private func level(of light: Double) -> UInt8 {
    guard light > 0 else { return 0 }
    var level = Int(guesses[Int(min(light, 1) * Double(Self.guessCount))])
    while level < 255, light >= steps[level] { level += 1 }
    return UInt8(level)
  }
}

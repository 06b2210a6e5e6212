import Foundation

/// Frames of two samples at 48 000 frames a second.
struct SoundSamples {
  private let frames: [SIMD2<Float>]
  /// The places of noise by its first sample, which occurs once.
  private let places: [Float: Int]

  /// Noise that never repeats: the samples of the left are a permutation of fractions.
  init(seconds: Int) {
    let count = seconds * 48000
    // A step that has no divisor in common with 2^20 visits every number once; the number 0 would be silence.
    frames = (0..<count).map { index in
      let number = (index + 1) * 617_603 & 0xF_FFFF
      let left = Float(number) / Float(1 << 20) * 0.9 + 0.01
      return SIMD2(left, -left)
    }
    places = Dictionary(uniqueKeysWithValues: frames.enumerated().map { ($1.x, $0) })
  }

  /// A tone of a frequency in hertz.
  init(tone: Double, seconds: Int) {
    frames = (0..<seconds * 48000).map { index in
      SIMD2(repeating: Float(sin(Double(index) / 48000 * tone * 2 * .pi) * 0.5))
    }
    places = [:]
  }

  var bytes: Data { frames.withUnsafeBytes { Data($0) } }

  /// What is known of heard frames.
  struct Places {
    /// The frames that are those of the noise, or silence between them, and the others.
    var (known, wrong) = (0, 0)
    /// The times of the noise that were heard, in seconds.
    var times: ClosedRange<Double>?
  }

  /// Finds heard frames in the noise.
  func places(in heard: HeardSound) -> Places {
    var result = Places()
    for frame in heard.frames where frame != .zero {
      guard let place = places[frame.x], frames[place] == frame else {
        result.wrong += 1
        continue
      }
      result.known += 1
      let time = Double(place) / 48000
      let times = result.times ?? time...time
      result.times = min(times.lowerBound, time)...max(times.upperBound, time)
    }
    return result
  }
}

/// The frames that a device of sound has taken.
struct HeardSound {
  private(set) var frames: [SIMD2<Float>]

  /// Reads what a device wrote to a file, after a number of frames.
  init?(_ file: URL, after count: Int = 0) {
    guard let data = try? Data(contentsOf: file) else { return nil }
    frames = data.withUnsafeBytes { bytes in
      (min(count, bytes.count / 8)..<bytes.count / 8).map { index in
        SIMD2(
          bytes.loadUnaligned(fromByteOffset: index * 8, as: Float.self),
          bytes.loadUnaligned(fromByteOffset: index * 8 + 4, as: Float.self)
        )
      }
    }
  }

  /// The frames times a factor.
  func scaled(by factor: Float) -> HeardSound {
    var copy = self
    copy.frames = frames.map { $0 * factor }
    return copy
  }
}

/// Pictures of 64 × 48 pixels that show their number: sixteen blocks, black or white, twelve of them the bits of the number and
/// four a check.
enum BlockNumber {
  static let (width, height) = (64, 48)

  private static func bits(of number: Int) -> Int { number | ((number * 7 + 3) % 16) << 12 }

  /// The picture of a number in gray.
  static func gray(_ number: Int) -> [UInt8] {
    let bits = bits(of: number)
    return (0..<width * height).map { place in
      bits >> (place / width / 12 * 4 + place % width / 16) & 1 == 1 ? 235 : 20
    }
  }

  /// The number that a picture shows, whose bright places a closure knows; nil if it shows none.
  static func number(_ isBright: (_ x: Int, _ y: Int) -> Bool) -> Int? {
    var bits = 0
    for block in 0..<16 where isBright(block % 4 * 16 + 8, block / 4 * 12 + 6) { bits |= 1 << block }
    let number = bits & 4095
    return Self.bits(of: number) == bits ? number : nil
  }
}

import Foundation

/// What a process that lends its layers and the process that shows them say to each other.
///
/// A message is one packet of 64 bytes: a mark, the number of its kind, and eight fields of four bytes, little-endian.
/// Fields that a kind does not use are zero. Nothing else is accepted, so that a packet of chance bytes is refused.
package enum RemoteMessage: Equatable, Sendable {
  // From the process that lends its layers.
  /// The first message.
  case hello(version: UInt32)
  /// A file in memory for pictures, which comes with the message, for one of the places.
  case buffer(RemoteBuffer)
  /// A picture is complete in a place. The process does not touch the place until it is released.
  case frame(place: UInt32, scale: Float)
  /// There is no picture any more.
  case clear

  // From the process that shows them.
  /// The answer to the first message: the number of the client.
  case welcome(version: UInt32, client: UInt32)
  /// Pictures are wanted, with so many pixels per point, y running down or up.
  case show(scale: Float, isFlipped: Bool)
  /// Nobody shows the pictures.
  case hide
  /// The pixels of a place were read.
  case release(place: UInt32)

  /// The version of the messages; processes of different versions do not talk.
  package static let version: UInt32 = 1
  /// The length of a message, in bytes.
  package static let length = 64
  /// The number of places for pictures.
  package static let places: UInt32 = 3

  private static let mark: UInt32 = 0x4C52_5453  // "STRL"
  private static let scales: ClosedRange<Float> = 0.0625...64

  private var fields: [UInt32] {
    switch self {
    case .hello(let version): [1, version]
    case .buffer(let buffer): [2, buffer.place, buffer.width, buffer.height, buffer.rowBytes]
    case .frame(let place, let scale): [3, place, scale.bitPattern]
    case .clear: [4]
    case .welcome(let version, let client): [65, version, client]
    case .show(let scale, let isFlipped): [66, scale.bitPattern, isFlipped ? 1 : 0]
    case .hide: [67]
    case .release(let place): [68, place]
    }
  }

  /// The packet of the message.
  package var bytes: [UInt8] {
    let words = [Self.mark] + fields
    var bytes = words.flatMap { word in withUnsafeBytes(of: word.littleEndian) { Array($0) } }
    bytes += [UInt8](repeating: 0, count: Self.length - bytes.count)
    return bytes
  }

  /// Reads a packet; nil if it is not exactly a message.
  package init?(_ bytes: [UInt8]) {
    guard bytes.count == Self.length else { return nil }
    let words = stride(from: 0, to: Self.length, by: 4).map { at in
      (0..<4).reduce(UInt32(0)) { $0 | UInt32(bytes[at + $1]) << (8 * UInt32($1)) }
    }
    guard words[0] == Self.mark else { return nil }
    let scale = Float(bitPattern: words[1 + Self.scaleField(of: words[1])])
    switch words[1] {
    case 1: self = .hello(version: words[2])
    case 2:
      let buffer = RemoteBuffer(place: words[2], width: words[3], height: words[4], rowBytes: words[5])
      guard let buffer else { return nil }
      self = .buffer(buffer)
    case 3: self = .frame(place: words[2], scale: scale)
    case 4: self = .clear
    case 65: self = .welcome(version: words[2], client: words[3])
    case 66: self = .show(scale: scale, isFlipped: words[3] == 1)
    case 67: self = .hide
    case 68: self = .release(place: words[2])
    default: return nil
    }
    // Every field must be what the message would write, so that one message has one packet.
    guard self.bytes == bytes, isValid else { return nil }
  }

  private static func scaleField(of kind: UInt32) -> Int { kind == 3 ? 2 : 1 }

  private var isValid: Bool {
    switch self {
    case .frame(let place, let scale): place < Self.places && Self.scales.contains(scale)
    case .show(let scale, _): Self.scales.contains(scale)
    case .release(let place): place < Self.places
    case .hello, .buffer, .clear, .welcome, .hide: true
    }
  }

  /// Returns a scale that messages can carry.
  static func scale(_ scale: Double) -> Float {
    scale.isFinite ? min(max(Float(scale), scales.lowerBound), scales.upperBound) : 1
  }
}

/// Memory for pictures of one size.
package struct RemoteBuffer: Equatable, Sendable {
  package let place: UInt32
  package let width: UInt32
  package let height: UInt32
  package let rowBytes: UInt32
  /// The longest side of a picture, in pixels.
  package static let longestSide: UInt32 = 16384
  /// The most pixels of a picture, which are those of a display of 8192 × 4320.
  package static let mostPixels = 8192 * 4320

  /// Nil for a place that is not there, for a size out of bounds, and for rows that are too short or too long.
  package init?(place: UInt32, width: UInt32, height: UInt32, rowBytes: UInt32) {
    let sides = 1...Self.longestSide
    guard place < RemoteMessage.places, sides.contains(width), sides.contains(height),
      Int(width) * Int(height) <= Self.mostPixels, (width * 4...width * 4 + 64).contains(rowBytes)
    else { return nil }
    (self.place, self.width, self.height, self.rowBytes) = (place, width, height, rowBytes)
  }

  package var byteCount: Int { Int(rowBytes) * Int(height) }
}

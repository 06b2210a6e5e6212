package import Foundation

/// Raw frames with their times, in Matroska: raw video alone has no times.
///
/// The layout is that of RFC 9559: a header, and a cluster for each frame. Times are in microseconds.
package struct TimedFrameStream {
  /// The layout of the bytes of a frame, by its four characters.
  package enum Layout: String, Sendable {
    /// A plane of luma and two of halved chroma.
    case planes = "I420"
    /// A plane of luma and one of pairs of halved chroma.
    case pairs = "NV12"
    /// Four bytes red, green, blue, alpha.
    case rgba = "RGBA"
  }

  private let width: Int
  private let height: Int
  /// The bytes of a frame.
  package let frameByteCount: Int
  private let layout: Layout

  /// - Parameters:
  ///   - width: The width of the frames, in pixels.
  ///   - height: Their height, in pixels.
  ///   - frameByteCount: The bytes of a frame.
  ///   - layout: What they are.
  package init(width: Int, height: Int, frameByteCount: Int, layout: Layout) {
    (self.width, self.height, self.frameByteCount) = (width, height, frameByteCount)
    self.layout = layout
  }

  /// The bytes before the first frame.
  package var header: Data {
    let head =
      Self.number([0x42, 0x86], 1) + Self.number([0x42, 0xF7], 1) + Self.number([0x42, 0xF2], 4)
      + Self.number([0x42, 0xF3], 8) + Self.element([0x42, 0x82], Data("matroska".utf8))
      + Self.number([0x42, 0x87], 4) + Self.number([0x42, 0x85], 2)
    let info =
      Self.number([0x2A, 0xD7, 0xB1], 1000) + Self.element([0x4D, 0x80], Data("strata".utf8))
      + Self.element([0x57, 0x41], Data("strata".utf8))
    let video =
      Self.number([0xB0], width) + Self.number([0xBA], height)
      + Self.element([0x2E, 0xB5, 0x24], Data(layout.rawValue.utf8))
    let track =
      Self.number([0xD7], 1) + Self.number([0x73, 0xC5], 1) + Self.number([0x83], 1)
      + Self.number([0x9C], 0) + Self.element([0x86], Data("V_UNCOMPRESSED".utf8))
      + Self.element([0xE0], video)
    // The length of the segment is not known.
    let segment = Data([0x18, 0x53, 0x80, 0x67, 0x01] + [UInt8](repeating: 0xFF, count: 7))
    return Self.element([0x1A, 0x45, 0xDF, 0xA3], head) + segment
      + Self.element([0x15, 0x49, 0xA9, 0x66], info)
      + Self.element([0x16, 0x54, 0xAE, 0x6B], Self.element([0xAE], track))
  }

  /// The bytes before a frame of a time in microseconds, from 0.
  package func frameHeader(_ microseconds: Int) -> Data {
    let time = Self.number([0xE7], microseconds)
    // Track 1, at the time of the cluster, a keyframe.
    let block = Data([0x81, 0, 0, 0x80])
    let blockHead = Data([0xA3]) + Self.size(block.count + frameByteCount)
    let count = time.count + blockHead.count + block.count + frameByteCount
    return Data([0x1F, 0x43, 0xB6, 0x75]) + Self.size(count) + time + blockHead + block
  }

  private static func size(_ count: Int) -> Data { bigEndian(UInt64(count) | 1 << 56) }

  private static func bigEndian(_ value: UInt64) -> Data {
    withUnsafeBytes(of: value.bigEndian) { Data($0) }
  }

  private static func element(_ id: [UInt8], _ content: Data) -> Data {
    Data(id) + size(content.count) + content
  }

  private static func number(_ id: [UInt8], _ value: Int) -> Data { element(id, bigEndian(UInt64(value))) }
}

import Foundation

/// The segments of a JPEG file before its end (ITU-T T.81, B.1.1): those that have parameters, up to the first scan.
///
/// Fill bytes before a marker, and markers without parameters, are passed over.
struct JPEGSegments: Sequence, IteratorProtocol {
  struct Segment {
    let marker: UInt8
    /// The bytes of the parameters without their length; they may reach beyond the end of a file that is cut off.
    let body: Range<Int>

    /// True for a frame header (B.2.2): C0 to CF without the tables C4, C8 and CC.
    var isFrame: Bool { (0xC0...0xCF).contains(marker) && ![0xC4, 0xC8, 0xCC].contains(marker) }
    /// True for the header of a scan, which compressed data follow.
    var isScan: Bool { marker == 0xDA }
  }

  private let bytes: ByteReader
  /// Where the next marker is looked for.
  private(set) var place = 2
  private var hasEnded = false

  init(_ bytes: ByteReader) { self.bytes = bytes }

  /// Returns the next segment; nil at the end of the picture or of the file, after a scan, and where a marker is missing.
  mutating func next() -> Segment? {
    while !hasEnded, place + 4 <= bytes.count, bytes[place] == 0xFF {
      let marker = bytes[place + 1]
      switch marker {
      case 0xFF: place += 1
      case 0x01, 0xD0...0xD8: place += 2
      case 0xD9: hasEnded = true
      default:
        hasEnded = marker == 0xDA
        let start = place + 4
        place += 2 + Swift.max(bytes.big16(place + 2), 2)
        return Segment(marker: marker, body: start..<place)
      }
    }
    return nil
  }
}

/// The frame header of a JPEG file (ITU-T T.81, B.2.2).
struct JPEGFrame {
  let width: Int
  let height: Int
  /// The number of bits of one component.
  let depth: Int
  let componentCount: Int

  /// Reads the parameters of a segment; nil if they are cut off.
  init?(_ bytes: ByteReader, _ segment: JPEGSegments.Segment) {
    let start = segment.body.lowerBound
    guard segment.isFrame, start + 6 <= bytes.count else { return nil }
    (depth, height, width) = (Int(bytes[start]), bytes.big16(start + 1), bytes.big16(start + 3))
    componentCount = Int(bytes[start + 5])
  }

  /// Finds the frame header of a file; nil if there is none.
  init?(_ data: Data) {
    let bytes = ByteReader(data)
    guard let segment = JPEGSegments(bytes).first(where: \.isFrame) else { return nil }
    self.init(bytes, segment)
  }
}

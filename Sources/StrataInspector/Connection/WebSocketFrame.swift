#if Inspector
  import Foundation

  /// A frame of a WebSocket (RFC 6455, 5.2): a message, a part of one, or a word about the connection.
  struct WebSocketFrame: Sendable {
    enum Opcode: UInt8, Sendable {
      case continuation = 0
      case text = 1
      case binary = 2
      case close = 8
      case ping = 9
      case pong = 10

      /// True for frames about the connection, which are short and stand between the parts of messages.
      var isControl: Bool { rawValue >= 8 }
    }

    /// Why a side ends the connection (RFC 6455, 7.4.1).
    enum CloseCode: Int, Sendable {
      case normal = 1000
      case protocolError = 1002
      case unsupportedData = 1003
      case messageTooBig = 1009
      case tryAgainLater = 1013
    }

    var opcode: Opcode
    /// True for the last frame of a message.
    var isLast = true
    var payload: Data

    /// The most bytes of a frame about the connection.
    static let longestControl = 125

    static func close(_ code: CloseCode) -> Self {
      Self(opcode: .close, payload: Data(bytes(of: code.rawValue, count: 2)))
    }

    /// The frame as it is sent.
    ///
    /// - Parameter mask: Four random bytes from clients; nil from servers.
    /// - Returns: The bytes.
    func encoded(mask: [UInt8]? = nil) -> Data {
      let isMasked: UInt8 = mask == nil ? 0 : 0x80
      var frame = Data(capacity: payload.count + 14)
      frame.append((isLast ? 0x80 : 0) | opcode.rawValue)
      switch payload.count {
      case ..<126: frame.append(isMasked | UInt8(payload.count))
      case ..<65536: frame.append(contentsOf: [isMasked | 126] + Self.bytes(of: payload.count, count: 2))
      default: frame.append(contentsOf: [isMasked | 127] + Self.bytes(of: payload.count, count: 8))
      }
      guard let mask else { return frame + payload }
      frame.append(contentsOf: mask)
      frame.append(Self.masked(payload, by: mask))
      return frame
    }

    private static func masked(_ payload: Data, by mask: [UInt8]) -> Data {
      Data(payload.enumerated().map { $1 ^ mask[$0 & 3] })
    }

    /// The most significant byte first.
    private static func bytes(of number: Int, count: Int) -> [UInt8] {
      (0..<count).map { UInt8(truncatingIfNeeded: number >> (8 * (count - 1 - $0))) }
    }

  }

  extension WebSocketFrame {
    /// Why a frame cannot be read.
    enum Refusal: Error {
      case lost(SocketStream.Failure)
      /// It breaks the rules: a reserved bit, an unknown opcode, a missing mask or one too much, a long word about the connection.
      case notAllowed
      /// It is longer than the reader takes.
      case tooLong
    }

    /// Reads one frame.
    ///
    /// - Parameters:
    ///   - reader: The bytes of the other side.
    ///   - isMasked: True if the other side is a client, which must mask what it sends.
    ///   - limit: The longest payload; a longer one is refused before it is read.
    /// - Throws: ``Refusal``.
    init(_ reader: inout StreamReader, isMasked: Bool, atMost limit: Int) throws(Refusal) {
      let head = [UInt8](try Self.piece(2, of: &reader))
      let (short, hasMask) = (Int(head[1] & 127), head[1] & 0x80 != 0)
      guard head[0] & 0x70 == 0, let opcode = Opcode(rawValue: head[0] & 15), hasMask == isMasked else {
        throw .notAllowed
      }
      (self.opcode, isLast) = (opcode, head[0] & 0x80 != 0)
      guard !opcode.isControl || (isLast && short <= Self.longestControl) else { throw .notAllowed }
      let further = short < 126 ? Data() : try Self.piece(short == 126 ? 2 : 8, of: &reader)
      // The first bit of eight bytes must be 0.
      guard further.count < 8 || further[0] & 0x80 == 0 else { throw .notAllowed }
      let length = short < 126 ? short : further.reduce(0) { $0 << 8 | Int($1) }
      guard length <= limit else { throw .tooLong }
      let mask = isMasked ? [UInt8](try Self.piece(4, of: &reader)) : nil
      let payload = try Self.piece(length, of: &reader)
      self.payload = mask.map { Self.masked(payload, by: $0) } ?? payload
    }

    private static func piece(_ count: Int, of reader: inout StreamReader) throws(Refusal) -> Data {
      do throws(SocketStream.Failure) {
        return try reader.read(count)
      } catch {
        throw .lost(error)
      }
    }
  }
#endif

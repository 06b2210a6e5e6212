#if Inspector
  import Foundation

  /// The answer to the key of a WebSocket's opening (RFC 6455, 4.2.2), by SHA-1 (RFC 3174).
  ///
  /// It shows that the other side speaks WebSocket. It protects nothing.
  package enum HandshakeDigest {
    private static let suffix = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11"

    /// The text of `Sec-WebSocket-Accept` for one of `Sec-WebSocket-Key`.
    package static func answer(to key: String) -> String {
      Data(digest(Array((key + suffix).utf8))).base64EncodedString()
    }

    private static func digest(_ bytes: [UInt8]) -> [UInt8] {
      var message = bytes + [0x80]
      while message.count % 64 != 56 { message.append(0) }
      message += (0..<8).map { UInt8(truncatingIfNeeded: (bytes.count * 8) >> (56 - 8 * $0)) }
      var state: [UInt32] = [0x6745_2301, 0xEFCD_AB89, 0x98BA_DCFE, 0x1032_5476, 0xC3D2_E1F0]
      for start in stride(from: 0, to: message.count, by: 64) {
        mix(message[start..<(start + 64)], into: &state)
      }
      return state.flatMap { word in [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: word >> $0) } }
    }

    private static func mix(_ block: ArraySlice<UInt8>, into state: inout [UInt32]) {
      let start = block.startIndex
      var words = (0..<16).map { word in
        (0..<4).reduce(UInt32(0)) { $0 << 8 | UInt32(block[start + word * 4 + $1]) }
      }
      for t in 16..<80 {
        words.append(rotated(words[t - 3] ^ words[t - 8] ^ words[t - 14] ^ words[t - 16], 1))
      }
      var (a, b, c, d, e) = (state[0], state[1], state[2], state[3], state[4])
      for t in 0..<80 {
        let (f, k): (UInt32, UInt32) =
          switch t {
          case ..<20: (b & c | ~b & d, 0x5A82_7999)
          case ..<40: (b ^ c ^ d, 0x6ED9_EBA1)
          case ..<60: (b & c | b & d | c & d, 0x8F1B_BCDC)
          default: (b ^ c ^ d, 0xCA62_C1D6)
          }
        let next = rotated(a, 5) &+ f &+ e &+ k &+ words[t]
        (e, d, c, b, a) = (d, c, rotated(b, 30), a, next)
      }
      for (index, word) in [a, b, c, d, e].enumerated() { state[index] &+= word }
    }

    private static func rotated(_ word: UInt32, _ count: UInt32) -> UInt32 {
      word << count | word >> (32 - count)
    }
  }
#endif

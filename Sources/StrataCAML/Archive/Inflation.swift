import Foundation

#if ImageCodecs
  import CZlib
#endif

/// Undoes deflate, with zlib.
enum Inflation {
  /// The bytes that a raw deflate stream holds.
  ///
  /// - Parameters:
  ///   - packed: The stream (RFC 1951).
  ///   - size: The size it should have; more is an error before it takes memory.
  ///   - place: The file, for messages.
  /// - Returns: Exactly `size` bytes.
  /// - Throws: ``DocumentError`` if the stream is broken or holds another number of bytes.
  static func inflated(_ packed: Data, size: Int, _ place: String) throws(DocumentError) -> Data {
    #if ImageCodecs
      var stream = z_stream()
      // A negative number of bits means: no header.
      guard inflateInit2_(&stream, -MAX_WBITS, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK
      else {
        throw DocumentError(.unreadable, place, "zlib does not start")
      }
      defer { inflateEnd(&stream) }
      var bytes = Data(count: max(size, 1))
      let status = packed.withUnsafeBytes { source in
        bytes.withUnsafeMutableBytes { target in
          stream.next_in = UnsafeMutablePointer(mutating: source.bindMemory(to: UInt8.self).baseAddress)
          stream.avail_in = UInt32(source.count)
          stream.next_out = target.bindMemory(to: UInt8.self).baseAddress
          stream.avail_out = UInt32(size)
          return inflate(&stream, Z_FINISH)
        }
      }
      guard status == Z_STREAM_END, Int(stream.total_out) == size else {
        throw DocumentError(
          .malformed,
          place,
          "the file cannot be unpacked: it is broken or has another size"
        )
      }
      return bytes.prefix(size)
    #else
      throw DocumentError(
        .unreadable,
        place,
        "the file is compressed, and this build has no zlib",
        advice: "unpack the archive, or build with the trait ImageCodecs"
      )
    #endif
  }

  /// The CRC-32 of bytes; nil in a build without zlib.
  static func checksum(of bytes: Data) -> UInt32? {
    #if ImageCodecs
      bytes.withUnsafeBytes { raw in
        UInt32(
          truncatingIfNeeded: crc32(0, raw.bindMemory(to: UInt8.self).baseAddress, UInt32(raw.count))
        )
      }
    #else
      nil
    #endif
  }
}

import Foundation

#if ImageCodecs
  import CZlib
#endif

/// Writes the objects of a PDF file, each as soon as it is finished.
///
/// The file structure is that of PDF 1.7 (ISO 32000-1, 7.5): a header, numbered objects, a cross-reference table and a
/// trailer. Builds with the trait `ImageCodecs` compress streams with zlib. Files have no date, so that equal
/// drawings make equal files.
final class PDFDocument {
  private let consumer: CGDataConsumer
  private var length = 0
  /// The offset of each object in the file, by number; nil until it is written.
  ///
  /// There is no object 0.
  private var offsets: [Int?] = [nil]
  private(set) var isClosed = false

  init(_ consumer: CGDataConsumer) {
    self.consumer = consumer
    // Bytes above 127 mark the file as binary (ISO 32000-1, 7.5.2).
    write(Data("%PDF-1.7\n%".utf8) + Data([0xE2, 0xE3, 0xCF, 0xD3, 0x0A]))
  }

  private func write(_ bytes: Data) {
    consumer.write(bytes)
    length += bytes.count
  }

  /// Returns a number for an object that is written later.
  func reserve() -> Int {
    offsets.append(nil)
    return offsets.count - 1
  }

  /// Writes an object and returns its number.
  @discardableResult
  func add(_ body: String, as number: Int? = nil) -> Int {
    let number = number ?? reserve()
    guard !isClosed else { return number }
    offsets[number] = length
    write(Data("\(number) 0 obj\n\(body)\nendobj\n".utf8))
    return number
  }

  /// Writes a stream and returns its number.
  ///
  /// - Parameters:
  ///   - entries: The entries of its dictionary, without length and filter.
  ///   - bytes: The contents.
  ///   - filter: The filter that decodes the bytes; nil to compress them.
  ///   - number: A reserved number; nil takes the next one.
  /// - Returns: The object number of the stream.
  @discardableResult
  func addStream(_ entries: String, _ bytes: Data, filter: String? = nil, as number: Int? = nil) -> Int {
    let number = number ?? reserve()
    guard !isClosed else { return number }
    var (body, filter) = (bytes, filter)
    if filter == nil, bytes.count > 64, let packed = Self.deflated(bytes) {
      (body, filter) = (packed, "/FlateDecode")
    }
    let coding = filter.map { " /Filter \($0)" } ?? ""
    offsets[number] = length
    write(Data("\(number) 0 obj\n<< \(entries)\(coding) /Length \(body.count) >>\nstream\n".utf8))
    write(body)
    write(Data("\nendstream\nendobj\n".utf8))
    return number
  }

  /// Writes the cross-reference table and the trailer; later objects are ignored.
  func close(catalog: Int, information: Int) {
    guard !isClosed else { return }
    let start = length
    var table = "xref\n0 \(offsets.count)\n0000000000 65535 f \n"
    for offset in offsets.dropFirst() {
      // A reserved object that was not written is free, and counts as null.
      let digits = String(offset ?? 0)
      let padding = String(repeating: "0", count: max(10 - digits.count, 0))
      table += "\(padding)\(digits) \(offset == nil ? "65535 f" : "00000 n") \n"
    }
    table += "trailer\n<< /Size \(offsets.count) /Root \(catalog) 0 R /Info \(information) 0 R >>\n"
    table += "startxref\n\(start)\n%%EOF\n"
    write(Data(table.utf8))
    isClosed = true
    consumer.finish()
  }

  /// Returns the bytes compressed by zlib; nil in a build without it.
  private static func deflated(_ bytes: Data) -> Data? {
    #if ImageCodecs
      var size = compressBound(uLong(bytes.count))
      var result = Data(count: Int(size))
      let status = result.withUnsafeMutableBytes { target in
        bytes.withUnsafeBytes { source in
          compress2(
            target.bindMemory(to: UInt8.self).baseAddress,
            &size,
            source.bindMemory(to: UInt8.self).baseAddress,
            uLong(bytes.count),
            6
          )
        }
      }
      guard status == Z_OK else { return nil }
      return result.prefix(Int(size))
    #else
      return nil
    #endif
  }
}

/// The syntax of PDF values (ISO 32000-1, 7.3).
enum PDFNotation {
  static func rect(_ rect: CGRect) -> String {
    "[\(VectorNotation.numbers([rect.minX, rect.minY, rect.maxX, rect.maxY].map(Double.init)))]"
  }

  /// A text string in UTF-16 with a byte order mark, as hexadecimal digits.
  static func text(_ string: String) -> String { "<FEFF\(utf16(string))>" }

  /// The UTF-16 units of a text as hexadecimal digits, big-endian.
  static func utf16(_ string: String) -> String {
    hexadecimal(string.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] })
  }

  static func hexadecimal(_ bytes: [UInt8]) -> String {
    bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16, uppercase: true) }.joined()
  }

  /// A literal string of UTF-8 bytes; those outside printable ASCII are escaped.
  static func bytes(_ string: String) -> String {
    let escaped = string.utf8.map { byte in
      switch byte {
      case UInt8(ascii: "("), UInt8(ascii: ")"), UInt8(ascii: "\\"): "\\\(Character(UnicodeScalar(byte)))"
      case 32..<127: String(Character(UnicodeScalar(byte)))
      default:
        "\\" + String(byte / 64, radix: 8) + String(byte / 8 % 8, radix: 8) + String(byte % 8, radix: 8)
      }
    }
    return "(\(escaped.joined()))"
  }
}

import Foundation

#if ImageCodecs
  import CZlib
#endif

/// Writes the objects of a PDF file, each as soon as it is finished.
///
/// The form is that of PDF 1.7 (ISO 32000-1): a header, numbered objects, a table of where they begin, a trailer. Streams
/// are compressed where the build has the image libraries, whose zlib does it. A file names no date, so that equal
/// drawings make equal files.
final class PDFDocument {
  private let consumer: CGDataConsumer
  private var length = 0
  /// Where each object begins, by number; the object 0 does not exist.
  private var offsets: [Int?] = [nil]
  private(set) var isClosed = false

  init(_ consumer: CGDataConsumer) {
    self.consumer = consumer
    // Bytes above 127 tell programs that look at the beginning that the file is not text.
    write(Data("%PDF-1.7\n%".utf8) + Data([0xE2, 0xE3, 0xCF, 0xD3, 0x0A]))
  }

  private func write(_ bytes: Data) {
    consumer.write(bytes)
    length += bytes.count
  }

  /// The number of an object that is written later.
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
  ///   - entries: The entries of its dictionary, but for length and filter.
  ///   - bytes: What it holds.
  ///   - filter: The filter that the bytes have passed already; nil lets them be compressed.
  ///   - number: A number that was reserved; nil takes the next one.
  /// - Returns: The number by which other objects refer to the stream.
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

  /// Writes table and trailer; nothing can be added after that.
  func close(catalog: Int, information: Int) {
    guard !isClosed else { return }
    let start = length
    var table = "xref\n0 \(offsets.count)\n0000000000 65535 f \n"
    for offset in offsets.dropFirst() {
      // An object that was never written counts as null.
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

  /// The bytes in zlib's form; nil in a build without it.
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

/// Values in the notation of PDF.
enum PDFNotation {
  /// A number with at most five decimals; what is no number is 0, and size is bounded to what readers take.
  static func number(_ value: Double) -> String {
    guard value.isFinite else { return "0" }
    let scaled = (min(max(value, -1e7), 1e7) * 100_000).rounded()
    let digits = Int64(scaled)
    guard digits % 100_000 != 0 else { return String(digits / 100_000) }
    let magnitude = digits.magnitude
    var fraction = String(magnitude % 100_000)
    fraction = String(repeating: "0", count: 5 - fraction.count) + fraction
    while fraction.hasSuffix("0") { fraction.removeLast() }
    return "\(digits < 0 ? "-" : "")\(magnitude / 100_000).\(fraction)"
  }

  static func numbers(_ values: [Double]) -> String { values.map(number).joined(separator: " ") }

  static func matrix(_ t: CGAffineTransform) -> String {
    numbers([t.a, t.b, t.c, t.d, t.tx, t.ty].map(Double.init))
  }

  static func rect(_ rect: CGRect) -> String {
    "[\(numbers([rect.minX, rect.minY, rect.maxX, rect.maxY].map(Double.init)))]"
  }

  /// A text as UTF-16 in hexadecimal digits, which every reader takes.
  static func text(_ string: String) -> String { "<FEFF\(utf16(string))>" }

  /// The UTF-16 units of a text in hexadecimal digits.
  static func utf16(_ string: String) -> String {
    hexadecimal(string.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] })
  }

  static func hexadecimal(_ bytes: [UInt8]) -> String {
    bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16, uppercase: true) }.joined()
  }

  /// Bytes of ASCII as a string; everything else is escaped.
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

package import Foundation

/// The objects of a binary property list, read one by one.
///
/// The format is Apple's `bplist00` (CFBinaryPList.c): objects that name each other by number, a table of their offsets,
/// and a trailer. Reading an object follows no reference, so a list whose objects contain each other costs nothing here;
/// the caller decides how far to go. Each object takes at most the memory of its bytes in the file.
package struct BinaryPropertyList: PropertyListObjects, Sendable {
  /// The number of the outermost object.
  package let root: Int
  /// The number of objects.
  package let count: Int
  /// The path of the file, for messages.
  package let file: String
  private let data: Data
  private let offsets: (start: Int, width: Int)
  private let referenceWidth: Int

  /// True if the bytes begin like a binary property list.
  package static func isBinary(_ data: Data) -> Bool { data.starts(with: Data("bplist".utf8)) }

  /// Reads the trailer.
  ///
  /// - Throws: ``DocumentError`` if it does not fit the file, or if there are more objects than elements are allowed.
  package init(_ data: Data, file: String, limits: ReadingLimits) throws(DocumentError) {
    self.file = file
    self.data = data.startIndex == 0 ? data : Data(data)
    func broken(_ reason: String) -> DocumentError {
      DocumentError(.malformed, file, "the binary property list is broken: \(reason)")
    }
    guard data.count >= 40 else { throw broken("it is too short") }
    let trailer = data.count - 32
    let bytes = self.data
    func number(_ at: Int, _ width: Int) -> Int? { bytes.bigEndian(at: at, width: width) }
    guard let offsetWidth = number(trailer + 6, 1), let referenceWidth = number(trailer + 7, 1),
      let count = number(trailer + 8, 8), let root = number(trailer + 16, 8),
      let start = number(trailer + 24, 8)
    else { throw broken("its trailer holds impossible numbers") }
    guard (1...8).contains(offsetWidth), (1...8).contains(referenceWidth), root < count, start <= trailer,
      count <= (trailer - start) / offsetWidth
    else { throw broken("its trailer does not fit the file") }
    guard count <= limits.elements else {
      throw DocumentError(
        .limit,
        file,
        "the property list has \(count) objects, more than the \(limits.elements) allowed",
        advice: "raise ReadingLimits.elements"
      )
    }
    (self.count, self.root, self.referenceWidth) = (count, root, referenceWidth)
    offsets = (start, offsetWidth)
  }

  /// The object of a number.
  ///
  /// - Throws: ``DocumentError`` if there is none, or if its bytes are broken.
  package func object(_ number: Int) throws(DocumentError) -> PropertyListObject {
    guard let object = object(at: try offset(of: number)) else { throw broken(number) }
    return object
  }

  package func structure(_ number: Int) throws(DocumentError) -> PropertyListObject? {
    let offset = try offset(of: number)
    guard [0x8, 0xA, 0xC, 0xD].contains(data[offset] >> 4) else { return nil }
    guard let object = object(at: offset) else { throw broken(number) }
    return object
  }

  private func offset(of number: Int) throws(DocumentError) -> Int {
    guard (0..<count).contains(number),
      let offset = data.bigEndian(at: offsets.start + number * offsets.width, width: offsets.width),
      offset < offsets.start
    else { throw broken(number) }
    return offset
  }

  private func broken(_ number: Int) -> DocumentError {
    DocumentError(.malformed, file, "object \(number) of the binary property list is broken")
  }

  private func object(at offset: Int) -> PropertyListObject? {
    let marker = data[offset]
    let low = Int(marker & 0xF)
    switch marker >> 4 {
    case 0x0: return low == 0 ? .null : low == 8 ? .bool(false) : low == 9 ? .bool(true) : nil
    case 0x1: return integer(at: offset + 1, width: 1 << low)
    case 0x2, 0x3: return real(at: offset + 1, width: 1 << low)
    case 0x4: return extent(low, offset, unit: 1).map { .data(data[$0]) }
    case 0x5: return extent(low, offset, unit: 1).map { .string(String(decoding: data[$0], as: UTF8.self)) }
    case 0x6: return extent(low, offset, unit: 2).map { .string(utf16(data[$0])) }
    case 0x8: return data.bigEndian(at: offset + 1, width: low + 1).map { .uid($0) }
    case 0xA, 0xC: return extent(low, offset, unit: referenceWidth).map { .array(references($0)) }
    case 0xD:
      return extent(low, offset, unit: 2 * referenceWidth).map { range in
        let all = references(range)
        let half = all.count / 2
        return .dictionary((0..<half).map { PropertyListObject.Entry(key: all[$0], value: all[half + $0]) })
      }
    default: return nil
    }
  }

  private func integer(at offset: Int, width: Int) -> PropertyListObject? {
    switch width {
    case 1, 2, 4: return data.bigEndian(at: offset, width: width).map { .integer($0) }
    case 8, 16:
      // Eight bytes have a sign; sixteen hold the numbers above them.
      guard let bits = data.bits(at: offset + width - 8, width: 8) else { return nil }
      if width == 16, bits > UInt64(Int.max) { return .real(Double(bits)) }
      return .integer(Int(truncatingIfNeeded: bits))
    default: return nil
    }
  }

  private func real(at offset: Int, width: Int) -> PropertyListObject? {
    guard let bits = width == 4 || width == 8 ? data.bits(at: offset, width: width) : nil else { return nil }
    return .real(
      width == 4 ? Double(Float(bitPattern: UInt32(truncatingIfNeeded: bits))) : Double(bitPattern: bits)
    )
  }

  /// The bytes behind a marker and its count of units; nil if they are not all in the file.
  private func extent(_ low: Int, _ offset: Int, unit: Int) -> Range<Int>? {
    var (start, length) = (offset + 1, low)
    if low == 0xF {
      // A longer count is an integer of its own.
      guard start < offsets.start, data[start] >> 4 == 1, data[start] & 0xF <= 3,
        let number = data.bigEndian(at: start + 1, width: 1 << Int(data[start] & 0xF))
      else { return nil }
      start += 1 + 1 << Int(data[start] & 0xF)
      length = number
    }
    guard start <= offsets.start, length <= (offsets.start - start) / unit else { return nil }
    return start..<start + length * unit
  }

  private func references(_ range: Range<Int>) -> [Int] {
    stride(from: range.lowerBound, to: range.upperBound, by: referenceWidth).map {
      data.bigEndian(at: $0, width: referenceWidth) ?? .max
    }
  }

  private func utf16(_ bytes: Data) -> String {
    let start = bytes.startIndex
    let units = stride(from: start, to: bytes.endIndex, by: 2).map {
      UInt16(bytes[$0]) << 8 | UInt16(bytes[$0 + 1])
    }
    return String(decoding: units, as: UTF16.self)
  }
}

extension PropertyListValue {
  /// Reads a property list of either form, markup or binary.
  ///
  /// - Throws: ``DocumentError`` if it is malformed or exceeds `limits`.
  init(_ data: Data, file: String, limits: ReadingLimits) throws(DocumentError) {
    self =
      BinaryPropertyList.isBinary(data)
      ? try BinaryPropertyList(data, file: file, limits: limits).value(limits: limits)
      : try PropertyListText.read(data, file: file, limits: limits)
  }
}

extension BinaryPropertyList {
  /// The whole list as a value, for lists without references of keyed archives.
  ///
  /// - Throws: ``DocumentError`` if an object is broken, values nest more than 64 deep, or there are more than `limits` allow.
  package func value(limits: ReadingLimits) throws(DocumentError) -> PropertyListValue {
    var rest = limits.elements
    return try value(of: root, depth: 0, &rest)
  }

  private func value(of number: Int, depth: Int, _ rest: inout Int) throws(DocumentError) -> PropertyListValue
  {
    rest -= 1
    guard depth < 64, rest >= 0 else {
      throw DocumentError(.limit, file, "the property list is nested too deep or has too many values")
    }
    switch try object(number) {
    case .null: return .other(tag: "null", text: "")
    case .bool(let value): return .bool(value)
    case .integer(let value): return .integer(value)
    case .real(let value): return .real(value)
    case .data(let bytes): return .other(tag: "data", text: bytes.base64EncodedString())
    case .string(let text): return .string(text)
    case .uid(let number): return .integer(number)
    case .array(let numbers):
      var items: [PropertyListValue] = []
      for number in numbers { items.append(try value(of: number, depth: depth + 1, &rest)) }
      return .array(items)
    case .dictionary(let pairs):
      var entries: [PropertyListEntry] = []
      for pair in pairs {
        guard case .string(let key) = try object(pair.key) else {
          throw DocumentError(.malformed, file, "a key of the property list is not a string")
        }
        entries.append(PropertyListEntry(key: key, value: try value(of: pair.value, depth: depth + 1, &rest)))
      }
      return .dictionary(entries)
    }
  }
}

extension Data {
  /// The bits at an offset, highest byte first; nil if they are not inside.
  fileprivate func bits(at offset: Int, width: Int) -> UInt64? {
    guard offset >= 0, (1...8).contains(width), offset <= count - width else { return nil }
    return (0..<width).reduce(0) { $0 << 8 | UInt64(self[startIndex + offset + $1]) }
  }

  /// The number without sign at an offset, highest byte first; nil if it is not inside, or too large.
  fileprivate func bigEndian(at offset: Int, width: Int) -> Int? {
    if width > 8 {
      // A wide number is small in every real file.
      guard offset >= 0, offset <= count - width, self[offset..<offset + width - 8].allSatisfy({ $0 == 0 })
      else {
        return nil
      }
      return bigEndian(at: offset + width - 8, width: 8)
    }
    return bits(at: offset, width: width).flatMap { Int(exactly: $0) }
  }
}

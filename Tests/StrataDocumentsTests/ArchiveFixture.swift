import Foundation

/// Writes keyed archives, as far as tests need them: a binary property list with one-byte integers for sizes.
struct ArchiveFixture {
  /// A value of the property list.
  indirect enum Value {
    case bool(Bool)
    case int(Int)
    case real(Double)
    case text(String)
    case data(Data)
    case uid(Int)
    case array([Value])
    case dictionary([(String, Value)])
  }

  /// The objects of the archive; the first one is number 1, because number 0 stands for nil.
  var objects: [Value] = []

  /// Adds an object and returns the reference to it.
  @discardableResult
  mutating func add(_ value: Value) -> Value {
    objects.append(value)
    return .uid(objects.count)
  }

  /// Adds an object of a class with fields.
  @discardableResult
  mutating func add(_ name: String, inherits chain: [String] = [], _ fields: [(String, Value)]) -> Value {
    let type = add(
      .dictionary([
        ("$classname", .text(name)), ("$classes", .array(([name] + chain + ["NSObject"]).map { .text($0) })),
      ])
    )
    return add(.dictionary(fields + [("$class", type)]))
  }

  /// Adds an array in the encoder's form.
  mutating func array(_ items: [Value]) -> Value {
    let inner = add("NSMutableArray", [("NS.objects", .array(items))])
    return add("LKNSArrayCodingProxy", [("array", inner)])
  }

  /// Adds a dictionary in Foundation's form.
  mutating func dictionary(_ entries: [(String, Value)]) -> Value {
    let keys = entries.map { add(.text($0.0)) }
    return add("NSDictionary", [("NS.keys", .array(keys)), ("NS.objects", .array(entries.map(\.1)))])
  }

  mutating func rect(_ x: Double, _ y: Double, _ width: Double, _ height: Double) -> Value {
    add(
      "LKNSValueCodingProxy",
      [
        ("kind", .int(2)), ("x", .real(x)), ("y", .real(y)), ("width", .real(width)),
        ("height", .real(height)),
      ]
    )
  }

  /// The archive of a tree.
  mutating func data(rootLayer: Value, isFlipped: Bool = false) -> Data {
    Self.encode(list(rootLayer, isFlipped))
  }

  /// The archive of a tree as an XML property list.
  mutating func markup(rootLayer: Value, isFlipped: Bool = false) -> String {
    """
    <?xml version="1.0" encoding="UTF-8"?>
    <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
    <plist version="1.0">
    \(Self.element(list(rootLayer, isFlipped)))
    </plist>
    """
  }

  private mutating func list(_ rootLayer: Value, _ isFlipped: Bool) -> Value {
    let root = dictionary([("rootLayer", rootLayer), ("geometryFlipped", add(.bool(isFlipped)))])
    return .dictionary([
      ("$version", .int(100_000)), ("$archiver", .text("NSKeyedArchiver")),
      ("$top", .dictionary([("root", root)])), ("$objects", .array([.text("$null")] + objects)),
    ])
  }

  private static func element(_ value: Value) -> String {
    switch value {
    case .bool(let flag): "<\(flag)/>"
    case .int(let number): "<integer>\(number)</integer>"
    case .real(let number): "<real>\(number)</real>"
    case .text(let text): "<string>\(text)</string>"
    case .data(let data): "<data>\n\(data.base64EncodedString(options: .lineLength64Characters))\n</data>"
    case .uid(let number): "<dict>\n<key>CF$UID</key>\n<integer>\(number)</integer>\n</dict>"
    case .array(let items): "<array>\n\(items.map(element).joined(separator: "\n"))\n</array>"
    case .dictionary(let entries):
      "<dict>\n\(entries.map { "<key>\($0.0)</key>\n\(element($0.1))" }.joined(separator: "\n"))\n</dict>"
    }
  }

  // MARK: Binary property lists

  /// Writes a property list in Apple's binary form, each value as an object of its own.
  static func encode(_ root: Value) -> Data {
    var chunks: [Data] = []
    _ = append(root, &chunks)
    var (body, offsets) = (Data("bplist00".utf8), Data())
    for chunk in chunks {
      offsets.append(bytes(body.count, 4))
      body.append(chunk)
    }
    let table = body.count
    return body + offsets + Data([0, 0, 0, 0, 0, 0, 4, 4]) + bytes(chunks.count, 8) + bytes(0, 8)
      + bytes(table, 8)
  }

  private static func append(_ value: Value, _ chunks: inout [Data]) -> Int {
    let index = chunks.count
    chunks.append(Data())
    func marked(_ type: UInt8, _ count: Int, _ payload: Data) -> Data {
      count < 15
        ? Data([type << 4 | UInt8(count)]) + payload
        : Data([type << 4 | 0xF, 0x12]) + bytes(count, 4) + payload
    }
    switch value {
    case .bool(let flag): chunks[index] = Data([flag ? 9 : 8])
    case .int(let number): chunks[index] = Data([0x13]) + bytes(number, 8)
    case .real(let number): chunks[index] = Data([0x23]) + bytes(Int(bitPattern: UInt(number.bitPattern)), 8)
    case .text(let text):
      let isPlain = text.allSatisfy(\.isASCII)
      let units = text.utf16.map { Data([UInt8($0 >> 8), UInt8($0 & 0xFF)]) }.reduce(Data(), +)
      chunks[index] =
        isPlain ? marked(5, text.utf8.count, Data(text.utf8)) : marked(6, text.utf16.count, units)
    case .data(let data): chunks[index] = marked(4, data.count, data)
    case .uid(let number): chunks[index] = Data([0x83]) + bytes(number, 4)
    case .array(let items):
      let numbers = items.map { bytes(append($0, &chunks), 4) }
      chunks[index] = marked(0xA, items.count, numbers.reduce(Data(), +))
    case .dictionary(let entries):
      let keys = entries.map { bytes(append(.text($0.0), &chunks), 4) }
      let values = entries.map { bytes(append($0.1, &chunks), 4) }
      chunks[index] = marked(0xD, entries.count, (keys + values).reduce(Data(), +))
    }
    return index
  }

  /// The lowest bytes of a number, highest first.
  private static func bytes(_ number: Int, _ count: Int) -> Data {
    Data((0..<count).reversed().map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) })
  }
}

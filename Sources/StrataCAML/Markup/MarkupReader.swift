package import Foundation

/// Reads XML text into a markup tree.
///
/// The reader is strict about well-formedness and knows only what documents need: elements, attributes, text,
/// comments, processing instructions and character references. It declares no entities, so that none can
/// expand, and never opens a second file. It keeps attributes in document order, since a later attribute may
/// overwrite part of an earlier one. It goes through the bytes once, without recursion, whatever the depth and
/// the length of a value.
package struct MarkupReader {
  private let bytes: UnsafeBufferPointer<UInt8>
  private let file: String
  private let limits: ReadingLimits
  private var position = 0
  /// A position with a known line; counting continues from here.
  private var mark = (offset: 0, line: 1, column: 1)
  private var builder = MarkupBuilder()

  private init(_ bytes: UnsafeBufferPointer<UInt8>, file: String, limits: ReadingLimits) {
    (self.bytes, self.file, self.limits) = (bytes, file, limits)
  }

  /// Reads `data`; `file` is the path that errors name.
  package static func read(
    _ data: Data,
    file: String,
    limits: ReadingLimits = ReadingLimits()
  ) throws(DocumentError) -> MarkupTree {
    guard data.count <= limits.totalBytes else {
      throw DocumentError(
        .limit,
        file,
        "the file has \(data.count) bytes, more than the \(limits.totalBytes) allowed",
        advice: "raise ReadingLimits.totalBytes"
      )
    }
    var bytes = [UInt8](data)
    if bytes.starts(with: [0xFE, 0xFF]) || bytes.starts(with: [0xFF, 0xFE]) {
      guard let text = String(data: data, encoding: .utf16) else {
        throw DocumentError(.malformed, file, line: 1, column: 1, "the text is not valid UTF-16")
      }
      bytes = [UInt8](text.utf8)
    }
    let result: Result<MarkupTree, DocumentError> = bytes.withUnsafeBufferPointer { buffer in
      var reader = MarkupReader(buffer, file: file, limits: limits)
      do throws(DocumentError) {
        try reader.readDocument()
        return .success(reader.builder.tree())
      } catch {
        return .failure(error)
      }
    }
    return try result.get()
  }

  private mutating func readDocument() throws(DocumentError) {
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
    var hasRoot = false
    while position < bytes.count {
      guard bytes[position] == UInt8(ascii: "<") else {
        try readText()
        continue
      }
      let start = position
      if looking(at: "<!--") {
        try skip(past: "-->", from: position + 4, what: "comment")
        builder.note(note(from: start))
      } else if looking(at: "<![CDATA[") {
        try readCharacterData()
      } else if looking(at: "<!") {
        try skipDocumentType()
        builder.note(note(from: start))
      } else if looking(at: "<?") {
        try readInstruction()
      } else if looking(at: "</") {
        try readEndTag()
      } else {
        if builder.depth == 0 {
          guard !hasRoot else { throw malformed("a second outermost element", at: position) }
          hasRoot = true
        }
        try readStartTag()
      }
    }
    if let open = builder.innermost {
      throw malformed("the text ends inside <\(open.name)> of line \(open.line)", at: bytes.count)
    }
    guard hasRoot else { throw malformed("there is no element", at: bytes.count) }
  }

  // MARK: Tags

  private mutating func readStartTag() throws(DocumentError) {
    let start = position
    let place = lineAndColumn(of: start)
    position += 1
    let name = try readName("an element")
    var attributes: [MarkupAttribute] = []
    var names: Set<String> = []
    var isEmpty = false
    while true {
      let hadSpace = skipWhitespace()
      guard position < bytes.count else { throw malformed("the tag <\(name)> does not end", at: start) }
      if bytes[position] == UInt8(ascii: ">") {
        position += 1
        break
      }
      if looking(at: "/>") {
        position += 2
        isEmpty = true
        break
      }
      let attributeStart = position
      guard hadSpace else { throw malformed("white space is missing before an attribute", at: position) }
      let attribute = try readAttribute(of: name)
      guard names.insert(attribute.name).inserted else {
        throw malformed("the attribute \(attribute.name) appears twice in <\(name)>", at: attributeStart)
      }
      attributes.append(attribute)
    }
    guard builder.depth < limits.depth else {
      throw DocumentError(
        .limit,
        file,
        line: place.line,
        column: place.column,
        "elements are nested more than \(limits.depth) deep",
        advice: "raise ReadingLimits.depth"
      )
    }
    guard builder.count < limits.elements else {
      throw DocumentError(
        .limit,
        file,
        line: place.line,
        column: place.column,
        "there are more than \(limits.elements) elements",
        advice: "raise ReadingLimits.elements"
      )
    }
    builder.begin(name, attributes, line: place.line, column: place.column)
    if isEmpty { builder.end() }
  }

  private mutating func readAttribute(of element: String) throws(DocumentError) -> MarkupAttribute {
    let name = try readName("an attribute of <\(element)>")
    skipWhitespace()
    guard position < bytes.count, bytes[position] == UInt8(ascii: "=") else {
      throw malformed("the attribute \(name) has no value", at: position)
    }
    position += 1
    skipWhitespace()
    guard position < bytes.count,
      bytes[position] == UInt8(ascii: "\"") || bytes[position] == UInt8(ascii: "'")
    else { throw malformed("the value of \(name) is not in quotes", at: position) }
    let start = position + 1
    guard let end = firstIndex(of: bytes[position], from: start) else {
      throw malformed("the value of \(name) does not end", at: position)
    }
    if let less = firstIndex(of: UInt8(ascii: "<"), from: start, to: end) {
      throw malformed("the value of \(name) holds a '<'", at: less)
    }
    position = end + 1
    return MarkupAttribute(name, try decoded(start..<end, isAttribute: true))
  }

  private mutating func readEndTag() throws(DocumentError) {
    let start = position
    position += 2
    let name = try readName("an end tag")
    skipWhitespace()
    guard position < bytes.count, bytes[position] == UInt8(ascii: ">") else {
      throw malformed("the tag </\(name)> does not end", at: start)
    }
    position += 1
    guard let open = builder.innermost else { throw malformed("</\(name)> closes nothing", at: start) }
    guard open.name == name else {
      throw malformed("</\(name)> closes <\(open.name)> of line \(open.line)", at: start)
    }
    builder.end()
  }

  private mutating func readName(_ what: String) throws(DocumentError) -> String {
    let start = position
    while position < bytes.count, isNameByte(bytes[position], isFirst: position == start) { position += 1 }
    guard position > start else { throw malformed("the name of \(what) is missing", at: start) }
    return try string(start..<position)
  }

  private func isNameByte(_ byte: UInt8, isFirst: Bool) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "_"),
      UInt8(ascii: ":"), 0x80...0xFF:
      true
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."):
      !isFirst
    default: false
    }
  }

  // MARK: Everything between tags

  private mutating func readText() throws(DocumentError) {
    let start = position
    let end = firstIndex(of: UInt8(ascii: "<"), from: start) ?? bytes.count
    position = end
    guard let first = (start..<end).first(where: { !isSpace(bytes[$0]) }) else { return }
    guard builder.depth > 0 else { throw malformed("text outside the outermost element", at: first) }
    builder.text(try decoded(start..<end, isAttribute: false))
  }

  private mutating func readCharacterData() throws(DocumentError) {
    let start = position + 9
    guard builder.depth > 0 else { throw malformed("text outside the outermost element", at: position) }
    try skip(past: "]]>", from: start, what: "CDATA section")
    builder.text(try string(start..<(position - 3)))
  }

  private mutating func readInstruction() throws(DocumentError) {
    let start = position
    try skip(past: "?>", from: position + 2, what: "processing instruction")
    guard bytes[(start + 2)...].starts(with: "xml".utf8), isSpace(bytes[start + 5]) else {
      return builder.note(note(from: start))
    }
    let text = try string(start..<position).lowercased()
    let encoding = Self.encoding(in: text)
    let end = position
    skipWhitespace()
    // What is written is UTF-8, whatever was read.
    if (encoding ?? "utf-8") == "utf-8" { builder.declaration = note(from: start) }
    position = end
    guard let encoding, !["utf-8", "utf8", "us-ascii", "ascii", "utf-16"].contains(encoding) else { return }
    throw malformed("the encoding \(encoding) is not supported", at: start, advice: "save it as UTF-8")
  }

  /// The encoding that an XML declaration names, in small letters as the declaration; nil if it names none.
  private static func encoding(in declaration: String) -> String? {
    guard let at = declaration.range(of: "encoding") else { return nil }
    let rest = declaration[at.upperBound...].drop { " \t\r\n=\"'".contains($0) }
    return String(rest.prefix { !"\"' ?".contains($0) })
  }

  /// Skips a document type.
  ///
  /// A type that declares entities is an error. Documents need none, and expanding them turns small files into large
  /// ones.
  private mutating func skipDocumentType() throws(DocumentError) {
    let start = position
    guard looking(at: "<!DOCTYPE") else { throw malformed("an unknown declaration", at: start) }
    var quote: UInt8?
    var nesting = 0
    while position < bytes.count {
      let byte = bytes[position]
      if let open = quote {
        if byte == open { quote = nil }
      } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
        quote = byte
      } else if looking(at: "<!ENTITY") {
        throw malformed(
          "the document declares entities, which are refused",
          at: position,
          advice: "replace them by their text"
        )
      } else if byte == UInt8(ascii: "<") {
        nesting += 1
      } else if byte == UInt8(ascii: ">") {
        nesting -= 1
        if nesting == 0 {
          position += 1
          return
        }
      }
      position += 1
    }
    throw malformed("the document type does not end", at: start)
  }

  private mutating func skip(past end: String, from start: Int, what: String) throws(DocumentError) {
    let pattern = Array(end.utf8)
    var at = start
    while let next = firstIndex(of: pattern[0], from: at) {
      if bytes[next...].starts(with: pattern) {
        position = next + pattern.count
        return
      }
      at = next + 1
    }
    throw malformed("a \(what) does not end", at: position)
  }

  // MARK: Text

  private mutating func decoded(_ range: Range<Int>, isAttribute: Bool) throws(DocumentError) -> String {
    let isPlain = range.allSatisfy { bytes[$0] != UInt8(ascii: "&") && bytes[$0] >= 0x20 }
    if isPlain { return try string(range) }
    var output: [UInt8] = []
    output.reserveCapacity(range.count)
    var at = range.lowerBound
    while at < range.upperBound {
      let byte = bytes[at]
      if byte == UInt8(ascii: "&") {
        guard let end = firstIndex(of: UInt8(ascii: ";"), from: at, to: min(range.upperBound, at + 32)) else {
          throw malformed("a character reference does not end", at: at, advice: "write &amp; for '&'")
        }
        output += try reference(at + 1..<end).utf8
        at = end + 1
        continue
      }
      if byte == 0x0D {
        // Line ends are one character, however they are written.
        if at + 1 >= range.upperBound || bytes[at + 1] != 0x0A { output.append(isAttribute ? 0x20 : 0x0A) }
      } else if byte == 0x0A || byte == 0x09 {
        output.append(isAttribute ? 0x20 : byte)
      } else if byte < 0x20 {
        throw malformed("the control character \(byte) is not allowed", at: at)
      } else {
        output.append(byte)
      }
      at += 1
    }
    guard let text = String(validating: output, as: UTF8.self) else {
      throw malformed("the text is not valid UTF-8", at: range.lowerBound)
    }
    return text
  }

  private mutating func reference(_ range: Range<Int>) throws(DocumentError) -> String {
    let name = try string(range)
    switch name {
    case "amp": return "&"
    case "lt": return "<"
    case "gt": return ">"
    case "quot": return "\""
    case "apos": return "'"
    default: break
    }
    if name.hasPrefix("#") {
      let isHex = name.hasPrefix("#x")
      let digits = name.dropFirst(isHex ? 2 : 1)
      if let code = UInt32(digits, radix: isHex ? 16 : 10), let scalar = Unicode.Scalar(code),
        code >= 0x20 || code == 9 || code == 10 || code == 13
      {
        return String(Character(scalar))
      }
      throw malformed("&\(name); is not a character", at: range.lowerBound - 1)
    }
    throw malformed(
      "the entity &\(name); is not declared",
      at: range.lowerBound - 1,
      advice: "write its text"
    )
  }

  /// The text from an offset to the position, with plain line ends; no reader depends on it, so that any bytes will do.
  private func note(from start: Int) -> String {
    String(decoding: bytes[start..<position], as: UTF8.self).replacingOccurrences(of: "\r\n", with: "\n")
  }

  private mutating func string(_ range: Range<Int>) throws(DocumentError) -> String {
    guard let text = String(validating: UnsafeBufferPointer(rebasing: bytes[range]), as: UTF8.self) else {
      throw malformed("the text is not valid UTF-8", at: range.lowerBound)
    }
    return text
  }

  // MARK: Bytes

  private func looking(at text: StaticString) -> Bool {
    let count = text.utf8CodeUnitCount
    guard position + count <= bytes.count, let base = bytes.baseAddress else { return false }
    return memcmp(base + position, text.utf8Start, count) == 0
  }

  private func firstIndex(of byte: UInt8, from start: Int, to end: Int? = nil) -> Int? {
    let end = end ?? bytes.count
    guard start < end, let base = bytes.baseAddress,
      let found = memchr(base + start, Int32(byte), end - start)
    else { return nil }
    return UnsafeRawPointer(found) - UnsafeRawPointer(base)
  }

  private func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (byte >= 9 && byte <= 13 && byte != 11) }

  @discardableResult
  private mutating func skipWhitespace() -> Bool {
    let start = position
    while position < bytes.count, isSpace(bytes[position]) { position += 1 }
    return position > start
  }

  /// The line and column of an offset; counts on from the last place asked for.
  private mutating func lineAndColumn(of offset: Int) -> (line: Int, column: Int) {
    if offset < mark.offset { mark = (0, 1, 1) }
    for index in mark.offset..<offset {
      if bytes[index] == 0x0A {
        mark.line += 1
        mark.column = 1
      } else if bytes[index] & 0xC0 != 0x80 {
        mark.column += 1
      }
    }
    mark.offset = offset
    return (mark.line, mark.column)
  }

  private mutating func malformed(_ reason: String, at offset: Int, advice: String = "") -> DocumentError {
    let place = lineAndColumn(of: min(offset, bytes.count))
    return DocumentError(
      .malformed,
      file,
      line: place.line,
      column: place.column,
      "not well-formed XML: \(reason)",
      advice: advice
    )
  }
}

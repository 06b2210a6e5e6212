package import CoreGraphics
package import Foundation

#if ImageCodecs
  import CZlib
#endif

/// The text of a PDF's first page, extracted by a reader for the PDF files of this project only.
///
/// It interprets the instructions that show text, with fonts, their ToUnicode tables, spans with `ActualText`, and form
/// XObjects inside of others.
package struct PrintedText {
  /// A text and the first of the glyphs that stand for it.
  package struct Piece {
    package var text: String
    /// The origin of the first glyph in base space.
    package var place: CGPoint
    /// The object number of the font.
    package var font: Int
    /// The code of the first glyph.
    package var code: UInt8
  }

  /// The pieces in the order of the instructions.
  package private(set) var pieces: [Piece] = []
  /// The fonts of the file by object number.
  package private(set) var fonts: [Int: Font] = [:]
  /// The number of operators that fill paths on the page itself.
  package private(set) var fills = 0

  /// A Type 3 font, whose glyphs are drawings.
  package struct Font {
    package var names: [UInt8: String] = [:]
    package var widths: [UInt8: Double] = [:]
    package var drawings: [String: Int] = [:]
    package var texts: [UInt8: String] = [:]
    package var matrix: [Double] = []
  }

  /// All text as one string.
  package var text: String { pieces.map(\.text).joined() }

  private let objects: [Int: (dictionary: String, stream: Data?)]

  /// Reads a file; nil if it cannot be read, or if this build has no library to inflate its streams.
  package init?(_ file: Data) {
    objects = Self.objects(of: file)
    for (number, object) in objects where object.dictionary.contains("/Subtype /Type3") {
      fonts[number] = font(object.dictionary)
    }
    guard let page = objects.values.first(where: { $0.dictionary.contains("/Type /Page ") })?.dictionary,
      let contents = Self.reference("/Contents", in: page)
    else { return nil }
    guard read(contents, matrix: .identity) else { return nil }
  }

  /// The instructions of a drawing of a font.
  package func drawing(_ number: Int) -> String { string(number) ?? "" }

  // MARK: Objects

  private static func objects(of file: Data) -> [Int: (String, Data?)] {
    var result: [Int: (String, Data?)] = [:]
    let bytes = [UInt8](file)
    let latin = String(decoding: bytes.map { $0 < 128 ? $0 : UInt8(ascii: "?") }, as: UTF8.self)
    let text = Array(latin.utf8)
    guard let table = latin.components(separatedBy: "startxref\n").last?.components(separatedBy: "\n").first,
      let start = Int(table)
    else { return [:] }
    let lines = String(decoding: text[start...], as: UTF8.self).components(separatedBy: "\n").dropFirst(2)
    let offsets = lines.prefix { $0.hasSuffix(" n ") || $0.hasSuffix(" f ") }.filter { $0.hasSuffix("n ") }
      .compactMap { Int($0.prefix(10)) }.sorted()
    for (offset, next) in zip(offsets, offsets.dropFirst() + [start]) {
      let body = Array(text[offset..<next])
      let whole = String(decoding: body, as: UTF8.self)
      guard let number = Int(whole.prefix { $0 != " " }) else { continue }
      guard let range = whole.range(of: "stream\n") else {
        result[number] = (whole, nil)
        continue
      }
      let dictionary = String(whole[..<range.lowerBound])
      let first = offset + whole.utf8.distance(from: whole.startIndex, to: range.upperBound)
      let length = dictionary.components(separatedBy: "/Length ").last.flatMap {
        Int($0.prefix { $0.isNumber })
      }
      let data = Data(bytes[first..<first + (length ?? 0)])
      result[number] = (dictionary, dictionary.contains("/FlateDecode") ? inflated(data) : data)
    }
    return result
  }

  private static func inflated(_ data: Data) -> Data? {
    #if ImageCodecs
      var size = uLong(data.count * 64 + 4096)
      var result = Data(count: Int(size))
      let status = result.withUnsafeMutableBytes { target in
        data.withUnsafeBytes { source in
          uncompress(
            target.bindMemory(to: UInt8.self).baseAddress,
            &size,
            source.bindMemory(to: UInt8.self).baseAddress,
            uLong(data.count)
          )
        }
      }
      return status == Z_OK ? result.prefix(Int(size)) : nil
    #else
      return nil
    #endif
  }

  private func string(_ number: Int) -> String? {
    objects[number]?.stream.map { String(decoding: $0, as: UTF8.self) }
  }

  private static func reference(_ key: String, in dictionary: String) -> Int? {
    dictionary.components(separatedBy: key + " ").dropFirst().first.flatMap { Int($0.prefix { $0.isNumber }) }
  }

  // MARK: Fonts

  private func font(_ dictionary: String) -> Font {
    func list(_ key: String, _ open: String, _ close: Character) -> [String] {
      let rest = dictionary.components(separatedBy: key + " " + open).dropFirst().first ?? ""
      return rest.prefix { $0 != close }.split(separator: " ").map(String.init)
    }
    var result = Font()
    result.matrix = list("/FontMatrix", "[", "]").compactMap(Double.init)
    for (index, name) in list("/Differences", "[", "]").dropFirst().enumerated() {
      result.names[UInt8(index)] = String(name.dropFirst())
    }
    for (index, width) in list("/Widths", "[", "]").enumerated() {
      result.widths[UInt8(index)] = Double(width)
    }
    let drawings = list("/CharProcs", "<<", ">")
    for index in stride(from: 0, to: drawings.count - 3, by: 4) {
      result.drawings[String(drawings[index].dropFirst())] = Int(drawings[index + 1])
    }
    let table = Self.reference("/ToUnicode", in: dictionary).flatMap(string) ?? ""
    var isInside = false
    for line in table.components(separatedBy: "\n") {
      if line.hasSuffix("bfchar") { isInside = line.hasSuffix("beginbfchar") }
      let parts = line.split { "<> ".contains($0) }
      guard isInside, line.hasPrefix("<"), parts.count == 2, let code = UInt8(parts[0], radix: 16) else {
        continue
      }
      result.texts[code] = Self.utf16(String(parts[1]))
    }
    return result
  }

  private static func bytes(_ digits: String) -> [UInt8] {
    let digits = Array(digits)
    return stride(from: 0, to: digits.count - 1, by: 2).compactMap {
      UInt8(String(digits[$0...$0 + 1]), radix: 16)
    }
  }

  private static func utf16(_ digits: String) -> String {
    let bytes = bytes(digits)
    let units = stride(from: 0, to: bytes.count - 1, by: 2).map { (index: Int) -> UInt16 in
      let (high, low) = (UInt16(bytes[index]), UInt16(bytes[index + 1]))
      return high << 8 | low
    }
    return String(decoding: units, as: UTF16.self)
  }

  // MARK: Instructions

  /// The graphics state, as far as text needs it.
  private struct State {
    var matrix: CGAffineTransform
    var text = CGAffineTransform.identity
    var font = 0
    var size = 0.0
    var span: String?
    /// True if the span's text is in `pieces` already.
    var hasSpanText = false
  }

  private mutating func read(_ number: Int, matrix: CGAffineTransform) -> Bool {
    guard let content = string(number) else { return false }
    var state = State(matrix: matrix)
    var saved: [State] = []
    var operands: [String] = []
    func numbers(_ count: Int) -> [CGFloat] { operands.suffix(count).map { CGFloat(Double($0) ?? 0) } }
    for token in Self.tokens(content) {
      switch token {
      case "q": saved.append(state)
      case "Q": state = saved.popLast() ?? state
      case "cm", "Tm":
        let n = numbers(6)
        guard n.count == 6 else { return false }
        let change = CGAffineTransform(n[0], n[1], n[2], n[3], n[4], n[5])
        if token == "cm" { state.matrix = change.concatenating(state.matrix) } else { state.text = change }
      case "Tf":
        state.font = operands.dropLast().last.flatMap { Int($0.dropFirst(2)) } ?? 0
        state.size = operands.last.flatMap(Double.init) ?? 0
      case "TJ": show(operands, &state)
      case "BDC":
        state.span = operands.first { $0.hasPrefix("<FEFF") }.map {
          Self.utf16(String($0.dropFirst(5).dropLast()))
        }
        state.hasSpanText = false
      case "EMC": state.span = nil
      case "f", "f*": fills += 1
      case "Do":
        let object = operands.last.flatMap { Int($0.dropFirst(2)) } ?? 0
        if objects[object]?.dictionary.contains("/Subtype /Form") == true {
          guard read(object, matrix: state.matrix) else { return false }
        }
      default:
        operands.append(token)
        continue
      }
      operands.removeAll()
    }
    return true
  }

  private static func tokens(_ content: String) -> [String] {
    var result: [String] = []
    var token = ""
    var isString = false
    func isSpace(_ character: Character) -> Bool { character == " " || character == "\n" }
    let characters = Array(content)
    for (index, character) in characters.enumerated() {
      let isPair = index + 1 < characters.count && characters[index + 1] == character
      if character == "<", !isPair, !(index > 0 && characters[index - 1] == "<") {
        if !token.isEmpty { result.append(token) }
        (token, isString) = ("<", true)
      } else if isString {
        token.append(character)
        if character == ">" {
          result.append(token)
          (token, isString) = ("", false)
        }
      } else if isSpace(character) || character == "[" || character == "]" {
        if !token.isEmpty { result.append(token) }
        token = ""
      } else {
        token.append(character)
      }
    }
    if !token.isEmpty { result.append(token) }
    return result
  }

  private mutating func show(_ operands: [String], _ state: inout State) {
    guard let font = fonts[state.font], let unit = font.matrix.first else { return }
    for operand in operands {
      guard operand.hasPrefix("<"), !operand.hasPrefix("<<") else {
        let step = -(Double(operand) ?? 0) / 1000 * state.size
        state.text = CGAffineTransform(translationX: CGFloat(step), y: 0).concatenating(state.text)
        continue
      }
      for code in Self.bytes(String(operand.dropFirst().dropLast())) {
        let place = CGPoint.zero.applying(state.text).applying(state.matrix)
        if state.span == nil || !state.hasSpanText {
          let text = state.span ?? font.texts[code] ?? ""
          pieces.append(Piece(text: text, place: place, font: state.font, code: code))
          state.hasSpanText = true
        }
        let step = (font.widths[code] ?? 0) * unit * state.size
        state.text = CGAffineTransform(translationX: CGFloat(step), y: 0).concatenating(state.text)
      }
    }
  }
}

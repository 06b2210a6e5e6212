import Foundation

/// Numbers as documents write them.
package enum NumberText {
  /// Reads one number: decimal with an optional exponent, or one of the spellings of infinity.
  ///
  /// NaN reads as nil, like every other text that is not a number.
  package static func number(_ text: some StringProtocol) -> Double? {
    let word = text.trimmingCharacters(in: .whitespacesAndNewlines)
    guard let first = word.utf8.first else { return nil }
    switch first {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: "+"):
      // Double's own reader also takes hexadecimal digits, which are not numbers here.
      if word.utf8.allSatisfy({ isNumberByte($0) }) { return Double(word) }
      return infinity(word)
    default: return infinity(word)
    }
  }

  private static func infinity(_ word: String) -> Double? {
    switch word.lowercased() {
    case "inf", "+inf", "infinity", "+infinity": .infinity
    case "-inf", "-infinity": -.infinity
    default: nil
    }
  }

  private static func isNumberByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: "+"),
      UInt8(ascii: "e"), UInt8(ascii: "E"):
      true
    default: false
    }
  }

  /// Reads numbers separated by white space, commas or semicolons; nil if one of them is not a number.
  package static func numbers(_ text: String) -> [Double]? {
    var result: [Double] = []
    for word in words(text) {
      guard let number = number(word) else { return nil }
      result.append(number)
    }
    return result
  }

  /// Reads exactly `count` numbers.
  package static func numbers(_ text: String, count: Int) -> [Double]? {
    numbers(text).flatMap { $0.count == count ? $0 : nil }
  }

  /// The words of a list.
  package static func words(_ text: String) -> [Substring] {
    text.split {
      $0 == " " || $0 == "," || $0 == ";" || $0 == "\n" || $0 == "\t" || $0 == "\r\n" || $0 == "\r"
    }
  }

  /// Reads a truth value: 0 and 1, true and false, yes and no.
  package static func bool(_ text: String) -> Bool? {
    switch text.trimmingCharacters(in: .whitespacesAndNewlines).lowercased() {
    case "1", "true", "yes": true
    case "0", "false", "no": false
    default: number(text).map { $0 != 0 }
    }
  }

  /// Writes a number: up to 12 digits after the point (of the normalised number, below 1 and in exponent form),
  /// exponent form for small, huge and large fractional numbers, no trailing zeros.
  package static func text(_ value: Double) -> String {
    guard value.isFinite else { return value.isNaN ? "0" : value < 0 ? "-inf" : "inf" }
    let size = abs(value)
    if value == value.rounded(), size < 1e15 { return String(Int64(value)) }
    guard size >= 1e-3, size < 1e4 else { return exponential(value, digits: 12) }
    let decimals = size >= 1 ? 12 : 12 + Int(-log10(size).rounded(.down))
    return trimmed(String(format: "%.\(decimals)f", value))
  }

  /// Writes a number with so many significant digits.
  package static func text(_ value: Double, significantDigits: Int) -> String {
    guard value.isFinite, value != 0 else { return text(value) }
    let exponent = Int(log10(abs(value)).rounded(.down))
    guard exponent >= -3, exponent < max(significantDigits, 4) else {
      return exponential(value, digits: significantDigits - 1)
    }
    return trimmed(String(format: "%.\(max(significantDigits - 1 - exponent, 0))f", value))
  }

  private static func exponential(_ value: Double, digits: Int) -> String {
    let parts = String(format: "%.\(digits)e", value).split(separator: "e")
    guard parts.count == 2, let exponent = Int(parts[1]) else { return String(value) }
    let mantissa = trimmed(String(parts[0]))
    return exponent == 0 ? mantissa : "\(mantissa)e\(exponent)"
  }

  private static func trimmed(_ text: String) -> String {
    guard text.contains(".") else { return text }
    var end = text.endIndex
    while text[text.index(before: end)] == "0" { end = text.index(before: end) }
    if text[text.index(before: end)] == "." { end = text.index(before: end) }
    let short = String(text[..<end])
    return short == "-0" ? "0" : short
  }
}

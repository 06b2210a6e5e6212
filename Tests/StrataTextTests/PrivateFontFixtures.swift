import CoreText
import Foundation
import StrataText
import Testing

/// Liberation Mono under a PostScript name that nothing has; each number makes another font.
func stranger(_ number: Int = 0, _ change: (inout Data) throws -> Void = { _ in }) throws -> CGFont {
  let mono = CTFontCreateWithName("LiberationMono" as CFString, 12, nil)
  var data = CTFontCopyGraphicsFont(mono, nil).data
  for encoding in [String.Encoding.utf16BigEndian, .macOSRoman] {
    let name = try #require("LiberationMono".data(using: encoding))
    let other = try #require("LiberationNono".data(using: encoding))
    while let place = data.range(of: name) { data.replaceSubrange(place, with: other) }
  }
  try change(&data)
  // Bytes behind the tables belong to none.
  data.append(contentsOf: [UInt8(number & 0xFF), UInt8(number >> 8)])
  return try #require(CGFont(data: data))
}

/// A character for private use that no font has but those of ``moveLigatures(_:)``.
let privateCharacter: Unicode.Scalar = "\u{E123}"

/// Gives the ligatures of a font, U+FB01 and U+FB02, to characters for private use.
func moveLigatures(_ data: inout Data) throws {
  func big16(_ place: Int) -> Int { Int(data[place]) << 8 | Int(data[place + 1]) }
  func big32(_ place: Int) -> Int { big16(place) << 16 | big16(place + 2) }
  func put(_ value: Int, _ place: Int) {
    (data[place], data[place + 1]) = (UInt8(value >> 8 & 0xFF), UInt8(value & 0xFF))
  }
  // OpenType 1.9, Table Directory and cmap, format 4.
  let entries = (0..<big16(4)).map { 12 + 16 * $0 }
  let entry = try #require(entries.first { data[$0..<$0 + 4] == Data("cmap".utf8) })
  let table = big32(entry + 8)
  let subtable = table + big32(table + 8)
  let size = big16(subtable + 6)
  let ends = subtable + 14
  let starts = ends + size + 2
  let segment = try #require(stride(from: 0, to: size, by: 2).first { big16(starts + $0) == 0xFB01 })
  let (first, delta) = (Int(privateCharacter.value), starts + size + segment)
  put(big16(delta) + 0xFB01 - first, delta)
  put(first, starts + segment)
  put(first + 1, ends + segment)
}

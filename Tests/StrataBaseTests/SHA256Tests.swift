import Foundation
import StrataBase
import Testing

/// The digests are those of the standard's own examples.
@Suite struct SHA256Tests {
  private func digest(_ text: String) -> String {
    Data(text.utf8).withUnsafeBytes { SHA256.digest(of: $0) }
  }

  /// NIST, SHA-256 examples of FIPS 180-4, one block and two blocks; the empty message; a million letters.
  @Test(arguments: [
    ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
    ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
    (
      "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
      "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
    ),
    (
      String(repeating: "a", count: 1_000_000),
      "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"
    ),
  ]) func theStandardsExamplesHold(text: String, expected: String) {
    #expect(digest(text) == expected)
  }

  @Test func piecesGiveTheDigestOfTheWhole() {
    let text = String(repeating: "0123456789", count: 40)
    let bytes = Array(text.utf8)
    for size in [1, 3, 55, 56, 63, 64, 65, 127, 128, 400] {
      var hash = SHA256()
      for start in stride(from: 0, to: bytes.count, by: size) {
        bytes[start..<min(start + size, bytes.count)].withUnsafeBytes { hash.update($0) }
      }
      #expect(hash.finished() == digest(text), "pieces of \(size)")
    }
  }
}

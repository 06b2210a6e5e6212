import Foundation

/// Writes zip archives of stored entries, as far as tests need them (APPNOTE 6.3).
struct ZipFixture {
  struct Entry {
    var name: String
    var data = Data()
    var method: UInt16 = 0
    var flags: UInt16 = 0
    /// The size that the directory claims; nil for the true one.
    var claimedSize: UInt32?
    /// The kind of file and its permissions, as Unix has them.
    var mode: UInt32 = 0o100644
  }

  var entries: [Entry] = []

  init(_ files: [(String, String)] = []) {
    entries = files.map { Entry(name: $0.0, data: Data($0.1.utf8)) }
  }

  var data: Data {
    var (body, directory) = (Data(), Data())
    for entry in entries {
      let start = UInt32(body.count)
      var common = Data()
      common.append(number: entry.flags)
      common.append(number: entry.method)
      common.append(number: UInt32(0))
      common.append(number: Self.checksum(entry.data))
      common.append(number: UInt32(entry.data.count))
      common.append(number: entry.claimedSize ?? UInt32(entry.data.count))
      common.append(number: UInt16(entry.name.utf8.count))
      common.append(number: UInt16(0))
      body.append(number: UInt32(0x0403_4B50))
      body.append(number: UInt16(20))
      body.append(common)
      body.append(Data(entry.name.utf8))
      body.append(entry.data)
      directory.append(number: UInt32(0x0201_4B50))
      // Made on Unix, which keeps the mode in the upper half of the attributes.
      directory.append(number: UInt16(0x0314))
      directory.append(number: UInt16(20))
      directory.append(common)
      directory.append(Data(count: 6))
      directory.append(number: entry.mode << 16)
      directory.append(number: start)
      directory.append(Data(entry.name.utf8))
    }
    let start = UInt32(body.count)
    body.append(directory)
    body.append(number: UInt32(0x0605_4B50))
    body.append(Data(count: 4))
    body.append(number: UInt16(entries.count))
    body.append(number: UInt16(entries.count))
    body.append(number: UInt32(directory.count))
    body.append(number: start)
    body.append(Data(count: 2))
    return body
  }

  /// The CRC-32 of ISO 3309, bit by bit.
  private static func checksum(_ data: Data) -> UInt32 {
    ~data.reduce(UInt32.max) { sum, byte in
      (0..<8).reduce(sum ^ UInt32(byte)) { sum, _ in sum >> 1 ^ (sum & 1 == 1 ? 0xEDB8_8320 : 0) }
    }
  }
}

extension Data {
  fileprivate mutating func append<Number: FixedWidthInteger>(number: Number) {
    Swift.withUnsafeBytes(of: number.littleEndian) { append(contentsOf: $0) }
  }
}

/// A document of 20 x 10 points.
func smallDocument(_ attributes: String = "", _ inner: String = "") -> String {
  "<caml><CALayer bounds=\"0 0 20 10\" position=\"10 5\" \(attributes)>\(inner)</CALayer></caml>"
}

/// A wallpaper as a device has it, packed and deflated by Python's `zipfile` and `plistlib`.
///
/// It holds two versions. Both name Deep.ca as background and Near.ca as floating; the second one has a blue background and
/// in front a red square with the states Locked and Unlock. Entries of a Mac's housekeeping stand beside them.
let packedWallpaper =
  Data(
    base64Encoded: """
      UEsDBBQAAAAIAAAAIVi5yOgnxwAAAPMAAABAAAAAZGVzY3JpcHRvcnMvQTEvdmVyc2lvbnMvMS9jb250ZW50cy9TZWEud2FsbHBh
      cGVyL1dhbGxwYXBlci5wbGlzdEsqyMksLjEwuMzIxMwiIBSWWFycWlIckpeYmxpellpUnJmfd5GVLTonPznbMS/FIz839SI7R3hK
      alpiaU7JVU4ubiYeXj5+AcF4AemkxOTs9KL80rwUx7zM3MQSoFa3zJxUP6BR8QIyaTn5QKG8dAw579TKqMyU1LySzLTM1KKQksqC
      1HCX1NQCveTEcL/UxCIgLcAeHJyaGC8g4JNYmVqUijBfgJGDX0xaWc3I1NYjrXXC1LlLl6/exwAGjIwQmkGYARUcAABQSwMEFAAA
      AAgAAAAhWA0LYYMJAAAABwAAAEIAAABkZXNjcmlwdG9ycy9BMS92ZXJzaW9ucy8xL2NvbnRlbnRzL1NlYS53YWxscGFwZXIvRGVl
      cC5jYS9tYWluLmNhbWyzSU7MzdG3AwBQSwMEFAAAAAgAAAAhWLnI6CfHAAAA8wAAAEAAAABkZXNjcmlwdG9ycy9BMS92ZXJzaW9u
      cy8yL2NvbnRlbnRzL1NlYS53YWxscGFwZXIvV2FsbHBhcGVyLnBsaXN0SyrIySwuMTC4zMjEzCIgFJZYXJxaUhySl5ibGl6WWlSc
      mZ93kZUtOic/OdsxL8UjPzf1IjtHeEpqWmJpTslVTi5uJh5ePn4BwXgB6aTE5Oz0ovzSvBTHvMzcxBKgVrfMnFQ/oFHxAjJpOflA
      obx0DDnv1MqozJTUvJLMtMzUopCSyoLUcJfU1AK95MRwv9TEIiAtwB4cnJoYLyDgk1iZWpSKMF+AkYNfTFpZzcjU1iOtdcLUuUuX
      r97HAAaMjBCaQZgBFRwAAFBLAwQUAAAACAAAACFY3HQW3nQAAACKAAAAQgAAAGRlc2NyaXB0b3JzL0ExL3ZlcnNpb25zLzIvY29u
      dGVudHMvU2VhLndhbGxwYXBlci9EZWVwLmNhL21haW4uY2FtbC2OQQrDIBBFrzLMAXQsdFOSQHDbSxgjrVQdMRbb20dpd3/x/uNN
      1sQAnxjSMeOz1nyTsrUmTM7BCctRai5uTT6a6jlJJQiXSa9383UFNn6nvR8JCC4EihAyH36QMyqCK8Jm7OtRBqc5cPmxqjvkX9LX
      aFhOUEsDBBQAAAAIAAAAIVjqNGm08AAAAJoBAABCAAAAZGVzY3JpcHRvcnMvQTEvdmVyc2lvbnMvMi9jb250ZW50cy9TZWEud2Fs
      bHBhcGVyL05lYXIuY2EvbWFpbi5jYW1sXZHdboMwDIVfxfIDkFC10jQBUsXVNC4qVdt9AKtF5AcFM8rbL+mKaHcVy/7OyXGSNcpo
      uBltxxyvzMO7EPM8J2oYNCWNM6J0no62M4o7Z0WaSCyy8liphTzUbrJtEEqQsJOQSoTBjV0kc0wlHBCKbJxqHelx03Vtjq1jfDHY
      w/5ZvovqWjX9xUeodNr5YBpAiaLIxJPtyIopnNXnOVZglaEcK9f01Eb2tf9ldZiELUiTIcub8Ez8rfREwMpfiD/WlD0tJ8XXHNd0
      yS3If/7QZQienpRGuHdCxrd7wH+mobNduA7jHo/w4vE4oYp/UvwCUEsDBBQAAAAIAAAAIVhl6xMXBQAAAAMAAABDAAAAX19NQUNP
      U1gvZGVzY3JpcHRvcnMvQTEvdmVyc2lvbnMvMi9jb250ZW50cy9TZWEud2FsbHBhcGVyLy5fTmVhci5jYctNTAYAUEsDBBQAAAAI
      AAAAIVhl6xMXBQAAAAMAAABBAAAAZGVzY3JpcHRvcnMvQTEvdmVyc2lvbnMvMi9jb250ZW50cy9TZWEud2FsbHBhcGVyLy5feC5j
      YS9tYWluLmNhbWzLTUwGAFBLAQIUAxQAAAAIAAAAIVi5yOgnxwAAAPMAAABAAAAAAAAAAAAAAACAAQAAAABkZXNjcmlwdG9ycy9B
      MS92ZXJzaW9ucy8xL2NvbnRlbnRzL1NlYS53YWxscGFwZXIvV2FsbHBhcGVyLnBsaXN0UEsBAhQDFAAAAAgAAAAhWA0LYYMJAAAA
      BwAAAEIAAAAAAAAAAAAAAIABJQEAAGRlc2NyaXB0b3JzL0ExL3ZlcnNpb25zLzEvY29udGVudHMvU2VhLndhbGxwYXBlci9EZWVw
      LmNhL21haW4uY2FtbFBLAQIUAxQAAAAIAAAAIVi5yOgnxwAAAPMAAABAAAAAAAAAAAAAAACAAY4BAABkZXNjcmlwdG9ycy9BMS92
      ZXJzaW9ucy8yL2NvbnRlbnRzL1NlYS53YWxscGFwZXIvV2FsbHBhcGVyLnBsaXN0UEsBAhQDFAAAAAgAAAAhWNx0Ft50AAAAigAA
      AEIAAAAAAAAAAAAAAIABswIAAGRlc2NyaXB0b3JzL0ExL3ZlcnNpb25zLzIvY29udGVudHMvU2VhLndhbGxwYXBlci9EZWVwLmNh
      L21haW4uY2FtbFBLAQIUAxQAAAAIAAAAIVjqNGm08AAAAJoBAABCAAAAAAAAAAAAAACAAYcDAABkZXNjcmlwdG9ycy9BMS92ZXJz
      aW9ucy8yL2NvbnRlbnRzL1NlYS53YWxscGFwZXIvTmVhci5jYS9tYWluLmNhbWxQSwECFAMUAAAACAAAACFYZesTFwUAAAADAAAA
      QwAAAAAAAAAAAAAAgAHXBAAAX19NQUNPU1gvZGVzY3JpcHRvcnMvQTEvdmVyc2lvbnMvMi9jb250ZW50cy9TZWEud2FsbHBhcGVy
      Ly5fTmVhci5jYVBLAQIUAxQAAAAIAAAAIVhl6xMXBQAAAAMAAABBAAAAAAAAAAAAAACAAT0FAABkZXNjcmlwdG9ycy9BMS92ZXJz
      aW9ucy8yL2NvbnRlbnRzL1NlYS53YWxscGFwZXIvLl94LmNhL21haW4uY2FtbFBLBQYAAAAABwAHAAwDAAChBQAAAAA=
      """,
    options: .ignoreUnknownCharacters
  ) ?? Data()

#if GPU
  package import Foundation

  /// A compiled program as a driver gave it.
  struct ProgramBinary: Equatable {
    /// The driver's number of the format.
    var format: UInt32
    var bytes: Data
  }

  /// Compiled programs on disk, so that a program that starts again compiles none.
  ///
  /// A file belongs to a driver with its version and to a source. It has a checksum; what does not fit is ignored, and
  /// replaced by the next program that is compiled. Files get their names when they are complete. A folder that cannot be
  /// written is no error.
  ///
  /// - Thread: Any; several processes may share the folder.
  package struct ProgramFiles: Sendable {
    private let folder: URL
    private let driver: String

    /// The largest file that is read, in bytes.
    private static let mostBytes = 16 << 20
    /// The first bytes of a file: a name, and the version of the layout.
    private static let magic = Data("StrataP1".utf8)

    /// - Parameters:
    ///   - folder: The folder, made with the first file.
    ///   - driver: The driver's names with its version.
    package init(folder: URL, driver: String) { (self.folder, self.driver) = (folder, driver) }

    /// The folder of this user: `strata/programs` in `XDG_CACHE_HOME`, by default `~/.cache`; nil if neither is there.
    package static func standardFolder(
      _ environment: [String: String] = ProcessInfo.processInfo.environment
    ) -> URL? {
      let home = environment["HOME"].flatMap { $0.hasPrefix("/") ? $0 + "/.cache" : nil }
      // A path that is not absolute is ignored, as the XDG base directory specification has it.
      let caches = environment["XDG_CACHE_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil } ?? home
      return caches.map { URL(filePath: $0).appending(path: "strata/programs") }
    }

    private func url(of source: String) -> URL {
      let key = Data((driver + "\0" + source).utf8)
      // Two hashes of 64 bits: the file's own text decides.
      let name =
        Self.hex(Self.hash(key, 0xcbf2_9ce4_8422_2325)) + Self.hex(Self.hash(key, 0x9e37_79b9_7f4a_7c15))
      return folder.appending(path: name)
    }

    /// The program of a source; nil if there is none, or if its file is damaged or of another driver.
    func binary(of source: String) -> ProgramBinary? {
      let url = url(of: source)
      let values = try? url.resourceValues(forKeys: [.fileSizeKey, .isRegularFileKey])
      guard values?.isRegularFile == true, let size = values?.fileSize, size <= Self.mostBytes,
        let data = try? Data(contentsOf: url)
      else { return nil }
      let head = Self.magic + Self.bytes(Self.checksum(of: driver + "\0" + source))
      guard data.count > head.count + 12, data.prefix(head.count) == head else { return nil }
      let rest = Data(data.dropFirst(head.count))
      let body = Data(rest.dropFirst(8))
      guard rest.prefix(8) == Self.bytes(Self.hash(body)) else { return nil }
      let format = body.prefix(4).reversed().reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
      return ProgramBinary(format: format, bytes: Data(body.dropFirst(4)))
    }

    /// Stores the program of a source, if the folder can be written.
    func write(_ binary: ProgramBinary, of source: String) {
      let body = Self.bytes(binary.format) + binary.bytes
      let head = Self.magic + Self.bytes(Self.checksum(of: driver + "\0" + source))
      let data = head + Self.bytes(Self.hash(body)) + body
      guard data.count <= Self.mostBytes else { return }
      let attributes = [FileAttributeKey.posixPermissions: 0o700]
      try? FileManager.default.createDirectory(
        at: folder,
        withIntermediateDirectories: true,
        attributes: attributes
      )
      try? data.write(to: url(of: source), options: .atomic)
    }

    private static func checksum(of text: String) -> UInt64 { hash(Data(text.utf8), 0x2545_f491_4f6c_dd1d) }

    /// FNV-1a, by Fowler, Noll and Vo, from a start.
    private static func hash(_ data: Data, _ start: UInt64 = 0xcbf2_9ce4_8422_2325) -> UInt64 {
      data.withUnsafeBytes { $0.reduce(start) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 } }
    }

    private static func hex(_ number: UInt64) -> String {
      let digits = String(number, radix: 16)
      return String(repeating: "0", count: 16 - digits.count) + digits
    }

    private static func bytes(_ number: some FixedWidthInteger) -> Data {
      withUnsafeBytes(of: number.littleEndian) { Data($0) }
    }
  }
#endif

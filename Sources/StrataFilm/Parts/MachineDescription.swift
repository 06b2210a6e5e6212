import StrataKernels
import Foundation
import StrataBase
import StrataText

/// The facts about a machine on which the bytes of a part may depend, and those that explain its speed.
public struct MachineDescription: Codable, Hashable, Sendable {
  /// The version of the program that draws.
  public let version: String
  /// The SHA-256 digest of the program's code, in hexadecimal digits; nil if it is not known.
  ///
  /// Builds between two versions differ in it, and so do programs with other traits or for other processors.
  public let build: String?
  /// The architecture of the processor, such as `x86_64`.
  public let architecture: String
  /// The number of threads that draw.
  public let threads: Int
  /// The form of the pixel kernels; all forms give the same bytes.
  public let kernels: String
  /// The version of the encoder; nil if it takes no part, or is not installed.
  public let encoder: String?

  /// Describes this machine and the running program.
  ///
  /// The first call reads the program's code, which takes some hundredths of a second.
  ///
  /// - Parameters:
  ///   - version: The version of the program that draws.
  ///   - threads: The number of threads that draw.
  ///   - usesEncoder: True to ask the encoder for its version, which starts it once.
  public init(version: String, threads: Int, usesEncoder: Bool) {
    (self.version, self.threads) = (version, threads)
    build = ProgramDigest.text
    #if arch(x86_64)
      architecture = "x86_64"
    #elseif arch(arm64)
      architecture = "aarch64"
    #else
      architecture = "unknown"
    #endif
    kernels = String(cString: strata_kernels().pointee.name)
    encoder = usesEncoder ? EncoderProbe.version : nil
  }
}

/// A font file by its content.
public struct FontFile: Codable, Hashable, Sendable {
  /// The name of the file, without its folder; that of the font if it is not installed.
  public let name: String
  /// The size of the file, in bytes.
  public let bytes: Int
  /// The SHA-256 digest of the file, in hexadecimal digits.
  public let sha256: String

  init(path: String) throws(ExportError) {
    let digest = try FileDigest(of: URL(filePath: path))
    (name, bytes, sha256) = (URL(filePath: path).lastPathComponent, digest.bytes, digest.sha256)
  }

  fileprivate init(_ opened: FontFiles.Opened) throws(ExportError) {
    switch opened {
    case .file(let path):
      let file = try FontFile(path: path)
      (name, bytes, sha256) = (file.name, file.bytes, file.sha256)
    case .memory(let name, let bytes, let sha256):
      (self.name, self.bytes, self.sha256) = (name, bytes, sha256)
    }
  }
}

/// The fonts that drew a part, and those that the machine would have found.
public struct FontSet: Codable, Hashable, Sendable {
  /// A digest of all installed fonts; where it is equal, every search finds the same font.
  public let installed: String
  /// The files that glyphs were read from.
  public let used: [FontFile]

  /// Describes the fonts that this program has used so far; nil if it drew no text.
  ///
  /// - Complexity: Reads every file that it has used.
  public static func used() throws(ExportError) -> FontSet? {
    var known: [String: FontFile] = [:]
    return try used(&known)
  }

  /// Describes the fonts that this program has used so far; only files that are not known by their paths are read.
  static func used(_ known: inout [String: FontFile]) throws(ExportError) -> FontSet? {
    var used: [FontFile] = []
    var found: Set<FontFile> = []
    for opened in FontFiles.opened {
      var path: String?
      if case .file(let ownPath) = opened { path = ownPath }
      let file: FontFile
      if let path, let read = known[path] { file = read } else { file = try FontFile(opened) }
      if let path { known[path] = file }
      if found.insert(file).inserted { used.append(file) }
    }
    return used.isEmpty ? nil : FontSet(installed: fingerprint, used: used)
  }

  /// Every font file that is installed, with its path, sorted by path.
  ///
  /// - Complexity: Reads every file.
  public static func installedFiles() throws(ExportError) -> [(path: String, file: FontFile)] {
    var files: [(path: String, file: FontFile)] = []
    for path in FontFiles.installed { files.append((path, try FontFile(path: path))) }
    return files
  }

  /// A digest of the sizes and heads of all installed fonts, without their paths.
  ///
  /// The head of a font lists its tables with a checksum of each (OpenType 1.9, Table Directory), so that a file need not
  /// be read to its end.
  public static let fingerprint: String = {
    let heads = FontFiles.installed.map { path -> String in
      guard let file = FileHandle(forReadingAtPath: path) else { return path }
      defer { try? file.close() }
      let head = (try? file.read(upToCount: 4096)) ?? Data()
      let size = (try? file.seekToEnd()) ?? 0
      return head.withUnsafeBytes { SHA256.digest(of: $0) } + " \(size)"
    }
    var hash = SHA256()
    for head in Set(heads).sorted() { hash.update(head + "\n") }
    return hash.finished()
  }()
}

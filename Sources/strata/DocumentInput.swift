import Foundation
import Glibc
import StrataDocuments
import StrataExport

/// The place that a document is read from: a path, or `-` for standard input.
enum DocumentInput {
  static let standardInput = "-"
  /// The name of standard input in messages.
  fileprivate static let streamName = "standard input"

  /// Reads a document; the one from standard input finds its images in the current folder.
  static func read(_ path: String, options: ReadingOptions) throws(DocumentError) -> Document {
    guard path == standardInput else {
      return try Document(contentsOf: URL(filePath: path), options: options)
    }
    return try document(of: try bytes(options.limits), options: options)
  }

  /// The document whose bytes came from standard input.
  static func document(of data: Data, options: ReadingOptions) throws(DocumentError) -> Document {
    let folder = URL(filePath: FileManager.default.currentDirectoryPath, directoryHint: .isDirectory)
    do {
      return try Document(data: data, folder: folder, named: streamName, options: options)
    } catch {
      var error = error
      error.file = shownName(of: error.file)
      throw error
    }
  }

  /// The name of a file in messages: that of standard input is not a name in the current folder.
  fileprivate static func shownName(of file: String) -> String {
    file.hasSuffix("/" + streamName) ? streamName : file
  }

  /// The place of a document in messages.
  static func shownPlace(of path: String) -> String { path == standardInput ? streamName : path }

  /// The document's name without folder and extension, for names of results.
  static func name(of path: String) -> String {
    path == standardInput ? "stdin" : URL(filePath: path).deletingPathExtension().lastPathComponent
  }

  /// The bytes of standard input, which can be read once.
  static func bytes(_ limits: ReadingLimits) throws(DocumentError) -> Data {
    let limit = limits.totalBytes
    var data = Data()
    var piece = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = Glibc.read(STDIN_FILENO, &piece, piece.count)
      if count == 0 { return data }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else {
        throw DocumentError(.unreadable, streamName, String(cString: strerror(errno)))
      }
      data.append(contentsOf: piece[..<count])
      guard data.count <= limit else {
        throw DocumentError(
          .limit,
          streamName,
          "the document has more than the \(limit) bytes allowed",
          advice: "raise --max-bytes"
        )
      }
    }
  }
}

extension Document {
  /// Throws if a result would replace a file that the document is read from, by whatever name.
  ///
  /// - Throws: `ExportError`, for wrong arguments.
  func check(output: URL) throws {
    let places = ([self] + parts).flatMap { [$0.url, $0.home].compactMap(\.self) }
    let lists = places.flatMap { place in ["index.xml", "Wallpaper.plist"].map { place.appending(path: $0) } }
    guard let source = FilePlace.first(of: places + lists + sourceFiles, at: output) else { return }
    throw ExportError.invalidSetting(
      name: "--output",
      reason: "\(output.path(percentEncoded: false)) would replace \(source.path(percentEncoded: false)), "
        + "of which the document is made"
    )
  }

  /// The remarks of the reader, with the names of files as messages show them.
  var remarks: [Diagnostic] {
    // Only a document from standard input has no location.
    guard url == nil else { return diagnostics }
    return diagnostics.map { diagnostic in
      var shown = diagnostic
      shown.file = DocumentInput.shownName(of: shown.file)
      return shown
    }
  }
}

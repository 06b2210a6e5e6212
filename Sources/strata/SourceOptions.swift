import ArgumentParser
import Foundation
import StrataDocuments

#if Media
  import StrataMedia
#endif

/// The options for reading a document, shared by all commands.
struct SourceOptions: ParsableArguments {
  @Flag(help: "Fail if any part of the document is ignored, such as a missing image.")
  var strict = false

  @Option(
    help: ArgumentHelp(
      "Look for pictures with absolute paths below FROM in the folder TO here. May be given several times.",
      discussion:
        "A document made for a device names its pictures by the device's folders, such as /var/mobile/....",
      valueName: "from=to"
    )
  )
  var assets: [AssetMapping] = []

  @Option(parsing: .unconditional, help: "The greatest nesting depth of elements.")
  var maxDepth: Int?

  @Option(parsing: .unconditional, help: "The greatest number of elements.")
  var maxElements: Int?

  @Option(parsing: .unconditional, help: "The greatest number of pixels of an image.")
  var maxImagePixels: Int?

  @Option(parsing: .unconditional, help: "The greatest number of pixels of all images together.")
  var maxDocumentPixels: Int?

  @Option(
    parsing: .unconditional,
    help: "The greatest number of bytes read in all: markup, manifest and images."
  )
  var maxBytes: Int?

  /// The options of a reading, as the arguments say.
  var reading: ReadingOptions {
    var options = ReadingOptions()
    for limit in Self.limits {
      if let value = self[keyPath: limit.value] { options.limits[keyPath: limit.setting] = value }
    }
    options.isStrict = strict
    options.assetFolders = assets.map(\.folder)
    #if Media
      options.openFilm = { try VideoClip(contentsOf: $0) }
    #endif
    return options
  }

  func validate() throws {
    for limit in Self.limits where self[keyPath: limit.value] ?? 1 < 1 {
      throw ValidationError("\(limit.option) must be at least 1.")
    }
  }

  /// Reads the document and prints its warnings; those that differ in their place only are one line.
  ///
  /// - Parameters:
  ///   - path: The document.
  ///   - options: The options of the reading; nil for those of the arguments.
  ///   - quietly: True to print errors only.
  /// - Returns: The document.
  /// - Throws: `DocumentError`, or an exit code for a document with warnings that `--strict` refuses.
  func open(_ path: String, _ options: ReadingOptions? = nil, quietly: Bool) throws -> Document {
    let document = try DocumentInput.read(path, options: options ?? reading)
    let warnings = document.remarks.filter { $0.severity != .note }
    ToolLog.start(for: path, quietly: quietly, reported: Set(warnings.map(\.message)))
    if !quietly {
      var counts: [Diagnostic.Remark: Int] = [:]
      for warning in warnings { counts[warning.remark, default: 0] += 1 }
      for warning in warnings {
        guard let count = counts.removeValue(forKey: warning.remark) else { continue }
        say("\(warning)" + (count > 1 ? " (and \(count - 1) more like it; strata check lists all)" : ""))
      }
      if document.rootLayer == nil { say("\(path): the document is empty: it has no layer") }
    }
    if strict, !warnings.isEmpty {
      say("strata: \(path): --strict, and the document has warnings")
      throw ExitStatus.findings
    }
    return document
  }
}

// MARK: - Limits

extension SourceOptions {
  /// An option that is a limit of the reader.
  private struct Limit {
    let option: String
    let value: KeyPath<SourceOptions, Int?>
    /// The name of the limit in advice of the library.
    let name: String
    let setting: WritableKeyPath<ReadingLimits, Int>
  }

  private static var limits: [Limit] {
    [
      Limit(option: "--max-depth", value: \.maxDepth, name: "depth", setting: \.depth),
      Limit(option: "--max-elements", value: \.maxElements, name: "elements", setting: \.elements),
      Limit(
        option: "--max-image-pixels",
        value: \.maxImagePixels,
        name: "imagePixels",
        setting: \.imagePixels
      ),
      Limit(
        option: "--max-document-pixels",
        value: \.maxDocumentPixels,
        name: "documentPixels",
        setting: \.documentPixels
      ),
      Limit(option: "--max-bytes", value: \.maxBytes, name: "totalBytes", setting: \.totalBytes),
    ]
  }

  /// An error of the library with the options of the tool in its advice, where it names limits of the library.
  static func naming(_ error: DocumentError) -> DocumentError {
    var error = error
    for limit in limits { error.advice.replace("ReadingLimits.\(limit.name)", with: limit.option) }
    error.advice.replace("ReadingOptions.isStrict", with: "--strict")
    return error
  }
}

extension Diagnostic {
  /// A diagnostic without its place.
  fileprivate struct Remark: Hashable {
    let severity: Severity
    let message: String
  }

  fileprivate var remark: Remark { Remark(severity: severity, message: message) }
}

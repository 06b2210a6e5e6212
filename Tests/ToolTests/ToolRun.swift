import Foundation
import StrataTesting

/// A run of the built tool, from the folder where the tests' own binary stands.
struct ToolRun {
  let status: Int32
  let output: Data
  let errors: String

  /// True if the tool of this build can write pictures.
  static var hasImageCodecs: Bool {
    #if ImageCodecs
      true
    #else
      false
    #endif
  }

  static let tool: URL = {
    let own = URL(filePath: CommandLine.arguments[0]).resolvingSymlinksInPath()
    var folder = own.deletingLastPathComponent()
    // The test bundle may stand some folders below the products.
    for _ in 0..<4 {
      let candidate = folder.appending(path: "strata")
      if FileManager.default.isExecutableFile(atPath: candidate.path) { return candidate }
      folder.deleteLastPathComponent()
    }
    return own.deletingLastPathComponent().appending(path: "strata")
  }()

  /// A command that runs another one without the superuser's capability to read all files.
  ///
  /// It is empty if the tests do not run as the superuser, nil if the capability cannot be dropped.
  static let withoutPrivilege: [String]? = {
    guard getuid() == 0 else { return [] }
    let capabilities = "-dac_override,-dac_read_search"
    let command = ["/usr/bin/setpriv", "--bounding-set", capabilities, "--inh-caps", capabilities]
    let trial = Process()
    trial.executableURL = URL(filePath: command[0])
    trial.arguments = command.dropFirst() + ["true"]
    guard (try? trial.run()) != nil else { return nil }
    trial.waitUntilExit()
    return trial.terminationStatus == 0 ? command : nil
  }()

  /// Runs the tool to its end; `prefix` is a command that runs it, such as `withoutPrivilege`.
  init(
    _ arguments: String...,
    environment: [String: String] = [:],
    output target: String? = nil,
    prefix: [String]? = nil
  ) throws {
    try self.init(arguments, environment: environment, output: target, prefix: prefix)
  }

  /// Runs the tool to its end with the text of a file as its standard input, and in a folder if there is one.
  init(
    _ arguments: [String],
    environment: [String: String] = [:],
    input: String? = nil,
    output target: String? = nil,
    prefix: [String]? = nil,
    folder workingFolder: URL? = nil
  ) throws {
    let process = Process()
    let command = (prefix ?? []) + [Self.tool.path] + arguments
    process.executableURL = URL(filePath: command[0])
    process.arguments = Array(command.dropFirst())
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    let folder = FileManager.default.temporaryDirectory
    let names = (0..<2).map { _ in folder.appending(path: "strata-tool-\(UUID().uuidString)") }
    for name in names { _ = FileManager.default.createFile(atPath: name.path, contents: nil) }
    defer { for name in names { try? FileManager.default.removeItem(at: name) } }
    process.standardOutput = try FileHandle(forWritingTo: target.map { URL(filePath: $0) } ?? names[0])
    process.standardError = try FileHandle(forWritingTo: names[1])
    process.standardInput = try input.map { try FileHandle(forReadingFrom: URL(filePath: $0)) } ?? .nullDevice
    if let workingFolder { process.currentDirectoryURL = workingFolder }
    try process.run()
    process.waitUntilExit()
    status = process.terminationStatus
    output = target == nil ? try Data(contentsOf: names[0]) : Data()
    errors = String(decoding: try Data(contentsOf: names[1]), as: UTF8.self)
  }
}

/// The folder of one test, removed when the test ends.
final class Workplace {
  private let temporary: TemporaryFolder
  var folder: URL { temporary.url }

  init() throws { temporary = try TemporaryFolder() }

  func path(_ name: String) -> String { folder.appending(path: name).path }

  /// Writes a document of one root layer with the given inner XML.
  func document(_ inner: String, attributes: String = "", name: String = "document.caml") throws -> String {
    let text = """
      <?xml version="1.0" encoding="UTF-8"?>
      <caml xmlns="http://www.apple.com/CoreAnimation/1.0">
      <CALayer bounds="0 0 20 10" position="10 5" backgroundColor="1 0 0" \(attributes)>
      \(inner)
      </CALayer>
      </caml>
      """
    try text.write(toFile: path(name), atomically: true, encoding: .utf8)
    return path(name)
  }

  /// The names of all files in the folder, hidden ones too.
  var names: [String] { (try? FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()) ?? [] }
}

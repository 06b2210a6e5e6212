import Foundation
import Testing

/// The checkout that the tests belong to.
enum Checkout {
  static let root = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// The text of a file, by its path from the root.
  static func text(_ path: String) throws -> String {
    try String(contentsOf: root.appending(path: path), encoding: .utf8)
  }

  /// Runs a program in the root and gives it a text; returns its exit status and all that it printed.
  static func run(
    _ program: String,
    _ arguments: [String],
    input: String = ""
  ) throws -> (status: Int32, text: String) {
    let process = Process()
    process.executableURL = URL(filePath: program)
    process.arguments = arguments
    process.currentDirectoryURL = root
    let (source, output) = (Pipe(), Pipe())
    process.standardOutput = output
    process.standardError = output
    process.standardInput = source
    try process.run()
    try source.fileHandleForWriting.write(contentsOf: Data(input.utf8))
    try source.fileHandleForWriting.close()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    return (process.terminationStatus, text)
  }
}

/// A block of code in a page.
struct CodeBlock: CustomTestStringConvertible {
  let file: String
  let line: Int
  let code: [String]
  var testDescription: String { "\(file):\(line)" }

  /// The blocks of a language in a file, by its path from the root.
  static func blocks(of language: String, in path: String) -> [CodeBlock] {
    var found: [CodeBlock] = []
    var open: (line: Int, code: [String])?
    let lines = (try? Checkout.text(path))?.components(separatedBy: "\n") ?? []
    for (number, line) in lines.enumerated() {
      if line == "```\(language)" {
        open = (number + 1, [])
      } else if line == "```", let block = open {
        found.append(CodeBlock(file: path, line: block.line, code: block.code))
        open = nil
      } else {
        open?.code.append(line)
      }
    }
    return found
  }
}

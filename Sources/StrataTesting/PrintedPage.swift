package import CoreGraphics
import Foundation
import ImageIO

/// The first page of a PDF file, as an independent reader (Poppler) shows it.
package struct PrintedPage: VectorFile {
  package static let pathExtension = "pdf"
  package let file: Data

  package init(_ file: Data) { self.file = file }

  /// Poppler's programs; the second draws cells of patterns at their exact place, the first up to a pixel beside it.
  private static let programs = ["pdftoppm", "pdftocairo"].map { name in
    ["/usr/bin/", "/usr/local/bin/"].map { $0 + name }.first {
      FileManager.default.isExecutableFile(atPath: $0)
    }
  }

  /// True if the reader is installed and this build can decode its pictures.
  package static var canBeSeen: Bool {
    #if ImageCodecs
      programs.allSatisfy { $0 != nil }
    #else
      false
    #endif
  }

  private static let textProgram = "/usr/bin/pdftotext"

  /// True if the reader of text is installed.
  package static var canBeRead: Bool { FileManager.default.isExecutableFile(atPath: textProgram) }

  /// Returns the text of the page in reading order.
  package func text() throws -> String {
    let page = FileManager.default.temporaryDirectory.appendingPathComponent("page-\(UUID().uuidString).pdf")
    try file.write(to: page)
    defer { try? FileManager.default.removeItem(at: page) }
    let process = Process()
    let output = Pipe()
    process.executableURL = URL(fileURLWithPath: Self.textProgram)
    process.arguments = [page.path, "-"]
    process.standardOutput = output
    try process.run()
    let bytes = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Returns the page on white paper, with `scale` pixels per point.
  package func image(scale: Int, isExact: Bool) throws -> CGImage {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("page-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let page = folder.appendingPathComponent("page.pdf")
    try file.write(to: page)
    guard let program = Self.programs[isExact ? 1 : 0] else { throw UnreadableFile(description: "no reader") }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: program)
    process.arguments = ["-r", "\(72 * scale)", "-png", "-singlefile", page.path, folder.path + "/page"]
    try process.run()
    process.waitUntilExit()
    guard process.terminationStatus == 0,
      let source = CGImageSourceCreateWithURL(folder.appendingPathComponent("page.png") as NSURL, nil),
      let image = CGImageSourceCreateImageAtIndex(source, 0, nil)
    else {
      throw UnreadableFile(description: "\(program) exited with \(process.terminationStatus), no picture")
    }
    return image
  }
}

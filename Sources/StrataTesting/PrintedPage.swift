package import CoreGraphics
import Foundation
import ImageIO

/// The first page of a PDF file, as an independent reader (Poppler) shows it.
package struct PrintedPage {
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

  /// The reader made no picture of a page.
  package struct Unreadable: Error, CustomStringConvertible {
    package let description: String
  }

  /// Returns the page on white paper, with `scale` pixels per point.
  package func image(scale: Int, isExact: Bool = false) throws -> CGImage {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("page-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let page = folder.appendingPathComponent("page.pdf")
    try file.write(to: page)
    guard let program = Self.programs[isExact ? 1 : 0] else { throw Unreadable(description: "no reader") }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: program)
    process.arguments = ["-r", "\(72 * scale)", "-png", "-singlefile", page.path, folder.path + "/page"]
    try process.run()
    process.waitUntilExit()
    guard process.terminationStatus == 0,
      let source = CGImageSourceCreateWithURL(folder.appendingPathComponent("page.png") as NSURL, nil),
      let image = CGImageSourceCreateImageAtIndex(source, 0, nil)
    else { throw Unreadable(description: "\(program) exited with \(process.terminationStatus), no picture") }
    return image
  }

  /// Compares the page with a picture of twice as many pixels as points.
  ///
  /// If the environment variable `STRATA_PDF_PICTURES` names a folder, page and pictures are written there under `name`.
  package func comparison(with expected: CGImage, name: String, isExact: Bool = false) throws
    -> ImageComparison
  {
    let actual = try image(scale: 2, isExact: isExact)
    if let folder = ProcessInfo.processInfo.environment["STRATA_PDF_PICTURES"] {
      let path = URL(fileURLWithPath: folder).appendingPathComponent(name).path
      try file.write(to: URL(fileURLWithPath: path + ".pdf"))
      for (picture, kind) in [(expected, "screen"), (actual, "paper")] {
        let url = URL(fileURLWithPath: "\(path) (\(kind)).png") as NSURL
        guard let target = CGImageDestinationCreateWithURL(url, "public.png" as NSString, 1, nil) else {
          continue
        }
        CGImageDestinationAddImage(target, picture, nil)
        _ = CGImageDestinationFinalize(target)
      }
    }
    guard let comparison = ImageComparison(expected, actual) else {
      throw Unreadable(
        description: "the page has \(actual.width) x \(actual.height) pixels, the screen a different size"
      )
    }
    return comparison
  }
}

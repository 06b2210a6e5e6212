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
    let folder = try TemporaryFolder()
    let page = folder.url.appending(path: "page.pdf")
    try file.write(to: page)
    return String(decoding: try run([Self.textProgram, page.path, "-"]), as: UTF8.self)
  }

  /// Returns the page on white paper, with `scale` pixels per point.
  package func image(scale: Int, isExact: Bool) throws -> CGImage {
    let folder = try TemporaryFolder()
    let (page, picture) = (folder.url.appending(path: "page.pdf"), folder.url.appending(path: "page"))
    try file.write(to: page)
    guard let program = Self.programs[isExact ? 1 : 0] else { throw UnreadableFile(description: "no reader") }
    try run([program, "-r", "\(72 * scale)", "-png", "-singlefile", page.path, picture.path])
    guard let source = CGImageSourceCreateWithURL(picture.appendingPathExtension("png") as NSURL, nil),
      let image = CGImageSourceCreateImageAtIndex(source, 0, nil)
    else { throw UnreadableFile(description: "\(program) made no picture") }
    return image
  }
}

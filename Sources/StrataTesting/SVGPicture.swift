package import CoreGraphics
import Foundation
import ImageIO

/// An SVG file, as an independent reader (librsvg) shows it.
package struct SVGPicture: VectorFile {
  package static let pathExtension = "svg"
  package let file: Data

  package init(_ file: Data) { self.file = file }

  private static let program = "/usr/bin/rsvg-convert"

  /// True if the reader is installed and this build can decode its pictures.
  package static var canBeSeen: Bool {
    #if ImageCodecs
      FileManager.default.isExecutableFile(atPath: program)
    #else
      false
    #endif
  }

  package func image(scale: Int, isExact: Bool) throws -> CGImage {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("svg-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let (source, target) = (folder.appendingPathComponent("a.svg"), folder.appendingPathComponent("a.png"))
    try file.write(to: source)
    let process = Process()
    process.executableURL = URL(fileURLWithPath: Self.program)
    process.arguments = ["-z", "\(scale)", "-b", "white", "-o", target.path, source.path]
    try process.run()
    process.waitUntilExit()
    guard process.terminationStatus == 0, let picture = CGImageSourceCreateWithURL(target as NSURL, nil),
      let image = CGImageSourceCreateImageAtIndex(picture, 0, nil)
    else {
      throw UnreadableFile(
        description: "\(Self.program) exited with \(process.terminationStatus), no picture"
      )
    }
    return image
  }
}

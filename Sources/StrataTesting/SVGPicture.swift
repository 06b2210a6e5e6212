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
    let folder = try TemporaryFolder()
    let (source, target) = (folder.url.appending(path: "a.svg"), folder.url.appending(path: "a.png"))
    try file.write(to: source)
    try run([Self.program, "-z", "\(scale)", "-b", "white", "-o", target.path, source.path])
    guard let picture = CGImageSourceCreateWithURL(target as NSURL, nil),
      let image = CGImageSourceCreateImageAtIndex(picture, 0, nil)
    else { throw UnreadableFile(description: "\(Self.program) made no picture") }
    return image
  }
}

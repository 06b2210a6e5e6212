import Foundation
import Testing

/// The page of the gallery has the words of the program that writes it.
@Suite struct GalleryPageTests {
  /// A title and a caption, as the sources of the gallery have them.
  private struct Plate: Hashable {
    let title: String
    let caption: String
  }

  private static let folder = "Examples/Gallery"

  private func plates() throws -> [Plate] {
    let files = try FileManager.default.contentsOfDirectory(
      atPath: Checkout.root.appending(path: Self.folder).path
    )
    return try files.filter { $0.hasSuffix("Plates.swift") }.flatMap { file in
      try Checkout.text("\(Self.folder)/\(file)").matches(of: /\bPlate\(\s*"([^"]*)",\s*"([^"]*)"/).map {
        Plate(title: String($0.output.1), caption: String($0.output.2))
      }
    }
  }

  @Test func theTitlesAndCaptionsAreThoseOfTheProgram() throws {
    let page = try Checkout.text("Documentation/Gallery.md")
    let plates = try plates()
    #expect(plates.count == page.components(separatedBy: "\n### ").count - 1)
    for plate in plates { #expect(page.contains("\n### \(plate.title)\n\n\(plate.caption)"), "\(plate)") }
  }
}

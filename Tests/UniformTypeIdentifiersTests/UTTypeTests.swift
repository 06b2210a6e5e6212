import CoreGraphics
import Foundation
import Testing
import UniformTypeIdentifiers

@Suite struct UTTypeTests {
  @Test func aTypeKnowsItsFiles() {
    #expect(UTType.png.identifier == "public.png")
    #expect(UTType.png.preferredFilenameExtension == "png")
    #expect(UTType.jpeg.preferredMIMEType == "image/jpeg")
    #expect(UTType("public.webp") == nil)
    #expect(UTType("ORG.webmproject.webP") == .webP)
    #expect(UTType(filenameExtension: "JPG") == .jpeg)
    #expect(UTType(filenameExtension: "") == nil)
    #expect(UTType(mimeType: "video/quicktime") == .quickTimeMovie)
    #expect(UTType.folder.preferredFilenameExtension == nil)
    #expect(UTType.folder.tags.isEmpty)
    #expect(UTType.png.tags[.mimeType] == ["image/png"])
  }

  @Test func aTypeConformsToThoseAboveIt() {
    #expect(UTType.svg.conforms(to: .image))
    #expect(UTType.svg.conforms(to: .text))
    #expect(UTType.svg.supertypes.contains(.item))
    #expect(UTType.png.conforms(to: .png))
    #expect(!UTType.png.isSubtype(of: .png))
    #expect(UTType.movie.isSupertype(of: .mpeg4Movie))
    #expect(!UTType.image.conforms(to: .png))
    #expect(!UTType.mp3.conforms(to: .movie))
  }

  @Test func aTagIsSoughtAmongTypesThatConform() {
    #expect(UTType(filenameExtension: "png", conformingTo: .image) == .png)
    let odd = UTType(filenameExtension: "png", conformingTo: .movie)
    #expect(odd?.isDynamic == true)
    #expect(odd?.conforms(to: .audiovisualContent) == true)
    #expect(UTType.types(tag: "text/xml", tagClass: .mimeType, conformingTo: nil) == [.xml])
    #expect(UTType.types(tag: "x", tagClass: UTTagClass(rawValue: "other"), conformingTo: nil).isEmpty)
  }

  @Test func anUnknownTagMakesADynamicType() throws {
    let type = try #require(UTType(filenameExtension: "Strata"))
    #expect(type.isDynamic)
    #expect(!type.isDeclared)
    #expect(!type.isPublic)
    #expect(type.preferredFilenameExtension == "strata")
    #expect(type.preferredMIMEType == nil)
    #expect(type.conforms(to: .data))
    #expect(type == UTType(filenameExtension: "strata"))
    #expect(type != UTType(filenameExtension: "strata", conformingTo: .text))
    #expect(UTType(type.identifier) == type)
    #expect(type.localizedDescription == nil)
    for name in ["dyn.", "dyn.0", "dyn.zz", "dyn.00", "dyn.ff", ""] {
      #expect(UTType(name) == nil, "\(name)")
    }
  }

  @Test func aProgramDeclaresTypes() {
    let scene = UTType(exportedAs: "com.example.Scene", conformingTo: .package)
    #expect(UTType("com.example.scene") == scene)
    #expect(scene.isDeclared)
    #expect(scene.conforms(to: .directory))
    #expect(UTType(importedAs: "com.example.scene", conformingTo: .text) == scene)
    #expect(!scene.conforms(to: .text))
    #expect(UTType(importedAs: "public.png", conformingTo: .movie) == .png)
    #expect(!UTType.png.conforms(to: .movie))
  }

  @Test func theProgramsOwnDeclarationCountsInAnyOrder() {
    let early = UTType(importedAs: "com.example.Late")
    #expect(early.conforms(to: .data))
    let imported = UTType(importedAs: "com.example.late", conformingTo: .text)
    #expect(imported.conforms(to: .text) && imported == early)
    let late = UTType(exportedAs: "com.example.late", conformingTo: .image)
    #expect(early.conforms(to: .image) && !early.conforms(to: .text))
    #expect(late.identifier == "com.example.Late")
    #expect(!UTType(exportedAs: "com.example.late", conformingTo: .movie).conforms(to: .movie))
    #expect(!UTType(importedAs: "com.example.late", conformingTo: .text).conforms(to: .text))
  }

  @Test func namesGetTheExtensionThatTheyLack() {
    let folder = URL(fileURLWithPath: "/films", isDirectory: true)
    #expect(folder.appendingPathComponent("a", conformingTo: .png).path == "/films/a.png")
    #expect(folder.appendingPathComponent("a.JPG", conformingTo: .jpeg).path == "/films/a.JPG")
    #expect(folder.appendingPathComponent("a.png", conformingTo: .jpeg).path == "/films/a.png.jpeg")
    #expect(folder.appendingPathComponent("b", conformingTo: .folder).hasDirectoryPath)
    #expect(URL(fileURLWithPath: "/a").appendingPathExtension(for: .pdf).path == "/a.pdf")
    var url = URL(fileURLWithPath: "/a")
    url.appendPathComponent("b", conformingTo: .gif)
    url.appendPathExtension(for: .gif)
    #expect(url.path == "/a/b.gif")
    #expect(("a" as NSString).appendingPathComponent("b", conformingTo: .json) == "a/b.json")
  }

  @Test func typesAreCodedByTheirIdentifier() throws {
    let data = try JSONEncoder().encode([UTType.png, .movie])
    #expect(String(decoding: data, as: UTF8.self) == #"["public.png","public.movie"]"#)
    #expect(try JSONDecoder().decode([UTType].self, from: data) == [.png, .movie])
    let unknown = Data(#"["com.example.unknown"]"#.utf8)
    #expect(throws: DecodingError.self) { try JSONDecoder().decode([UTType].self, from: unknown) }
  }

  /// The names by which image files are written are those of the table.
  @Test(arguments: ImageFormat.allCases)
  func formatsOfImagesAreTypes(_ format: ImageFormat) {
    let type = UTType(format.typeIdentifier)
    #expect(type?.conforms(to: .image) == true)
    for name in format.fileExtensions { #expect(UTType(filenameExtension: name) == type, "\(name)") }
  }

  /// Films, sounds and fonts by suffix, also of types that have no member, with what they are kinds of.
  @Test(arguments: [
    ("mov", "com.apple.quicktime-movie", UTType.movie), ("mp4", "public.mpeg-4", .movie),
    ("m4v", "com.apple.m4v-video", .mpeg4Movie), ("m4a", "com.apple.m4a-audio", .mpeg4Audio),
    ("webm", "org.webmproject.webm", .movie), ("mkv", "org.matroska.mkv", .movie),
    ("aac", "public.aac-audio", .audio), ("flac", "org.xiph.flac", .audio),
    ("heif", "public.heif", .image), ("ttf", "public.truetype-ttf-font", .font),
    ("otf", "public.opentype-font", .font), ("tar", "public.tar-archive", .archive),
  ])
  func suffixesHaveTheirTypes(suffix: String, identifier: String, kind: UTType) throws {
    let type = try #require(UTType(identifier))
    #expect(UTType(filenameExtension: suffix) == type)
    #expect(type.identifier == identifier)
    #expect(type.conforms(to: kind))
    #expect(type.preferredFilenameExtension == suffix)
    for mime in type.tags[.mimeType] ?? [] { #expect(UTType(mimeType: mime) == type, "\(mime)") }
  }

  @Test func membersHaveTheirNamesAndKinds() throws {
    #expect(UTType.heif.identifier == "public.heif")
    let heif = try #require(UTType("public.heif-standard"))
    #expect(UTType.heif.isSubtype(of: heif))
    #expect(UTType.heic.isSubtype(of: heif))
    #expect(UTType.appleProtectedMPEG4Video.conforms(to: .mpeg4Movie))
    #expect(UTType(mimeType: "audio/mp4") == .mpeg4Audio)
    #expect(UTType.mpeg4Audio.preferredFilenameExtension == "m4a")
  }

  /// Each member of the type has a row, whose parents have rows, and the parents lead to no circle.
  @Test func everyMemberIsInTheTable() throws {
    let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appending(path: "../../Sources/UniformTypeIdentifiers/UTType+Members.swift")
    let members = try String(contentsOf: file, encoding: .utf8).matches(of: /known: "([^"]+)"/).map {
      $0.output.1
    }
    #expect(members.count > 90)
    #expect(Set(members).count == members.count)
    for name in members {
      let type = try #require(UTType(String(name)), "\(name)")
      #expect(type.localizedDescription?.isEmpty == false, "\(name)")
      for parent in type.supertypes { #expect(parent.isDeclared, "\(name) in \(parent)") }
      #expect(!type.supertypes.contains(type), "\(name)")
    }
  }
}

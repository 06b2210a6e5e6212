import Foundation
import QuartzCore
import StrataExport
import StrataRenderServer
import StrataTesting
import Testing

/// Hidden files of programs that were killed go when their part is gone on with; those of programs that run stay.
@Suite struct AbandonedFileTests {
  private let temporary: TemporaryFolder
  private var folder: URL { temporary.url }

  init() throws { temporary = try TemporaryFolder() }

  private var hidden: [String] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return names.filter { $0.hasPrefix(".") }.sorted()
  }

  private func leave(_ names: String...) throws {
    for name in names { try Data([1]).write(to: folder.appending(path: name)) }
  }

  private func write(_ name: String, _ format: ExportFormat, resumes: Bool) throws {
    let renderer = OfflineRenderer(layer: CALayer(), size: CGSize(width: 4, height: 4))
    var settings = ExportSettings(format: format, duration: 1, framesPerSecond: 10)
    settings.frames = 2..<4
    let machine = MachineDescription(version: "1", threads: 1, usesEncoder: false)
    let origin = PartOrigin(content: [], machine: machine)
    _ = try Exporter(renderer, settings: settings)
      .writePart(to: folder.appending(path: name), origin, resumes: resumes)
  }

  @Test func thoseOfAFilmGo() throws {
    try leave(".a.rgba.4711.1.partial", ".a.rgba.strata.4711.2.partial")
    let others = [".a.rgba", ".a.rgba.x.1.partial", ".b.a.rgba.4711.1.partial", ".b.rgba.4711.1.partial"]
    for name in others { try leave(name) }
    try write("a.rgba", .rawRGBA, resumes: false)
    #expect(hidden.count == 6)
    try write("a.rgba", .rawRGBA, resumes: true)
    #expect(hidden == others)
  }

  @Test func thoseOfThePicturesOfAPartGo() throws {
    try leave(".002.svg.4711.1.partial", ".003.svg.4711.12.partial")
    // A picture of another part, whose program may run on a machine that this one knows nothing of.
    try leave(".004.svg.4711.3.partial")
    try write("%03d.svg", .svg, resumes: true)
    #expect(hidden == [".004.svg.4711.3.partial"])
  }

  @Test func thoseThatAreBeingWrittenStay() throws {
    let file = try OutputFile(folder.appending(path: "a.rgba"))
    try file.write(Data([1, 2, 3]))
    try leave(".a.rgba.4711.1.partial")
    try write("a.rgba", .rawRGBA, resumes: true)
    #expect(hidden == [file.temporary.lastPathComponent])
    try file.finish()
    #expect(hidden == [])
    #expect(try Data(contentsOf: file.url) == Data([1, 2, 3]))
  }

  /// On some disks a lock keeps all other descriptors from the bytes that it covers.
  @Test func theLockCoversNoContent() throws {
    let file = try OutputFile(folder.appending(path: "a.rgba"))
    let other = open(file.temporary.path, O_WRONLY)
    defer { close(other) }
    #expect(flock(other, LOCK_EX | LOCK_NB) == 0)
    #expect(lockf(other, F_TEST, 1 << 40) == 0)
    #expect(FileLock.take(other) == .busy)
  }

  /// A process of another container may have the same number, and its files the same names.
  @Test func whatHasTheNextNameStays() throws {
    let url = folder.appending(path: "a.rgba")
    let first = try OutputFile(url)
    let number = try #require(Int(first.temporary.deletingPathExtension().pathExtension))
    let others = (1...200).map { ".a.rgba.\(getpid()).\(number + $0).partial" }
    for name in others { try leave(name) }
    let second = try OutputFile(url)
    #expect(!others.contains(second.temporary.lastPathComponent))
    try second.write(Data([1, 2, 3]))
    try second.finish()
    for name in others { #expect(try Data(contentsOf: folder.appending(path: name)) == Data([1])) }
  }
}

import Foundation
import Glibc

/// A file of a part: a film, or a picture of one frame.
struct PartFile: Codable, Hashable, Sendable {
  /// The name of the file, beside its record.
  let name: String
  /// The first and the last frame in it.
  let first: Int
  let last: Int
  let bytes: Int
  let sha256: String

  init(_ url: URL, frames: Range<Int>, _ digest: FileDigest) {
    name = url.lastPathComponent
    (first, last) = (frames.lowerBound, frames.upperBound - 1)
    (bytes, sha256) = (digest.bytes, digest.sha256)
  }

  /// True if the file beside a record is there with the bytes that were written.
  func isComplete(in folder: URL) -> Bool {
    let url = folder.appending(path: name)
    var status = stat()
    guard stat(url.path, &status) == 0, Int(status.st_size) == bytes else { return false }
    return (try? FileDigest(of: url))?.sha256 == sha256
  }
}

/// The record of a part of a film: its film, its machine, and its files with their digests.
///
/// A record is a file of its own, so that the bytes of a part do not depend on the machine, and so that every format can
/// have one. It stands beside the part: `part.mp4.strata` for `part.mp4`, `0000-0029.png.strata` for 30 pictures. It is text
/// in JSON, one object in each line. A line is added when a picture is complete; the last line may be cut short by the
/// end of the machine, and is ignored then.
struct PartRecord: Sendable {
  let url: URL
  let film: FilmIdentity
  let machine: MachineDescription
  var fonts: FontSet?
  var files: [PartFile] = []

  var folder: URL { url.deletingLastPathComponent() }

  /// A line of a record.
  struct Line: Codable {
    /// The version of the form of records; the first line has it.
    var record: Int?
    var film: FilmIdentity?
    var machine: MachineDescription?
    var fonts: FontSet?
    var file: PartFile?

    /// The line's text, with its end.
    var text: Data {
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
      // Every value of a record can be written.
      return ((try? encoder.encode(self)) ?? Data()) + Data("\n".utf8)
    }
  }

  /// The version of the form that is written and read.
  static let version = 1
  static let suffix = ".strata"

  init(url: URL, film: FilmIdentity, machine: MachineDescription) {
    (self.url, self.film, self.machine) = (url, film, machine)
  }

  /// Reads a record.
  init(contentsOf url: URL) throws(ExportError) {
    let data: Data
    do {
      data = try Data(contentsOf: url)
    } catch {
      throw .cannotJoin(path: url.path, reason: "the record of the part is missing or cannot be read")
    }
    let lines = data.split(separator: UInt8(ascii: "\n"))
    let isCut = data.last != UInt8(ascii: "\n")
    var record: PartRecord?
    for (index, bytes) in lines.enumerated() {
      guard let line = try? JSONDecoder().decode(Line.self, from: Data(bytes)) else {
        if isCut, index == lines.count - 1, index > 0 { break }
        throw .cannotJoin(path: url.path, reason: "line \(index + 1) is not a line of a record")
      }
      if index == 0 {
        guard let version = line.record, let film = line.film, let machine = line.machine else {
          throw .cannotJoin(path: url.path, reason: "this is not the record of a part")
        }
        guard version == Self.version else {
          throw .cannotJoin(path: url.path, reason: "the record has form \(version), not \(Self.version)")
        }
        guard film.isPossible else {
          throw .cannotJoin(path: url.path, reason: "the record is of a film that cannot be")
        }
        record = PartRecord(url: url, film: film, machine: machine)
      }
      if let fonts = line.fonts { record?.fonts = fonts }
      guard let file = line.file else { continue }
      guard 0 <= file.first, file.first <= file.last, file.last < record?.film.frameCount ?? 0 else {
        throw .cannotJoin(path: url.path, reason: "line \(index + 1) has frames that are not in the film")
      }
      guard file.first == file.last || record?.film.hasPictures == false else {
        throw .cannotJoin(path: url.path, reason: "line \(index + 1) has several frames in one picture")
      }
      record?.files.append(file)
    }
    guard let record else { throw .cannotJoin(path: url.path, reason: "the record is empty") }
    self = record
  }

  /// All lines of the record.
  var text: Data {
    var text = Line(record: Self.version, film: film, machine: machine).text
    if let fonts { text += Line(fonts: fonts).text }
    for file in files { text += Line(file: file).text }
    return text
  }

  // MARK: Machines

  /// What makes the pictures of two records come from unequal machines, in words; nil if nothing does.
  func disagreement(with other: PartRecord) -> String? {
    if machine.version != other.machine.version {
      return "it was drawn by version \(machine.version), not \(other.machine.version)"
    }
    if machine.build != other.machine.build {
      return "it was drawn by \(buildName) of version \(machine.version), not by \(other.buildName)"
    }
    if let own = machine.encoder, let others = other.machine.encoder, own != others {
      return "it was encoded by \(EncoderProcess.name) \(own), not \(others)"
    }
    if let own = fonts, let others = other.fonts, own.installed != others.installed,
      Set(own.used) != Set(others.used)
    {
      let strange = own.used.filter { !others.used.contains($0) }.map(\.name)
      let names = strange.isEmpty ? "fewer fonts" : strange.joined(separator: ", ")
      return "it was drawn with other fonts: \(names)"
    }
    return nil
  }

  /// The build that drew the part, as `strata doctor` names it.
  private var buildName: String { machine.build.map { "build \($0.prefix(12))" } ?? "an unknown build" }

  // MARK: Places

  /// The record of a part that is one file.
  static func url(ofFile url: URL) -> URL { URL(filePath: url.path + suffix) }

  /// The record of a range of numbered pictures.
  static func url(of pattern: FramePattern, frames: Range<Int>) -> URL {
    url(ofFile: pattern.url(ofFrames: frames))
  }

  /// The records of numbered pictures in their folder, by name.
  static func urls(of pattern: FramePattern) -> [URL] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: pattern.folder.path)) ?? []
    return names.filter { $0.hasSuffix(suffix) && pattern.isRange(String($0.dropLast(suffix.count))) }
      .sorted().map { pattern.folder.appending(path: $0) }
  }
}

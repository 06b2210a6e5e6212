public import Foundation
import Synchronization

/// The parts of a film, checked and in order.
///
/// Parts are what ``Exporter/writePart(to:_:resumes:cancellation:progress:)`` writes. Their records say which film they
/// belong to, which machine drew them, and which bytes they have.
public struct FilmJoin {
  /// A file of a part.
  struct Piece {
    let url: URL
    let file: PartFile
    let record: PartRecord
  }

  /// The film that the parts make.
  public let film: FilmIdentity
  /// What should have kept the parts from being joined, and was allowed.
  public let remarks: [String]
  /// The pieces in the order of their frames: each begins with the frame after the last one of the previous piece.
  let pieces: [Piece]

  /// Reads the records of parts and checks that they make one whole film.
  ///
  /// Every byte of every part is read.
  ///
  /// - Parameters:
  ///   - parts: The files of the parts, in any order, or patterns of numbered pictures such as `frames/%04d.png`.
  ///   - allowsMixed: True to make remarks instead of an error of parts that come from unequal machines.
  /// - Throws: ``ExportError/cannotJoin(path:reason:)`` for a part that is missing, cut short, changed or of another film;
  ///   the reason lists all frames that are missing.
  public init(_ parts: [URL], allowsMixed: Bool = false) throws(ExportError) {
    var sources: [Source] = []
    for part in parts { sources += try Self.sources(of: part) }
    try Self.checkRepetition(of: sources)
    guard let first = sources.first else {
      throw .cannotJoin(path: "film", reason: "there are no parts")
    }
    film = first.record.film
    try Self.checkFilms(of: sources)
    remarks = try Self.remarks(on: sources, allowsMixed: allowsMixed)
    pieces = try Self.ordered(sources, frames: film.frameCount)
  }

  // MARK: Records

  /// A record and the file of it that is meant; nil for all its files.
  private struct Source {
    let record: PartRecord
    let file: URL?
    var place: URL { file ?? record.url }
    var name: String { place.path }

    /// The files that are meant, with their places.
    ///
    /// The only file of a record may have another name than when it was written: its digest says whether it is the one.
    var files: [(place: URL, file: PartFile)] {
      if let file, record.files.count == 1 { return record.files.map { (file, $0) } }
      return record.files.filter { file == nil || $0.name == file?.lastPathComponent }
        .map { (record.folder.appending(path: $0.name), $0) }
    }
  }

  private static func sources(of url: URL) throws(ExportError) -> [Source] {
    if let pattern = FramePattern(url) {
      let records = PartRecord.urls(of: pattern)
      guard !records.isEmpty else {
        throw .cannotJoin(
          path: url.path,
          reason: "there are no pictures of this name with a record of their part"
        )
      }
      return try records.map { (record) throws(ExportError) in
        Source(record: try PartRecord(contentsOf: record), file: nil)
      }
    }
    guard FileManager.default.fileExists(atPath: url.path) else {
      throw .cannotJoin(path: url.path, reason: "the part is missing")
    }
    let record = try PartRecord(contentsOf: PartRecord.url(ofFile: url))
    let source = Source(record: record, file: url)
    guard !source.files.isEmpty else {
      throw .cannotJoin(path: url.path, reason: "its record is of other files")
    }
    return [source]
  }

  /// Refuses a part that is named twice: each of its frames would be there twice.
  private static func checkRepetition(of sources: [Source]) throws(ExportError) {
    var places: Set<String> = []
    for source in sources where !places.insert(source.place.absoluteURL.standardizedFileURL.path).inserted {
      throw .cannotJoin(path: source.name, reason: "the part is given twice")
    }
  }

  private static func checkFilms(of sources: [Source]) throws(ExportError) {
    guard let first = sources.first else { return }
    for source in sources {
      guard let difference = source.record.film.difference(from: first.record.film) else { continue }
      throw .cannotJoin(
        path: source.name,
        reason: "it is a part of another film than \(first.name): \(difference)"
      )
    }
  }

  private static func remarks(on sources: [Source], allowsMixed: Bool) throws(ExportError) -> [String] {
    var kinds: [Source] = []
    var remarks: [String] = []
    for source in sources {
      let disagreement = kinds.lazy.compactMap { kind in
        source.record.disagreement(with: kind.record).map { (kind: kind, reason: $0) }
      }.first
      let isKnown = kinds.contains {
        $0.record.machine == source.record.machine && $0.record.fonts == source.record.fonts
      }
      if !isKnown { kinds.append(source) }
      guard let disagreement else { continue }
      let reason = "\(disagreement.reason), unlike \(disagreement.kind.name)"
      guard allowsMixed else { throw .cannotJoin(path: source.name, reason: reason) }
      remarks.append("\(source.name): \(reason)")
    }
    return remarks
  }

  // MARK: Order

  /// The pieces of sources from frame 0 to the last one.
  private static func ordered(_ sources: [Source], frames: Int) throws(ExportError) -> [Piece] {
    let pieces = sources.flatMap { source in
      source.files.map { Piece(url: $0.place, file: $0.file, record: source.record) }
    }
    let (whole, broken) = checked(distinct(pieces))
    let sorted = whole.sorted { $0.file.first < $1.file.first }
    for (piece, next) in zip(sorted, sorted.dropFirst()) where next.file.first <= piece.file.last {
      throw .cannotJoin(
        path: next.url.path,
        reason: "frame \(next.file.first) is also in \(piece.url.path)"
      )
    }
    var missing: [String] = []
    var expected = 0
    for piece in sorted {
      if piece.file.first > expected { missing.append(range(expected, piece.file.first - 1)) }
      expected = piece.file.last + 1
    }
    if frames > expected { missing.append(range(expected, frames - 1)) }
    guard missing.isEmpty else {
      let reasons = broken.map { "\($0.url.path) \($0.reason)" }
      throw .cannotJoin(
        path: "film",
        reason: (["of \(frames) frames, \(missing.joined(separator: ", ")) are missing"] + reasons)
          .joined(separator: "; ")
      )
    }
    return sorted
  }

  private static func range(_ first: Int, _ last: Int) -> String {
    first == last ? "\(first)" : "\(first)-\(last)"
  }

  /// Drops pieces that several records name, as those of a part that was gone on with.
  private static func distinct(_ pieces: [Piece]) -> [Piece] {
    var known: Set<PartFile> = []
    var places: Set<String> = []
    return pieces.filter { piece in
      let isNewFile = known.insert(piece.file).inserted
      return places.insert(piece.url.standardizedFileURL.path).inserted || isNewFile
    }
  }

  /// Reads all pieces on all processors; returns those whose bytes are as recorded, and the reasons of the others.
  ///
  /// A picture that was drawn again has several entries in the records; the one that matches its bytes counts.
  private static func checked(_ pieces: [Piece]) -> (whole: [Piece], broken: [(url: URL, reason: String)]) {
    let digests = DigestTable(pieces.map(\.url))
    var (whole, broken): ([Piece], [(url: URL, reason: String)]) = ([], [])
    for piece in pieces where digests[piece.url] == FileDigest(of: piece.file) { whole.append(piece) }
    var told = Set(whole.map(\.url))
    for piece in pieces where told.insert(piece.url).inserted {
      guard let digest = digests[piece.url] else {
        broken.append((piece.url, "cannot be read"))
        continue
      }
      let reason =
        digest.bytes < piece.file.bytes
        ? "is cut short: it has \(digest.bytes) of \(piece.file.bytes) bytes" : "is not what was written"
      broken.append((piece.url, reason))
    }
    return (whole, broken)
  }
}

extension FileDigest {
  /// The digest that a record has of a file.
  fileprivate init(of file: PartFile) { (bytes, sha256) = (file.bytes, file.sha256) }
}

/// The digests of many files, computed on all processors.
private struct DigestTable {
  private let digests: [URL: FileDigest]

  init(_ urls: [URL]) {
    let urls = Array(Set(urls))
    let results = DigestResults(count: urls.count)
    DispatchQueue.concurrentPerform(iterations: urls.count) {
      results.set(try? FileDigest(of: urls[$0]), at: $0)
    }
    digests = Dictionary(zip(urls, results.all).compactMap { url, digest in digest.map { (url, $0) } }) { $1 }
  }

  subscript(url: URL) -> FileDigest? { digests[url] }
}

/// Collects results from several threads.
private final class DigestResults: Sendable {
  private let values: Mutex<[FileDigest?]>

  init(count: Int) { values = Mutex(Array(repeating: nil, count: count)) }

  func set(_ digest: FileDigest?, at index: Int) { values.withLock { $0[index] = digest } }

  var all: [FileDigest?] { values.withLock { $0 } }
}

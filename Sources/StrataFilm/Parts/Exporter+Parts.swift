public import Foundation
import Glibc
import StrataRenderServer

/// What became of a part.
public struct PartOutcome: Sendable {
  /// Frames that were complete already.
  public var keptFrames = 0
  /// Frames that were drawn.
  public var drawnFrames = 0
}

/// A part that is about to be written: what it shows, and where.
public struct PartOrigin: Sendable {
  /// What is drawn: a digest of the document, and the options that change its pictures besides those of the exporter.
  ///
  /// Equal for all parts of a film.
  public var content: [String]
  /// The machine that draws.
  public var machine: MachineDescription

  /// Creates an origin.
  public init(content: [String], machine: MachineDescription) {
    (self.content, self.machine) = (content, machine)
  }
}

extension Exporter {
  /// Writes the frames of ``ExportSettings/frames`` as a part of a film, with a record beside it for ``FilmJoin``.
  ///
  /// The bytes of the part depend on the film and the range alone: not on the machine, on threads, or on other parts. A
  /// picture gets its name when it is complete, so that a part that ends early keeps what it has.
  ///
  /// - Parameters:
  ///   - url: The file, or a name with a pattern for numbered pictures.
  ///   - origin: What the part shows, and the machine that draws it.
  ///   - resumes: True to keep what is complete: files whose bytes are those of a record of the same film, made by an equal
  ///     machine. Unfinished files of this part whose program was killed are removed.
  ///   - cancellation: Stops the export from another thread.
  ///   - progress: Called on the calling thread after each frame.
  /// - Returns: The numbers of frames kept and drawn.
  /// - Throws: ``ExportError``.
  public func writePart(
    to url: URL,
    _ origin: PartOrigin,
    resumes: Bool,
    cancellation: ExportCancellation = ExportCancellation(),
    progress: (ExportProgress) -> Void = { _ in }
  ) throws(ExportError) -> PartOutcome {
    let film = FilmIdentity(self, content: origin.content)
    var settings = settings
    settings.frames = settings.writtenFrames
    let exporter = try Exporter(renderer, settings: settings)
    if let pattern = FramePattern(url), !settings.format.isAnimation {
      let place = PartRecord.url(of: pattern, frames: settings.writtenFrames)
      let record = PartRecord(url: place, film: film, machine: origin.machine)
      return try exporter.writePictures(pattern, record, resumes: resumes, cancellation, progress)
    }
    let record = PartRecord(url: PartRecord.url(ofFile: url), film: film, machine: origin.machine)
    return try exporter.writeFilm(to: url, record, resumes: resumes, cancellation, progress)
  }

  private func writeFilm(
    to url: URL,
    _ record: PartRecord,
    resumes: Bool,
    _ cancellation: ExportCancellation,
    _ progress: (ExportProgress) -> Void
  ) throws(ExportError) -> PartOutcome {
    let frames = settings.writtenFrames
    if resumes {
      let names = [url, record.url].map(\.lastPathComponent)
      OutputFile.removeAbandoned(in: record.folder) { names.contains($0) }
    }
    if resumes, let old = try? PartRecord(contentsOf: record.url), old.isContinued(by: record),
      let file = old.files.first, file.name == url.lastPathComponent, file.first..<file.last + 1 == frames,
      file.isComplete(in: record.folder)
    {
      return PartOutcome(keptFrames: frames.count)
    }
    unlink(record.url.path)
    try write(to: url, cancellation: cancellation, progress: progress)
    var record = record
    record.fonts = try FontSet.used()
    record.files = [PartFile(url, frames: frames, try FileDigest(of: url))]
    let file = try OutputFile(record.url)
    try file.write(record.text)
    try file.finish()
    return PartOutcome(drawnFrames: frames.count)
  }

  /// Renders on this thread while other threads encode and write; each picture gets its name at once.
  private func writePictures(
    _ pattern: FramePattern,
    _ record: PartRecord,
    resumes: Bool,
    _ cancellation: ExportCancellation,
    _ progress: (ExportProgress) -> Void
  ) throws(ExportError) -> PartOutcome {
    let frames = settings.writtenFrames
    var record = record
    if resumes {
      record.takeOver(PartRecord.urls(of: pattern), frames) { pattern.url(ofFrame: $0) }
      let recordName = record.url.lastPathComponent
      OutputFile.removeAbandoned(in: record.folder) { name in
        name == recordName || pattern.frame(of: URL(filePath: name)).map(frames.contains) ?? false
      }
    }
    let kept = Set(record.files.map(\.first))
    let journal = try PartJournal(record)
    let writers = PictureWriters(PictureEncoder(settings, of: renderer))
    var meter = ProgressMeter(totalFrames: frames.count - kept.count)
    do throws(ExportError) {
      for index in frames where !kept.contains(index) {
        try cancellation.check()
        let file = try OutputFile(pattern.url(ofFrame: index))
        try write(frame: index, into: file, writers, &meter) { (file, data) throws(ExportError) in
          try file.finish()
          try journal.add(PartFile(file.url, frames: index..<index + 1, FileDigest(of: data)))
        }
        progress(meter.progress)
      }
      try writers.finish()
      try cancellation.check()
    } catch {
      writers.wait()
      throw error
    }
    return PartOutcome(keptFrames: kept.count, drawnFrames: frames.count - kept.count)
  }
}

extension PartRecord {
  /// True if files of this record may stay in a part that a machine continues.
  fileprivate func isContinued(by part: PartRecord) -> Bool {
    film == part.film && machine.version == part.machine.version && machine.build == part.machine.build
      && machine.encoder == part.machine.encoder
      && (fonts.map { $0.installed == FontSet.fingerprint } ?? true)
  }

  /// Takes over the complete pictures of a range from records of the same film and equal machines.
  fileprivate mutating func takeOver(
    _ records: [URL],
    _ frames: Range<Int>,
    _ place: (Int) -> URL
  ) {
    var known: [Int: PartFile] = [:]
    for url in records {
      guard let old = try? PartRecord(contentsOf: url), old.isContinued(by: self) else { continue }
      for file in old.files where frames.contains(file.first) && file.first == file.last {
        known[file.first] = file
        if let used = old.fonts { fonts = used }
      }
    }
    let (folder, found) = (folder, known.values.sorted { $0.first < $1.first })
    files = found.filter { $0.name == place($0.first).lastPathComponent && $0.isComplete(in: folder) }
    if files.isEmpty { fonts = nil }
  }
}

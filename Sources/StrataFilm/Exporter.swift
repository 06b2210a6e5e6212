import CoreGraphics
public import Foundation
public import StrataRenderServer

/// Writes the moments of an offline renderer to files.
///
/// Frames are drawn on the calling thread and the renderer's workers. Packing and encoding overlap with it on another
/// thread and in a child process. A call returns when the file is complete under its name, or throws and leaves no file.
public struct Exporter {
  /// The format, times and quality; the frame rate is the nearest one that readers of the format keep
  /// (``ExportFormat/nearestFrameRate(to:)``).
  public let settings: ExportSettings
  /// The renderer of the frames.
  public let renderer: OfflineRenderer

  /// Creates an exporter of a renderer's frames.
  ///
  /// - Throws: ``ExportError/invalidSetting(name:reason:)`` for settings out of range. A picture of one moment needs
  ///   neither a duration nor a frame rate, so these are not looked at.
  public init(_ renderer: OfflineRenderer, settings: ExportSettings) throws(ExportError) {
    try settings.validate()
    let hasTimes = settings.format.isAnimation || settings.contactSheet != nil
    if hasTimes { try settings.validateTimes() }
    var settings = settings
    let rate = settings.format.nearestFrameRate(to: settings.framesPerSecond)
    if rate != settings.framesPerSecond {
      settings.framesPerSecond = rate
      // At the slowest rate of its format, a slower film has more frames.
      if hasTimes { try settings.validateTimes() }
    }
    try settings.validateFrames()
    self.settings = settings
    self.renderer = renderer
  }

  /// Writes the file, or numbered files if the name for a picture format contains `%d` or `%04d`.
  ///
  /// - Parameters:
  ///   - url: The file to create or replace.
  ///   - cancellation: Stops the export from another thread.
  ///   - progress: Called on the calling thread after each frame.
  /// - Throws: ``ExportError``.
  public func write(
    to url: URL,
    cancellation: ExportCancellation = ExportCancellation(),
    progress: (ExportProgress) -> Void = { _ in }
  ) throws(ExportError) {
    try cancellation.check()
    if !settings.format.isAnimation, settings.contactSheet == nil, let pattern = FramePattern(url) {
      return try writeNumbered(pattern, cancellation, progress)
    }
    let file = try OutputFile(url)
    switch settings.format.traits.kind {
    case .picture: try file.write(try picture(name: url.path, cancellation))
    case .rawFrames:
      try film.writeRaw(into: file, cancellation, progress)
      try file.synchronize()
    case .encodedFilm:
      try film.encode(to: .file(file.temporary.path, name: file.url.path), cancellation, progress)
      try file.synchronize()
    }
    try cancellation.check()
    try file.finish(cancellation)
  }

  /// Writes the picture, film or raw frames to an open descriptor, such as standard output.
  ///
  /// A film in MP4 is fragmented. An animated PNG is written when it is complete. A reader that closes the pipe ends the
  /// export without an error.
  ///
  /// - Parameters:
  ///   - descriptor: The descriptor, which stays open.
  ///   - name: The name of the descriptor in errors.
  ///   - cancellation: Stops the export from another thread, also while it waits for the reader.
  ///   - progress: Called on the calling thread after each frame.
  /// - Throws: ``ExportError``, such as ``ExportError/cannotStream(format:)``.
  public func write(
    to descriptor: Int32,
    name: String = "standard output",
    cancellation: ExportCancellation = ExportCancellation(),
    progress: (ExportProgress) -> Void = { _ in }
  ) throws(ExportError) {
    let format = settings.format
    let output = DescriptorWriter(descriptor: descriptor, name: name, cancellation: cancellation)
    switch (format.traits.streaming, format.traits.kind) {
    case (.impossible, _): throw .cannotStream(format: format.rawValue)
    case (_, .picture): try output.write(try picture(name: name, cancellation))
    case (_, .rawFrames): try film.stream(cancellation, progress) { output.write($0) }
    case (.complete, .encodedFilm):
      let file = try OutputFile(temporaryFor: name)
      try film.encode(to: .file(file.temporary.path, name: name), cancellation, progress)
      try file.synchronize()
      try output.write(try file.contents())
    case (.direct, .encodedFilm):
      do {
        try film.encode(to: .descriptor(descriptor, name: name), cancellation, progress)
      } catch {
        guard output.lostItsReader, !cancellation.isCancelled else { throw error }
      }
    }
    try output.check()
  }
}

extension Exporter {
  /// The film of the settings, drawn by the renderer; throws if its frames are too large.
  private var film: FilmWriter {
    get throws(ExportError) {
      try FilmWriter(
        settings,
        size: (renderer.pixelWidth, renderer.pixelHeight),
        matte: settings.matte(behind: renderer),
        source: FrameSource(renderer, settings)
      )
    }
  }
}

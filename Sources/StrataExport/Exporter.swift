import CoreGraphics
public import Foundation
import Glibc
import QuartzCore
public import StrataRenderServer
import Synchronization

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
    if settings.format.isAnimation || settings.contactSheet != nil { try settings.validateTimes() }
    var settings = settings
    settings.framesPerSecond = settings.format.nearestFrameRate(to: settings.framesPerSecond)
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
      try writeRaw(into: file, cancellation, progress)
      try file.synchronize()
    case .encodedFilm:
      try encode(to: .file(file.temporary.path), cancellation, progress)
      try file.synchronize()
    }
    try cancellation.check()
    try file.finish()
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
    case (_, .rawFrames): try stream(cancellation, progress) { output.write($0) }
    case (.complete, .encodedFilm):
      let file = try OutputFile(temporaryFor: name)
      try encode(to: .file(file.temporary.path), cancellation, progress)
      try file.synchronize()
      try output.write(try file.contents())
    case (.direct, .encodedFilm):
      do {
        try encode(to: .descriptor(descriptor), cancellation, progress)
      } catch {
        guard output.lostItsReader, !cancellation.isCancelled else { throw error }
      }
    }
    try output.check()
  }
}

extension Exporter {
  private func writeRaw(
    into file: OutputFile,
    _ cancellation: ExportCancellation,
    _ progress: (ExportProgress) -> Void
  ) throws(ExportError) {
    let descriptor = open(file.temporary.path, O_WRONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw .cannotWrite(path: file.url.path, reason: lastSystemError()) }
    do {
      let output = DescriptorWriter(descriptor: descriptor, name: file.url.path, cancellation: cancellation)
      try stream(cancellation, progress) { output.write($0) }
      try output.check()
    } catch {
      close(descriptor)
      throw error
    }
    guard close(descriptor) == 0 else { throw .cannotWrite(path: file.url.path, reason: lastSystemError()) }
  }

  private func encode(
    to output: EncoderProcess.Output,
    _ cancellation: ExportCancellation,
    _ progress: (ExportProgress) -> Void
  ) throws(ExportError) {
    let arguments = EncoderArguments(
      settings: settings,
      width: renderer.pixelWidth,
      height: renderer.pixelHeight,
      streams: output.isDescriptor
    )
    let encoder = try EncoderProcess(arguments, to: output)
    do {
      try cancellation.withAction({ encoder.kill() }) { () throws(ExportError) in
        try stream(cancellation, progress) { encoder.write($0) }
        try encoder.finish(frames: settings.frameCount)
      }
    } catch {
      encoder.abort()
      // An encoder that was stopped reports a failure of its own.
      throw cancellation.isCancelled ? .cancelled : error
    }
  }

  /// Renders all frames on this thread and passes their packed bytes to `consume` on another thread, in order.
  ///
  /// If `consume` returns false, the export ends early.
  private func stream(
    _ cancellation: ExportCancellation,
    _ progress: (ExportProgress) -> Void,
    consume: @escaping @Sendable (UnsafeRawBufferPointer) -> Bool
  ) throws(ExportError) {
    let byteCount = renderer.pixelWidth * renderer.pixelHeight * 4
    let queue = FrameQueue(capacity: 3, byteCount: byteCount)
    let packing = FramePacking(settings, of: renderer)
    let done = DispatchSemaphore(value: 0)
    let thread = Thread {
      ignoreBrokenPipesOnThisThread()
      let packed = FrameBuffer(byteCount: byteCount)
      while let frame = queue.takeFull() {
        packing.pack(UnsafeRawBufferPointer(frame.bytes), into: packed.bytes)
        queue.putEmpty(frame)
        guard consume(UnsafeRawBufferPointer(packed.bytes)) else {
          queue.close()
          break
        }
      }
      done.signal()
    }
    thread.name = "strata.export"
    thread.start()
    defer {
      queue.close()
      done.wait()
    }
    var meter = ProgressMeter(totalFrames: settings.frameCount)
    for index in 0..<settings.frameCount {
      try cancellation.check()
      guard let buffer = queue.takeEmpty() else { return }
      try meter.measure { () throws(RenderError) in
        try renderer.render(at: settings.time(ofFrame: index), into: buffer.bytes)
      }
      queue.putFull(buffer)
      progress(meter.progress)
    }
  }
}

/// Measures the frames and seconds of an export.
struct ProgressMeter {
  private let totalFrames: Int
  private let began = ContinuousClock.now
  private var rendering = Duration.zero
  private var finished = 0

  init(totalFrames: Int) { self.totalFrames = totalFrames }

  mutating func measure<Result>(_ render: () throws(RenderError) -> Result) throws(ExportError) -> Result {
    let start = ContinuousClock.now
    do throws(RenderError) {
      let result = try render()
      rendering += ContinuousClock.now - start
      finished += 1
      return result
    } catch {
      throw .cannotRender(reason: error.description)
    }
  }

  var progress: ExportProgress {
    ExportProgress(
      finishedFrames: finished,
      totalFrames: totalFrames,
      renderingSeconds: rendering / .seconds(1),
      elapsedSeconds: (ContinuousClock.now - began) / .seconds(1)
    )
  }
}

import CoreGraphics
public import Foundation
import Glibc
public import StrataRenderServer
import Synchronization

/// Writes the moments of an offline renderer to files.
///
/// Frames are drawn on the calling thread and the renderer's workers. Packing and encoding overlap with it on another
/// thread and in a child process. A call returns when the file is complete under its name, or throws and leaves no file.
public struct Exporter {
  /// The format, times and quality.
  public let settings: ExportSettings
  /// The renderer of the frames.
  public let renderer: OfflineRenderer

  /// Creates an exporter of a renderer's frames.
  ///
  /// - Throws: ``ExportError/invalidSetting(name:reason:)`` for settings out of range.
  public init(_ renderer: OfflineRenderer, settings: ExportSettings) throws(ExportError) {
    try settings.validate()
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
    let format = settings.format
    if format.needsEncoder {
      try encode(to: url, cancellation, progress)
    } else if format == .rawRGBA {
      let file = try OutputFile(url)
      let descriptor = open(file.temporary.path, O_WRONLY | O_CLOEXEC)
      guard descriptor >= 0 else {
        throw .cannotWrite(path: url.path, reason: String(cString: strerror(errno)))
      }
      do {
        try writeRaw(to: descriptor, name: url.path, cancellation, progress)
      } catch {
        close(descriptor)
        throw error
      }
      guard close(descriptor) == 0 else {
        throw .cannotWrite(path: url.path, reason: String(cString: strerror(errno)))
      }
      try file.synchronize()
      try file.finish()
    } else if let pattern = FramePattern(url) {
      try writeNumbered(pattern, cancellation, progress)
    } else {
      let file = try OutputFile(url)
      try file.write(try picture(name: url.path))
      try file.finish()
    }
  }

  /// Writes straight RGBA frames, row by row from the top, to an open descriptor such as standard output.
  ///
  /// A reader that closes the pipe ends the export without an error.
  public func writeRaw(
    to descriptor: Int32,
    name: String = "standard output",
    _ cancellation: ExportCancellation = ExportCancellation(),
    _ progress: (ExportProgress) -> Void = { _ in }
  ) throws(ExportError) {
    let failure = Mutex<WriteFailure?>(nil)
    try stream(cancellation, progress) { bytes in
      guard let problem = writeAll(bytes, to: descriptor) else { return true }
      failure.withLock { $0 = problem }
      return false
    }
    if let problem = failure.withLock({ $0 }), !problem.isBrokenPipe {
      throw .cannotWrite(path: name, reason: problem.reason)
    }
  }
}

extension Exporter {
  private func encode(
    to url: URL,
    _ cancellation: ExportCancellation,
    _ progress: (ExportProgress) -> Void
  ) throws(ExportError) {
    let file = try OutputFile(url)
    let rate = String(settings.framesPerSecond)
    let arguments =
      [
        "-f", "rawvideo", "-pix_fmt", "rgba", "-s", "\(renderer.pixelWidth)x\(renderer.pixelHeight)", "-r",
        rate, "-i", "pipe:0",
      ]
      + settings.format.encoderArguments(
        quality: settings.quality,
        width: renderer.pixelWidth,
        height: renderer.pixelHeight
      ) + [file.temporary.path]
    let encoder = try EncoderProcess(arguments: arguments, format: settings.format)
    do {
      try stream(cancellation, progress) { encoder.write($0) }
    } catch {
      encoder.abort()
      throw error
    }
    try encoder.finish(frames: settings.frameCount)
    try file.synchronize()
    try file.finish()
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
    let (hasAlpha, matte) = (settings.format.hasAlpha, settings.matte)
    let done = DispatchSemaphore(value: 0)
    let thread = Thread {
      ignoreBrokenPipesOnThisThread()
      let packed = FrameBuffer(byteCount: byteCount)
      while let frame = queue.takeFull() {
        if hasAlpha {
          PixelPacking.unpremultiply(UnsafeRawBufferPointer(frame.bytes), into: packed.bytes)
        } else {
          PixelPacking.flatten(UnsafeRawBufferPointer(frame.bytes), over: matte, into: packed.bytes)
        }
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
      guard !cancellation.isCancelled else { throw .cancelled }
      guard let buffer = queue.takeEmpty() else { return }
      try meter.measure { () throws(RenderError) in
        try renderer.render(at: settings.time(ofFrame: index), into: buffer.bytes)
      }
      queue.putFull(buffer)
      progress(meter.progress)
    }
  }

  /// Renders on this thread while other threads encode and write.
  ///
  /// Files get their names when all are complete.
  private func writeNumbered(
    _ pattern: FramePattern,
    _ cancellation: ExportCancellation,
    _ progress: (ExportProgress) -> Void
  ) throws(ExportError) {
    var files: [OutputFile] = []
    let writers = PictureWriters(PictureEncoder(settings))
    var meter = ProgressMeter(totalFrames: settings.frameCount)
    do throws(ExportError) {
      for index in 0..<settings.frameCount {
        guard !cancellation.isCancelled else { throw .cancelled }
        let file = try OutputFile(pattern.url(ofFrame: index))
        files.append(file)
        let image = try meter.measure { () throws(RenderError) in
          try renderer.image(at: settings.time(ofFrame: index))
        }
        try writers.encode(image, into: file)
        progress(meter.progress)
      }
      try writers.finish()
    } catch {
      writers.wait()
      throw error
    }
    for file in files { try file.finish() }
  }

  private func picture(name: String) throws(ExportError) -> Data {
    let image: CGImage
    do {
      image = try renderer.image(at: settings.start)
    } catch {
      throw .cannotRender(reason: error.description)
    }
    return try PictureEncoder(settings).data(of: image, name: name)
  }

  /// Writes the picture at the settings' start to an open descriptor.
  public func writePicture(to descriptor: Int32, name: String = "standard output") throws(ExportError) {
    let data = try picture(name: name)
    if let problem = data.withUnsafeBytes({ writeAll($0, to: descriptor) }), !problem.isBrokenPipe {
      throw .cannotWrite(path: name, reason: problem.reason)
    }
  }
}

/// Measures the frames and seconds of an export.
private struct ProgressMeter {
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

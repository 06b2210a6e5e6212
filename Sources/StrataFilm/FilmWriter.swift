import Foundation
import Glibc
import StrataRenderServer

/// Draws the frames of a film.
///
/// - Thread: That of the film.
struct FrameSource {
  /// How many frames may be begun before the first is complete.
  var framesAhead = 0
  /// Is called before the first frame and after the last one.
  var begin: () -> Void = {}
  var end: () -> Void = {}
  /// Fills memory with a frame, by its number, in premultiplied RGBA, and calls the closure when it is complete: at once, or
  /// within a later call, in order.
  let draw: (Int, UnsafeMutableRawBufferPointer, @escaping () -> Void) throws(ExportError) -> Void
  /// Completes all frames.
  var finish: () throws(ExportError) -> Void = {}

  /// Frames that are complete at once.
  init(_ draw: @escaping (Int, UnsafeMutableRawBufferPointer) throws(ExportError) -> Void) {
    self.draw = { index, bytes, completion throws(ExportError) in
      try draw(index, bytes)
      completion()
    }
  }

  /// The frames of a renderer, at the times of the settings; a graphics processor draws some at once.
  init(_ renderer: OfflineRenderer, _ settings: ExportSettings) {
    // On its way to a graphics processor and back: a frame that is drawn, one that comes back, one that is copied. The renderer
    // takes as many as its backend has.
    renderer.picturesAhead = 3
    let ahead = renderer.picturesAhead
    renderer.picturesAhead = 0
    framesAhead = ahead
    begin = { renderer.picturesAhead = ahead }
    end = {
      renderer.cancelRendering()
      renderer.picturesAhead = 0
    }
    draw = { index, bytes, completion throws(ExportError) in
      try ExportError.rendering { () throws(RenderError) in
        try renderer.render(at: settings.time(ofFrame: index), into: bytes, then: completion)
      }
    }
    finish = { () throws(ExportError) in
      try ExportError.rendering { () throws(RenderError) in try renderer.finishRendering() }
    }
  }
}

extension ExportError {
  /// Runs a closure that draws, and throws its error as one of an export.
  static func rendering<Result>(
    _ body: () throws(RenderError) -> Result
  ) throws(ExportError) -> Result {
    do throws(RenderError) { return try body() } catch { throw .cannotRender(reason: error.description) }
  }
}

/// Writes the frames of a film, wherever they come from, as raw frames or through an encoder.
struct FilmWriter {
  let settings: ExportSettings
  /// The size of the frames, in pixels.
  let width: Int
  let height: Int
  /// The colour behind transparent pixels in a format without alpha.
  let matte: (red: UInt8, green: UInt8, blue: UInt8)
  /// The sound of the film; nil for none.
  private let audio: EncoderArguments.Audio?
  private let source: FrameSource

  /// - Throws: ``ExportError/cannotRender(reason:)`` for frames that are empty or too large.
  init(
    _ settings: ExportSettings,
    size: (width: Int, height: Int),
    matte: (red: UInt8, green: UInt8, blue: UInt8),
    audio: EncoderArguments.Audio? = nil,
    source: FrameSource
  ) throws(ExportError) {
    try ExportError.rendering { () throws(RenderError) in
      try DefaultBackend.checkSize(width: size.width, height: size.height)
    }
    (width, height) = size
    (self.settings, self.matte, self.audio, self.source) = (settings, matte, audio, source)
  }

  func writeRaw(
    into file: OutputFile,
    _ cancellation: ExportCancellation,
    _ progress: (ExportProgress) -> Void
  ) throws(ExportError) {
    try file.append { (descriptor) throws(ExportError) in
      let output = DescriptorWriter(descriptor: descriptor, name: file.url.path, cancellation: cancellation)
      try stream(cancellation, progress) { output.write($0) }
      try output.check()
    }
  }

  func encode(
    to output: EncoderProcess.Output,
    _ cancellation: ExportCancellation,
    _ progress: (ExportProgress) -> Void
  ) throws(ExportError) {
    var arguments = EncoderArguments(
      settings: settings,
      width: width,
      height: height,
      streams: output.isDescriptor,
      audio: audio
    )
    let frames = settings.writtenFrames.count
    var meter = ProgressMeter(totalFrames: frames)
    guard settings.format == .gif, frames > settings.mostHeldBytes / max(width * height * 4, 1) else {
      return try encode(arguments, frames: frames, to: output, &meter, cancellation, progress)
    }
    // The encoder would hold all frames until it knows their colours.
    meter.passes = 2
    let palette = try OutputFile(temporaryFor: "the palette of the film")
    arguments.palette = .made
    let picture = EncoderProcess.Output.file(palette.temporary.path, name: palette.url.path)
    try encode(arguments, frames: 1, to: picture, &meter, cancellation, progress)
    arguments.palette = .file(palette.temporary.path)
    try encode(arguments, frames: frames, to: output, &meter, cancellation, progress)
  }

  /// Runs an encoder over all frames, which must encode a number of frames itself.
  private func encode(
    _ arguments: EncoderArguments,
    frames: Int,
    to output: EncoderProcess.Output,
    _ meter: inout ProgressMeter,
    _ cancellation: ExportCancellation,
    _ progress: (ExportProgress) -> Void
  ) throws(ExportError) {
    let encoder = try EncoderProcess(
      input: arguments.input,
      output: arguments.output,
      for: settings.format,
      to: output
    )
    try encoder.run(cancellation, frames: frames) { () throws(ExportError) in
      try stream(cancellation, &meter, progress) { encoder.write($0) }
    }
  }

  /// Draws all frames on this thread and passes their packed bytes to `consume` on another thread, in order.
  ///
  /// If `consume` returns false, the film ends early.
  func stream(
    _ cancellation: ExportCancellation,
    _ progress: (ExportProgress) -> Void,
    consume: @escaping @Sendable (UnsafeRawBufferPointer) -> Bool
  ) throws(ExportError) {
    var meter = ProgressMeter(totalFrames: settings.writtenFrames.count)
    try stream(cancellation, &meter, progress, consume: consume)
  }

  private func stream(
    _ cancellation: ExportCancellation,
    _ meter: inout ProgressMeter,
    _ progress: (ExportProgress) -> Void,
    consume: @escaping @Sendable (UnsafeRawBufferPointer) -> Bool
  ) throws(ExportError) {
    let byteCount = width * height * 4
    let queue = FrameQueue(capacity: 3 + source.framesAhead, byteCount: byteCount)
    let packing = FramePacking(settings, width: width, matte: matte)
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
      source.end()
      queue.close()
      done.wait()
    }
    source.begin()
    for index in settings.writtenFrames {
      try cancellation.check()
      guard let buffer = queue.takeEmpty() else { return }
      try meter.measure { () throws(ExportError) in
        try source.draw(index, buffer.bytes) { queue.putFull(buffer) }
      }
      progress(meter.progress)
    }
    try source.finish()
  }
}

/// Measures the frames and seconds of an export.
package struct ProgressMeter {
  private let totalFrames: Int
  /// How many times each frame is drawn.
  var passes = 1
  private let began = ContinuousClock.now
  private var rendering = Duration.zero
  private var finished = 0

  package init(totalFrames: Int) { self.totalFrames = totalFrames }

  package mutating func measure<Result>(
    _ render: () throws(ExportError) -> Result
  ) throws(ExportError) -> Result {
    let start = ContinuousClock.now
    let result = try render()
    rendering += ContinuousClock.now - start
    finished += 1
    return result
  }

  package var progress: ExportProgress {
    ExportProgress(
      finishedFrames: finished / passes,
      totalFrames: totalFrames,
      renderingSeconds: rendering / .seconds(1),
      elapsedSeconds: (ContinuousClock.now - began) / .seconds(1)
    )
  }
}

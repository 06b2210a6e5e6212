#if Media
  import CoreGraphics
  import CoreMedia
  package import Foundation
  package import StrataFilm
  package import StrataMedia
  package import StrataRenderServer
  import Synchronization

  /// Puts the pictures of a renderer over the frames of a film, with the film's times and its sound.
  ///
  /// One child decodes into planes, one thread draws what changed in the layers and puts it over the planes, another child
  /// encodes: the three overlap. Where the layers show nothing, planes go through as they are.
  package struct FilmOverlay {
    private let clip: VideoClip
    private let renderer: OfflineRenderer
    private let settings: OverlaySettings
    private let file: MediaFile

    /// Describes the film; the renderer's pictures have the clip's size in pixels, and a transparent background.
    ///
    /// - Throws: ``MediaError`` if the film cannot be read, `ExportError` if the sizes differ.
    package init(_ clip: VideoClip, _ renderer: OfflineRenderer, settings: OverlaySettings) throws {
      (self.clip, self.renderer, self.settings) = (clip, renderer, settings)
      file = try MediaFile(contentsOf: URL(filePath: clip.path))
      let size = clip.pixelSize
      guard renderer.pixelWidth == Int(size.width), renderer.pixelHeight == Int(size.height) else {
        throw ExportError.invalidSetting(name: "size", reason: "the layers must have the size of the film")
      }
    }

    /// Writes the film; the file is there when it is complete, or not at all.
    ///
    /// - Throws: ``MediaError`` or `ExportError`.
    package func write(
      to url: URL,
      cancellation: ExportCancellation = ExportCancellation(),
      progress: (ExportProgress) -> Void = { _ in }
    ) throws {
      try cancellation.check()
      let output = try OutputFile(url)
      // Before the encoder, which waits for its input until `run` closes it.
      let decoding = try FrameDecoding(clip)
      defer { decoding.stop() }
      let encoder = try EncoderProcess(
        input: [
          "-f", "matroska", "-i", "pipe:0", "-i", "file:\(clip.path)", "-map", "0:v", "-map_metadata", "1",
        ],
        output: settings.sound(of: file) + settings.pictures(clip)
          + ["-f", settings.format.rawValue],
        for: settings.format,
        to: .file(output.temporary.path, name: output.url.path)
      )
      var meter = ProgressMeter(totalFrames: clip.frameCount)
      var failure: (any Error)?
      do {
        try encoder.run(cancellation, frames: clip.frameCount) { () throws(ExportError) in
          do {
            try compose(decoding, encoder, cancellation, meter: &meter, progress: progress)
          } catch let error as ExportError {
            throw error
          } catch {
            failure = error
            throw .cannotRender(reason: "\(error)")
          }
        }
      } catch {
        if let failure { throw failure }
        // The encoder reads the film, too, and meets its damage.
        guard case .encoderFailed = error, let damage = EncoderProcess.damage(of: clip.path) else {
          throw error
        }
        throw missing(frame: clip.frameCount - 1, damage)
      }
      try output.synchronize()
      try cancellation.check()
      try output.finish(cancellation)
    }

    private func missing(frame: Int, _ reason: String) -> MediaError {
      .missingFrame(path: clip.path, time: clip.displayTime(ofFrame: frame).seconds, reason: reason)
    }

    /// Draws all frames and passes them to the encoder's thread.
    private func compose(
      _ decoding: FrameDecoding,
      _ encoder: EncoderProcess,
      _ cancellation: ExportCancellation,
      meter: inout ProgressMeter,
      progress: (ExportProgress) -> Void
    ) throws {
      let (width, height) = (renderer.pixelWidth, renderer.pixelHeight)
      var planes = OverlayPlanes(width: width, height: height, clip.planeColors)
      let stored = settings.storedSize(width: width, height: height)
      let padding = PlanePadding(width: width, height: height, to: stored)
      let writing = FrameWriting(encoder, padding, decoding.queue)
      defer { writing.stop() }
      var expected = 0
      while let frame = try decoding.next() {
        try cancellation.check()
        guard frame.index == expected else { throw missing(frame: expected, "the film is damaged") }
        expected += 1
        let time = clip.displayTime(ofFrame: frame.index).seconds
        try meter.measure { () throws(ExportError) in
          do throws(RenderError) {
            try renderer.draw(at: time) { picture, region in planes.update(picture.pixels, region) }
          } catch {
            throw .cannotRender(reason: error.description)
          }
          planes.compose(over: frame.bytes)
        }
        // The first frame may be before the start of the film's sound, and then no time is negative.
        writing.write(frame, microseconds: max(Int((time * 1e6).rounded()), 0))
        progress(meter.progress)
        if writing.lostItsReader { break }
      }
      writing.finish()
    }
  }

  /// The thread that reads decoded frames into buffers.
  private final class FrameDecoding: Sendable {
    let queue: FrameQueue
    private let failure = Mutex<MediaError?>(nil)
    private let done = DispatchSemaphore(value: 0)

    init(_ clip: VideoClip) throws(MediaError) {
      let reader = try PlaneReader(clip)
      queue = FrameQueue(capacity: 6, byteCount: clip.planeByteCount)
      let thread = Thread { [self] in
        do throws(MediaError) {
          while let frame = try reader.next() {
            guard let buffer = queue.takeEmpty() else { break }
            buffer.bytes.copyMemory(from: frame.bytes)
            buffer.index = frame.number
            queue.putFull(buffer)
          }
        } catch {
          failure.withLock { $0 = error }
        }
        queue.endFull()
        done.signal()
      }
      thread.name = "strata.decode"
      thread.start()
    }

    /// The next frame; nil after the last one.
    func next() throws(MediaError) -> FrameBuffer? {
      if let frame = queue.takeFull() { return frame }
      if let error = failure.withLock({ $0 }) { throw error }
      return nil
    }

    func stop() {
      queue.close()
      done.wait()
    }
  }

  /// The thread that writes frames to the encoder.
  private final class FrameWriting: Sendable {
    private let queue = FrameQueue(capacity: 0, byteCount: 0)
    private let encoder: EncoderProcess
    private let done = DispatchSemaphore(value: 0)
    private let times = Mutex<[Int]>([])
    private let isLost = Mutex(false)
    private let isFinished = Mutex(false)

    init(_ encoder: EncoderProcess, _ padding: PlanePadding, _ empty: FrameQueue) {
      self.encoder = encoder
      let stream = padding.stream
      let thread = Thread { [self] in
        ignoreBrokenPipesOnThisThread()
        let padded = padding.isNeeded ? FrameBuffer(byteCount: stream.frameByteCount) : nil
        var works = stream.header.withUnsafeBytes { encoder.write($0) }
        while let frame = queue.takeFull() {
          let time = times.withLock { $0.removeFirst() }
          if let padded { padding.pad(UnsafeRawBufferPointer(frame.bytes), into: padded.bytes) }
          works =
            works && stream.frameHeader(time).withUnsafeBytes { encoder.write($0) }
            && encoder.write(UnsafeRawBufferPointer((padded ?? frame).bytes))
          if !works { isLost.withLock { $0 = true } }
          empty.putEmpty(frame)
        }
        done.signal()
      }
      thread.name = "strata.encode"
      thread.start()
    }

    /// True if the encoder no longer reads.
    var lostItsReader: Bool { isLost.withLock { $0 } }

    func write(_ frame: FrameBuffer, microseconds: Int) {
      times.withLock { $0.append(microseconds) }
      queue.putFull(frame)
    }

    /// Waits until all frames are written.
    func finish() {
      let isFirst = isFinished.withLock { finished in
        defer { finished = true }
        return !finished
      }
      guard isFirst else { return }
      queue.endFull()
      done.wait()
    }

    func stop() { finish() }
  }
#endif

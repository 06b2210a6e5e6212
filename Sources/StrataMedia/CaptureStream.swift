#if Media
  package import CoreGraphics
  import Foundation
  import StrataProcess
  import StrataRaster
  import Synchronization

  /// A source of live pictures, as a child `ffmpeg` opens it.
  package struct CaptureSource: Sendable, Hashable {
    /// The name of the input's format, such as `v4l2`.
    package let format: String
    /// The device or the description of the source.
    package let input: String
    /// The size that pictures get, in pixels; nil takes them as they come.
    ///
    /// A camera is asked for it; what differs is scaled and cropped to it.
    package var wanted: Size?

    /// A size in pixels.
    package struct Size: Sendable, Hashable {
      package let width: Int
      package let height: Int
      package init(_ width: Int, _ height: Int) { (self.width, self.height) = (width, height) }
    }

    /// A camera of the kernel, by its path.
    package static func camera(_ path: String) -> CaptureSource { CaptureSource(format: "v4l2", input: path) }

    /// A generated picture, such as `testsrc2=size=320x240:rate=30`.
    package static func generated(_ filter: String) -> CaptureSource {
      CaptureSource(format: "lavfi", input: filter)
    }

    /// The filters that give the pictures the wanted size.
    var fitting: String {
      guard let wanted else { return "" }
      let size = "\(wanted.width):\(wanted.height)"
      return "scale=\(size):force_original_aspect_ratio=increase,crop=\(size),"
    }

    /// The options before the input.
    var opening: [String] {
      // A generated source would come as fast as it is made.
      if format == "lavfi" { return ["-re", "-f", format, "-i", input] }
      let size = wanted.map { ["-video_size", "\($0.width)x\($0.height)"] } ?? []
      return ["-f", format] + size + ["-i", input]
    }
  }

  /// The pictures of a camera as they come; the last one is kept.
  ///
  /// A thread reads them. The child ends with the object, and at the latest with this program.
  package final class CaptureStream: Sendable {
    private struct State: Sendable {
      var image: CGImage?
      var count = 0
      var end: MediaError?
      var isStopped = false
    }
    private let state = Mutex(State())
    private let child = Mutex<ChildProcess?>(nil)
    private let source: CaptureSource
    /// The size of the pictures, in pixels.
    package let size: (width: Int, height: Int)

    /// Opens a source: asks for its size, then begins to read.
    ///
    /// The closure is called on the reading thread after each picture, and at the end.
    ///
    /// - Throws: ``MediaError`` if it cannot be opened.
    package init(
      _ source: CaptureSource,
      timeout: Double = 10,
      tools: MediaTools = MediaTools(),
      onChange: @escaping @Sendable () -> Void = {}
    ) throws(MediaError) {
      self.source = source
      guard ChildProcess.isInstalled(tools.decoder) else { throw .toolMissing(name: tools.decoder) }
      let pipes = try ChildPipes(reading: source.input)
      let words = ["-hide_banner", "-nostdin", "-nostats", "-loglevel", "level+info"] + source.opening
      let shown = source.fitting + "showinfo=checksum=0"
      let filters = ["-an", "-vf", shown, "-fps_mode", "passthrough", "-pix_fmt", "rgba"]
      let process = ChildProcess(
        tools.decoder,
        words + filters + ["-f", "rawvideo", "pipe:1"],
        output: pipes.outputSink,
        errors: pipes.messageSink
      )
      let reader = CaptureReader(source, pipes.output, pipes.messages, timeout: timeout)
      do throws(MediaError) {
        size = try reader.waitForSize()
      } catch {
        process.kill()
        throw error
      }
      child.withLock { $0 = process }
      let thread = Thread { [weak self] in
        while true {
          do throws(MediaError) {
            let image = try reader.next()
            guard let self, !self.isStopped else { return }
            self.show(image)
          } catch {
            self?.end(error)
            onChange()
            return
          }
          onChange()
        }
      }
      thread.name = "strata.capture"
      thread.start()
    }

    deinit { stop() }

    /// Ends the child; no more pictures come.
    ///
    /// - Parameter seconds: How long to wait at most until the child is gone, and has freed its device.
    package func stop(waiting seconds: Double = 0) {
      state.withLock { $0.isStopped = true }
      let process = child.withLock { $0 }
      process?.kill()
      if seconds > 0 { _ = process?.waitForEnd(seconds: seconds) }
    }

    /// True after ``stop()``.
    package var isStopped: Bool { state.withLock { $0.isStopped } }
    private func show(_ image: CGImage) { state.withLock { ($0.image, $0.count) = (image, $0.count + 1) } }
    private func end(_ error: MediaError) { state.withLock { if !$0.isStopped { $0.end = error } } }

    /// The last picture.
    package var image: CGImage? { state.withLock { $0.image } }
    /// How many pictures came.
    package var count: Int { state.withLock { $0.count } }
    /// Why no more pictures come; nil while they do, and after ``stop()``.
    package var failure: MediaError? { state.withLock { $0.end } }
  }

  /// Reads the pictures that a child writes.
  private final class CaptureReader: @unchecked Sendable {  // One thread at a time reads.
    private let source: CaptureSource
    private let output: PipeReader
    private let messages: PipeReader
    private let timeout: Double
    private var lines = LineBuffer()
    private var size: (width: Int, height: Int)?
    private var failure: String?

    init(_ source: CaptureSource, _ output: PipeReader, _ messages: PipeReader, timeout: Double) {
      (self.source, self.output, self.messages, self.timeout) = (source, output, messages, timeout)
    }

    /// Reads messages until one gives the size of the pictures.
    func waitForSize() throws(MediaError) -> (width: Int, height: Int) {
      while true {
        if let size { return size }
        if messages.isAtEnd {
          throw .cannotRead(path: source.input, reason: failure ?? "the source gave no picture")
        }
        guard PipeReader.wait(for: [messages], seconds: timeout) else {
          throw .noAnswer(tool: "ffmpeg", path: source.input, seconds: timeout)
        }
        readMessages()
      }
    }

    private func readMessages() {
      var (found, failed) = (size, failure)
      withUnsafeTemporaryAllocation(byteCount: 1 << 14, alignment: 16) { chunk in
        lines.add(messages.bytes(into: chunk)) { line in
          if line.contains("[error]") || line.contains("[fatal]") {
            failed = MediaProbe.reason(in: String(line), "")
          }
          guard found == nil, line.contains("Parsed_showinfo"), let place = line.range(of: " s:") else {
            return
          }
          let sides = line[place.upperBound...].prefix { $0 != " " }.split(separator: "x").compactMap {
            Int($0)
          }
          if sides.count == 2, sides.allSatisfy({ (1...16384).contains($0) }) { found = (sides[0], sides[1]) }
        }
      }
      (size, failure) = (found, failed)
    }

    /// Reads the next picture, however long it takes within the time limit.
    func next() throws(MediaError) -> CGImage {
      guard let size else { throw .noFrames(path: source.input) }
      let pixels = PixelBuffer(uninitializedWidth: size.width, height: size.height, format: .rgba8)
      for y in 0..<size.height {
        var filled = 0
        let row = UnsafeMutableRawBufferPointer(start: pixels.row(y), count: size.width * 4)
        while filled < row.count {
          filled += output.read(into: UnsafeMutableRawBufferPointer(rebasing: row[filled...]))
          if filled == row.count { break }
          if output.isAtEnd {
            readMessages()
            throw .cannotRead(path: source.input, reason: failure ?? "the source went away")
          }
          guard PipeReader.wait(for: [output, messages], seconds: timeout) else {
            throw .noAnswer(tool: "ffmpeg", path: source.input, seconds: timeout)
          }
          readMessages()
        }
      }
      return CGImage(pixels: pixels, hasAlpha: false)
    }
  }
#endif

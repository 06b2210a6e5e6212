#if Media
  import CoreMedia
  import Foundation
  import StrataProcess
  import StrataRaster

  /// A frame as the decoder gave it.
  struct DecodedFrame {
    /// The display time, in units of the stream from the container's start.
    let time: Int64
    /// True if decoding could have started here.
    let isKey: Bool
    /// The bytes in the decoder's format, without gaps, until the next frame is read.
    let bytes: UnsafeRawBufferPointer
  }

  /// The bytes that a decoder writes for a frame.
  enum FrameFormat {
    /// Red, green, blue and straight alpha, in sRGB.
    case rgba
    /// Luma and halved chroma in three planes, in the matrix and range of the stream.
    case planes

    /// The bytes of a frame, without gaps between rows.
    func byteCount(_ size: (width: Int, height: Int)) -> Int {
      switch self {
      case .rgba: size.width * size.height * 4
      case .planes: size.width * size.height + (size.width + 1) / 2 * ((size.height + 1) / 2) * 2
      }
    }
  }

  /// A running `ffmpeg` that writes the frames of a film, in the order of their display, into a pipe.
  ///
  /// It waits while nobody reads, and ends when its pipe is closed, at the latest with this program. The times come from a line
  /// that it writes for each frame before it scales it. Nothing is counted, so that a frame that it skips moves no other one.
  final class FrameDecoder {
    private let index: ClipIndex
    private let timeout: Double
    private let format: FrameFormat
    private let child: ChildProcess
    private let output: PipeReader
    private let messages: PipeReader
    private var report: DecoderReport
    private var lines = LineBuffer()
    private let chunk: UnsafeMutableRawBufferPointer
    /// The bytes of the frame that is being read, without gaps between rows.
    private let frame: UnsafeMutableRawBufferPointer
    private var filled = 0
    /// True if the decoder began at the start of the file.
    let startsAtBeginning: Bool

    /// Starts a decoder at a keyframe that is at or before a time in seconds, or without one at the beginning.
    ///
    /// Before the frame `first`, it writes keyframes and a frame now and then, as a sign of life; from there on it writes all.
    init(
      _ index: ClipIndex,
      from seconds: Double?,
      writingAllFrom first: Int = 0,
      timeout: Double,
      format: FrameFormat
    ) throws(MediaError) {
      let tool = index.tools.decoder
      guard ChildProcess.isInstalled(tool) else { throw .toolMissing(name: tool) }
      guard try FileIdentity(checking: index.path) == index.identity else { throw .changed(path: index.path) }
      let pipes = try ChildPipes(reading: index.path)
      (self.index, self.timeout, self.format, startsAtBeginning) = (index, timeout, format, seconds == nil)
      report = DecoderReport(index.stream)
      (output, messages) = (pipes.output, pipes.messages)
      let size = index.stream.size
      chunk = .allocate(byteCount: 1 << 16, alignment: 16)
      frame = .allocate(byteCount: format.byteCount(size), alignment: 64)
      child = ChildProcess(
        tool,
        Self.arguments(index, from: seconds, first, format),
        output: pipes.outputSink,
        errors: pipes.messageSink
      )
    }

    deinit {
      child.kill()
      chunk.deallocate()
      frame.deallocate()
    }

    private static func arguments(
      _ index: ClipIndex,
      from seconds: Double?,
      _ first: Int,
      _ format: FrameFormat
    ) -> [String] {
      let stream = index.stream
      var words = ["-hide_banner", "-nostdin", "-nostats", "-loglevel", "level+info"]
      if let decoder = stream.decoder { words += ["-c:v", decoder] }
      // All frames from the keyframe on, with the times of the file.
      if let seconds {
        // A little later than asked, so that a keyframe at that very time counts as one before it.
        let time = String(format: "%.6f", ((max(seconds, 0) * 1e6).rounded(.up) + 1) / 1e6)
        words += ["-noaccurate_seek", "-ss", time]
      }
      let selection = index.middle(before: first).map { ["select='key+gte(t,\($0))+not(mod(n,240))'"] } ?? []
      let steps = selection + ["showinfo=checksum=0"] + stream.conversion(to: format)
      let filters = steps.joined(separator: ",")
      words += ["-copyts"] + MediaProbe.opening(index.path) + ["-map", "0:\(stream.number)", "-vf", filters]
      return words + [
        "-fps_mode", "passthrough", "-pix_fmt", stream.pixelFormat(of: format), "-f", "rawvideo", "pipe:1",
      ]
    }

    /// Reads the next frame; nil at the end of the film.
    func next() throws(MediaError) -> DecodedFrame? {
      while true {
        if filled == frame.count, let entry = report.takeEntry() {
          filled = 0
          try check(entry)
          let bytes = UnsafeRawBufferPointer(frame)
          return DecodedFrame(time: entry.time - index.origin, isKey: entry.isKey, bytes: bytes)
        }
        if messages.isAtEnd, output.isAtEnd || filled == frame.count { return nil }
        // Once a frame is complete, its line is what is missing; more of the output would be the next frame.
        let readers = filled < frame.count ? [output, messages] : [messages]
        guard PipeReader.wait(for: readers, seconds: timeout) else {
          throw .noAnswer(tool: index.tools.decoder, path: index.path, seconds: timeout)
        }
        if filled < frame.count {
          filled += output.read(into: UnsafeMutableRawBufferPointer(rebasing: frame[filled...]))
        }
        lines.add(messages.bytes(into: chunk)) { report.add($0) }
      }
    }

    /// Why the film ended; only after its end.
    func reasonOfEnd() -> String {
      if let error = report.lastError { return MediaProbe.reason(in: error, index.path) }
      return child.waitForEnd(seconds: 1)?.failure ?? "the film ends before"
    }

    private func check(_ entry: DecoderReport.Entry) throws(MediaError) {
      let size = index.stream.size
      guard entry.width != size.width || entry.height != size.height else { return }
      let time = index.stream.time(entry.time - index.origin).seconds
      throw .sizeChanged(path: index.path, time: time, width: entry.width, height: entry.height)
    }

    /// The frame that was read last, in memory of its own, in red, green, blue and premultiplied alpha.
    func makePixels() -> PixelBuffer {
      let size = index.stream.size
      let pixels = PixelBuffer(uninitializedWidth: size.width, height: size.height, format: .rgba8)
      guard let base = UnsafeRawPointer(frame.baseAddress) else { return pixels }
      if format == .planes, case let colors = index.stream.colors {
        YCbCrConversion(colors.matrix ?? .itu709, isFullRange: colors.isFullRange, siting: colors.siting)
          .convert(YCbCrPlanes(contiguous: base, width: size.width, height: size.height), to: pixels)
        return pixels
      }
      for y in 0..<size.height {
        let (source, target) = (base + y * size.width * 4, pixels.row(y))
        target.copyMemory(from: source, byteCount: size.width * 4)
        if index.stream.hasAlpha {
          Self.premultiply(target.assumingMemoryBound(to: SIMD4<UInt8>.self), size.width)
        }
      }
      return pixels
    }

    private static func premultiply(_ row: UnsafeMutablePointer<SIMD4<UInt8>>, _ count: Int) {
      for x in 0..<count where row[x].w < 255 {
        let (pixel, alpha) = (SIMD4<UInt16>(truncatingIfNeeded: row[x]), UInt16(row[x].w))
        var product = SIMD4<UInt8>(truncatingIfNeeded: (pixel &* alpha &+ 127) / 255)
        product.w = row[x].w
        row[x] = product
      }
    }
  }

  /// What a decoder says of its frames, line by line.
  private struct DecoderReport {
    /// A frame that it is about to write.
    struct Entry {
      /// In units of the stream.
      let time: Int64
      let width: Int
      let height: Int
      let isKey: Bool
    }

    private var entries: [Entry] = []
    private(set) var lastError: String?
    private let stream: VideoStream
    /// The unit of the times that it writes.
    private var timeBase: (numerator: Int64, denominator: Int64)

    init(_ stream: VideoStream) {
      self.stream = stream
      timeBase = (Int64(stream.timeBase.numerator), Int64(stream.timeBase.denominator))
    }

    /// The entry of the next frame; nil if its line did not come yet.
    mutating func takeEntry() -> Entry? { entries.isEmpty ? nil : entries.removeFirst() }

    mutating func add(_ line: Substring) {
      guard line.hasPrefix("[Parsed_showinfo_") else {
        if line.contains("[error]") || line.contains("[fatal]") { lastError = String(line) }
        return
      }
      if let base = Self.value(after: "config in time_base:", in: line) {
        let parts = base.prefix { $0 != "," }.split(separator: "/").compactMap { Int64($0) }
        if parts.count == 2, parts[0] > 0, parts[1] > 0 { timeBase = (parts[0], parts[1]) }
        return
      }
      guard let text = Self.value(after: " pts:", in: line), let size = Self.value(after: " s:", in: line)
      else { return }
      let sides = size.split(separator: "x").compactMap { Int($0) }
      guard let time = Int64(text), sides.count == 2 else { return }
      let isKey = Self.value(after: " iskey:", in: line) == "1"
      entries.append(Entry(time: units(time), width: sides[0], height: sides[1], isKey: isKey))
    }

    /// A time of the decoder in units of the stream.
    private func units(_ time: Int64) -> Int64 {
      let base = stream.timeBase
      let product = Int128(time) * Int128(timeBase.numerator) * Int128(base.denominator)
      let divisor = Int128(timeBase.denominator) * Int128(base.numerator)
      let half = product < 0 ? -divisor / 2 : divisor / 2
      return Int64(clamping: (product + half) / divisor)
    }

    /// The word after a key.
    private static func value(after key: String, in line: Substring) -> Substring? {
      guard let place = line.range(of: key) else { return nil }
      return line[place.upperBound...].drop { $0 == " " }.prefix { $0 != " " }
    }
  }
#endif

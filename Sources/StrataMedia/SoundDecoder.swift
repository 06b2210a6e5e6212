#if Media
  import Glibc
  import StrataProcess

  /// A running `ffmpeg` that writes levels of sound into a pipe, as fast as they are read.
  ///
  /// It ends when it is released, and with this program.
  ///
  /// - Thread: One at a time.
  package final class LevelDecoder: @unchecked Sendable {  // Its owner's queue reads it.
    private let child: ChildProcess
    private let output: PipeReader

    /// Starts a decoder; nil if the program is not installed, or this process has too many descriptors.
    ///
    /// - Parameters:
    ///   - arguments: The inputs and filters, with one mapped output.
    ///   - format: The words that say how levels are written.
    ///   - tools: The programs to use.
    package init?(_ arguments: [String], format: [String], tools: MediaTools = MediaTools()) {
      guard ChildProcess.isInstalled(tools.decoder), let pipe = ChildProcess.makePipe(byteCount: 1 << 18)
      else { return nil }
      output = PipeReader(pipe.readEnd)
      child = ChildProcess(
        tools.decoder,
        ["-hide_banner", "-nostdin", "-loglevel", "error"] + arguments + format + ["pipe:1"],
        output: .handedOver(pipe.writeEnd),
        errors: .collected
      )
    }

    deinit { child.kill() }

    /// True once the end was read.
    package var isAtEnd: Bool { output.isAtEnd }

    /// Reads bytes that are there, without waiting; returns their number.
    package func read(into bytes: UnsafeMutableRawBufferPointer) -> Int { output.read(into: bytes) }

    /// Waits until memory is full of bytes, or for the end; returns their number, or nil if none come within a time in seconds.
    package func fill(_ bytes: UnsafeMutableRawBufferPointer, seconds: Double = 30) -> Int? {
      var count = 0
      while count < bytes.count, !output.isAtEnd {
        guard PipeReader.wait(for: [output], seconds: seconds) else { return nil }
        count += output.read(into: UnsafeMutableRawBufferPointer(rebasing: bytes[count...]))
      }
      return count
    }

    /// What went wrong, in the decoder's words; nil if nothing did.
    ///
    /// It waits for the decoder, which must be at its end.
    package func failure() -> String? {
      let end = child.waitForEnd()
      if let cut = DecoderMessages.cutInput(end.messages) { return "the file ends early: \(cut)" }
      guard !end.isSuccess else { return nil }
      let last = end.messages.split(whereSeparator: \.isNewline).last.map { String($0) }
      return end.failure ?? last ?? "the decoder ended early"
    }
  }

  /// What the decoder says of its input.
  package enum DecoderMessages {
    /// The line in which it reports that an input ended early; it exits with success even so.
    package static func cutInput(_ messages: String) -> String? {
      messages.split(whereSeparator: \.isNewline)
        .first { $0.hasSuffix("partial file") || $0.contains("File ended prematurely") }
        .map { String($0) }
    }
  }

  /// A running `ffmpeg` that writes sound into a pipe: frames of two floats, as fast as they are read.
  ///
  /// It ends when it is released, and with this program.
  ///
  /// - Thread: One at a time.
  package final class SoundDecoder: @unchecked Sendable {  // Its owner's queue reads it.
    private let levels: LevelDecoder
    /// The bytes of an incomplete frame.
    private var part: [UInt8] = []

    /// Starts a decoder; nil if the program is not installed, or this process has too many descriptors.
    ///
    /// - Parameters:
    ///   - arguments: The inputs and filters, with one mapped output.
    ///   - framesPerSecond: The frames per second to write.
    ///   - tools: The programs to use.
    package init?(_ arguments: [String], framesPerSecond: Double, tools: MediaTools = MediaTools()) {
      let format = ["-ac", "2", "-ar", "\(Int(framesPerSecond))", "-f", "f32le"]
      guard let levels = LevelDecoder(arguments, format: format, tools: tools) else { return nil }
      self.levels = levels
    }

    /// True once the end was read.
    package var isAtEnd: Bool { levels.isAtEnd }

    /// Reads frames that are there, without waiting; returns their number.
    package func read(into frames: UnsafeMutableBufferPointer<SIMD2<Float>>) -> Int {
      let bytes = UnsafeMutableRawBufferPointer(frames)
      guard bytes.count > part.count else { return 0 }
      bytes.copyBytes(from: part)
      let count =
        part.count + levels.read(into: UnsafeMutableRawBufferPointer(rebasing: bytes[part.count...]))
      let stride = MemoryLayout<SIMD2<Float>>.stride
      part = Array(bytes[(count / stride * stride)..<count])
      return count / stride
    }
  }
#endif

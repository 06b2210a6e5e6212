#if Media
  import StrataProcess

  /// A running `ffmpeg` that writes sound into a pipe: frames of two floats, as fast as they are read.
  ///
  /// It ends when it is released, and with this program.
  ///
  /// - Thread: One at a time.
  package final class SoundDecoder: @unchecked Sendable {  // Its owner's queue reads it.
    private let child: ChildProcess
    private let output: PipeReader
    /// The bytes of an incomplete frame.
    private var part: [UInt8] = []

    /// Starts a decoder; nil if the program is not installed, or this process has too many descriptors.
    ///
    /// - Parameters:
    ///   - arguments: The inputs and filters, with one mapped output.
    ///   - framesPerSecond: The frames per second to write.
    ///   - tools: The programs to use.
    package init?(_ arguments: [String], framesPerSecond: Double, tools: MediaTools = MediaTools()) {
      guard ChildProcess.isInstalled(tools.decoder), let pipe = ChildProcess.makePipe(byteCount: 1 << 18)
      else { return nil }
      output = PipeReader(pipe.readEnd)
      let format = ["-ac", "2", "-ar", "\(Int(framesPerSecond))", "-f", "f32le", "pipe:1"]
      child = ChildProcess(
        tools.decoder,
        ["-hide_banner", "-nostdin", "-loglevel", "error"] + arguments + format,
        output: .handedOver(pipe.writeEnd),
        errors: .collected
      )
    }

    deinit { child.kill() }

    /// True once the end was read.
    package var isAtEnd: Bool { output.isAtEnd }

    /// Reads frames that are there, without waiting; returns their number.
    package func read(into frames: UnsafeMutableBufferPointer<SIMD2<Float>>) -> Int {
      let bytes = UnsafeMutableRawBufferPointer(frames)
      guard bytes.count > part.count else { return 0 }
      bytes.copyBytes(from: part)
      let count =
        part.count + output.read(into: UnsafeMutableRawBufferPointer(rebasing: bytes[part.count...]))
      let stride = MemoryLayout<SIMD2<Float>>.stride
      part = Array(bytes[(count / stride * stride)..<count])
      return count / stride
    }
  }
#endif

#if Media
  import Foundation
  import StrataProcess

  /// The programs that read films, by their names in `PATH` or by their paths.
  package struct MediaTools: Sendable {
    /// Lists streams and packets, as `ffprobe` does.
    package var prober: String
    /// Decodes frames, as `ffmpeg` does.
    package var decoder: String

    /// Creates names of programs.
    package init(prober: String = "ffprobe", decoder: String = "ffmpeg") {
      (self.prober, self.decoder) = (prober, decoder)
    }
  }

  /// Asks `ffprobe` about a file.
  struct MediaProbe {
    let path: String
    /// How long the program may be silent, in seconds.
    let timeout: Double

    let tools: MediaTools

    /// The options with which both programs open a file: local files alone, whatever the file names in turn.
    static func opening(_ path: String) -> [String] {
      ["-protocol_whitelist", "file,pipe", "-i", "file:" + path]
    }

    /// Runs the program and calls a closure with the fields of each line: the section, then keys with values.
    func run(_ arguments: [String], _ section: (Section) -> Void) throws(MediaError) {
      guard ChildProcess.isInstalled(tools.prober) else { throw .toolMissing(name: tools.prober) }
      let pipes = try ChildPipes(reading: path)
      let child = ChildProcess(
        tools.prober,
        ["-v", "error"] + arguments + ["-of", "compact"] + Self.opening(path),
        output: pipes.outputSink,
        errors: pipes.messageSink
      )
      defer { child.kill() }
      var (lines, count, messages) = (LineBuffer(), 0, "")
      var messageLines = LineBuffer()
      let chunk = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 16)
      defer { chunk.deallocate() }
      while !pipes.output.isAtEnd || !pipes.messages.isAtEnd {
        guard PipeReader.wait(for: [pipes.output, pipes.messages], seconds: timeout) else {
          throw .noAnswer(tool: tools.prober, path: path, seconds: timeout)
        }
        lines.add(pipes.output.bytes(into: chunk)) { line in
          guard let fields = Section(line) else { return }
          count += 1
          section(fields)
        }
        messageLines.add(pipes.messages.bytes(into: chunk)) { line in
          if messages.utf8.count < Self.mostMessages { messages += line + "\n" }
        }
      }
      try checkEnd(of: child)
      // What it could not read, it does not list. A damaged file may have messages and a list.
      guard count > 0 || messages.isEmpty else {
        throw .cannotRead(path: path, reason: Self.reason(in: messages, path))
      }
    }

    /// Throws if the program did not run to its end: what it listed is not all then.
    private func checkEnd(of child: ChildProcess) throws(MediaError) {
      guard let end = child.waitForEnd(seconds: timeout) else {
        throw .noAnswer(tool: tools.prober, path: path, seconds: timeout)
      }
      if let failure = end.failure { throw .cannotRead(path: path, reason: failure) }
      if let signal = end.signal {
        throw .cannotRead(path: path, reason: "\(tools.prober) was ended by signal \(signal)")
      }
    }

    /// The bytes of messages that are kept.
    private static let mostMessages = 1 << 16

    /// The last messages of a program, without the names of its parts and of the file.
    static func reason(in messages: String, _ path: String) -> String {
      let lines = messages.split(whereSeparator: \.isNewline).map { line -> Substring in
        var line = line
        while line.hasPrefix("["), let end = line.firstIndex(of: "]") {
          line = line[line.index(after: end)...].drop { $0 == " " }
        }
        for name in ["file:\(path): ", "\(path): "] where line.hasPrefix(name) {
          line = line.dropFirst(name.count)
        }
        return line
      }
      return lines.isEmpty ? "it gave no reason" : lines.suffix(2).joined(separator: "; ")
    }
  }

  extension MediaProbe {
    /// A line: the name of a section, and its fields.
    struct Section {
      let name: Substring
      private let fields: [Substring]

      init?(_ line: Substring) {
        let parts = line.split(separator: "|", omittingEmptySubsequences: false)
        guard parts.count > 1 else { return nil }
        (name, fields) = (parts[0], Array(parts[1...]))
      }

      /// The value of a key; nil if it is missing or not available.
      subscript(_ key: String) -> Substring? {
        for field in fields where field.hasPrefix(key) && field.dropFirst(key.count).first == "=" {
          let value = field.dropFirst(key.count + 1)
          return value == "N/A" || value == "unknown" ? nil : value
        }
        return nil
      }

      /// True for a packet that cannot be decoded without a key.
      var isEncrypted: Bool { self["side_data_type"] == "Encryption info" }

      func integer(_ key: String) -> Int64? { self[key].flatMap { Int64($0) } }

      /// A fraction, written with a slash or a colon, that is more than 0; nil for others.
      func fraction(_ key: String) -> (numerator: Int64, denominator: Int64)? {
        guard let parts = self[key]?.split(whereSeparator: { $0 == "/" || $0 == ":" }), parts.count == 2,
          let numerator = Int64(parts[0]), let denominator = Int64(parts[1]), numerator > 0, denominator > 0
        else { return nil }
        return (numerator, denominator)
      }
    }
  }
#endif

#if Media
  import Glibc
  import StrataProcess

  /// The pipes of a program that writes frames or lists, and messages beside them.
  struct ChildPipes {
    let output: PipeReader
    let messages: PipeReader
    /// Where the program's standard output goes.
    let outputSink: ChildProcess.Sink
    /// Where its standard error goes.
    let messageSink: ChildProcess.Sink

    /// Makes both pipes, or none.
    ///
    /// - Parameter path: The file or the source, for the error.
    /// - Throws: ``MediaError/cannotRead(path:reason:)`` if this process has too many descriptors.
    init(reading path: String) throws(MediaError) {
      guard let wide = ChildProcess.makePipe(byteCount: 1 << 20) else { throw Self.failure(path) }
      output = PipeReader(wide.readEnd)
      guard let narrow = ChildProcess.makePipe() else {
        let failure = Self.failure(path)
        close(wide.writeEnd)
        throw failure
      }
      messages = PipeReader(narrow.readEnd)
      (outputSink, messageSink) = (.handedOver(wide.writeEnd), .handedOver(narrow.writeEnd))
    }

    private static func failure(_ path: String) -> MediaError {
      .cannotRead(path: path, reason: String(cString: strerror(errno)))
    }
  }

  /// The reading end of a pipe, which a caller reads without waiting longer than it wants.
  final class PipeReader: @unchecked Sendable {  // Its owner reads it under a lock.
    private let descriptor: Int32
    private(set) var isAtEnd = false

    init(_ descriptor: Int32) {
      self.descriptor = descriptor
      _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
    }

    deinit { close(descriptor) }

    /// Reads what is there, up to the size of a buffer; returns 0 if nothing is, and at the end.
    func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
      guard !isAtEnd, let base = buffer.baseAddress, !buffer.isEmpty else { return 0 }
      while true {
        let count = Glibc.read(descriptor, base, buffer.count)
        if count > 0 { return count }
        if count < 0, errno == EINTR { continue }
        if count < 0, errno == EAGAIN { return 0 }
        isAtEnd = true
        return 0
      }
    }

    /// Reads what is there into a buffer and returns that part of it.
    func bytes(into buffer: UnsafeMutableRawBufferPointer) -> UnsafeRawBufferPointer {
      UnsafeRawBufferPointer(rebasing: buffer[..<read(into: buffer)])
    }

    /// Waits until one of some pipes has bytes or ends; returns false if none does within a time in seconds.
    static func wait(for readers: [PipeReader], seconds: Double) -> Bool {
      var states = readers.filter { !$0.isAtEnd }.map {
        pollfd(fd: $0.descriptor, events: Int16(POLLIN), revents: 0)
      }
      guard !states.isEmpty else { return true }
      let deadline = ContinuousClock.now + .seconds(seconds)
      while true {
        let rest = ContinuousClock.now.duration(to: deadline)
        let milliseconds = max(
          rest.components.seconds * 1000 + rest.components.attoseconds / 1_000_000_000_000_000,
          0
        )
        let count = poll(&states, nfds_t(states.count), Int32(min(milliseconds + 1, 1 << 30)))
        if count > 0 { return true }
        if count == 0 { return false }
        guard errno == EINTR else { return true }
      }
    }
  }

  /// Bytes that become lines of text.
  struct LineBuffer {
    private var bytes: [UInt8] = []
    /// The longest line that is kept whole; a program does not write longer ones.
    private static let longest = 1 << 16

    /// Adds bytes and calls a closure for each line that is complete, without its end.
    mutating func add(_ chunk: UnsafeRawBufferPointer, _ line: (Substring) -> Void) {
      for byte in chunk {
        if byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") {
          if !bytes.isEmpty { line(Substring(decoding: bytes, as: UTF8.self)) }
          bytes.removeAll(keepingCapacity: true)
        } else if bytes.count < Self.longest {
          bytes.append(byte)
        }
      }
    }
  }
#endif

#if Inspector
  import Foundation
  import Glibc

  /// A connection over TCP: bytes in both directions, by calls that wait.
  ///
  /// The descriptor is closed when the stream is released, and not before: the system gives its number to the next
  /// file or socket of the program, and a thread that still read by the number would take bytes of that one. ``end()`` wakes
  /// the threads that wait instead.
  ///
  /// - Thread: Any; one at a time reads, one at a time writes.
  final class SocketStream: Sendable {
    /// Why no more bytes come or go.
    enum Failure: Error, Hashable {
      /// The other side has ended the connection.
      case ended
      /// The other side was silent for longer than the stream's patience.
      case silent
      /// An error of the system, by its number.
      case broken(Int32)
    }

    private let descriptor: Int32

    /// Takes over a descriptor.
    init(_ descriptor: Int32) {
      self.descriptor = descriptor
      // A child process of the program does not keep the connection open.
      _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
      var isOn = Int32(1)
      let length = socklen_t(MemoryLayout<Int32>.size)
      setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &isOn, length)
      // A machine that has gone without a word is noticed after some hours.
      setsockopt(descriptor, SOL_SOCKET, SO_KEEPALIVE, &isOn, length)
    }

    deinit { Glibc.close(descriptor) }

    /// Sets how long the other side may be silent, and may take to read, in seconds; 0 is for ever.
    func setPatience(_ seconds: Int) {
      var limit = timeval(tv_sec: seconds, tv_usec: 0)
      for option in [SO_RCVTIMEO, SO_SNDTIMEO] {
        setsockopt(descriptor, SOL_SOCKET, option, &limit, socklen_t(MemoryLayout<timeval>.size))
      }
    }

    /// Writes all bytes; waits until the system has taken them.
    func write(_ data: Data) throws(Failure) {
      var sent = 0
      while sent < data.count {
        let count = data.withUnsafeBytes { bytes in
          send(descriptor, bytes.baseAddress.map { $0 + sent }, bytes.count - sent, Int32(MSG_NOSIGNAL))
        }
        if count < 0, errno == EINTR { continue }
        guard count > 0 else { throw Self.failure(errno) }
        sent += count
      }
    }

    /// Reads what has come; waits until something has.
    func read(atMost length: Int) throws(Failure) -> Data {
      var piece = [UInt8](repeating: 0, count: length)
      while true {
        let count = recv(descriptor, &piece, length, 0)
        if count < 0, errno == EINTR { continue }
        guard count != 0 else { throw .ended }
        guard count > 0 else { throw Self.failure(errno) }
        return Data(piece[..<count])
      }
    }

    private static func failure(_ number: Int32) -> Failure {
      switch number {
      case EAGAIN, EWOULDBLOCK: .silent
      case EPIPE, ECONNRESET: .ended
      default: .broken(number)
      }
    }

    /// Reads nothing more than what has come already; a thread that waits for more finds the end.
    func endReading() { _ = shutdown(descriptor, Int32(SHUT_RD)) }

    /// Tells the other side that nothing more comes.
    func endWriting() { _ = shutdown(descriptor, Int32(SHUT_WR)) }

    /// Ends the connection for both sides; threads that read or write find the end.
    func end() { _ = shutdown(descriptor, Int32(SHUT_RDWR)) }
  }

  /// Reads pieces of known lengths from a stream.
  struct StreamReader {
    typealias Failure = SocketStream.Failure

    private let stream: SocketStream
    private var buffer = Data()

    /// How many bytes are asked for at once.
    private static let pieceLength = 1 << 16

    init(_ stream: SocketStream) { self.stream = stream }

    private mutating func fill() throws(Failure) { buffer.append(try stream.read(atMost: Self.pieceLength)) }

    private mutating func take(_ count: Int) -> Data {
      let taken = Data(buffer.prefix(count))
      buffer = Data(buffer.dropFirst(count))
      return taken
    }

    /// The next bytes, exactly as many.
    mutating func read(_ count: Int) throws(Failure) -> Data {
      while buffer.count < count { try fill() }
      return take(count)
    }

    /// The bytes up to an empty line, which are taken with it.
    ///
    /// - Parameters:
    ///   - limit: The most bytes.
    ///   - isLate: Asked before more bytes are awaited; true gives up.
    /// - Returns: The lines without the empty one; nil if there are too many bytes, or if they come too late.
    /// - Throws: What ended the connection.
    mutating func readHead(atMost limit: Int, isLate: () -> Bool = { false }) throws(Failure) -> Data? {
      let end = Data("\r\n\r\n".utf8)
      var searched = 0
      while true {
        if let range = buffer.range(of: end, in: max(0, searched - end.count)..<buffer.count) {
          guard range.upperBound <= limit else { return nil }
          return take(range.upperBound).dropLast(end.count)
        }
        searched = buffer.count
        guard searched < limit, !isLate() else { return nil }
        try fill()
      }
    }

    /// Drops what comes until the other side ends the connection, so that it reads what was sent before.
    ///
    /// If a connection is closed with unread bytes, the system drops what the other side has not read yet.
    ///
    /// - Parameters:
    ///   - seconds: How long the other side may be silent.
    ///   - limit: The most bytes that are dropped.
    func drain(patience seconds: Int, atMost limit: Int) {
      stream.setPatience(seconds)
      var count = 0
      while count < limit, let piece = try? stream.read(atMost: Self.pieceLength) { count += piece.count }
    }
  }
#endif

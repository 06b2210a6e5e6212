import Foundation
import Glibc
import Synchronization

/// Writes to an open descriptor, such as standard output, and remembers the first failure.
///
/// A write waits for a slow reader in steps, so that a cancellation ends it.
final class DescriptorWriter: Sendable {
  private let descriptor: Int32
  private let name: String
  private let cancellation: ExportCancellation
  private let failure = Mutex<WriteFailure?>(nil)

  init(descriptor: Int32, name: String, cancellation: ExportCancellation) {
    (self.descriptor, self.name, self.cancellation) = (descriptor, name, cancellation)
  }

  /// Writes all bytes; returns false if they cannot be written.
  func write(_ bytes: UnsafeRawBufferPointer) -> Bool {
    guard let problem = writeAll(bytes, to: descriptor, cancellation: cancellation) else { return true }
    failure.withLock { $0 = $0 ?? problem }
    return false
  }

  /// Writes all bytes on this thread.
  func write(_ data: Data) throws(ExportError) {
    _ = withoutBrokenPipes { data.withUnsafeBytes { write($0) } }
    try check()
  }

  /// Throws if a write failed, except for a reader that closed its end.
  func check() throws(ExportError) {
    try cancellation.check()
    if let problem = failure.withLock({ $0 }), !problem.isBrokenPipe {
      throw .cannotWrite(path: name, reason: problem.reason)
    }
  }

  /// True if the descriptor is a pipe whose reader closed its end.
  var lostItsReader: Bool {
    var state = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    return poll(&state, 1, 0) == 1 && state.revents & Int16(POLLERR) != 0
  }
}

/// The reason why bytes were not written to a descriptor.
package struct WriteFailure {
  let code: Int32
  package var reason: String { String(cString: strerror(code)) }
  /// True if the reader closed its end.
  var isBrokenPipe: Bool { code == EPIPE }
}

/// The reason why the last call of the system on this thread failed.
func lastSystemError() -> String { String(cString: strerror(errno)) }

/// Writes all bytes; returns the failure, if there is one.
///
/// With a cancellation, a reader that stalls does not keep the call from ending: bytes are written in pieces for which
/// the descriptor has room. Files have room for everything.
package func writeAll(
  _ bytes: UnsafeRawBufferPointer,
  to descriptor: Int32,
  cancellation: ExportCancellation? = nil
) -> WriteFailure? {
  let piece = cancellation != nil && stalls(descriptor) ? pipePiece : .max
  var rest = bytes
  while let base = rest.baseAddress, !rest.isEmpty {
    if piece != .max || isWaiting(descriptor) {
      if cancellation?.isCancelled ?? false { return WriteFailure(code: ECANCELED) }
      var state = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
      guard poll(&state, 1, 100) != 0 else { continue }
    }
    let count = Glibc.write(descriptor, base, min(rest.count, piece))
    if count < 0 {
      if errno == EINTR || errno == EAGAIN { continue }
      return WriteFailure(code: errno)
    }
    rest = UnsafeRawBufferPointer(rebasing: rest[count...])
  }
  return nil
}

/// What a pipe takes without waiting when it has room at all: Linux's `PIPE_BUF`, in bytes.
private let pipePiece = 4096

/// True if a write may wait for a reader: to a pipe, a socket or a terminal.
private func stalls(_ descriptor: Int32) -> Bool {
  var status = stat()
  guard fstat(descriptor, &status) == 0 else { return false }
  let kind = status.st_mode & S_IFMT
  return kind == S_IFIFO || kind == S_IFSOCK || isatty(descriptor) != 0
}

/// True if the descriptor returns from writes for which it has no room.
private func isWaiting(_ descriptor: Int32) -> Bool {
  let flags = fcntl(descriptor, F_GETFL)
  return flags >= 0 && flags & O_NONBLOCK != 0
}

/// Runs `body`, in which a broken pipe is an error of `write` and no signal that ends the program.
///
/// The thread blocks the same signals afterwards as before, and has none that `body` caused.
func withoutBrokenPipes<Result>(_ body: () -> Result) -> Result {
  var (signals, former, pending) = (sigset_t(), sigset_t(), sigset_t())
  sigemptyset(&signals)
  sigaddset(&signals, SIGPIPE)
  sigpending(&pending)
  let wasPending = sigismember(&pending, SIGPIPE) == 1
  pthread_sigmask(SIG_BLOCK, &signals, &former)
  defer {
    var atOnce = timespec()
    while !wasPending, sigtimedwait(&signals, nil, &atOnce) < 0, errno == EINTR {}
    pthread_sigmask(SIG_SETMASK, &former, nil)
  }
  return body()
}

/// Keeps a broken pipe from ending the program: on this thread, which must be one of the library's own, it becomes an error of
/// `write` for good.
package func ignoreBrokenPipesOnThisThread() {
  var signals = sigset_t()
  sigemptyset(&signals)
  sigaddset(&signals, SIGPIPE)
  pthread_sigmask(SIG_BLOCK, &signals, nil)
}

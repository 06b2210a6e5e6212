import Foundation
import Glibc
import StrataExport

/// The standard streams of the tool.
///
/// One rule holds for all of them: what the tool was asked for goes on whatever becomes of its messages, and a result
/// that did not arrive is an error, unless its reader closed the pipe.
enum StandardStreams {
  /// Makes a broken pipe an error of `write`, and keeps the numbers of closed streams from files that are opened later.
  static func prepare() {
    signal(SIGPIPE, SIG_IGN)
    // In the wrong direction, so that use of a closed input or output still fails; messages are dropped.
    for (stream, mode) in [
      (STDIN_FILENO, O_WRONLY), (STDOUT_FILENO, O_RDONLY), (STDERR_FILENO, O_WRONLY),
    ] where fcntl(stream, F_GETFD) < 0 {
      // The lowest free number is that of the closed stream.
      _ = open("/dev/null", mode)
    }
  }

  /// Writes to standard error; a closed or full one drops the text.
  static func writeMessage(_ text: String) {
    _ = Data(text.utf8).withUnsafeBytes { writeAll($0, to: STDERR_FILENO) }
  }

  /// Writes to standard error unless that would wait for its reader.
  static func writeMessageWithoutWaiting(_ text: String) {
    var state = pollfd(fd: STDERR_FILENO, events: Int16(POLLOUT), revents: 0)
    if poll(&state, 1, 0) == 1, state.revents & Int16(POLLOUT) != 0 { writeMessage(text) }
  }
}

/// Prints a line on standard error.
func say(_ line: String) { StandardStreams.writeMessage(line + "\n") }

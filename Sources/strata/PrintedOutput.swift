// The C library's `stdout` is a variable; Foundation would export it again without its annotation.
@preconcurrency import Glibc

/// What the tool prints on standard output.
enum PrintedOutput {
  /// Writes what was printed so far; returns the reason if a part of it is lost.
  ///
  /// A reader that closed the pipe has seen enough.
  static func flush() -> String? {
    let code = fflush(stdout) == 0 ? 0 : errno
    guard code != 0 || ferror(stdout) != 0, code != EPIPE, !lostItsReader else { return nil }
    // Told once.
    clearerr(stdout)
    return code == 0 ? "a part was lost" : String(cString: strerror(code))
  }

  private static var lostItsReader: Bool {
    var state = pollfd(fd: STDOUT_FILENO, events: Int16(POLLOUT), revents: 0)
    return poll(&state, 1, 0) == 1 && state.revents & Int16(POLLERR) != 0
  }
}

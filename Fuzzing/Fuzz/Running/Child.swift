import Foundation

/// A program as a child process whose end is asked for, not announced.
///
/// Foundation's `Process` misses the end of children that are killed while others start.
final class Child {
  /// The end of a child.
  enum End {
    case exit(Int32)
    case signal(Int32)
  }

  let identifier: pid_t
  private var known: End?

  /// Starts a program; standard output goes nowhere, standard error to a file.
  init(_ program: String, _ arguments: [String], environment: [String: String], log: String) throws {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0)
    posix_spawn_file_actions_addopen(&actions, 2, log, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
    let words = ([program] + arguments).map { strdup($0) } + [nil]
    let variables = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
    defer { for text in words + variables { free(text) } }
    var identifier = pid_t()
    guard posix_spawn(&identifier, program, &actions, nil, words, variables) == 0 else {
      throw OptionsError("cannot start \(program)")
    }
    self.identifier = identifier
  }

  /// How the child ended; nil while it runs.
  var end: End? {
    if known == nil { wait(WNOHANG) }
    return known
  }

  /// Waits for the end.
  func waitForEnd() {
    if known == nil { wait(0) }
  }

  private func wait(_ options: Int32) {
    var status: Int32 = 0
    guard waitpid(identifier, &status, options) == identifier else { return }
    let signal = status & 0x7F
    known = signal == 0 ? .exit(status >> 8 & 0xFF) : .signal(signal)
  }

  func send(_ signal: Int32) {
    if end == nil { kill(identifier, signal) }
  }
}

import ArgumentParser
import Glibc

/// The command line: renders, inspects, checks and converts documents.
@main
struct StrataCommand: ParsableCommand {
  /// The version of the package, as in the newest heading of CHANGELOG.md.
  static let version = "0.1.0"

  static let configuration = CommandConfiguration(
    commandName: "strata",
    abstract: "Renders Core Animation documents, without a screen or a GPU.",
    discussion: """
      A document is a .ca folder, a bare .caml file, a keyed archive (.caar), or a wallpaper of several documents (a \
      .wallpaper folder or a .tendies archive), which are shown as one stack; "-" reads a .caml or .caar file from \
      standard input. Results go to the output file or to standard output. Messages go to standard error; if that is \
      closed or full, they are dropped.

      Exit codes: 0 done; 1 check or doctor found something, or --strict met a warning; 64 wrong arguments; 65 the \
      document is broken, or parts do not make a film; 66 it cannot be read; 69 the encoder, a display or the address of a page is missing, or an inspector cannot be read; 70 the encoder failed; 73 the output \
      cannot be written; 129, 130, 131 and 143 ended by SIGHUP, SIGINT, SIGQUIT or SIGTERM, with no unfinished file left.
      """,
    version: version,
    subcommands: subcommands
  )

  private static var subcommands: [any ParsableCommand.Type] {
    var commands: [any ParsableCommand.Type] = [
      RenderCommand.self, PlanCommand.self, JoinCommand.self, InspectCommand.self, CheckCommand.self,
      ConvertCommand.self, PackCommand.self, DoctorCommand.self,
    ]
    #if Media
      commands.append(OverlayCommand.self)
    #endif
    #if Window
      commands.append(ViewCommand.self)
    #endif
    #if Inspector
      commands.append(PreviewCommand.self)
    #endif
    return commands
  }

  static func main() {
    StandardStreams.prepare()
    raiseFileLimit()
    var failure: (any Error)?
    do {
      var command = try parseAsRoot()
      try command.run()
    } catch {
      failure = error
    }
    if let reason = PrintedOutput.flush() {
      say("strata: standard output: cannot write: \(reason)")
      exit(withError: ExitStatus.cannotWrite)
    }
    guard let failure else { return }
    if let hint = BuildTraits.hint(for: Array(CommandLine.arguments.dropFirst())) { say(hint) }
    exit(withError: failure)
  }

  /// Lets the tool open more files than the usual 1024, of which each processor needs three for a part of pictures.
  private static func raiseFileLimit() {
    var limit = rlimit()
    guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return }
    limit.rlim_cur = max(limit.rlim_cur, min(limit.rlim_max, 16384))
    setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
  }
}

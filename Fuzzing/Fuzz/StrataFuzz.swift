import Foundation

/// Writes a line at once, which a program that is killed would lose otherwise.
func say(_ line: String) { FileHandle.standardOutput.write(Data((line + "\n").utf8)) }

/// Gives changed inputs to the library in processes of its own, and keeps those that end one.
@main
struct StrataFuzz {
  static func main() {
    #if LibFuzzer
      if GuidedProcess.target != nil { exit(GuidedProcess.run()) }
    #endif
    do {
      let arguments = Array(CommandLine.arguments.dropFirst())
      guard !arguments.contains("--help") else { return say(Options.usage) }
      let options = try Options(arguments)
      #if LibFuzzer
        if options.isGuided {
          var run = GuidedRun(options)
          exit(try run.run() > 0 ? 1 : 0)
        }
      #endif
      if let progress = options.progress { return try Worker(options: options, progress: progress).run() }
      let count = try options.files.isEmpty ? fuzz(options) : Reducer(options: options).replay()
      if count > 0 { exit(1) }
    } catch {
      FileHandle.standardError.write(Data("strata-fuzz: \(error)\n".utf8))
      exit(2)
    }
  }

  private static func fuzz(_ options: Options) throws -> Int {
    var supervisor = try Supervisor(options)
    return try supervisor.run()
  }
}

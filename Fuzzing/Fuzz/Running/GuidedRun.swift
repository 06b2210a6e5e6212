#if LibFuzzer
  import Foundation
  import StrataBase

  /// Lets libFuzzer choose the inputs by what they reach in the code, one kind after the other.
  ///
  /// libFuzzer runs in processes of its own, which it starts again after each finding. What it calls a finding is judged
  /// like all others: the input is run alone, and its time is that of the processor.
  struct GuidedRun {
    let options: Options
    private var findings: Findings
    private let folder: URL

    init(_ options: Options) {
      self.options = options
      findings = Findings(folder: options.findings)
      folder = options.findings.deletingLastPathComponent().appending(path: "corpus")
    }

    /// Runs all kinds of input and returns the number of findings.
    mutating func run() throws -> Int {
      var inputs = 0
      for target in try options.makeTargets() { inputs += try run(target) }
      say("\(inputs) inputs, \(findings.total) findings")
      if findings.foundation > 0 {
        say("\(findings.foundation) faults of Foundation's decoders, not counted")
      }
      if findings.total > 0 { say(findings.report) }
      return findings.total
    }

    private mutating func run(_ target: any FuzzTarget) throws -> Int {
      let corpus = folder.appending(path: target.name)
      let suspects = folder.appending(path: "\(target.name)-suspects")
      for place in [corpus, suspects] {
        try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
      }
      try plant(target, in: corpus)
      let log = folder.appending(path: "\(target.name).log")
      let environment = ProcessInfo.processInfo.environment
        .merging([GuidedProcess.kindKey: target.name, GuidedProcess.seedsKey: options.seeds.path()]) { $1 }
      let program = CommandLine.arguments[0]
      let arguments = self.arguments(corpus: corpus, suspects: suspects)
      let child = try Child(program, arguments, environment: environment, log: log.path())
      child.waitForEnd()
      let lines = String(decoding: try Data(contentsOf: log), as: UTF8.self).split(separator: "\n")
      guard let last = lines.last(where: { $0.hasPrefix("#") && $0.contains("exec/s") }),
        let inputs = Int(last.dropFirst().prefix { $0.isNumber })
      else { throw OptionsError("libFuzzer did not run:\n\(lines.suffix(20).joined(separator: "\n"))") }
      say("\(target.name): \(last)")
      try judge(suspects, target)
      return inputs
    }

    /// The first inputs, from which libFuzzer makes others.
    private func plant(_ target: any FuzzTarget, in corpus: URL) throws {
      for number in 0..<200 {
        var random = SplitMix64(seed: options.seed &+ UInt64(number) &* 0xD134_2543_DE82_EF95)
        try Data(target.mutant(&random)).write(to: corpus.appending(path: "seed-\(number)"))
      }
    }

    private func arguments(corpus: URL, suspects: URL) -> [String] {
      var arguments = [
        "-fork=\(options.jobs)", "-ignore_crashes=1", "-ignore_timeouts=1", "-ignore_ooms=1",
        "-detect_leaks=0",
        "-timeout=\(Int(options.limits.seconds))", "-rss_limit_mb=\(options.limits.bytes >> 20)",
        "-max_len=65536", "-seed=\(options.seed)", "-artifact_prefix=\(suspects.path())/",
      ]
      if options.runs < .max { arguments.append("-runs=\(options.runs)") }
      if let seconds = options.seconds { arguments.append("-max_total_time=\(Int(seconds))") }
      return arguments + [corpus.path()]
    }

    /// Runs each input that libFuzzer kept alone.
    private mutating func judge(_ suspects: URL, _ target: any FuzzTarget) throws {
      let files = try FileManager.default.contentsOfDirectory(at: suspects, includingPropertiesForKeys: nil)
        .filter { $0.pathExtension.isEmpty }
        .sorted { $0.lastPathComponent < $1.lastPathComponent }
      for (number, file) in files.enumerated() {
        let input = [UInt8](try Data(contentsOf: file))
        guard let finding = try Reducer(options: options).finding(input, target.name, symbols: true) else {
          try FileManager.default.removeItem(at: file)
          continue
        }
        try findings.add(finding, number: number)
      }
    }
  }
#endif

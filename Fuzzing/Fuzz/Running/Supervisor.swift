import Foundation

/// Runs workers until the inputs or the time are used up, and keeps what ends them.
struct Supervisor {
  let options: Options
  private let source: InputSource
  private var findings: Findings
  private var (finished, taken, peak) = (0, 0, 0)

  init(_ options: Options) throws {
    self.options = options
    source = InputSource(targets: try options.makeTargets(), seed: options.seed)
    findings = Findings(folder: options.findings)
  }

  /// A worker with the inputs that are left to it.
  private struct Lane {
    var worker: WorkerProcess
    /// The number of the first input of the worker.
    var first: Int
  }

  /// Runs all inputs and returns the number of findings.
  mutating func run() throws -> Int {
    let begin = Progress.now
    var lanes = try (0..<options.jobs).filter { $0 < options.runs }.map { try lane(from: $0) }
    var shown = 0
    while !lanes.isEmpty {
      usleep(10_000)
      let seconds = Double(Progress.now - begin) / 1e9
      if Int(seconds) / 30 > shown {
        shown = Int(seconds) / 30
        say(summary(seconds, running: lanes))
      }
      if let limit = options.seconds, seconds > limit {
        for lane in lanes { close(lane) }
        break
      }
      try step(&lanes)
    }
    say(summary(Double(Progress.now - begin) / 1e9, running: []))
    if findings.foundation > 0 { say("\(findings.foundation) faults of Foundation's decoders, not counted") }
    if findings.total > 0 { say("\(findings.total) findings\n\(findings.report)") }
    return findings.total
  }

  private func lane(from first: Int) throws -> Lane {
    let arguments = options.workerArguments + ["--first", "\(first)"]
    let worker = try WorkerProcess(arguments, limits: options.limits)
    worker.kindsWithoutStack = findings.fullKinds
    return Lane(worker: worker, first: first)
  }

  /// Replaces workers that ended.
  private mutating func step(_ lanes: inout [Lane]) throws {
    for place in lanes.indices.reversed() {
      let lane = lanes[place]
      guard let end = try lane.worker.poll() else {
        // Caches of a long life are no finding.
        guard lane.worker.finished >= options.inputsOfWorker else { continue }
        let next = lane.worker.current
        guard next >= 0 else { continue }
        close(lane)
        lanes[place] = try self.lane(from: next)
        continue
      }
      count(lane.worker)
      lanes.remove(at: place)
      guard case .finding(let kind, let number, let log) = end else { continue }
      let input = source.input(number)
      let finding = Finding(kind: kind, target: input.target.name, input: input.bytes, log: log)
      try findings.add(finding, number: number)
      let next = number + options.jobs
      finished += 1
      if next < options.runs { lanes.append(try self.lane(from: next)) }
    }
  }

  private mutating func close(_ lane: Lane) {
    lane.worker.terminate()
    count(lane.worker)
  }

  private mutating func count(_ worker: WorkerProcess) {
    finished += worker.finished
    taken += worker.taken
    peak = max(peak, worker.peakMemory)
  }

  private func summary(_ seconds: Double, running: [Lane]) -> String {
    let finished = running.reduce(finished) { $0 + $1.worker.finished }
    let taken = running.reduce(taken) { $0 + $1.worker.taken }
    let peak = running.reduce(peak) { max($0, $1.worker.peakMemory) }
    return String(
      format: "%d inputs in %.0f s, %.0f a second; %.0f %% read; at most %d MB; %d findings",
      finished,
      seconds,
      Double(finished) / max(seconds, 1e-3),
      100 * Double(taken) / Double(max(finished, 1)),
      peak >> 20,
      findings.total
    )
  }
}

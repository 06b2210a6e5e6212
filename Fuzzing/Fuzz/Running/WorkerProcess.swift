import Foundation

/// A worker from outside: how far it is, what memory it has, and how it ended.
final class WorkerProcess {
  /// The end of a worker.
  enum End {
    /// It went through all its inputs.
    case finished
    /// The input with a number ended it.
    case finding(Finding.Kind, input: Int, log: String)
  }

  let limits: Limits
  private let child: Child
  private let folder: URL
  private let progress: Progress
  private(set) var peakMemory = 0

  /// The kinds of finding whose stack is known well enough; it takes seconds to make.
  var kindsWithoutStack: Set<Finding.Kind> = []

  /// Starts a worker with command-line arguments.
  init(_ arguments: [String], limits: Limits, symbols: Bool = true) throws {
    self.limits = limits
    folder = FileManager.default.temporaryDirectory.appending(path: "strata-fuzz-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let state = folder.appending(path: "progress").path()
    progress = try Progress(path: state)
    progress[.current] = -1
    var environment = ProcessInfo.processInfo.environment
    // The address sanitizer prints the stack itself; Swift's handler reads memory that the sanitizer guards.
    environment["SWIFT_BACKTRACE"] =
      symbols && environment["ASAN_OPTIONS"] == nil
      ? "enable=yes,interactive=no,color=no,threads=crashed,images=none,limit=60,timeout=60s,cache=yes"
      : "enable=no"
    child = try Child(
      URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().path(),
      ["--worker", state] + arguments,
      environment: environment,
      log: folder.appending(path: "log").path()
    )
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  private var log: URL { folder.appending(path: "log") }

  var finished: Int { progress[.finished] }
  var taken: Int { progress[.taken] }
  /// The number of the input in work.
  var current: Int { progress[.current] }

  /// Looks at the worker; nil while it runs within its limits.
  ///
  /// - Throws: ``OptionsError`` if it ended before its first input, which is no finding.
  func poll() throws -> End? {
    if let end = child.end { return try self.end(end) }
    let (current, begin) = (progress[.current], progress[.begin])
    guard current >= 0 else { return nil }
    let memory = residentMemory
    peakMemory = max(peakMemory, memory)
    if memory > limits.bytes { return stop(.memory, current) }
    let work = Double(Progress.work(of: child.identifier) - progress[.beginOfWork]) / 1e9
    let wall = Double(Progress.now - begin) / 1e9
    let isSlow = work > limits.seconds || wall > limits.seconds * Limits.patience
    // The worker may have gone on in the meantime.
    return isSlow && progress[.current] == current && progress[.begin] == begin ? stop(.time, current) : nil
  }

  private var residentMemory: Int {
    let path = "/proc/\(child.identifier)/statm"
    guard let pages = try? String(contentsOfFile: path, encoding: .utf8).split(separator: " ") else {
      return 0
    }
    return pages.count > 1 ? (Int(pages[1]) ?? 0) * Int(getpagesize()) : 0
  }

  private func end(_ end: Child.End) throws -> End {
    let input = progress[.current]
    if case .exit(0) = end { return .finished }
    guard input >= 0 else { throw OptionsError("a worker ended before its first input:\n\(logText)") }
    return .finding(.crash, input: input, log: logText)
  }

  /// Ends a worker in a way that shows where it was.
  private func stop(_ kind: Finding.Kind, _ input: Int) -> End {
    child.send(kindsWithoutStack.contains(kind) ? SIGKILL : SIGABRT)
    let patience = Progress.now + 60_000_000_000
    while child.end == nil, Progress.now < patience { usleep(20_000) }
    terminate()
    return .finding(kind, input: input, log: logText)
  }

  /// Ends a worker at once.
  func terminate() {
    child.send(SIGKILL)
    child.waitForEnd()
  }

  private var logText: String {
    let data = (try? Data(contentsOf: log)) ?? Data()
    return String(decoding: data.suffix(200_000), as: UTF8.self)
  }
}

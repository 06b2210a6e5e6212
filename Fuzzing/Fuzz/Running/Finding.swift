import Foundation

/// What an input may take.
struct Limits {
  /// Seconds of processor time.
  var seconds: Double
  /// How many times as long an input may wait, which tells a deadlock from a busy machine.
  static let patience = 12.0
  /// Resident memory of the whole worker.
  var bytes: Int
}

/// An input that ended a worker.
struct Finding {
  /// How the worker ended.
  enum Kind: String, CaseIterable {
    case crash, time, memory
  }

  let kind: Kind
  let target: String
  let input: [UInt8]
  let log: String

  /// The reason and the place in the sources, which tell findings of one cause from those of others.
  ///
  /// A worker that was stopped may have been anywhere in a loop: its kind is all that is known of it.
  var signature: String {
    let lines = log.split(separator: "\n")
    let reasons = ["Fatal error: ", "SUMMARY: ", "Program crashed: "]
    let reason = reasons.lazy.compactMap { mark in
      lines.first { $0.contains(mark) }?.components(separatedBy: mark).last
    }.first
    guard kind == .crash else { return "\(kind.rawValue) of \(target)" }
    let text = (reason ?? "crash").replacing(/0x[0-9a-f]+/, with: "0x").prefix(120)
    return "\(text) at \(place(lines) ?? "an unknown place")"
  }

  /// True if Foundation failed with what an archive held, which the library passes to its decoders as it is.
  ///
  /// They make collections with null references of some archives, which any use of these collections meets.
  var isOfFoundation: Bool {
    let frames = log.split(separator: "\n").filter { $0.contains(" in ") && $0.contains(" 0x") }
    let inner = frames.prefix { !isOfLibrary($0) }
    return kind == .crash && target == ArchiveTarget.name
      && inner.contains { $0.hasSuffix("in libFoundation.so") || $0.contains("/libFoundation.so+") }
  }

  private func isOfLibrary(_ frame: Substring) -> Bool {
    frame.contains("Sources/") && frame.contains(" in ") && frame.contains(".swift:")
  }

  /// The innermost frame of the library, as file and line.
  private func place(_ lines: [Substring]) -> String? {
    let frame = lines.first(where: isOfLibrary)
    return frame.flatMap { $0.firstMatch(of: /[\w+]+\.swift:\d+/).map { String($0.output) } }
  }
}

/// The findings of a run, and the folder that keeps their inputs.
struct Findings {
  /// Inputs of one cause that are kept.
  static let mostKept = 3

  let folder: URL
  private(set) var counts: [String: Int] = [:]
  var total: Int { counts.values.reduce(0, +) }
  /// Faults of Foundation, which are no findings.
  private(set) var foundation = 0

  init(folder: URL) { self.folder = folder }

  /// The kinds of which enough inputs are kept.
  var fullKinds: Set<Finding.Kind> {
    Set(
      Finding.Kind.allCases.filter { kind in kind != .crash && kinds[kind, default: 0] >= 3 * Self.mostKept }
    )
  }
  private var kinds: [Finding.Kind: Int] = [:]

  /// Counts a finding and writes the first ones of a cause: the input, and the worker's log beside it.
  mutating func add(_ finding: Finding, number: Int) throws {
    guard !finding.isOfFoundation else {
      foundation += 1
      return
    }
    let signature = finding.signature
    counts[signature, default: 0] += 1
    kinds[finding.kind, default: 0] += 1
    guard counts[signature, default: 0] <= Self.mostKept else { return }
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let file = folder.appending(path: "\(finding.kind.rawValue)-\(number).\(finding.target)")
    try Data(finding.input).write(to: file)
    try Data(finding.log.utf8).write(to: file.appendingPathExtension("log"))
    say("finding: \(signature)\n  \(file.path())")
  }

  /// The causes, the frequent ones first.
  var report: String {
    counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map { "\($0.value) x \($0.key)" }
      .joined(separator: "\n")
  }
}

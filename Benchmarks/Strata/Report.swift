import Foundation

/// The results of a run, with the machine and the date.
struct Report: Codable {
  var machine = Machine()
  private(set) var measurements: [Measurement] = []

  static func printHeader() {
    print(row("what", "mode", "threads", "median ms", "10% … 90%", "minimum", "pixels", "mallocs", ""))
  }

  /// Adds a measurement and prints it at once, also into a pipe.
  mutating func add(_ m: Measurement) {
    measurements.append(m)
    let goal = m.goal.map { " (goal \(Self.number($0))\(m.isWithinGoal ? "" : ", missed"))" } ?? ""
    let spread = "\(Self.number(m.low)) … \(Self.number(m.high))"
    print(
      Self.row(
        m.name,
        m.mode,
        "\(m.threads)",
        Self.number(m.median) + (m.unit == "ms" ? "" : " \(m.unit)"),
        spread,
        Self.number(m.minimum),
        m.pixels.map { "\($0)" } ?? "",
        m.allocations.map { String(format: "%.0f", $0) } ?? "",
        m.content + goal
      )
    )
    fflush(nil)
  }

  /// Adds the measurements of another report, as further runs.
  mutating func merge(_ other: Report) {
    if measurements.isEmpty { machine = other.machine }
    for version in other.machine.versions where !machine.versions.contains(version) {
      machine.versions.append(version)
    }
    let former = measurements
    for var m in other.measurements {
      m.run += 1 + (former.filter { $0.isSameBenchmark(as: m) }.map(\.run).max() ?? -1)
      measurements.append(m)
    }
  }

  init() {}

  init(_ file: URL) throws { self = try JSONDecoder().decode(Report.self, from: Data(contentsOf: file)) }

  func json() throws -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
    return try encoder.encode(self)
  }

  static func number(_ x: Double) -> String {
    guard x.isFinite else { return "–" }
    if x == 0 { return "0" }
    return String(format: x < 1 ? "%.4f" : x < 1000 ? "%.3f" : "%.0f", x)
  }

  private static func row(_ cells: String...) -> String {
    let widths = [16, 10, 8, 13, 20, 10, 9, 8]
    let padded = zip(cells, widths).map { cell, width in
      cell + String(repeating: " ", count: max(1, width - cell.count))
    }
    return padded.joined() + (cells.last ?? "")
  }
}

/// The machine of a report.
struct Machine: Codable {
  var processor = "unknown"
  var processors = ProcessInfo.processInfo.activeProcessorCount
  var system = ""
  var date = Date.now.formatted(.iso8601)
  /// The number of processors that other processes kept busy; nil in reports that do not tell.
  var busy: Int?
  /// Names and versions of other renderers.
  var versions: [String] = []

  init() {
    let lines = (try? String(contentsOfFile: "/proc/cpuinfo", encoding: .utf8))?.split(separator: "\n") ?? []
    if let model = lines.first(where: { $0.hasPrefix("model name") })?.split(separator: ":").last {
      processor = model.trimmingCharacters(in: .whitespaces)
    }
    var names = utsname()
    guard uname(&names) == 0 else { return }
    system = withUnsafeBytes(of: names.release) {
      "Linux " + String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
    }
  }
}

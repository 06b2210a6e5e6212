import Foundation

/// Prints measurements as a table while they come, and all of them as JSON.
struct Report {
  private(set) var measurements: [Measurement] = []

  static func printHeader() {
    print(row("what", "mode", "threads", "median ms", "10% … 90%", "minimum", ""))
  }

  mutating func add(_ m: Measurement) {
    measurements.append(m)
    let goal = m.goal.map { " (goal \(Self.number($0))\(m.isWithinGoal ? "" : ", missed"))" } ?? ""
    let spread = "\(Self.number(m.low)) … \(Self.number(m.high))"
    print(
      Self.row(
        m.name,
        m.mode,
        "\(m.threads)",
        Self.number(m.median),
        spread,
        Self.number(m.minimum),
        m.content + goal
      )
    )
    fflush(nil)  // Each figure when it is there, also into a pipe.
  }

  /// How long other renderers took for each scene, as multiples of the time of one thread here.
  func printRatios() {
    let modes = Set(SceneBenchmark.Mode.allCases.map(\.rawValue) + ["model"])
    let peers = measurements.filter { !modes.contains($0.mode) }
    guard !peers.isEmpty else { return }
    print("\nTimes of other renderers over the times here, of one thread: above 1 is faster here.")
    print(Self.row("what", "peer", "", "list", "full", "", ""))
    for peer in peers {
      func ratio(_ mode: SceneBenchmark.Mode) -> String {
        let own = measurements.first { $0.name == peer.name && $0.mode == mode.rawValue && $0.threads == 1 }
        return own.map { Self.number(peer.median / $0.median) } ?? "–"
      }
      print(Self.row(peer.name, peer.mode, "", ratio(.list), ratio(.full), "", ""))
    }
  }

  func json() throws -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
    return try encoder.encode(measurements)
  }

  static func number(_ x: Double) -> String {
    x.isNaN ? "–" : String(format: x < 1 ? "%.4f" : "%.3f", x)
  }

  private static func row(_ cells: String...) -> String {
    let widths = [16, 8, 8, 11, 20, 10]
    let padded = zip(cells, widths).map { cell, width in
      cell + String(repeating: " ", count: max(1, width - cell.count))
    }
    return padded.joined() + (cells.last ?? "")
  }
}

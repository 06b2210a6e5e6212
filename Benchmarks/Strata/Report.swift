import Foundation

/// Prints measurements as a table while they come, and all of them as JSON.
struct Report {
  private(set) var measurements: [Measurement] = []

  static func printHeader() {
    print(row("what", "mode", "threads", "median ms", "10% … 90%", "minimum", "pixels", "mallocs", ""))
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
        m.pixels.map { "\($0)" } ?? "",
        m.allocations.map { String(format: "%.0f", $0) } ?? "",
        m.content + goal
      )
    )
    fflush(nil)  // Each figure when it is there, also into a pipe.
  }

  /// How long other renderers took for each scene, as multiples of the times here, and how far their pictures are.
  func printRatios() {
    let modes = Set(SceneBenchmark.Mode.allCases.map(\.rawValue) + ["model"])
    let peers = measurements.filter { !modes.contains($0.mode) }
    guard !peers.isEmpty else { return }
    let threads = Set(measurements.filter { modes.contains($0.mode) && $0.mode != "model" }.map(\.threads))
      .sorted()
    print(
      "\nTimes of other renderers over the times here, medians: above 1 is faster here. Pictures: frame 10."
    )
    let columns = SceneBenchmark.Mode.allCases.flatMap { mode in threads.map { (mode, $0) } }
    print(
      Self.ratioRow(
        ["what", "peer"] + columns.map { "\($0.0.rawValue)/\($0.1)" } + ["mean error", "PSNR dB"]
      )
    )
    for peer in peers {
      let ratios = columns.map { mode, threads in
        let own = measurements.first {
          $0.name == peer.name && $0.mode == mode.rawValue && $0.threads == threads
        }
        return own.map { String(format: "%.2f", peer.median / $0.median) } ?? "–"
      }
      let error = peer.difference.map { String(format: "%.3f", $0.meanError) } ?? "–"
      let psnr = peer.difference.map { $0.psnr.map { String(format: "%.1f", $0) } ?? "equal" } ?? "–"
      print(Self.ratioRow([peer.name, peer.mode] + ratios + [error, psnr]))
    }
  }

  private static func ratioRow(_ cells: [String]) -> String {
    cells.map { $0 + String(repeating: " ", count: max(1, 12 - $0.count)) }.joined()
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
    let widths = [16, 10, 8, 11, 20, 10, 9, 8]
    let padded = zip(cells, widths).map { cell, width in
      cell + String(repeating: " ", count: max(1, width - cell.count))
    }
    return padded.joined() + (cells.last ?? "")
  }
}

import Foundation

/// The tables of a report, as Markdown: medians of all runs, and ratios within each run.
struct Tables {
  let report: Report

  func print() {
    let machine = report.machine
    let about =
      [machine.date, "\(machine.processors) x \(machine.processor)", machine.system] + machine.versions
    Swift.print("\n\(about.joined(separator: "; "))")
    let tables = [
      ("Goals: times of others over times here, in the same run", goals),
      ("Two threads, 4K, the limit of memory, one moving layer, and start", limits),
      ("Scenes, median milliseconds", scenes),
      ("One thread and \(threads), full frames\(busy): milliseconds", threadRows),
      ("Others, milliseconds in one thread, and how far their frame 10 is: mean error of 255, PSNR", others),
      ("Model, memory and start", model),
    ]
    for (title, rows) in tables { table(title, rows) }
    printMissedGoals(tables.flatMap { (_, rows) in rows.dropFirst().map { (rows[0], $0) } })
  }

  /// Prints the goals that were missed, from rows with their heads.
  private func printMissedGoals(_ rows: [(head: [String], cells: [String])]) {
    let goals = rows.filter { ["missed", "met", "reached"].contains($0.cells.last) }
    let missed = goals.filter { $0.cells.last == "missed" }
    guard !goals.isEmpty else { return }
    Swift.print("\n\(missed.count) of \(goals.count) goals missed\(missed.isEmpty ? "." : ":")")
    for (head, cells) in missed {
      let words = zip(head, cells).dropLast().filter { !$1.isEmpty }
        .map { $0.isEmpty ? $1 : "\($0) \($1)" }
      Swift.print("- " + words.joined(separator: ", "))
    }
  }

  /// Prints a table whose first row is its head; nothing if there is no other row.
  private func table(_ title: String, _ rows: [[String]]) {
    guard rows.count > 1, let head = rows.first else { return }
    let widths = head.indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
    func line(_ cells: [String]) -> String {
      let padded = zip(cells, widths).map { $0 + String(repeating: " ", count: $1 - $0.count) }
      return "| " + padded.joined(separator: " | ") + " |"
    }
    Swift.print(
      "\n\(title)\n\n\(line(head))\n|\(widths.map { String(repeating: "-", count: $0 + 2) }.joined(separator: "|"))|"
    )
    for row in rows.dropFirst() { Swift.print(line(row)) }
  }

  // MARK: Measurements

  /// The runs of one benchmark, sorted by their medians.
  private func runs(_ name: String, _ mode: String, threads: Int? = nil) -> [Measurement] {
    report.measurements.filter { $0.name == name && $0.mode == mode && (threads ?? $0.threads) == $0.threads }
      .sorted { $0.median < $1.median }
  }

  /// The median run of one benchmark.
  private func middle(_ name: String, _ mode: String, threads: Int? = nil) -> Measurement? {
    let runs = runs(name, mode, threads: threads)
    return runs.isEmpty ? nil : runs[(runs.count - 1) / 2]
  }

  /// The median of the ratios of two benchmarks within each run.
  private func ratio(_ above: [Measurement], _ below: [Measurement]) -> Double? {
    let ratios = above.compactMap { a in
      below.first { $0.run == a.run }.map { a.median / $0.median }
    }.sorted()
    return ratios.isEmpty ? nil : ratios[(ratios.count - 1) / 2]
  }

  /// The number of threads for which goals are checked: two, or the largest number measured.
  private var threads: Int {
    let all = report.measurements.filter { SceneBenchmark.Mode(rawValue: $0.mode) != nil }.map(\.threads)
    return all.contains(2) ? 2 : all.max() ?? 1
  }

  private func number(_ x: Double?) -> String {
    guard let x else { return "–" }
    return x == 0 ? "0" : String(format: x < 1 ? "%.3f" : x < 100 ? "%.2f" : "%.0f", x)
  }

  private func times(_ x: Double?) -> String {
    x.map { String(format: $0 < 100 ? "%.1f" : "%.0f", $0) } ?? "–"
  }

  private func spread(_ m: Measurement?) -> String {
    m.map { "\(number($0.low)) … \(number($0.high))" } ?? "–"
  }

  // MARK: Tables

  private var goals: [[String]] {
    [["scene", "mode", "beside", "its ms", "ms here", "ratio", "at least", "reach for", ""]]
      + Goal.all.compactMap { goal in
        let own = runs(goal.scene, goal.mode.rawValue, threads: threads)
        let peer = runs(goal.scene, goal.peer)
        guard let ratio = ratio(peer, own) else { return nil }
        let result = goal.reach.map { ratio >= $0 ? "reached" : nil } ?? nil
        return [
          goal.scene, goal.mode.rawValue, goal.peer, number(middle(goal.scene, goal.peer)?.median),
          number(middle(goal.scene, goal.mode.rawValue, threads: threads)?.median), times(ratio),
          times(goal.least), goal.reach.map { times($0) } ?? "",
          result ?? (ratio >= goal.least ? "met" : "missed"),
        ]
      }
  }

  private var names: [String] {
    Scene.all().map(\.name).filter { name in report.measurements.contains { $0.name == name } }
  }

  private var limits: [[String]] {
    var rows = [["what", "ms", "beside", "its ms", "ratio", "goal", ""]]
    func add(
      _ what: String,
      _ own: [Measurement],
      _ beside: String,
      _ other: [Measurement],
      _ ratio: Double?,
      _ goal: String,
      _ holds: Bool
    ) {
      func median(_ all: [Measurement]) -> Double? { all.isEmpty ? nil : all[(all.count - 1) / 2].median }
      let quotient = ratio.map { String(format: "%.2f", $0) } ?? "–"
      rows.append(
        [what, number(median(own)), beside, number(median(other)), quotient, goal, holds ? "met" : "missed"]
      )
    }
    for name in names {
      for mode in SceneBenchmark.Mode.allCases {
        let (one, two) = (runs(name, mode.rawValue, threads: 1), runs(name, mode.rawValue, threads: 2))
        guard let single = middle(name, mode.rawValue, threads: 1), single.median > Goal.gain.above,
          let gain = ratio(one, two)
        else { continue }
        let goal = "≥ \(Goal.gain.least)"
        add("\(name) \(mode), 2 threads", two, "1 thread", one, gain, goal, gain >= Goal.gain.least)
      }
    }
    for name in names {
      for mode in SceneBenchmark.Mode.allCases {
        let large = runs(name, mode.name(scale: 2), threads: threads)
        let small = runs(name, mode.rawValue, threads: threads)
        guard let growth = ratio(large, small) else { continue }
        let goal = "≤ \(Goal.fourfold)"
        add("\(name) \(mode.name(scale: 2))", large, "1080p", small, growth, goal, growth <= Goal.fourfold)
      }
    }
    let (stack, copies) = (runs("S5", "list", threads: threads), runs("copy", "machine", threads: threads))
    if let share = ratio(stack, copies) {
      let beside = "copying what it reads and writes"
      add("S5 list", stack, beside, copies, share, "≤ \(Goal.traffic)", share <= Goal.traffic)
    }
    let few = runs("one-over-1000", "model")
    for count in [10_000, 100_000, 1_000_000] {
      let many = runs("one-over-\(count)", "model")
      guard let growth = ratio(many, few) else { continue }
      let what = "one moving layer over \(count) still ones"
      add(what, many, "over 1000", few, growth, "≤ \(Goal.growth)", growth <= Goal.growth)
    }
    let (start, browser) = (runs("start", "model"), runs("start", "chromium"))
    if let middle = middle("start", "model"), let ratio = ratio(browser, start) {
      add("start of `strata render`", start, "chromium", browser, ratio, "≤ 80 ms", middle.isWithinGoal)
    }
    return rows
  }

  private var scenes: [[String]] {
    let head = [
      "scene", "list, 1 thread", "list, \(threads) threads", "10% … 90%", "mallocs",
      "full, \(threads) threads",
      "10% … 90%", "pixels", "mallocs",
    ]
    return [head]
      + names.compactMap { name in
        let (list, full) = (middle(name, "list", threads: threads), middle(name, "full", threads: threads))
        guard list != nil || full != nil else { return nil }
        func mallocs(_ m: Measurement?) -> String {
          m?.allocations.map { String(format: "%.0f", $0) } ?? "–"
        }
        return [
          name, number(middle(name, "list", threads: 1)?.median), number(list?.median), spread(list),
          mallocs(list),
          number(full?.median), spread(full), full?.pixels.map(String.init) ?? "–", mallocs(full),
        ]
      }
  }

  /// What other processes did meanwhile.
  private var busy: String {
    guard let count = report.machine.busy, count > 0 else { return "" }
    return count == 1 ? " beside a process that never waits" : " beside \(count) processes that never wait"
  }

  private var threadRows: [[String]] {
    [["scene", "1 thread", "99 %", "\(threads) threads", "99 %", "times as fast"]]
      + names.compactMap { name in
        guard threads > 1, let one = middle(name, "full", threads: 1),
          let more = middle(name, "full", threads: threads),
          let gain = ratio(runs(name, "full", threads: 1), runs(name, "full", threads: threads))
        else { return nil }
        return [
          name, number(one.median), number(one.slow), number(more.median), number(more.slow),
          String(format: "%.2f", gain),
        ]
      }
  }

  private var others: [[String]] {
    let own = ["list", "full", "list 4K", "full 4K", "model", "machine"]
    let peers = Set(report.measurements.map(\.mode)).subtracting(own).sorted()
    guard !peers.isEmpty else { return [] }
    return [["scene"] + peers.flatMap { [$0, "10% … 90%", "picture"] }]
      + (names + ["start"]).compactMap { name in
        let cells = peers.flatMap { peer -> [String] in
          guard let middle = middle(name, peer) else { return ["", "", ""] }
          let difference = runs(name, peer).compactMap(\.difference).first
          return [number(middle.median), spread(middle), difference?.words ?? "–"]
        }
        return cells.allSatisfy(\.isEmpty) ? nil : [name] + cells
      }
  }

  private var model: [[String]] {
    var seen: Set<String> = []
    return [["what", "", "10% … 90%", "unit", "mallocs", "goal", ""]]
      + report.measurements.compactMap { m in
        guard m.mode == "model" || m.mode == "machine", seen.insert("\(m.name) \(m.threads)").inserted,
          let middle = middle(m.name, m.mode, threads: m.threads)
        else { return nil }
        return [
          m.content, number(middle.median), spread(middle), m.unit,
          middle.allocations.map { String(format: "%.0f", $0) } ?? "", middle.goal.map { number($0) } ?? "",
          middle.goal == nil ? "" : middle.isWithinGoal ? "met" : "missed",
        ]
      }
  }
}

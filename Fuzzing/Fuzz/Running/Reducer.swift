import Foundation

/// Makes inputs smaller as long as they end a worker in the same way.
struct Reducer {
  let options: Options

  /// Tries an input; nil if it is taken or refused.
  func finding(_ input: [UInt8], _ target: String, symbols: Bool = false) throws -> Finding? {
    let folder = FileManager.default.temporaryDirectory.appending(path: "strata-fuzz-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appending(path: "input.\(target)")
    try Data(input).write(to: file)
    let worker = try WorkerProcess([file.path()], limits: options.limits, symbols: symbols)
    while true {
      usleep(5_000)
      guard let end = try worker.poll() else { continue }
      guard case .finding(let kind, _, let log) = end else { return nil }
      return Finding(kind: kind, target: target, input: input, log: log)
    }
  }

  /// Runs the files of the command line; returns the number of findings.
  func replay() throws -> Int {
    var count = 0
    for file in options.files {
      let input = [UInt8](try Data(contentsOf: file))
      let begin = Progress.now
      let found = try finding(input, file.pathExtension, symbols: true)
      let seconds = Double(Progress.now - begin) / 1e9
      say(String(format: "%@: %@ (%.2f s)", file.path(), found?.signature ?? "fine", seconds))
      guard let found else { continue }
      count += 1
      if options.reduces {
        let result = file.appendingPathExtension("small.\(file.pathExtension)")
        try Data(try reduced(found)).write(to: result)
        say("  \(result.path())")
      }
    }
    return count
  }

  /// Takes away parts, large ones first: elements and attributes of markup, otherwise bytes.
  private func reduced(_ finding: Finding) throws -> [UInt8] {
    if MarkupDraft(Data(finding.input)) != nil { return try reducedMarkup(finding) }
    var best = finding.input
    var size = best.count / 2
    while size > 0 {
      var start = 0
      while start < best.count {
        var smaller = best
        smaller.removeSubrange(start..<min(start + size, best.count))
        if try isSame(smaller, finding) { best = smaller } else { start += size }
      }
      size /= 2
    }
    return best
  }

  private func isSame(_ input: [UInt8], _ finding: Finding) throws -> Bool {
    try self.finding(input, finding.target)?.kind == finding.kind
  }

  private func reducedMarkup(_ finding: Finding) throws -> [UInt8] {
    guard var draft = MarkupDraft(Data(finding.input)) else { return finding.input }
    func keeps(_ changed: MarkupDraft) throws -> Bool {
      try isSame(changed.bytes(limit: .max), finding)
    }
    for node in draft.nodes.indices {
      var size = draft.nodes[node].children.count
      while size > 0 {
        var start = 0
        while start < draft.nodes[node].children.count {
          var smaller = draft
          let end = min(start + size, smaller.nodes[node].children.count)
          smaller.nodes[node].children.removeSubrange(start..<end)
          if try keeps(smaller) { draft = smaller } else { start += size }
        }
        size /= 2
      }
    }
    // What is no longer reached would be tried in vain.
    guard var rest = MarkupDraft(Data(draft.bytes(limit: .max))) else { return finding.input }
    for node in rest.nodes.indices {
      for place in rest.nodes[node].attributes.indices.reversed() {
        var smaller = rest
        smaller.nodes[node].attributes.remove(at: place)
        if try keeps(smaller) { rest = smaller }
      }
    }
    return rest.bytes(limit: .max)
  }
}

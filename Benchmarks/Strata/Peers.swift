import Foundation

/// Other renderers, as programs that print the time of a scene: `S1 cairo 2.100 2.050`, median and minimum in
/// milliseconds.
struct Peers {
  /// The folder with the programs.
  let folder: URL

  private var programs: [URL] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return names.filter { $0.hasSuffix("-bench") }.sorted().map { folder.appending(path: $0) }
  }

  /// What the programs need for a scene; those that do not know it print nothing.
  func measure(_ scene: Scene) throws -> [Measurement] {
    guard !programs.isEmpty else { throw PeersError(folder: folder.path) }
    return try programs.flatMap { program in
      let process = Process()
      process.executableURL = program
      process.arguments = [scene.name]
      let pipe = Pipe()
      process.standardOutput = pipe
      try process.run()
      let output = pipe.fileHandleForReading.readDataToEndOfFile()
      process.waitUntilExit()
      return String(decoding: output, as: UTF8.self).split(separator: "\n").compactMap {
        line -> Measurement? in
        let words = line.split(separator: " ")
        guard words.count >= 4, words[0] == scene.name, let median = Double(words[2]),
          let least = Double(words[3])
        else { return nil }
        var result = Measurement(scene.name, String(words[1]), scene.content, times: [median])
        (result.minimum, result.low) = (least, least)
        return result
      }
    }
  }
}

/// No programs of other renderers were found.
struct PeersError: Error, CustomStringConvertible {
  let folder: String
  var description: String { "no peers in \(folder): build them with Benchmarks/Peers/build" }
}

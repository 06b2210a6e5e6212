import Foundation

/// Other renderers: programs that measure the same scenes.
///
/// A program prints a line like `S1 cairo 2.100 2.050 2.060 2.400` for a scene: median, minimum, 10 % and 90 % in
/// milliseconds. With `--pictures FOLDER` before the scene's name it also writes frame 10 as `FOLDER/cairo-S1.ppm`; with
/// `--version` alone it prints its name and version.
struct Peers {
  /// The folder with the programs.
  let folder: URL

  private var programs: [URL] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return names.filter { $0.hasSuffix("-bench") }.sorted().map { folder.appending(path: $0) }
  }

  /// Name and version of each.
  func versions() throws -> [String] {
    guard !programs.isEmpty else { throw PeersError(folder: folder.path) }
    return try programs.flatMap { try run($0, ["--version"]).split(separator: "\n").map(String.init) }
  }

  /// Runs the programs for a scene; those that do not have it print nothing.
  ///
  /// Compares their pictures with `picture`, if given: red, green and blue of Strata's frame 10.
  func measure(_ scene: String, _ content: String, picture: [UInt8]?) throws -> [Measurement] {
    guard !programs.isEmpty else { throw PeersError(folder: folder.path) }
    let pictures = FileManager.default.temporaryDirectory.appending(path: "strata-bench-\(getpid())")
    try FileManager.default.createDirectory(at: pictures, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: pictures) }
    return try programs.flatMap { program in
      let arguments = (picture == nil ? [] : ["--pictures", pictures.path]) + [scene]
      return try run(program, arguments).split(separator: "\n").compactMap { line -> Measurement? in
        let words = line.split(separator: " ")
        let numbers = words.dropFirst(2).compactMap { Double($0) }
        guard words.first.map(String.init) == scene, numbers.count >= 4 else { return nil }
        let peer = String(words[1])
        var result = Measurement(scene, peer, content, times: [numbers[0]])
        (result.minimum, result.low, result.high) = (numbers[1], numbers[2], numbers[3])
        if let picture {
          let file = pictures.appending(path: "\(peer)-\(scene).ppm")
          result.difference = Self.pixmap(file, count: picture.count).map { PictureDifference($0, picture) }
        }
        return result
      }
    }
  }

  private func run(_ program: URL, _ arguments: [String]) throws -> String {
    let process = Process()
    process.executableURL = program
    process.arguments = arguments
    let pipe = Pipe()
    process.standardOutput = pipe
    try process.run()
    let output = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return String(decoding: output, as: UTF8.self)
  }

  /// The bytes of a portable pixmap of a size, without its header.
  private static func pixmap(_ file: URL, count: Int) -> [UInt8]? {
    guard let data = try? Data(contentsOf: file), data.count > count, data.starts(with: Data("P6".utf8))
    else { return nil }
    return [UInt8](data.suffix(count))
  }
}

/// The folder has no programs of other renderers.
struct PeersError: Error, CustomStringConvertible {
  let folder: String
  var description: String { "no peers in \(folder): build them with Benchmarks/Peers/build" }
}

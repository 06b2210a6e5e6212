import Foundation
import ImageIO

/// Measures scenes and the model, prints a table, and writes the figures.
@main
struct StrataBench {
  static func main() {
    do {
      let arguments = Array(CommandLine.arguments.dropFirst())
      guard !arguments.contains("--help") else { return print(Options.usage) }
      try run(Options(arguments))
    } catch {
      FileHandle.standardError.write(Data("strata-bench: \(error)\n".utf8))
      exit(1)
    }
  }

  private static func run(_ options: Options) throws {
    let scenes = Scene.all().filter(options.wants)
    if let folder = options.pictures { return try draw(scenes, into: folder) }
    var report = Report()
    Report.printHeader()
    for scene in scenes {
      let benchmark = SceneBenchmark(scene: scene, patience: options.patience)
      for mode in options.modes {
        for threads in options.threads { report.add(try benchmark.measure(mode, threads: threads)) }
      }
      if let folder = options.peers {
        let picture = try benchmark.bytes(ofFrame: 10)
        for result in try Peers(folder: folder).measure(scene, picture: picture) { report.add(result) }
      }
    }
    if options.model {
      try ModelBenchmarks(patience: options.patience, rows: options.rows).run { report.add($0) }
    }
    report.printRatios()
    if let file = options.json { try report.json().write(to: file) }
  }

  private static func draw(_ scenes: [Scene], into folder: URL) throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    for scene in scenes {
      let file = folder.appending(path: "strata-\(scene.name).png")
      let image = try SceneBenchmark(scene: scene, patience: 0).picture(ofFrame: 10)
      let type = "public.png" as NSString
      guard let destination = CGImageDestinationCreateWithURL(file as NSURL, type, 1, nil) else { continue }
      CGImageDestinationAddImage(destination, image, nil)
      guard CGImageDestinationFinalize(destination) else {
        throw OptionsError("\(file.path) was not written")
      }
    }
  }
}

import Foundation
import ImageIO

/// Measures scenes and the model, prints tables, and writes the figures.
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
    if options.window { return try measureWindow(options) }
    let scenes = Scene.all().filter(options.wants)
    if let folder = options.pictures { return try draw(scenes, into: folder) }
    if options.graphics { return try measureGraphics(scenes, options) }
    var report = Report()
    let begin = ContinuousClock.now
    if options.shown.isEmpty {
      report.machine.busy = options.busy
      let others = try OtherProcesses(count: options.busy)
      defer { others.end() }
      try measure(scenes, options, &report)
    } else {
      for file in options.shown { report.merge(try Report(file)) }
    }
    Tables(report: report).print()
    if options.shown.isEmpty {
      print("\nMeasured in \((ContinuousClock.now - begin).formatted(.time(pattern: .minuteSecond))).")
    }
    if let file = options.json { try report.json().write(to: file) }
  }

  private static func measureWindow(_ options: Options) throws {
    #if Window
      try WindowBenchmark(seconds: max(options.duration, 2)).run(options.wants)
    #else
      throw OptionsError("--window needs a build with the trait Window")
    #endif
  }

  private static func measureGraphics(_ scenes: [Scene], _ options: Options) throws {
    #if GPU
      try GraphicsBenchmark(duration: options.duration).run(scenes, options.modes, scales: options.scales)
    #else
      throw OptionsError("--graphics needs a build with the trait GPU")
    #endif
  }

  private static func measure(_ scenes: [Scene], _ options: Options, _ report: inout Report) throws {
    let peers = options.peers.map { Peers(folder: $0) }
    report.machine.versions = try peers?.versions() ?? []
    Report.printHeader()
    for run in 0..<options.runs {
      func add(_ m: Measurement) {
        var m = m
        m.run = run
        report.add(m)
      }
      if scenes.contains(where: { $0.name == "S5" }) {
        for threads in options.threads {
          add(CopyBenchmark.measure(threads: threads, duration: options.duration))
        }
      }
      for scene in scenes {
        let benchmark = SceneBenchmark(scene: scene, duration: options.duration)
        let modes = options.modes.filter(scene.modes.contains)
        for mode in modes {
          for threads in options.threads { add(try benchmark.measure(mode, threads: threads)) }
        }
        if let peers {
          let picture = run == 0 ? try benchmark.picture(ofFrame: 10).colors : nil
          for result in try peers.measure(scene.name, scene.content, picture: picture) { add(result) }
        }
        guard options.scales.contains(2), scene.hasFourfold, let threads = options.threads.max() else {
          continue
        }
        for mode in modes { add(try benchmark.measure(mode, threads: threads, scale: 2)) }
      }
      guard options.model else { continue }
      try ModelBenchmarks(duration: options.duration, rows: options.rows).run(add)
      if options.rows?.contains("start") ?? true {
        for result in try StartBenchmark().measure(peers) { add(result) }
      }
    }
  }

  private static func draw(_ scenes: [Scene], into folder: URL) throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    for scene in scenes {
      let file = folder.appending(path: "strata-\(scene.name).png")
      let image = try SceneBenchmark(scene: scene, duration: 0).picture(ofFrame: 10)
      let type = "public.png" as NSString
      guard let destination = CGImageDestinationCreateWithURL(file as NSURL, type, 1, nil) else { continue }
      CGImageDestinationAddImage(destination, image, nil)
      guard CGImageDestinationFinalize(destination) else {
        throw OptionsError("cannot write \(file.path)")
      }
    }
  }
}

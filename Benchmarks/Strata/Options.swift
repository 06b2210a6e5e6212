import Foundation

/// The options of the command line.
struct Options {
  var scenes: Set<String>?
  var modes = SceneBenchmark.Mode.allCases
  var threads = [1, 2]
  var scales = [1, 2]
  var duration = 1.0
  var runs = 1
  var model = true
  var rows: Set<String>?
  var peers: URL?
  var json: URL?
  var pictures: URL?
  var shown: [URL] = []
  var window = false
  var graphics = false
  /// The number of processors that other processes keep busy.
  var busy = 0

  static let usage = """
    strata-bench: measures frames and changes.

      --scenes S1,S2   only these scenes, and no model benchmarks
      --modes list     list, full or both (list,full)
      --threads 1,2    numbers of threads that draw
      --scales 1       1 for 1920 x 1080, 2 also for 3840 x 2160 pixels (1,2)
      --seconds 1      time for each benchmark
      --runs 3         number of runs; tables show the median run
      --model          only the model benchmarks
      --only set,get   only these rows of the model benchmarks
      --peers FOLDER   also run the programs of other renderers there
      --json FILE      write the figures as JSON
      --pictures DIR   write frame 10 of each scene as PNG and measure nothing
      --window         only scenes in a window, and events; needs a display and xdotool
      --busy 1         meanwhile keep so many processors busy with other processes
      --graphics       draw scenes on a graphics processor: calls, bytes, times
      --show FILES     print the tables of such JSON files, merged, and measure nothing
    """

  init(_ arguments: [String]) throws {
    var rest = arguments[...]
    func value(_ option: String) throws -> String {
      guard let value = rest.popFirst() else { throw OptionsError("\(option) needs a value") }
      return value
    }
    func numbers<T: LosslessStringConvertible>(_ option: String, _ type: T.Type) throws -> [T] {
      let words = try value(option).split(separator: ",").map(String.init)
      let numbers = words.compactMap(T.init)
      guard !numbers.isEmpty, numbers.count == words.count else {
        throw OptionsError("\(option) needs numbers")
      }
      return numbers
    }
    while let option = rest.popFirst() {
      switch option {
      case "--scenes": scenes = Set(try value(option).split(separator: ",").map(String.init))
      case "--modes":
        modes = try value(option).split(separator: ",").map { word in
          guard let mode = SceneBenchmark.Mode(rawValue: String(word)) else {
            throw OptionsError("unknown mode \(word)")
          }
          return mode
        }
      case "--threads": threads = try numbers(option, Int.self)
      case "--scales": scales = try numbers(option, Int.self)
      case "--seconds": duration = try numbers(option, Double.self)[0]
      case "--runs": runs = max(1, try numbers(option, Int.self)[0])
      case "--model": scenes = []
      case "--only":
        scenes = []
        rows = Set(try value(option).split(separator: ",").map(String.init))
      case "--peers": peers = URL(filePath: try value(option))
      case "--json": json = URL(filePath: try value(option))
      case "--pictures": pictures = URL(filePath: try value(option))
      case "--window": window = true
      case "--busy": busy = try numbers(option, Int.self)[0]
      case "--graphics": graphics = true
      case "--show": shown += try value(option).split(separator: ",").map { URL(filePath: String($0)) }
      default: throw OptionsError("unknown option \(option)\n\n\(Self.usage)")
      }
    }
    if let scenes, !scenes.isEmpty { model = false }
    if let unknown = scenes?.subtracting(Self.names).min() {
      throw OptionsError("unknown scene \(unknown)")
    }
    guard (0...256).contains(busy) else { throw OptionsError("--busy takes a number of 0 to 256") }
    guard scales.allSatisfy((1...2).contains), threads.allSatisfy((1...256).contains) else {
      throw OptionsError("--scales takes 1 and 2, --threads numbers of 1 to 256")
    }
  }

  private static var names: [String] {
    var all = Scene.all()
    #if Window
      all += WindowBenchmark.scenes()
    #endif
    return all.map(\.name)
  }

  func wants(_ scene: Scene) -> Bool { scenes?.contains(scene.name) ?? true }
}

/// The command line is wrong, or a command failed.
struct OptionsError: Error, CustomStringConvertible {
  let description: String
  init(_ description: String) { self.description = description }
}

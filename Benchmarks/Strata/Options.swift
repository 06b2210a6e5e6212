import Foundation

/// What the command line asks for.
struct Options {
  var scenes: Set<String>?
  var modes = SceneBenchmark.Mode.allCases
  var threads = [1, 2]
  var scales = [1, 2]
  var patience = 1.0
  var runs = 1
  var model = true
  var rows: Set<String>?
  var peers: URL?
  var json: URL?
  var pictures: URL?
  var shown: [URL] = []

  static let usage = """
    strata-bench: measures how long frames and changes take.

      --scenes S1,S2   only these scenes, and no model benchmarks
      --modes list     list, full or both (list,full)
      --threads 1,2    how many threads draw
      --scales 1       1 for 1920 x 1080, 2 also for 3840 x 2160 pixels (1,2)
      --seconds 1      how long each benchmark goes on
      --runs 3         how often all of it is done; tables tell the median of the runs
      --model          only the model benchmarks
      --only set,get   only these rows of the model benchmarks
      --peers FOLDER   also run the programs of other renderers there
      --json FILE      write the figures as JSON
      --pictures DIR   write frame 10 of each scene as PNG and measure nothing
      --show FILES     print the tables of such JSON, several as one, and measure nothing
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
            throw OptionsError("there is no mode \(word)")
          }
          return mode
        }
      case "--threads": threads = try numbers(option, Int.self)
      case "--scales": scales = try numbers(option, Int.self)
      case "--seconds": patience = try numbers(option, Double.self)[0]
      case "--runs": runs = max(1, try numbers(option, Int.self)[0])
      case "--model": scenes = []
      case "--only":
        scenes = []
        rows = Set(try value(option).split(separator: ",").map(String.init))
      case "--peers": peers = URL(filePath: try value(option))
      case "--json": json = URL(filePath: try value(option))
      case "--pictures": pictures = URL(filePath: try value(option))
      case "--show": shown += try value(option).split(separator: ",").map { URL(filePath: String($0)) }
      default: throw OptionsError("\(option) is no option\n\n\(Self.usage)")
      }
    }
    if let scenes, !scenes.isEmpty { model = false }
    if let unknown = scenes?.subtracting(Scene.all().map(\.name)).min() {
      throw OptionsError("there is no scene \(unknown)")
    }
    guard scales.allSatisfy((1...2).contains), threads.allSatisfy((1...256).contains) else {
      throw OptionsError("scales are 1 and 2, threads at least 1")
    }
  }

  func wants(_ scene: Scene) -> Bool { scenes?.contains(scene.name) ?? true }
}

/// A command line that cannot be followed.
struct OptionsError: Error, CustomStringConvertible {
  let description: String
  init(_ description: String) { self.description = description }
}

import Foundation

/// The options of the command line.
struct Options {
  var runs = Int.max
  var seconds: Double?
  var seed: UInt64 = 1
  var jobs = 1
  var first = 0
  var targets = FuzzTargets.names
  var limits = Limits(seconds: 10, bytes: 1 << 30)
  var seeds = URL(filePath: "Fuzzing/Seeds")
  var findings = URL(filePath: ".build/findings")
  var files: [URL] = []
  var reduces = false
  /// True if libFuzzer chooses the inputs, in builds that have it.
  var isGuided = false
  /// The shared memory of a worker; nil for the supervisor.
  var progress: String?

  /// A worker begins anew after so many inputs.
  let inputsOfWorker = 20_000

  static let usage = """
    strata-fuzz: gives changed documents, archives, pictures, fonts and texts to the library.

      --runs 100000     number of inputs
      --seconds 60      time for all inputs (60 without --runs)
      --seed 1          another seed gives other inputs
      --jobs 1          processes at a time
      --targets a,b     only these kinds of input: \(FuzzTargets.names.joined(separator: ", "))
      --time-limit 10   seconds of processor time that an input may take
      --memory 1024     megabytes that the process may have
      --seeds DIR       the documents to change (Fuzzing/Seeds)
      --findings DIR    where inputs are kept (.build/findings)
      FILES             run these inputs instead; their extension names the kind
      --reduce          make those of them smaller that are findings
      --guided          let libFuzzer choose inputs by what they reach, for the runs and the time of each kind
                        (only what `make fuzz-guided` builds has it)

    The exit status is 1 if there are findings.
    """

  init(_ arguments: [String]) throws {
    var rest = arguments[...]
    func value(_ option: String) throws -> String {
      guard let value = rest.popFirst() else { throw OptionsError("\(option) needs a value") }
      return value
    }
    func number<T: LosslessStringConvertible & Comparable>(_ option: String, atLeast least: T) throws -> T {
      guard let number = T(try value(option)), number >= least else {
        throw OptionsError("\(option) needs a number of at least \(least)")
      }
      return number
    }
    while let option = rest.popFirst() {
      switch option {
      case "--runs": runs = try number(option, atLeast: 1)
      case "--seconds": seconds = try number(option, atLeast: 1)
      case "--seed": seed = try number(option, atLeast: 0)
      case "--jobs": jobs = try number(option, atLeast: 1)
      case "--first": first = try number(option, atLeast: 0)
      case "--targets": targets = try value(option).split(separator: ",").map(String.init)
      case "--time-limit": limits.seconds = try number(option, atLeast: 0.1)
      case "--memory": limits.bytes = try number(option, atLeast: 1) << 20
      case "--seeds": seeds = URL(filePath: try value(option))
      case "--findings": findings = URL(filePath: try value(option))
      case "--reduce": reduces = true
      case "--worker": progress = try value(option)
      #if LibFuzzer
        case "--guided": isGuided = true
      #endif
      case _ where option.hasPrefix("-"): throw OptionsError("unknown option \(option)\n\n\(Self.usage)")
      default: files.append(URL(filePath: option))
      }
    }
    if runs == .max, seconds == nil { seconds = 60 }
    guard !files.isEmpty || (try? seeds.checkResourceIsReachable()) == true else {
      throw OptionsError("there is no folder \(seeds.path()) of documents to change; --seeds names another")
    }
    if let unknown = Set(targets).subtracting(FuzzTargets.names).min() {
      throw OptionsError("unknown kind of input \(unknown)")
    }
  }

  func makeTargets() throws -> [any FuzzTarget] {
    // Files of the command line are run as they are.
    let folder = SeedFolder(url: files.isEmpty ? seeds : nil)
    let made = try FuzzTargets.all.filter { targets.contains($0.name) }.map { try $0.init(seeds: folder) }
    guard files.isEmpty else { return made }
    let useful = made.filter { $0.weight > 0 }
    guard !useful.isEmpty else { throw OptionsError("there are no seeds for \(targets)") }
    return useful
  }

  /// What a worker must know beside its first input.
  var workerArguments: [String] {
    [
      "--runs", "\(runs)", "--seed", "\(seed)", "--jobs", "\(jobs)", "--seeds", seeds.path(), "--targets",
      targets.joined(separator: ","),
    ]
  }
}

/// The command line is wrong, or a command failed.
struct OptionsError: Error, CustomStringConvertible {
  let description: String
  init(_ description: String) { self.description = description }
}

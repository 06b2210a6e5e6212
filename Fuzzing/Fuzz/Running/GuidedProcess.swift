#if LibFuzzer
  import CLibFuzzer
  import Foundation
  import Logging
  import StrataBase

  /// The process in which libFuzzer calls the code.
  ///
  /// libFuzzer starts it again with the same environment.
  enum GuidedProcess {
    /// The variables of the environment that name the kind of input and the folder of the seeds.
    static let kindKey = "STRATA_FUZZ_KIND"
    static let seedsKey = "STRATA_FUZZ_SEEDS"

    /// The kind of input of this process; nil in a process that libFuzzer does not run.
    static let target: (any FuzzTarget)? = {
      let environment = ProcessInfo.processInfo.environment
      guard let kind = environment[kindKey], let seeds = environment[seedsKey] else { return nil }
      return try? FuzzTargets.all.first { $0.name == kind }?.init(
        seeds: SeedFolder(url: URL(filePath: seeds))
      )
    }()

    /// Runs libFuzzer with the arguments of this process; returns its exit status.
    static func run() -> Int32 {
      LoggingSystem.bootstrap { _ in SwiftLogNoOpLogHandler() }
      var (count, arguments) = (CommandLine.argc, CommandLine.unsafeArgv)
      return withUnsafeMutablePointer(to: &arguments) { place in
        place.withMemoryRebound(to: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?.self, capacity: 1) {
          LLVMFuzzerRunDriver(&count, $0) { bytes, count in
            try? GuidedProcess.target?.run(Array(UnsafeBufferPointer(start: bytes, count: count)))
            return 0
          }
        }
      }
    }
  }

  /// libFuzzer finds this function by its name: it changes documents as documents, chunks of pictures as chunks.
  @_cdecl("LLVMFuzzerCustomMutator")
  func mutate(_ bytes: UnsafeMutablePointer<UInt8>, _ count: Int, _ limit: Int, _ seed: UInt32) -> Int {
    var random = SplitMix64(seed: UInt64(seed))
    // Its own changes use what the code compares inputs with.
    guard let target = GuidedProcess.target, !random.once(in: 3) else {
      return LLVMFuzzerMutate(bytes, count, limit)
    }
    let changed = target.changed(Array(UnsafeBufferPointer(start: bytes, count: count)), &random).prefix(
      limit
    )
    UnsafeMutableBufferPointer(start: bytes, count: limit).update(fromContentsOf: changed)
    return changed.count
  }
#endif

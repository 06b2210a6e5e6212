import Foundation
import ImageIO
import StrataBase

/// Measures the time in which the machine copies as many bytes as S5 reads and writes: a lower bound for drawing S5.
enum CopyBenchmark {
  /// The bytes that S5 moves: it reads eight pictures of the size of the target, and writes the target.
  private static let traffic = 9 * Numbers.width * Numbers.height * 4

  static func measure(threads: Int, duration: Double) -> Measurement {
    // A copy reads and writes, so that half as many bytes are copied, from memory that is larger than the caches.
    let piece = 1 << 18
    let pieces = traffic / 2 / piece
    let room = 4 * pieces
    let (from, to) = (
      UnsafeMutableRawPointer.allocate(byteCount: room * piece, alignment: 4096),
      UnsafeMutableRawPointer.allocate(byteCount: room * piece, alignment: 4096)
    )
    defer {
      from.deallocate()
      to.deallocate()
    }
    memset(from, 1, room * piece)
    memset(to, 2, room * piece)
    let memory = Memory(from: from, to: to)
    let pool = WorkerPool(workers: threads)
    let watch = Stopwatch(duration: duration)
    let times = watch.measure { number in
      watch.time {
        pool.run(pieces) { index, _ in
          let offset = (number % 4 * pieces + index) * piece
          memcpy(memory.to + offset, memory.from + offset, piece)
        }
      }
    }
    return Measurement(
      "copy",
      "machine",
      threads: threads,
      "memory copied, as many bytes as S5 moves",
      times: times
    )
  }

  private struct Memory: @unchecked Sendable {  // Each piece is written by one worker.
    let from: UnsafeMutableRawPointer
    let to: UnsafeMutableRawPointer
  }
}

/// Measures the command line for a small document, as a whole process.
struct StartBenchmark {
  private static let content = "`strata render` of a small document to PNG, whole process"
  private static let rounds = 20

  /// Measures the tool beside this program, and the other renderers that have a program for the same picture.
  func measure(_ peers: Peers?) throws -> [Measurement] {
    let tool = URL(filePath: CommandLine.arguments[0]).resolvingSymlinksInPath()
      .deletingLastPathComponent().appending(path: "strata")
    let document = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .appending(path: "Peers/start.caml")
    let files = FileManager.default
    guard files.isExecutableFile(atPath: tool.path), files.fileExists(atPath: document.path) else {
      return []
    }
    let picture = files.temporaryDirectory.appending(path: "strata-bench-start-\(getpid()).png")
    defer { try? files.removeItem(at: picture) }
    var times: [Double] = []
    for round in -2..<Self.rounds {
      let time = try ContinuousClock().measure {
        try Self.run([tool.path, "render", document.path, "-o", picture.path])
      }
      if round >= 0 { times.append(Stopwatch.milliseconds(time)) }
    }
    let own = Measurement("start", "model", Self.content, times: times, goal: 80)
    guard let peers, let source = CGImageSourceCreateWithURL(picture as NSURL, nil),
      let image = CGImageSourceCreateImageAtIndex(source, 0, nil)
    else { return [own] }
    return try [own] + peers.measure("start", "the same picture, whole process", picture: image.colors)
  }

  /// Runs a program and waits for its end.
  ///
  /// Without `Process`, which polls for the end and adds its interval to the time.
  private static func run(_ words: [String]) throws {
    var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
    defer { for argument in arguments { free(argument) } }
    var (process, status) = (pid_t(), Int32())
    guard posix_spawn(&process, words[0], nil, nil, &arguments, environ) == 0,
      waitpid(process, &status, 0) == process, status == 0
    else { throw OptionsError("\(words.joined(separator: " ")) failed") }
  }
}

import Foundation
import Synchronization

/// What a worker is doing, in memory that it shares with its supervisor.
struct Progress: ~Copyable {
  /// The words of the shared memory.
  enum Word: Int, CaseIterable {
    /// The number of the input in work; -1 before the first and after the last.
    case current
    /// The monotonic time at which it began, in nanoseconds.
    case begin
    /// The processor time of the worker by then, in nanoseconds.
    case beginOfWork
    /// How many inputs are finished.
    case finished
    /// How many of these the code took without an error.
    case taken
  }

  private let words: UnsafeMutablePointer<Atomic<Int>>
  private static let size = Word.allCases.count * MemoryLayout<Atomic<Int>>.stride

  /// Maps the file at a path, which is created if it does not exist.
  init(path: String) throws {
    let descriptor = open(path, O_RDWR | O_CREAT, 0o600)
    guard descriptor >= 0 else { throw OptionsError("cannot open \(path)") }
    defer { close(descriptor) }
    let hasSize = ftruncate(descriptor, off_t(Self.size)) == 0
    guard hasSize, let memory = mmap(nil, Self.size, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0),
      memory != MAP_FAILED
    else { throw OptionsError("cannot map \(path)") }
    words = memory.bindMemory(to: Atomic<Int>.self, capacity: Word.allCases.count)
  }

  deinit { munmap(words, Self.size) }

  subscript(word: Word) -> Int {
    get { words[word.rawValue].load(ordering: .acquiring) }
    nonmutating set { words[word.rawValue].store(newValue, ordering: .releasing) }
  }

  /// The monotonic time, in nanoseconds.
  static var now: Int { time(of: CLOCK_MONOTONIC) }

  /// The processor time of a process, in nanoseconds; 0 if it has ended.
  static func work(of process: pid_t) -> Int {
    var clock = clockid_t()
    return clock_getcpuclockid(process, &clock) == 0 ? time(of: clock) : 0
  }

  private static func time(of clock: clockid_t) -> Int {
    var time = timespec()
    guard clock_gettime(clock, &time) == 0 else { return 0 }
    return time.tv_sec * 1_000_000_000 + time.tv_nsec
  }
}

import CAllocations
import Foundation
import StrataRaster

/// What the process holds of the machine.
struct Resources {
  /// Resident memory, in bytes.
  var memory: Int
  /// The bytes of the heap and of mapped pictures that the program uses; -1 where the C library does not say.
  var heap: Int
  var threads: Int
  var descriptors: Int

  static var current: Resources {
    let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
    func number(_ key: String) -> Int {
      let line = status.split(separator: "\n").first { $0.hasPrefix(key + ":") }
      return line.flatMap { Int($0.split(whereSeparator: \.isWhitespace)[1]) } ?? 0
    }
    let descriptors = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count) ?? 0
    let heap = heap_bytes()
    // The folder is open while it is read.
    return Resources(
      memory: number("VmRSS") << 10,
      heap: heap < 0 ? heap : heap + PixelMemory.mappedByteCount,
      threads: number("Threads"),
      descriptors: max(0, descriptors - 1)
    )
  }
}

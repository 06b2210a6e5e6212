/// How often the threads of a program slept between two of its reports.
struct Wakes {
  /// Threads by their place in the report, without the main thread and that which reads commands.
  let counts: [Int]

  init(_ before: String?, _ after: String?) {
    let (first, second) = (Self.numbers(of: before), Self.numbers(of: after))
    counts = zip(first, second).map { $1 - $0 }.sorted(by: >)
  }

  /// The most of one thread.
  var most: Int { counts.first ?? .max }

  private static func numbers(of line: String?) -> [Int] {
    (line ?? "").split(separator: " ").compactMap { $0.split(separator: "=").last.flatMap { Int($0) } }
  }
}

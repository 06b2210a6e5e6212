import Foundation

/// The result of a benchmark: statistics of times in milliseconds, or of the figure that the unit names.
struct Measurement: Codable {
  var name: String
  /// `list`, `full`, `list 4K`, `full 4K`, `model` or `machine`; the name of another renderer for its times.
  var mode: String
  var threads: Int
  /// A short description of the benchmark.
  var content: String
  /// The unit of the figures.
  var unit = "ms"
  var median: Double
  var minimum: Double
  /// The quantiles at 10 % and 90 %.
  var low: Double
  var high: Double
  /// The quantile at 99 %; nil for other renderers.
  var slow: Double?
  var samples: Int
  /// The number of the run, from 0.
  var run = 0
  /// The number of pixels that a frame draws.
  var pixels: Int?
  /// The mean number of allocations in a frame, or in one round of the benchmark.
  var allocations: Double?
  /// The difference between frame 10 of another renderer and Strata's.
  var difference: PictureDifference?
  /// The budget for the median, if there is one.
  var goal: Double?

  var isWithinGoal: Bool { goal.map { median <= $0 } ?? true }

  init(
    _ name: String,
    _ mode: String,
    threads: Int = 1,
    _ content: String,
    unit: String = "ms",
    times: [Double],
    goal: Double? = nil
  ) {
    let sorted = times.sorted()
    func quantile(_ share: Double) -> Double {
      sorted.isEmpty ? 0 : sorted[min(sorted.count - 1, Int(Double(sorted.count) * share))]
    }
    (self.name, self.mode, self.threads, self.content, self.unit) = (name, mode, threads, content, unit)
    (median, minimum) = (quantile(0.5), quantile(0))
    (low, high, slow, samples) = (quantile(0.1), quantile(0.9), quantile(0.99), sorted.count)
    self.goal = goal
  }

  /// True if two are of the same benchmark, whatever their runs are.
  func isSameBenchmark(as other: Measurement) -> Bool {
    name == other.name && mode == other.mode && threads == other.threads
  }
}

/// The difference between two pictures.
struct PictureDifference: Codable {
  /// The mean absolute difference of all channels, of 255.
  var meanError: Double
  /// The peak signal-to-noise ratio in decibels; none for equal pictures.
  var psnr: Double?

  /// Compares the bytes of two pictures of the same size.
  init(_ a: [UInt8], _ b: [UInt8]) {
    var (sum, squares) = (0, 0)
    for (x, y) in zip(a, b) {
      let distance = abs(Int(x) - Int(y))
      sum += distance
      squares += distance * distance
    }
    let count = Double(max(a.count, 1))
    meanError = Double(sum) / count
    psnr = squares == 0 ? nil : 10 * log10(255 * 255 * count / Double(squares))
  }

  /// The mean error and the ratio, as tables show them.
  var words: String { psnr.map { String(format: "%.2f / %.0f dB", meanError, $0) } ?? "equal" }
}

/// Repeats and times the rounds of a benchmark.
struct Stopwatch {
  /// The time for one benchmark, in seconds.
  let duration: Double
  /// The number of rounds that are not counted, in which memory and caches warm up.
  static let warmUp = 4
  /// The least number of counted rounds.
  static let fewest = 8

  private let clock = ContinuousClock()

  init(duration: Double) { self.duration = duration }

  /// Times one call.
  func time(_ body: () throws -> Void) rethrows -> Duration { try clock.measure(body) }

  /// Calls `round` with increasing numbers until the time is over, and returns the times of the counted rounds, in
  /// milliseconds.
  func measure(_ round: (_ number: Int) throws -> Duration) rethrows -> [Double] {
    var times: [Double] = []
    let begin = clock.now
    var number = 0
    while number < Self.warmUp + Self.fewest || clock.now - begin < .seconds(duration) {
      let taken = try round(number)
      if number >= Self.warmUp { times.append(Self.milliseconds(taken)) }
      number += 1
    }
    return times
  }

  static func milliseconds(_ duration: Duration) -> Double {
    let (seconds, attoseconds) = duration.components
    return Double(seconds) * 1e3 + Double(attoseconds) * 1e-15
  }
}

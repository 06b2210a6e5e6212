import Foundation

/// What a benchmark found: times of one thing done many times, in milliseconds, or the figure that the unit names.
struct Measurement: Codable {
  var name: String
  /// `list`, `full`, `list 4K`, `full 4K`, `model` or `machine`; the name of another renderer for its times.
  var mode: String
  var threads: Int
  /// What is measured, in a few words.
  var content: String
  /// What the figures count: milliseconds, or something else.
  var unit = "ms"
  /// Half of the times are below.
  var median: Double
  var minimum: Double
  /// One time of ten is below, and one above: the spread.
  var low: Double
  var high: Double
  var samples: Int
  /// Which of the runs this is of, from 0.
  var run = 0
  /// How many pixels a frame draws anew.
  var pixels: Int?
  /// How often a frame, or all that is timed together, asks for memory, on average.
  var allocations: Double?
  /// How far frame 10 of another renderer is from the one here.
  var difference: PictureDifference?
  /// What the median should not exceed, where a budget is set.
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
    (low, high, samples) = (quantile(0.1), quantile(0.9), sorted.count)
    self.goal = goal
  }

  /// Whether two are of the same thing, in the same run or another one.
  func isSameThing(as other: Measurement) -> Bool {
    name == other.name && mode == other.mode && threads == other.threads
  }
}

/// How far two pictures are from each other.
struct PictureDifference: Codable {
  /// The mean of all channels' distances, of 255.
  var meanError: Double
  /// The peak signal-to-noise ratio in decibels; none for equal pictures.
  var psnr: Double?

  /// Of as many bytes each.
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

  /// As tables tell it: the mean error and the ratio.
  var words: String { psnr.map { String(format: "%.2f / %.0f dB", meanError, $0) } ?? "equal" }
}

/// Takes times until enough of them are there.
struct Stopwatch {
  /// How long one benchmark goes on, in seconds.
  let patience: Double
  /// Rounds that are not counted: memory and caches fill.
  static let warmUp = 4
  /// Rounds that are counted in any case.
  static let fewest = 8

  private let clock = ContinuousClock()

  init(patience: Double) { self.patience = patience }

  /// How long something takes.
  func time(_ body: () throws -> Void) rethrows -> Duration { try clock.measure(body) }

  /// Calls `round` with growing numbers, and collects the times that it returns, in milliseconds.
  func measure(_ round: (_ number: Int) throws -> Duration) rethrows -> [Double] {
    var times: [Double] = []
    let begin = clock.now
    var number = 0
    while number < Self.warmUp + Self.fewest || clock.now - begin < .seconds(patience) {
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

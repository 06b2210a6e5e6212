/// The numerator of a time.
public typealias CMTimeValue = Int64

/// The units of a time in a second.
public typealias CMTimeScale = Int32

/// A number that distinguishes time lines whose distance is not known, such as the rounds of a loop.
public typealias CMTimeEpoch = Int64

/// The largest timescale: 2147483647.
public let kCMTimeMaxTimescale: Int32 = .max

/// What a time stands for.
public struct CMTimeFlags: OptionSet, Hashable, Sendable {
  /// The bits.
  public var rawValue: UInt32

  /// Creates flags of their bits.
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// The time is valid.
  public static let valid = CMTimeFlags(rawValue: 1 << 0)
  /// The time is the result of an operation that rounded.
  public static let hasBeenRounded = CMTimeFlags(rawValue: 1 << 1)
  /// Later than all numbers.
  public static let positiveInfinity = CMTimeFlags(rawValue: 1 << 2)
  /// Earlier than all numbers.
  public static let negativeInfinity = CMTimeFlags(rawValue: 1 << 3)
  /// Not known, such as the duration of a live broadcast.
  public static let indefinite = CMTimeFlags(rawValue: 1 << 4)
  /// The flags of times that are not numbers.
  public static let impliedValueFlagsMask: CMTimeFlags = [.positiveInfinity, .negativeInfinity, .indefinite]
}

/// A time as a fraction: ``value`` units, ``timescale`` of them to a second.
///
/// Times that are equal as fractions are equal: a half is two quarters. Sums, differences and products are exact where a
/// timescale of 31 bits can hold them, and otherwise rounded once, from the exact result, and flagged.
///
/// A number needs a positive timescale; with another one it behaves as an invalid time.
public struct CMTime: Sendable {
  /// The number of units.
  public var value: CMTimeValue
  /// The units in a second.
  public var timescale: CMTimeScale
  /// What the time stands for.
  public var flags: CMTimeFlags
  /// The time line; 0 for durations and for the usual one.
  public var epoch: CMTimeEpoch

  /// Creates an invalid time: all fields are 0.
  public init() { self.init(value: 0, timescale: 0, flags: [], epoch: 0) }

  /// Creates a time of its fields, without checking them.
  public init(value: CMTimeValue, timescale: CMTimeScale, flags: CMTimeFlags, epoch: CMTimeEpoch) {
    (self.value, self.timescale, self.flags, self.epoch) = (value, timescale, flags, epoch)
  }

  /// Creates a valid time of epoch 0.
  public init(value: CMTimeValue, timescale: CMTimeScale) {
    self.init(value: value, timescale: timescale, flags: .valid, epoch: 0)
  }

  /// A time that is not valid.
  public static let invalid = CMTime()
  /// A time that is not known.
  public static let indefinite = CMTime(value: 0, timescale: 0, flags: [.valid, .indefinite], epoch: 0)
  /// The time after all numbers.
  public static let positiveInfinity = CMTime(
    value: 0,
    timescale: 0,
    flags: [.valid, .positiveInfinity],
    epoch: 0
  )
  /// The time before all numbers.
  public static let negativeInfinity = CMTime(
    value: 0,
    timescale: 0,
    flags: [.valid, .negativeInfinity],
    epoch: 0
  )
  /// No seconds.
  public static let zero = CMTime(value: 0, timescale: 1)
}

extension CMTime {
  /// True unless the time is ``invalid``.
  public var isValid: Bool { flags.contains(.valid) }

  /// True for ``positiveInfinity``.
  public var isPositiveInfinity: Bool { flags.contains([.valid, .positiveInfinity]) }

  /// True for ``negativeInfinity``.
  public var isNegativeInfinity: Bool { flags.contains([.valid, .negativeInfinity]) }

  /// True for ``indefinite``.
  public var isIndefinite: Bool { flags.contains([.valid, .indefinite]) }

  /// True if the flags state a number.
  public var isNumeric: Bool { flags.intersection([.valid, .impliedValueFlagsMask]) == .valid }

  /// True for a number that was rounded at some time.
  public var hasBeenRounded: Bool { isNumeric && flags.contains(.hasBeenRounded) }

  /// The number that this is; nil for other times, and without a positive timescale.
  var number: (value: Int128, timescale: Int128)? {
    isNumeric && timescale > 0 ? (Int128(value), Int128(timescale)) : nil
  }
}

// MARK: Order

extension CMTime: Comparable {
  /// The places of the kinds of times in their order.
  private enum Rank: Int {
    case negativeInfinity, number, indefinite, positiveInfinity, invalid
  }

  private var rank: Rank {
    if !isValid { return .invalid }
    if flags.contains(.positiveInfinity) { return .positiveInfinity }
    if flags.contains(.negativeInfinity) { return .negativeInfinity }
    if flags.contains(.indefinite) { return .indefinite }
    return timescale > 0 ? .number : .invalid
  }

  /// The order of two times: -1, 0 or 1.
  ///
  /// Negative infinity comes before numbers, then indefinite times, positive infinity and invalid ones. A number of a
  /// later epoch is later.
  func order(after other: CMTime) -> Int32 {
    let (own, theirs) = (rank, other.rank)
    if own != theirs { return own.rawValue < theirs.rawValue ? -1 : 1 }
    guard let a = number, let b = other.number else { return 0 }
    if epoch != other.epoch { return epoch < other.epoch ? -1 : 1 }
    let (left, right) = (a.value * b.timescale, b.value * a.timescale)
    return left == right ? 0 : left < right ? -1 : 1
  }

  /// Returns whether both are the same time, in the sense of ``CMTimeCompare(_:_:)``.
  public static func == (a: CMTime, b: CMTime) -> Bool { a.order(after: b) == 0 }

  /// Returns whether the first time comes before the second.
  public static func < (a: CMTime, b: CMTime) -> Bool { a.order(after: b) < 0 }
}

extension CMTime: Hashable {
  /// Feeds what ``==(_:_:)`` compares into a hasher.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(rank.rawValue)
    guard let number else { return }
    let divisor = greatestCommonDivisor(number.value.magnitude, number.timescale.magnitude)
    hasher.combine(epoch)
    hasher.combine(number.value / Int128(divisor))
    hasher.combine(number.timescale / Int128(divisor))
  }
}

extension CMTime: Codable {
  private enum CodingKeys: String, CodingKey {
    case value, timescale, flags, epoch
  }

  /// Reads the four fields.
  public init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      value: try fields.decode(CMTimeValue.self, forKey: .value),
      timescale: try fields.decode(CMTimeScale.self, forKey: .timescale),
      flags: CMTimeFlags(rawValue: try fields.decode(UInt32.self, forKey: .flags)),
      epoch: try fields.decode(CMTimeEpoch.self, forKey: .epoch)
    )
  }

  /// Writes the four fields.
  public func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: CodingKeys.self)
    try fields.encode(value, forKey: .value)
    try fields.encode(timescale, forKey: .timescale)
    try fields.encode(flags.rawValue, forKey: .flags)
    try fields.encode(epoch, forKey: .epoch)
  }
}

extension CMTime: CustomDebugStringConvertible {
  /// The fraction and its seconds, or the kind of time.
  public var debugDescription: String {
    guard isNumeric else {
      return switch rank {
      case .negativeInfinity: "{-INFINITY}"
      case .positiveInfinity: "{+INFINITY}"
      case .indefinite: "{INDEFINITE}"
      case .invalid, .number: "{INVALID}"
      }
    }
    let rounding = hasBeenRounded ? ", rounded" : ""
    let line = epoch == 0 ? "" : ", epoch \(epoch)"
    return "{\(value)/\(timescale) = \(seconds)\(rounding)\(line)}"
  }
}

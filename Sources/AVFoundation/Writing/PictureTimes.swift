#if Media
  import CoreMedia

  /// The times of a track's pictures, from the start of the session.
  struct PictureTimes {
    /// The unit of times on their way to the encoder, in parts of a second.
    static let scale: CMTimeScale = 1_000_000

    private(set) var first: CMTime?
    private(set) var last: CMTime?
    /// From the picture before the last one to the last one.
    private var step: CMTime?
    /// How long the last picture lasts by its own word.
    private var duration = CMTime.invalid
    /// The parts of a second of which all times are multiples; nil for more than ``scale``.
    private var parts: Int64? = 1

    /// A time in microseconds.
    static func microseconds(_ time: CMTime) -> Int {
      Int(CMTimeConvertScale(time, timescale: scale, method: .roundHalfAwayFromZero).value)
    }

    /// True for a time within 68 years of the start of the session: in any units that a film has it is a whole number.
    static func isWithinBounds(_ time: CMTime) -> Bool {
      time.isNumber && abs(time.seconds) < Double(Int32.max)
    }

    /// Takes the time of the next picture; false for one that is not later than the last, or not within bounds.
    mutating func add(_ time: CMTime, duration: CMTime) -> Bool {
      guard time >= .zero, Self.isWithinBounds(time) else { return false }
      if let last {
        guard Self.microseconds(time) > Self.microseconds(last) else { return false }
        step = CMTimeSubtract(time, last)
      }
      (first, last, self.duration) = (first ?? time, time, duration)
      note(time)
      return true
    }

    private mutating func note(_ time: CMTime) {
      guard let parts, time.isNumber else { return }
      let denominator = Int64(time.timescale) / Self.divisor(abs(time.value), Int64(time.timescale))
      let (product, isTooLarge) = (parts / Self.divisor(parts, denominator))
        .multipliedReportingOverflow(by: denominator)
      self.parts = isTooLarge || product > Int64(Self.scale) ? nil : product
    }

    private static func divisor(_ a: Int64, _ b: Int64) -> Int64 { b == 0 ? max(a, 1) : divisor(b, a % b) }

    /// When the last picture ends: at the end of the session, or as long after its time as it says, or as the picture before it was
    /// shown.
    ///
    /// - Parameters:
    ///   - session: The end of the session; nil for none.
    ///   - frame: The length of a film of one picture.
    /// - Returns: The time of the end.
    mutating func end(session: CMTime?, frame: CMTime) -> CMTime {
      let length = duration.isNumber && duration > .zero ? duration : step ?? frame
      let end = session ?? CMTimeAdd(last ?? .zero, length)
      note(end)
      return end
    }

    /// The units of a second in which the track counts its times: all of them are whole numbers, if there are such units.
    var timescale: Int {
      guard var units = parts.map({ Int($0) }) else { return Int(Self.scale) }
      while units < 10_000 { units *= 2 }
      return units
    }
  }
#endif

#if Media
  import CoreMedia

  extension CMTime {
    /// True for a number of seconds: the flags state a number, and the timescale is positive.
    var isNumber: Bool { isNumeric && timescale > 0 }

    /// A time that is a little earlier, less than any frame lasts.
    var justBefore: CMTime { CMTimeSubtract(self, CMTime(value: 1, timescale: 1_000_000)) }
  }

  extension CMTimeRange {
    /// Checks that the range can be one of a source: numbers from zero on, and longer than zero.
    ///
    /// - Throws: ``AVError`` if it cannot.
    func checkSource() throws(AVError) {
      guard start.isNumber, start >= .zero, duration.isNumber, duration > .zero else {
        throw AVError(
          .invalidSourceMedia,
          "the times to insert, \(debugDescription), are not times of a source"
        )
      }
    }
  }
#endif

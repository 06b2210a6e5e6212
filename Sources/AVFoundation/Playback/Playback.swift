#if Media
  import CoreMedia

  /// What a player shows at any time of its clock: a value, so that recorded time lines keep what was current.
  ///
  /// The item's time is `time + (clock − anchor) · rate` until the item ends; then the next entry follows, or the time stands.
  struct Playback: Sendable {
    /// An item that is shown.
    struct Entry: Sendable {
      let source: ItemSource
      /// What is heard, and with which volumes.
      let asset: AVAsset
      let mix: AVAudioMix?
      /// The times of the item at which play begins and ends, in seconds; the end is infinite if it is not known.
      var range: (start: Double, end: Double)
      /// True if the range repeats.
      var loops = false
    }

    /// The current item and those that follow.
    var entries: [Entry] = []
    /// Item seconds per second of the clock.
    var rate = 0.0
    /// The time of the clock, in seconds, at which the item had its ``time``.
    var anchor = 0.0
    /// The time of the item at the anchor.
    var time = CMTime.zero
    /// True if the clock is that of a recorded time line.
    var isRecorded = false
    /// True if the next entry follows at the end; false if the last picture stays.
    var advances = false

    /// Where the player is at a time of its clock.
    struct Place {
      /// The entry, an index; the count of entries after the last one.
      var entry: Int
      /// The time of the item, in seconds.
      var seconds: Double
      /// True if the end was reached and the time stands.
      var hasEnded = false
      /// How often the range was repeated.
      var loops = 0
    }

    func place(at clock: Double) -> Place {
      var seconds = time.seconds
      guard rate != 0, clock.isFinite else { return Place(entry: 0, seconds: seconds) }
      seconds += (clock - anchor) * rate
      for (index, entry) in entries.enumerated() {
        let (start, end) = entry.range
        if rate < 0 {
          return seconds > start
            ? Place(entry: index, seconds: seconds) : Place(entry: index, seconds: start, hasEnded: true)
        }
        if seconds < end { return Place(entry: index, seconds: seconds) }
        if entry.loops, end > start {
          let rounds = ((seconds - start) / (end - start)).rounded(.down)
          // Rounding may put the time a little before the start.
          return Place(
            entry: index,
            seconds: max(seconds - rounds * (end - start), start),
            loops: Int(min(rounds, 1e15))
          )
        }
        guard advances else { return Place(entry: index, seconds: end, hasEnded: true) }
        guard index + 1 < entries.count else { break }
        seconds += entries[index + 1].range.start - end
      }
      return Place(entry: entries.count, seconds: 0, hasEnded: true)
    }

    /// The time of the current item, without rounding while it stands.
    func exactTime(at clock: Double) -> CMTime {
      rate == 0 ? time : CMTime(seconds: place(at: clock).seconds, preferredTimescale: AVPlayer.timescale)
    }

    /// How often the range was repeated from the anchor to a time of the clock.
    func rounds(until clock: Double) -> Int { place(at: clock).loops - place(at: anchor).loops }

    /// True if another playback goes on in the same way, whatever it shows.
    func hasCourse(of other: Playback) -> Bool {
      (time, anchor, rate) == (other.time, other.anchor, other.rate)
    }

    /// The time of the clock at which the current item ends; nil if it does not.
    var endOfCurrent: Double? {
      guard let entry = entries.first, rate != 0, !(entry.loops && rate > 0) else { return nil }
      let end = rate > 0 ? entry.range.end : entry.range.start
      guard end.isFinite else { return nil }
      return anchor + max((end - time.seconds) / rate, 0)
    }

    /// The playback of a clock that is another one's time seen from a layer.
    func shifted(toAnchor anchor: Double) -> Playback {
      var copy = self
      copy.anchor = anchor
      return copy
    }
  }
#endif

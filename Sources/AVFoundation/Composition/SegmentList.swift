#if Media
  import CoreMedia

  /// The parts of a composition's track: they follow one another from zero on, some of them empty.
  struct SegmentList: Sendable {
    /// A part, and the source that it shows; nil for an empty part.
    struct Part: Sendable {
      var source: TrackSource?
      /// The times of the source; invalid for an empty part.
      var from: CMTimeRange
      /// The times in the track.
      var target: CMTimeRange

      /// The time of the source at a time of the track.
      func sourceTime(at time: CMTime) -> CMTime {
        CMTimeMapTimeFromRangeToRange(time, fromRange: target, toRange: from)
      }

      /// The two parts before and after a time inside.
      func split(at time: CMTime) -> (Part, Part) {
        var (a, b) = (self, self)
        a.target = CMTimeRange(start: target.start, end: time)
        b.target = CMTimeRange(start: time, end: target.end)
        if source != nil {
          let middle = sourceTime(at: time)
          a.from = CMTimeRange(start: from.start, end: middle)
          b.from = CMTimeRange(start: middle, end: from.end)
        }
        return (a, b)
      }
    }

    private(set) var parts: [Part] = []

    /// The end of the last part.
    var duration: CMTime { parts.last?.target.end ?? .zero }

    /// The part that a time shows, by its index; nil outside.
    func part(at time: CMTime) -> Int? {
      guard time.isNumeric else { return nil }
      var (low, high) = (0, parts.count)
      while low < high {
        let middle = (low + high) / 2
        if parts[middle].target.end <= time { low = middle + 1 } else { high = middle }
      }
      return low < parts.count && time >= parts[low].target.start ? low : nil
    }

    /// Cuts at a time; returns the index of the first part at or after it.
    private mutating func cut(at time: CMTime) -> Int {
      guard let index = part(at: time) else { return time < .zero ? 0 : parts.count }
      if parts[index].target.start == time { return index }
      let (a, b) = parts[index].split(at: time)
      parts.replaceSubrange(index...index, with: [a, b])
      return index + 1
    }

    private mutating func shift(from index: Int, by time: CMTime) {
      for i in index..<parts.count { parts[i].target.start = CMTimeAdd(parts[i].target.start, time) }
    }

    /// Inserts times of a source, or empty time, and moves what follows; beyond the end, empty time comes before.
    mutating func insert(_ source: TrackSource?, _ range: CMTimeRange, at time: CMTime) {
      let start = time < .zero ? .zero : time
      if start > duration {
        let gap = CMTimeRange(start: duration, end: start)
        parts.append(Part(source: nil, from: .invalid, target: gap))
      }
      let index = cut(at: start)
      shift(from: index, by: range.duration)
      let target = CMTimeRange(start: start, duration: range.duration)
      parts.insert(Part(source: source, from: source == nil ? .invalid : range, target: target), at: index)
    }

    /// Removes times and moves what follows.
    mutating func remove(_ range: CMTimeRange) {
      let range = range.intersection(CMTimeRange(start: .zero, duration: duration))
      guard range.duration > .zero else { return }
      let first = cut(at: range.start)
      let end = cut(at: range.end)
      parts.removeSubrange(first..<end)
      shift(from: first, by: CMTimeSubtract(.zero, range.duration))
    }

    /// Gives times another length and moves what follows.
    mutating func scale(_ range: CMTimeRange, to duration: CMTime) {
      let range = range.intersection(CMTimeRange(start: .zero, duration: self.duration))
      guard range.duration > .zero, duration > .zero else { return }
      let first = cut(at: range.start)
      let end = cut(at: range.end)
      let target = CMTimeRange(start: range.start, duration: duration)
      for i in first..<end {
        let bounds = parts[i].target
        let start = CMTimeMapTimeFromRangeToRange(bounds.start, fromRange: range, toRange: target)
        let stop = CMTimeMapTimeFromRangeToRange(bounds.end, fromRange: range, toRange: target)
        parts[i].target = CMTimeRange(start: start, end: stop)
      }
      shift(from: end, by: CMTimeSubtract(duration, range.duration))
    }

    /// Replaces all parts; nil if they do not follow one another from zero on.
    init?(_ parts: [Part]) {
      var end = CMTime.zero
      for part in parts {
        guard part.target.start == end, part.target.duration > .zero else { return nil }
        end = part.target.end
      }
      self.parts = parts
    }

    init() {}
  }

  /// A stream of a file that a composition shows.
  struct TrackSource: Sendable {
    let file: AssetFile
    let trackID: CMPersistentTrackID
    /// The number of the stream in the file.
    let stream: Int
  }
#endif

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
    ///
    /// Nothing happens for times that are not numbers, as in all changes.
    mutating func insert(_ source: TrackSource?, _ range: CMTimeRange, at time: CMTime) {
      guard range.duration.isNumber, range.duration > .zero, source == nil || range.start.isNumber else {
        return
      }
      let target = CMTimeRange(start: .zero, duration: range.duration)
      var list = SegmentList()
      list.parts = [Part(source: source, from: source == nil ? .invalid : range, target: target)]
      insert(list, at: time)
    }

    /// Inserts parts and moves what follows; beyond the end, empty time comes before.
    mutating func insert(_ list: SegmentList, at time: CMTime) {
      guard time.isNumber else { return }
      let start = time < .zero ? .zero : time
      if start > duration { appendGap(to: start) }
      let index = cut(at: start)
      shift(from: index, by: list.duration)
      let moved = list.parts.map { part in
        var part = part
        part.target.start = CMTimeAdd(part.target.start, start)
        return part
      }
      parts.insert(contentsOf: moved, at: index)
    }

    private mutating func appendGap(to end: CMTime) {
      let gap = CMTimeRange(start: duration, end: end)
      parts.append(Part(source: nil, from: .invalid, target: gap))
    }

    /// Some times of a track, from zero on; nil for a track that is neither one of a file nor one of a composition.
    init?(_ range: CMTimeRange, of track: AVAssetTrack) {
      self.init()
      if let track = track as? AVCompositionTrack {
        self = track.parts.excerpt(range)
      } else if let file = track.file {
        let source = TrackSource(file: file, trackID: track.trackID, stream: track.streamNumber)
        insert(source, range, at: .zero)
      } else {
        return nil
      }
    }

    /// The parts of some times, which are not negative, from zero on; what is beyond the end is empty.
    private func excerpt(_ range: CMTimeRange) -> SegmentList {
      var (copy, result) = (self, SegmentList())
      let first = copy.cut(at: range.start)
      let end = copy.cut(at: range.end)
      result.parts = copy.parts[first..<end].map { part in
        var part = part
        part.target.start = CMTimeSubtract(part.target.start, range.start)
        return part
      }
      if result.duration < range.duration { result.appendGap(to: range.duration) }
      return result
    }

    /// The numbers of a range within the list; nil if there are none.
    private func inside(_ range: CMTimeRange) -> CMTimeRange? {
      guard range.isValid else { return nil }
      let range = range.intersection(CMTimeRange(start: .zero, duration: duration))
      return range.start.isNumber && range.duration.isNumber && range.duration > .zero ? range : nil
    }

    /// Removes times and moves what follows.
    mutating func remove(_ range: CMTimeRange) {
      guard let range = inside(range) else { return }
      let first = cut(at: range.start)
      let end = cut(at: range.end)
      parts.removeSubrange(first..<end)
      shift(from: first, by: CMTimeSubtract(.zero, range.duration))
    }

    /// Gives times another length and moves what follows.
    mutating func scale(_ range: CMTimeRange, to duration: CMTime) {
      guard let range = inside(range), duration.isNumber, duration > .zero else { return }
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
        guard part.target.start == end, part.target.duration.isNumber, part.target.duration > .zero,
          part.source == nil || (part.from.start.isNumber && part.from.duration.isNumber)
        else { return nil }
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

#if Media
  import CoreMedia
  import Foundation
  import Glibc

  /// The table of contents of a film: the display time of each frame, and where decoding can start.
  ///
  /// `ffprobe` lists the packets without decoding them; only files whose packets have no display times, such as AVI with
  /// bidirectional frames, are decoded once. Times begin at the container's start time, and edit lists are applied: frames
  /// that they cut off are not in the table.
  struct ClipIndex: Sendable {
    let path: String
    let tools: MediaTools
    let identity: FileIdentity
    let stream: VideoStream
    /// The display times in units of ``VideoStream/timeBase``, each later than the one before; at least one.
    let times: [Int64]
    /// The numbers of frames at which decoding can start, in order.
    let keyframes: [Int]
    /// The end of the last frame, in the same units.
    let end: Int64
    /// The time of the container's start, in the same units; a decoder counts from it.
    let origin: Int64
    /// False if each decoding must start at the beginning.
    let canSeek: Bool
    /// True for a picture, which has no duration.
    let isStill: Bool

    /// Reads the table of a file.
    ///
    /// `squarePixels` makes frames as wide as they are seen.
    init(
      path: String,
      timeout: Double,
      tools: MediaTools,
      squarePixels: Bool = false
    ) throws(MediaError) {
      (self.path, self.tools) = (path, tools)
      identity = try FileIdentity(checking: path)
      let probe = MediaProbe(path: path, timeout: timeout, tools: tools)
      let description = try StreamDescription(probe)
      var stream = description.stream
      if squarePixels { stream.makePixelsSquare() }
      self.stream = stream
      origin = description.origin
      isStill = description.isStill
      var table = try PacketTable(probe, stream.number)
      guard !table.isProtected else { throw .protected(path: path) }
      canSeek = !table.lacksTimes
      if table.lacksTimes { table = try PacketTable(decoding: probe, stream.number) }
      guard !table.runsBackwards else { throw .noTimes(path: path) }
      var list: [(time: Int64, isKey: Bool)] = []
      for packet in table.packets.sorted(by: { $0.time < $1.time }) {
        if let last = list.last, last.time == packet.time {
          list[list.count - 1].isKey = last.isKey || packet.isKey
        } else {
          list.append((packet.time, packet.isKey))
        }
      }
      guard !list.isEmpty else {
        throw table.count > 0 ? .noTimes(path: path) : .noFrames(path: path)
      }
      let origin = origin
      times = list.map { $0.time - origin }
      keyframes = list.indices.filter { list[$0].isKey }
      end = table.end - origin
    }

    /// The number of the frame that a time shows: the last one whose display time is not later; nil before the first.
    ///
    /// Exact: a time is compared with the fractions of the table. Invalid and indefinite times show nothing.
    func frame(at time: CMTime) -> Int? {
      if time.isPositiveInfinity { return times.count - 1 }
      guard time.isNumeric, time.timescale > 0 else { return nil }
      let base = stream.timeBase
      let (units, divisor) = (
        Int128(time.value) * Int128(base.denominator), Int128(time.timescale) * Int128(base.numerator)
      )
      let floor = units / divisor - (units % divisor < 0 ? 1 : 0)
      return frame(atUnits: Int64(clamping: floor))
    }

    /// The number of the frame that a time in seconds shows.
    ///
    /// Seconds in binary are seldom the time of a frame: 0.12 is less than 3/25. So a time that is less than a microsecond
    /// before a frame shows it.
    func frame(atSeconds seconds: Double) -> Int? {
      guard !seconds.isNaN else { return nil }
      let base = stream.timeBase
      let units = (seconds + Self.slack) * Double(base.denominator) / Double(base.numerator)
      return frame(atUnits: Int64(exactly: units.rounded(.down).clamped) ?? 0)
    }

    private static let slack = 1e-6

    private func frame(atUnits units: Int64) -> Int? {
      var (low, high) = (0, times.count)
      while low < high {
        let middle = (low + high) / 2
        if times[middle] <= units { low = middle + 1 } else { high = middle }
      }
      return low > 0 ? low - 1 : nil
    }

    /// The display time of a frame.
    func time(of frame: Int) -> CMTime { stream.time(times[frame]) }

    /// The end of the last frame; indefinite for a picture.
    var duration: CMTime { isStill ? .indefinite : stream.time(end) }
  }

  extension Double {
    /// The number within what 64 bits hold.
    fileprivate var clamped: Double { Swift.min(Swift.max(self, -9e18), 9e18) }
  }

  extension VideoStream {
    /// A time in units of the stream.
    func time(_ units: Int64) -> CMTime {
      CMTimeMultiply(CMTime(value: units, timescale: timeBase.denominator), multiplier: timeBase.numerator)
    }
  }

  /// Identifies a file: equal if it is still the one that was opened.
  struct FileIdentity: Sendable, Equatable {
    private let numbers: [Int64]

    /// Looks at a file, which must be a regular one that is not empty.
    init(checking path: String) throws(MediaError) {
      var status = stat()
      guard stat(path, &status) == 0 else {
        throw .cannotRead(path: path, reason: String(cString: strerror(errno)))
      }
      guard status.st_mode & S_IFMT == S_IFREG else {
        let kind = status.st_mode & S_IFMT == S_IFDIR ? "it is a folder" : "it is not a file"
        throw .cannotRead(path: path, reason: kind)
      }
      guard status.st_size > 0 else { throw .cannotRead(path: path, reason: "it is empty") }
      numbers = [
        Int64(truncatingIfNeeded: status.st_dev), Int64(truncatingIfNeeded: status.st_ino),
        Int64(status.st_size),
        Int64(status.st_mtim.tv_sec), Int64(status.st_mtim.tv_nsec),
      ]
    }
  }

  /// The packets of a stream with their display times, without those that an edit list cuts off.
  private struct PacketTable {
    private(set) var packets: [(time: Int64, isKey: Bool)] = []
    /// The latest end of a packet.
    private(set) var end = Int64.min
    /// The number of packets, with and without a time.
    private(set) var count = 0
    private(set) var lacksTimes = false
    /// True if a decoded frame has no later time than the one before it, as in some program streams.
    private(set) var runsBackwards = false
    /// True if packets are encrypted.
    private(set) var isProtected = false

    /// Lists packets as they are in the file.
    init(_ probe: MediaProbe, _ stream: Int) throws(MediaError) {
      var table = PacketTable()
      let entries = "packet=pts,duration,flags:packet_side_data=side_data_type"
      try probe.run(["-select_streams", "\(stream)", "-show_entries", entries]) { section in
        guard section.name == "packet" else { return }
        table.isProtected = table.isProtected || section.isEncrypted
        let flags = section["flags"] ?? ""
        guard !flags.contains("D") else { return }
        table.add(section.integer("pts"), duration: section.integer("duration"), isKey: flags.hasPrefix("K"))
      }
      self = table
    }

    /// Lists decoded frames.
    init(decoding probe: MediaProbe, _ stream: Int) throws(MediaError) {
      var table = PacketTable()
      let entries = "frame=key_frame,best_effort_timestamp,pkt_duration,duration"
      var follows: Int64?
      try probe.run(["-select_streams", "\(stream)", "-show_entries", entries]) { section in
        guard section.name == "frame" else { return }
        let duration = section.integer("duration") ?? section.integer("pkt_duration")
        // The last frame of a program stream has no time; like the decoder, take the end of the one before.
        let time = section.integer("best_effort_timestamp") ?? follows
        follows = time.flatMap { time in duration.map { time + $0 } }
        if let time, let last = table.packets.last?.time, time <= last { table.runsBackwards = true }
        table.add(time, duration: duration, isKey: section.integer("key_frame") == 1)
      }
      self = table
    }

    private init() {}

    private mutating func add(_ time: Int64?, duration: Int64?, isKey: Bool) {
      count += 1
      guard let time else {
        lacksTimes = true
        return
      }
      packets.append((time, isKey))
      end = max(end, time + max(duration ?? 0, 0))
    }
  }
#endif

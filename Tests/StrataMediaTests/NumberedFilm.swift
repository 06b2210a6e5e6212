#if Media
  import CoreGraphics
  import CoreMedia
  import Foundation
  import StrataRaster
  import StrataTesting
  import Testing

  /// Pictures of 64 × 48 pixels that show their number: sixteen blocks, black or white, twelve of them the bits of the number and
  /// four a check.
  enum NumberPattern {
    static let (width, height) = (64, 48)
    static let last = 1 << 12

    private static func bits(of number: Int) -> Int { number | ((number * 7 + 3) % 16) << 12 }

    /// The picture of a number in gray.
    static func gray(_ number: Int) -> [UInt8] {
      let bits = bits(of: number)
      return (0..<width * height).map { place in
        let (x, y) = (place % width, place / width)
        return bits >> (y / 12 * 4 + x / 16) & 1 == 1 ? 235 : 20
      }
    }

    /// The number that an image shows, turned clockwise by quarters before; nil if it shows none.
    static func number(in image: CGImage?, turnedBy quarters: Int = 0) -> Int? {
      guard let pixels = image?.pixels else { return nil }
      var bits = 0
      for row in 0..<4 {
        for column in 0..<4 {
          // The middle of a block, as a part of the size.
          var (u, v) = ((Double(column) + 0.5) / 4, (Double(row) + 0.5) / 4)
          for _ in 0..<quarters { (u, v) = (1 - v, u) }
          let (x, y) = (Int(u * Double(pixels.width)), Int(v * Double(pixels.height)))
          let level = UnsafeRawPointer(pixels.row(y) + x * 4).load(as: UInt8.self)
          if level > 128 { bits |= 1 << (row * 4 + column) }
        }
      }
      let number = bits & (last - 1)
      return Self.bits(of: number) == bits ? number : nil
    }
  }

  /// A film of numbered pictures, made by `ffmpeg`, and the table of its frames by `ffprobe` alone.
  struct NumberedFilm: Sendable {
    let url: URL
    /// Where the film is, which is kept as long as the film.
    private let folder: TemporaryFolder
    /// The pictures' numbers in the order of their display, by the display time in units.
    let frames: [(units: Int64, number: Int)]
    let timeBase: (numerator: Int64, denominator: Int64)

    /// Makes a film of pictures, of which the options of the encoder keep all, or those whose numbers `kept` lists.
    init(
      _ name: String,
      in folder: TemporaryFolder,
      count: Int,
      rate: String,
      options: [String],
      kept: [Int]? = nil
    ) throws {
      let raw = folder.url.appending(path: name + ".gray")
      try Data((0..<count).flatMap { NumberPattern.gray($0) }).write(to: raw)
      let url = folder.url.appending(path: name)
      let size = "\(NumberPattern.width)x\(NumberPattern.height)"
      let input = ["-f", "rawvideo", "-pix_fmt", "gray", "-s", size, "-r", rate, "-i", raw.path()]
      try run(["ffmpeg", "-v", "error", "-y"] + input + options + [url.path()])
      try self.init(url, in: folder, numbers: kept ?? Array(0..<count))
    }

    /// Reads the table of a film whose packets, with those that an edit list cuts off, show numbers in the order of their times.
    init(_ url: URL, in folder: TemporaryFolder, numbers: [Int]) throws {
      (self.url, self.folder) = (url, folder)
      struct Report: Decodable {
        struct Packet: Decodable {
          var pts: Int64?
          var flags: String
        }
        struct Stream: Decodable { var time_base: String }
        struct Format: Decodable { var start_time: String? }
        var packets: [Packet]
        var streams: [Stream]
        var format: Format
      }
      let words = [
        "ffprobe", "-v", "error", "-select_streams", "v:0", "-show_packets", "-show_streams", "-show_format",
      ]
      let report = try JSONDecoder().decode(Report.self, from: run(words + ["-of", "json", url.path()]))
      let base = try #require(report.streams.first).time_base.split(separator: "/").compactMap { Int64($0) }
      timeBase = (base[0], base[1])
      let start = Double(report.format.start_time ?? "0") ?? 0
      let origin = Int64((start * Double(base[1]) / Double(base[0])).rounded())
      let packets = try report.packets.map { (try #require($0.pts), $0.flags) }.sorted { $0.0 < $1.0 }
      try #require(packets.count == numbers.count, "\(url.lastPathComponent) has \(packets.count) packets")
      frames = zip(packets, numbers).filter { !$0.0.1.contains("D") }.map { ($0.0.0 - origin, $0.1) }
    }

    /// The time of a frame of the table, shifted by parts of a unit.
    func time(_ place: Int, plus parts: Int64 = 0, of whole: Int32 = 1) -> CMTime {
      CMTime(
        value: (frames[place].units * Int64(whole) + parts) * timeBase.numerator,
        timescale: Int32(timeBase.denominator) * whole
      )
    }

    /// The number that a time shows, by looking at every frame.
    func number(at time: CMTime) -> Int? {
      var shown: Int?
      for frame in frames {
        let isShown =
          Int128(frame.units) * Int128(timeBase.numerator) * Int128(time.timescale)
          <= Int128(time.value) * Int128(timeBase.denominator)
        if isShown { shown = frame.number }
      }
      return shown
    }
  }
#endif

import ArgumentParser

/// A range of frames, written `30-59`: the first and the last one, counted from 0; `30` is one frame.
struct FrameSpan: ExpressibleByArgument {
  let frames: Range<Int>

  init?(argument: String) {
    let parts = argument.split(separator: "-", omittingEmptySubsequences: false).map { Int($0) }
    guard (1...2).contains(parts.count), let first = parts[0], let last = parts[parts.count - 1], first >= 0,
      first <= last, last < .max
    else { return nil }
    frames = first..<last + 1
  }
}

/// One of several parts of a film, written `3/8`: the third of eight.
struct ChunkNumber: ExpressibleByArgument, CustomStringConvertible {
  /// From 1 to `count`.
  let number: Int
  let count: Int

  init?(argument: String) {
    let parts = argument.split(separator: "/", omittingEmptySubsequences: false).map { Int($0) }
    guard parts.count == 2, let number = parts[0], let count = parts[1], number >= 1, number <= count,
      count <= 1_000_000
    else { return nil }
    (self.number, self.count) = (number, count)
  }

  var description: String { "\(number)/\(count)" }
}

/// The options of a part of a film.
struct PartOptions: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Write these frames of the film only, as a part for strata join.",
      discussion: "Frames count from 0; both ends belong to the part.",
      valueName: "first-last"
    )
  )
  var frames: FrameSpan?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Write one of several parts of even length, such as 3/8, as a part for strata join.",
      valueName: "number/count"
    )
  )
  var chunk: ChunkNumber?

  @Flag(
    help: """
      Go on with a part that was begun: keep films and pictures that are complete, by the digests in their record, and \
      write the others. Alone it means all frames as one part.
      """
  )
  var resume = false

  /// True if a part is written, with a record.
  var isPart: Bool { divides || resume }

  /// True if a part is written that need not be the whole film.
  var divides: Bool { frames != nil || chunk != nil }

  func validate() throws {
    if frames != nil, chunk != nil { throw ValidationError("--frames and --chunk both name a part.") }
  }
}

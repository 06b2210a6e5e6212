#if Media
  import AVFoundation
  import Foundation
  import StrataBase
  import StrataTesting
  import Synchronization
  import Testing

  /// What live players are heard to play, on a device that keeps exact time.
  @Suite(.serialized) struct SoundTests {
    private let folder: TemporaryFolder

    init() throws {
      folder = try TemporaryFolder()
      SoundOutput.shared.provide { RecordedStream() }
    }

    /// Makes a file of frames whose left samples are unlike all others, from a number on.
    private func sound(_ name: String, seconds: Double, from first: Int) throws -> URL {
      let (raw, url) = (folder.url.appending(path: name + ".raw"), folder.url.appending(path: name))
      let frames = (first..<first + Int(seconds * 48000)).map { RecordedStream.frame($0) }
      try frames.withUnsafeBytes { Data($0) }.write(to: raw)
      let input = ["-f", "f32le", "-ar", "48000", "-ac", "2", "-i", raw.path()]
      try run(["ffmpeg", "-v", "error"] + input + ["-c:a", "pcm_f32le", url.path()])
      return url
    }

    /// Waits until a player has played for some seconds, then returns what was heard, and pauses.
    private func play(_ player: AVPlayer, for seconds: Double) async throws -> [RecordedStream.Piece] {
      RecordedStream.reset()
      for item in (player as? AVQueuePlayer)?.items() ?? [player.currentItem].compactMap({ $0 }) {
        item.prepareForTests()
      }
      player.play()
      try await Task.sleep(for: .seconds(seconds))
      player.pause()
      return RecordedStream.pieces()
    }

    /// The lateness of frames against the clock, in seconds: how much later they were heard than `time` says for their number.
    private func lateness(_ pieces: [RecordedStream.Piece], _ time: (Int) -> Double) -> [Double] {
      let begin = pieces.first.map { $0.clock - time($0.numbers.first ?? 0) } ?? 0
      return pieces.flatMap { piece in
        piece.numbers.enumerated().map { piece.clock + Double($0) / 48000 - begin - time($1) }
      }
    }

    @Test func aLoopIsHeardWithoutGaps() async throws {
      let url = try sound("round.wav", seconds: 1, from: 1)
      let player = AVQueuePlayer()
      let looper = AVPlayerLooper(player: player, templateItem: AVPlayerItem(url: url))
      let pieces = try await play(player, for: 3.5)
      let numbers = pieces.flatMap(\.numbers)
      #expect(numbers.count > 120_000, "\(numbers.count)")
      // Each round begins with the first frame after the last one, unless this process got no time and the device ran dry. Sound
      // that is late for a while loses as much of its round's end: up to 0.06 s in the mean, four times that in a moment.
      var (turns, lost) = (0, [Int]())
      for (before, after) in zip(pieces, pieces.dropFirst()) {
        guard let last = before.numbers.last, let first = after.numbers.first, last > first else { continue }
        turns += 1
        let isGap = after.clock - before.clock - Double(before.numbers.count) / 48000 > 0.001
        if !isGap { lost.append(48000 - last + first) }
      }
      #expect(turns >= 2)
      #expect(lost.allSatisfy { $0 < 12_000 }, "\(lost)")
      #expect(lost.isEmpty || lost.contains { $0 < 3360 }, "\(lost)")
      #expect(looper.status == .ready)
    }

    @Test func aQueueIsHeardInOrderAtItsTimes() async throws {
      let urls = [
        try sound("one.wav", seconds: 1.5, from: 1), try sound("two.wav", seconds: 1.5, from: 72001),
      ]
      let player = AVQueuePlayer(items: urls.map { AVPlayerItem(url: $0) })
      let pieces = try await play(player, for: 2.6)
      let late = lateness(pieces) { Double($0 - 1) / 48000 }.map { abs($0) }.sorted()
      #expect(late.count > 48000)
      // Beyond that, sound is aligned anew.
      #expect(late[late.count / 2] < 0.06, "\(late[late.count / 2])")
      let numbers = pieces.flatMap(\.numbers)
      #expect(numbers.contains { $0 < 72001 } && numbers.contains { $0 > 72001 })
      #expect(zip(numbers, numbers.dropFirst()).allSatisfy { $0 <= $1 })
    }

    @Test func aPlayerWithoutSoundOpensNoDevice() async throws {
      let film = try NumberedAsset.make("silent.mp4", in: folder)
      let count = RecordedStream.opened
      let pieces = try await play(AVPlayer(url: film), for: 0.5)
      #expect(pieces.isEmpty && RecordedStream.opened == count)
    }

    @Test func negativeRatesAreSilent() async throws {
      let player = AVPlayer(url: try sound("back.wav", seconds: 1, from: 1))
      player.currentItem?.prepareForTests()
      RecordedStream.reset()
      await player.seek(to: CMTime(value: 1, timescale: 1))
      player.rate = -1
      try await Task.sleep(for: .milliseconds(400))
      #expect(RecordedStream.pieces().isEmpty)
      #expect(player.soundLag == nil)
      player.pause()
    }
  }

  /// A device that plays a frame each 1/48000 s of the clock, and remembers what it was given.
  private final class RecordedStream: SoundStream {
    /// Frames that were heard one after the other, by their numbers.
    struct Piece: Sendable {
      /// When the first one was heard, in seconds.
      var clock: Double
      var numbers: [Int]
    }

    private struct State {
      var pieces: [Piece] = []
      var opened = 0
    }
    private static let state = Mutex(State())
    /// The time at which the last frame that was written will have been heard.
    private let end = Mutex(0.0)

    init() { Self.state.withLock { $0.opened += 1 } }

    static var opened: Int { state.withLock { $0.opened } }
    static func reset() { state.withLock { $0.pieces = [] } }
    static func pieces() -> [Piece] { state.withLock { $0.pieces } }

    /// The frame of a number from 1 on, below 2^20.
    static func frame(_ number: Int) -> SIMD2<Float> { SIMD2(repeating: Float(number) / Float(1 << 20)) }

    func write(_ frames: UnsafeBufferPointer<SIMD2<Float>>) {
      let now = MonotonicClock().now
      let start = end.withLock { end in
        let start = max(end, now)
        end = start + Double(frames.count) / 48000
        return start
      }
      let numbers = frames.map { Int(($0.x * Float(1 << 20)).rounded()) }
      guard let first = numbers.firstIndex(where: { $0 != 0 }) else { return }
      let piece = Piece(clock: start + Double(first) / 48000, numbers: Array(numbers[first...]))
      Self.state.withLock { $0.pieces.append(piece) }
    }

    var waitingFrames: Int { max(Int((end.withLock { $0 } - MonotonicClock().now) * 48000), 0) }

    func clear() { end.withLock { $0 = 0 } }
  }
#endif

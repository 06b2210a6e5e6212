#if Media
  import CoreMedia
  import StrataBase
  import StrataMedia

  /// The sound of an item from a time on, at a rate: a decoder, and how far it was heard.
  final class SoundPart {
    /// Which sound it is: an item's, in one of its rounds.
    struct Identity: Equatable {
      private let source: ObjectIdentifier
      private let round: Int

      init(_ entry: Playback.Entry, _ place: Playback.Place) {
        (source, round) = (ObjectIdentifier(entry.source), place.loops)
      }
    }

    let identity: Identity
    /// The time of the item that the next frame has, in seconds.
    private(set) var position: Double
    /// Nil for an item without sound.
    private let decoder: SoundDecoder?
    /// Item seconds of a frame.
    private let step: Double
    /// True once frames were written at their time.
    private(set) var isAligned = false
    private var wasHeard = false
    /// How much later than its time sound is written, in seconds, on average.
    private(set) var lag = 0.0

    /// Rates at which sound is heard; those of `AVAudioTimePitchAlgorithm.timeDomain`.
    static let rates = 1.0 / 32...32.0
    /// The lag that is not heard, in seconds.
    private static let smallLag = 0.004
    /// The lag from which on frames are dropped, or silence is written, at once.
    private static let largeLag = 0.06
    /// The frames that are written at a time: 10 ms.
    private static let chunk = 480
    /// Frames that are dropped at a time.
    private static let largestSkip = 4800

    /// Starts to decode an item at a time in seconds.
    init(_ entry: Playback.Entry, _ identity: Identity, from seconds: Double, rate: Double) {
      (self.identity, position, step) = (identity, seconds, rate / SoundOutput.framesPerSecond)
      decoder = entry.sound(from: seconds, rate: rate)
    }

    /// True if the item has sound.
    var isHeard: Bool { decoder != nil }

    /// Writes the frames that follow, if they are decoded; returns false if they are not.
    ///
    /// `time` is the time of the item at which the next frame will be heard, in seconds.
    func write(to stream: any SoundStream, at time: Double, gain: Float) -> Bool {
      guard let decoder else { return false }
      let now = (time - position) / step / SoundOutput.framesPerSecond
      if isAligned {
        lag += (now - lag) * 0.05
        if abs(lag) > Self.largeLag || abs(now) > 4 * Self.largeLag { isAligned = false }
      }
      if !isAligned {
        guard align(to: stream, now, decoder) else { return false }
      }
      return withUnsafeTemporaryAllocation(of: SIMD2<Float>.self, capacity: Self.chunk + 1) { frames in
        let count = decoder.read(into: UnsafeMutableBufferPointer(rebasing: frames[..<Self.chunk]))
        guard count > 0 else {
          // The first frame is aligned when it is there.
          isAligned = isAligned && wasHeard
          return false
        }
        wasHeard = true
        position += step * Double(count)
        if gain != 1 { for i in 0..<count { frames[i] *= gain } }
        stream.write(UnsafeBufferPointer(rebasing: frames[..<adjusted(frames, count)]))
        return true
      }
    }

    /// Repeats or drops the last frame if the sound is a little early or late, and returns the number of frames to write.
    ///
    /// A clock of sound differs from that of pictures by less than a frame in a thousand.
    private func adjusted(_ frames: UnsafeMutableBufferPointer<SIMD2<Float>>, _ count: Int) -> Int {
      guard count == Self.chunk else { return count }
      if lag > Self.smallLag { return count - 1 }
      guard lag < -Self.smallLag else { return count }
      frames[count] = frames[count - 1]
      return count + 1
    }

    /// Drops frames whose time is over, or writes silence until the first one's time; returns false while there are too few.
    private func align(to stream: any SoundStream, _ late: Double, _ decoder: SoundDecoder) -> Bool {
      var rest = Int((late * SoundOutput.framesPerSecond).rounded())
      withUnsafeTemporaryAllocation(of: SIMD2<Float>.self, capacity: Self.largestSkip) { frames in
        if rest < 0 {
          let count = min(-rest, Self.largestSkip)
          frames.initialize(repeating: .zero)
          // Silence needs no frame to be there, but comes before one.
          stream.write(UnsafeBufferPointer(rebasing: frames[..<count]))
          rest += count
        }
        while rest > 0 {
          let count = decoder.read(
            into: UnsafeMutableBufferPointer(rebasing: frames[..<min(rest, frames.count)])
          )
          guard count > 0 else { break }
          position += step * Double(count)
          rest -= count
        }
      }
      guard rest == 0 else { return false }
      (isAligned, lag) = (true, 0)
      return true
    }
  }

  extension Playback.Entry {
    /// A decoder of the sound from a time in seconds on; nil for items without sound, and if it cannot be read.
    fileprivate func sound(from seconds: Double, rate: Double) -> SoundDecoder? {
      let start = CMTime(seconds: seconds, preferredTimescale: AVPlayer.timescale)
      let end =
        range.end.isFinite
        ? CMTime(seconds: range.end, preferredTimescale: AVPlayer.timescale) : asset.duration
      guard end.isNumeric, end > start,
        let mix = SoundMix(asset, CMTimeRange(start: start, end: end), mix)
      else { return nil }
      return SoundDecoder(
        mix.inputs + mix.filters(firstInput: 0, tempo: rate),
        framesPerSecond: SoundOutput.framesPerSecond
      )
    }
  }
#endif

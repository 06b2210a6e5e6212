#if Media
  import CoreMedia
  import Dispatch
  import QuartzCore
  import StrataBase

  /// The sound of a live player.
  ///
  /// It follows the clock of the pictures: each frame is written for the time at which it will be heard. Frames that come too
  /// late are dropped, silence fills what comes too early, and small differences of the clocks are evened out frame by frame. What
  /// follows an item, or a round of a loop, is decoded ahead.
  ///
  /// - Thread: Any.
  final class PlayerSound: @unchecked Sendable {  // The queue guards what is played.
    private let queue = DispatchQueue(label: "strata.sound")
    private var playback = Playback()
    private var gain: Float = 1
    private var stream: (any SoundStream)?
    private var part: SoundPart?
    /// The part that follows.
    private var next: SoundPart?
    private var timer: (any DispatchSourceTimer)?
    /// True while it waits for an output.
    private var waits = false
    private var silence: DispatchWorkItem?

    /// The frames that wait for the device: those of 0.1 s.
    private static let target = Int(SoundOutput.framesPerSecond / 10)
    /// The time between two looks at the stream, in milliseconds.
    private static let interval = 20
    /// How long before its time a part is decoded, in seconds.
    private static let ahead = 1.0
    /// The time after which a device that is not used is closed, in seconds.
    private static let patience = 5.0
    /// A jump in time that is heard, in seconds.
    private static let jump = 0.02

    deinit { timer?.cancel() }

    /// How much later than its picture sound is heard, in seconds, on average; nil while none is.
    var lag: Double? {
      queue.sync { part.flatMap { $0.isAligned ? $0.lag : nil } }
    }

    /// Follows a player, whose state changed.
    func update(_ playback: Playback) { queue.async { [self] in follow(playback) } }

    /// Sets the factor of samples, within 0.1 s.
    func setGain(_ gain: Float) { queue.async { [self] in self.gain = gain } }

    private func follow(_ playback: Playback) {
      let goesOn = isContinuous(playback)
      self.playback = playback
      guard !playback.isRecorded, playback.rate != 0, SoundPart.rates.contains(playback.rate) else {
        return stop()
      }
      if !goesOn {
        (part, next) = (nil, nil)
        stream?.clear()
      }
      guard timer == nil, !waits else { return }
      waits = true
      SoundOutput.shared.whenProvided { [weak self] in
        guard let self else { return }
        queue.async { self.start() }
      }
    }

    /// True if a playback shows now what the last one would have shown.
    private func isContinuous(_ other: Playback) -> Bool {
      guard playback.rate == other.rate, case let now = CACurrentMediaTime(),
        case let old = playback.place(at: now),
        case let new = other.place(at: now), playback.entries.indices.contains(old.entry),
        other.entries.indices.contains(new.entry)
      else { return false }
      let (before, after) = (playback.entries[old.entry], other.entries[new.entry])
      return before.source === after.source && before.mix === after.mix
        && abs(old.seconds - new.seconds) < Self.jump * abs(other.rate)
    }

    private func start() {
      waits = false
      guard timer == nil, playback.rate != 0, !playback.isRecorded else { return }
      silence?.cancel()
      let timer = DispatchSource.makeTimerSource(queue: queue)
      timer.schedule(deadline: .now(), repeating: .milliseconds(Self.interval), leeway: .milliseconds(2))
      timer.setEventHandler { [weak self] in self?.fill() }
      self.timer = timer
      timer.resume()
    }

    private func stop() {
      timer?.cancel()
      (timer, part, next) = (nil, nil, nil)
      guard stream != nil else { return }
      stream?.clear()
      silence?.cancel()
      let work = DispatchWorkItem { [weak self] in self?.stream = nil }
      silence = work
      queue.asyncAfter(deadline: .now() + Self.patience, execute: work)
    }

    /// Writes frames until enough of them wait.
    private func fill() {
      let now = CACurrentMediaTime()
      while true {
        let waiting = stream?.waitingFrames ?? 0
        let heard = now + Double(waiting) / SoundOutput.framesPerSecond
        let place = playback.place(at: heard)
        guard waiting < Self.target, !place.hasEnded, playback.entries.indices.contains(place.entry) else {
          break
        }
        let part = part(at: place)
        guard part.isHeard else { break }
        if stream == nil {
          stream = SoundOutput.shared.makeStream()
          // Without a device the clock runs without sound.
          guard stream != nil else { return stop() }
          continue
        }
        guard let stream, part.write(to: stream, at: place.seconds, gain: gain) else { break }
      }
      prepareNext(now)
    }

    /// The part of a place, which starts if it does not play.
    private func part(at place: Playback.Place) -> SoundPart {
      let entry = playback.entries[place.entry]
      let identity = SoundPart.Identity(entry, place)
      if let part, part.identity == identity { return part }
      let new: SoundPart
      if let next, next.identity == identity {
        new = next
      } else {
        new = SoundPart(entry, identity, from: place.seconds, rate: playback.rate)
      }
      (part, next) = (new, nil)
      return new
    }

    /// Starts to decode what will follow.
    private func prepareNext(_ now: Double) {
      let place = playback.place(at: now + Self.ahead)
      guard next == nil, let part, !place.hasEnded, playback.entries.indices.contains(place.entry) else {
        return
      }
      let entry = playback.entries[place.entry]
      let identity = SoundPart.Identity(entry, place)
      if identity != part.identity {
        next = SoundPart(entry, identity, from: entry.range.start, rate: playback.rate)
      }
    }
  }
#endif

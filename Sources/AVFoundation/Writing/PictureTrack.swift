#if Media
  import CoreMedia
  import CoreVideo
  import Foundation
  import StrataFilm

  /// The pictures of an input on their way to an encoder, which a thread feeds.
  ///
  /// - Thread: Any; one at a time appends.
  final class PictureTrack: @unchecked Sendable {  // The condition guards what threads share.
    private let settings: PictureSettings
    private let isQuick: Bool
    private let cancellation: ExportCancellation
    /// Where the film is put until the file is made.
    private let place: URL
    /// Is called when there is room again, and after a failure.
    private let changed: @Sendable (AVError?) -> Void

    private let condition = NSCondition()
    private let done = DispatchSemaphore(value: 0)
    /// Of the thread that appends, as is the file.
    private var film: TimedFilm?
    private var file: OutputFile?
    private var waiting: [(picture: WrittenPicture, time: CMTime, duration: CMTime)] = []
    private var waitingBytes = 0
    /// The last picture before the start of the session, which is shown from the start on.
    private var early: (picture: WrittenPicture, time: CMTime, duration: CMTime)?
    private var times = PictureTimes()
    /// Of the encoder's thread until it is done.
    private var count = 0
    private var isEnded = false
    private var failure: AVError?

    /// The bytes of pictures that wait for the encoder.
    private var budget: Int { (isQuick ? 256 : 64) << 20 }

    init(
      _ settings: PictureSettings,
      isQuick: Bool,
      at place: URL,
      _ cancellation: ExportCancellation,
      changed: @escaping @Sendable (AVError?) -> Void
    ) {
      (self.settings, self.isQuick, self.place) = (settings, isQuick, place)
      (self.cancellation, self.changed) = (cancellation, changed)
    }

    /// True if there is room for a picture.
    var hasRoom: Bool { condition.withLock { waiting.count < 2 || waitingBytes < budget } }

    /// Takes a picture of a time from the start of the session.
    func append(_ buffer: CVPixelBuffer, _ time: CMTime, duration: CMTime) throws(AVError) {
      let film = try prepare(buffer)
      guard let picture = WrittenPicture(buffer, for: film) else {
        throw AVError(.outOfMemory, "there is no memory for a picture")
      }
      guard time.isNumber else { throw AVError(.encodeFailed, "a picture has no time") }
      condition.lock()
      defer { condition.unlock() }
      guard time >= .zero else { return early = (picture, .zero, duration) }
      if let early, time > .zero { try queue(early) }
      early = nil
      try queue((picture, time, duration))
    }

    private func queue(_ item: (picture: WrittenPicture, time: CMTime, duration: CMTime)) throws(AVError) {
      let last = times.last
      guard times.add(item.time, duration: item.duration) else {
        let reason = last.map { "the picture before it has the time \($0.seconds) s" } ?? "it is too late"
        throw AVError(.encodeFailed, "a picture cannot be shown at \(item.time.seconds) s: \(reason)")
      }
      waiting.append(item)
      waitingBytes += item.picture.byteCount
      condition.broadcast()
    }

    /// The film, which begins with its first picture.
    private func prepare(_ buffer: CVPixelBuffer) throws(AVError) -> TimedFilm {
      if let film { return film }
      let isWhole =
        CVPixelBufferGetWidth(buffer) == settings.width && CVPixelBufferGetHeight(buffer) == settings.height
      let film = TimedFilm(
        settings.codec,
        size: (settings.width, settings.height),
        planes: isWhole && settings.codec.takesPlanes ? WrittenPicture.tags(of: buffer) : nil,
        rate: settings.rate,
        options: options
      )
      do throws(ExportError) {
        let file = try OutputFile(place)
        (self.film, self.file) = (film, file)
        let path = file.temporary.path
        let thread = Thread { [self] in
          run(film, path)
          done.signal()
        }
        thread.name = "strata.writer"
        thread.start()
      } catch {
        throw AVError(error)
      }
      return film
    }

    private var options: TimedFilm.Options {
      var options = settings.options
      options.isQuick = isQuick
      return options
    }

    // MARK: Encoding

    private func run(_ film: TimedFilm, _ path: String) {
      do throws(ExportError) {
        count = try film.write(to: path, name: place.path, cancellation) {
          (bytes) throws(ExportError) in
          guard let item = next() else { return nil }
          guard item.picture.write(film, settings.scaling, into: bytes) else {
            throw .cannotRender(reason: "there is no memory for a picture")
          }
          return PictureTimes.microseconds(item.time)
        }
      } catch {
        let failure = AVError(error)
        condition.withLock { self.failure = failure }
        changed(failure)
      }
    }

    /// The next picture; nil after the last one.
    private func next() -> (picture: WrittenPicture, time: CMTime)? {
      let item = condition.withLock { () -> (picture: WrittenPicture, time: CMTime)? in
        while waiting.isEmpty, !isEnded { condition.wait() }
        guard !waiting.isEmpty else { return nil }
        let item = waiting.removeFirst()
        waitingBytes -= item.picture.byteCount
        return (item.picture, item.time)
      }
      changed(nil)
      return item
    }

    /// Says that no more pictures come.
    func end() {
      condition.withLock {
        if let early { try? queue(early) }
        early = nil
        isEnded = true
        condition.broadcast()
      }
    }

    /// Drops what waits.
    func cancel() {
      condition.withLock {
        (waiting, early, isEnded) = ([], nil, true)
        condition.broadcast()
      }
    }

    /// Waits for the encoder.
    ///
    /// - Parameter session: The end of the session; nil for none.
    /// - Returns: The film; nil if there were no pictures.
    /// - Throws: ``AVError`` if it failed.
    func complete(session: CMTime?) throws(AVError) -> FilmAssembly.Pictures? {
      end()
      guard let file else { return nil }
      done.wait()
      // The next one that asks must not wait for ever.
      done.signal()
      if let failure = condition.withLock({ failure }) { throw failure }
      let frame = CMTime(seconds: 1 / (settings.frameRate ?? 30), preferredTimescale: 90_000)
      let end = times.end(session: session, frame: frame)
      return FilmAssembly.Pictures(
        file: file,
        first: times.first ?? .zero,
        end: end,
        last: times.last ?? .zero,
        count: count,
        timescale: times.timescale,
        codec: settings.codec
      )
    }
  }
#endif

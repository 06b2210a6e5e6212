#if Media
  import CoreMedia

  /// What takes the samples of an input.
  enum WriterTrack: Sendable {
    case pictures(PictureTrack)
    case sound(SoundTrack)

    /// True if there is room for a sample.
    var hasRoom: Bool {
      switch self {
      case .pictures(let track): track.hasRoom
      case .sound: true
      }
    }

    /// Takes a sample of a time from the start of the session.
    func append(_ sample: CMSampleBuffer, _ time: CMTime) throws(AVError) {
      switch self {
      case .pictures(let track):
        guard let buffer = sample.imageBuffer else {
          throw AVError(.encodeFailed, "a sample of video has no picture")
        }
        try track.append(buffer, time, duration: sample.duration)
      case .sound(let track): try track.append(sample, time)
      }
    }

    /// Says that no more samples come.
    func end() { if case .pictures(let track) = self { track.end() } }

    /// Drops what waits.
    func cancel() { if case .pictures(let track) = self { track.cancel() } }

    /// Returns the track for the file; nil if nothing was appended.
    func complete(session: CMTime?) throws(AVError) -> FilmAssembly.Content? {
      switch self {
      case .pictures(let track): try track.complete(session: session).map { .pictures($0) }
      case .sound(let track): try track.complete(session: session).map { .sound($0) }
      }
    }
  }
#endif

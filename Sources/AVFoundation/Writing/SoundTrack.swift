#if Media
  import CoreMedia
  import Foundation
  import Glibc
  import StrataFilm

  /// The levels of an input in a file, from the start of the session on; they are encoded when all are there.
  ///
  /// - Thread: One at a time.
  final class SoundTrack: @unchecked Sendable {  // One thread at a time.
    private let settings: SoundSettings
    /// True for times that a clock gave while the sound was recorded.
    private let isLive: Bool
    private let place: URL
    private var file: OutputFile?
    private var descriptor: Int32 = -1
    private var layout: AudioStreamBasicDescription?
    /// The frames that are written.
    private var count = 0

    /// How much times may be wrong that were rounded or taken from a clock, in seconds.
    private static let slack = 0.01
    /// The frames in a second that the encoder reads at most.
    private static let highestRate = 768_000.0

    init(_ settings: SoundSettings, isLive: Bool, at place: URL) {
      (self.settings, self.isLive, self.place) = (settings, isLive, place)
    }

    deinit { if descriptor >= 0 { close(descriptor) } }

    /// Takes levels of a time from the start of the session.
    ///
    /// Silence comes before what begins later than the levels before it end; what begins earlier is cut off there. Neither is done for
    /// less than the time may be wrong by.
    func append(_ sample: CMSampleBuffer, _ time: CMTime) throws(AVError) {
      guard let data = sample.dataBuffer, time.isNumber,
        let layout = sample.formatDescription?.audioStreamBasicDescription
      else { throw AVError(.encodeFailed, "a sample has no sound or no time") }
      try prepare(layout)
      guard PictureTimes.isWithinBounds(time) else {
        throw AVError(.encodeFailed, "sound cannot be heard at \(time.seconds) s")
      }
      let start = Int((time.seconds * layout.mSampleRate).rounded())
      // The first levels say where the others are.
      let slack = count == 0 ? 0 : slack(sample.presentationTimeStamp.timescale, layout.mSampleRate)
      let gap = abs(start - count) <= slack ? 0 : start - count
      let skipped = min(max(-gap, 0), sample.numSamples)
      if gap > 0 { count += gap }
      let bytesPerFrame = layout.bytesPerFrameOfAll
      let failure = data.withUnsafeBytes { bytes in
        let levels = bytes.prefix(sample.numSamples * bytesPerFrame)
        return write(UnsafeRawBufferPointer(rebasing: levels), layout, skipped: skipped)
      }
      if let failure { throw AVError(.cannotWrite(path: place.path, reason: failure)) }
      count += sample.numSamples - skipped
    }

    /// The frames by which a time may be wrong: a unit of its timescale, but coarse units are meant.
    private func slack(_ timescale: CMTimeScale, _ rate: Double) -> Int {
      let most = rate * Self.slack
      return max(Int((isLive ? most : min(rate / Double(timescale), most)).rounded(.up)), 1)
    }

    private func prepare(_ layout: AudioStreamBasicDescription) throws(AVError) {
      if let first = self.layout {
        guard first == layout else {
          throw AVError(.encodeFailed, "sound goes on in another layout than it began in")
        }
        return
      }
      guard Self.encoding(layout) != nil else {
        throw AVError(.encodeFailed, "levels of this kind are not taken: \(layout)")
      }
      do throws(ExportError) {
        let file = try OutputFile(place)
        let descriptor = open(file.temporary.path, O_WRONLY | O_CLOEXEC)
        guard descriptor >= 0 else {
          throw .cannotWrite(path: place.path, reason: String(cString: strerror(errno)))
        }
        (self.file, self.descriptor, self.layout) = (file, descriptor, layout)
      } catch {
        throw AVError(error)
      }
    }

    /// Writes frames behind those that are there; returns what went wrong.
    private func write(
      _ bytes: UnsafeRawBufferPointer,
      _ layout: AudioStreamBasicDescription,
      skipped: Int
    ) -> String? {
      let bytesPerFrame = layout.bytesPerFrameOfAll
      // What is jumped over is silence.
      guard lseek(descriptor, off_t(count * bytesPerFrame), SEEK_SET) >= 0 else {
        return String(cString: strerror(errno))
      }
      guard layout.isPlanar, layout.mChannelsPerFrame > 1 else {
        return writeAll(
          UnsafeRawBufferPointer(rebasing: bytes[(skipped * bytesPerFrame)...]),
          to: descriptor
        )?
        .reason
      }
      let (width, channels) = (Int(layout.mBytesPerFrame), Int(layout.mChannelsPerFrame))
      let frames = bytes.count / bytesPerFrame
      var mixed: [UInt8] = []
      mixed.reserveCapacity((frames - skipped) * bytesPerFrame)
      for frame in skipped..<frames {
        for channel in 0..<channels {
          let start = (channel * frames + frame) * width
          mixed += bytes[start..<start + width]
        }
      }
      return mixed.withUnsafeBytes { writeAll($0, to: descriptor)?.reason }
    }

    /// The encoder's name of levels; nil for levels that are not taken.
    private static func encoding(_ layout: AudioStreamBasicDescription) -> String? {
      let order = layout.mFormatFlags & kAudioFormatFlagIsBigEndian != 0 ? "be" : "le"
      let (bits, bytes) = (Int(layout.mBitsPerChannel), Int(layout.mBytesPerFrame))
      let channels = layout.isPlanar ? 1 : Int(layout.mChannelsPerFrame)
      guard layout.isUncompressed, (1...highestRate).contains(layout.mSampleRate), bits % 8 == 0,
        bytes == bits / 8 * channels, layout.mChannelsPerFrame <= 64
      else { return nil }
      if layout.mFormatFlags & kAudioFormatFlagIsFloat != 0 {
        return bits == 32 || bits == 64 ? "f\(bits)\(order)" : nil
      }
      guard layout.mFormatFlags & kAudioFormatFlagIsSignedInteger != 0 else { return nil }
      return [16, 24, 32].contains(bits) ? "s\(bits)\(order)" : nil
    }

    /// Ends the sound.
    ///
    /// - Parameter session: The end of the session; nil for none.
    /// - Returns: The sound; nil if there was none within the session.
    /// - Throws: ``AVError`` if the file cannot be cut off.
    func complete(session: CMTime?) throws(AVError) -> FilmAssembly.Sound? {
      guard let file, let layout, let encoding = Self.encoding(layout) else { return nil }
      let end = session.map { Int(($0.seconds * layout.mSampleRate).rounded()) } ?? count
      let kept = min(max(end, 0), count)
      guard kept > 0 else { return nil }
      guard ftruncate(descriptor, off_t(kept * layout.bytesPerFrameOfAll)) == 0 else {
        throw AVError(.cannotWrite(path: place.path, reason: String(cString: strerror(errno))))
      }
      return FilmAssembly.Sound(
        file: file,
        input: ["-f", encoding, "-ar", "\(Int(layout.mSampleRate))", "-ac", "\(layout.mChannelsPerFrame)"],
        encoder: settings.encoder,
        seconds: Double(kept) / layout.mSampleRate
      )
    }
  }
#endif

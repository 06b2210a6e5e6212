#if Media
  public import Foundation

  /// The reason why a film could not be read.
  public enum MediaError: Error, Sendable, Equatable, CustomStringConvertible {
    /// A program that reads films is not installed.
    case toolMissing(name: String)
    /// The file cannot be read: it is missing, empty, damaged, or not a film.
    case cannotRead(path: String, reason: String)
    /// The file has no video.
    case noVideo(path: String, reason: String)
    /// The video has no frames.
    case noFrames(path: String)
    /// The content is encrypted.
    case protected(path: String)
    /// The frames have no times, as in raw streams, or times that run backwards, as in some program streams.
    case noTimes(path: String)
    /// A frame is larger than can be drawn; sides are in pixels.
    case tooLarge(path: String, width: Int, height: Int)
    /// The file was replaced, or its length has changed, since it was opened.
    case changed(path: String)
    /// The video goes on in another size; the time is in seconds, sides in pixels.
    case sizeChanged(path: String, time: Double, width: Int, height: Int)
    /// A frame that the file's table of contents lists could not be decoded; the time is in seconds.
    case missingFrame(path: String, time: Double, reason: String)
    /// A program did not answer for a number of seconds.
    case noAnswer(tool: String, path: String, seconds: Double)

    /// The error, with the file and a remedy if there is one, in one line.
    public var description: String {
      switch self {
      case .toolMissing(let name):
        "\(name) is not installed, and films need it; install it with: sudo apt-get install ffmpeg"
      case .cannotRead(let path, let reason): "\(path): cannot read: \(reason)"
      case .noVideo(let path, let reason): "\(path): no video: \(reason)"
      case .noFrames(let path): "\(path): the video has no frames"
      case .protected(let path): "\(path): the content is encrypted"
      case .noTimes(let path):
        "\(path): the frames have no times that can be relied on; put the stream into a container: ffmpeg -i \(path) -c copy film.mp4"
      case .tooLarge(let path, let width, let height):
        "\(path): frames of \(width) × \(height) pixels are too large"
      case .changed(let path): "\(path): the file was changed after it was opened"
      case .sizeChanged(let path, let time, let width, let height):
        "\(path): at \(time) s the video goes on with \(width) × \(height) pixels"
      case .missingFrame(let path, let time, let reason):
        "\(path): the frame at \(time) s cannot be decoded: \(reason)"
      case .noAnswer(let tool, let path, let seconds):
        "\(path): \(tool) did not answer for \(seconds) s"
      }
    }
  }

  extension MediaError: LocalizedError {
    /// The same line that ``description`` gives.
    public var errorDescription: String? { description }
  }
#endif

import StrataBase
import StrataRenderServer

/// The film that a part belongs to: parts of one film have equal identities.
public struct FilmIdentity: Codable, Hashable, Sendable {
  /// What is drawn: a digest of the document and of all options that change its pictures.
  public let content: String
  /// The size of the frames, in pixels.
  public let width: Int
  /// The size of the frames, in pixels.
  public let height: Int
  /// The moment of frame 0, in seconds.
  public let start: Double
  /// The rate of the film.
  public let framesPerSecond: Double
  /// The number of frames of the whole film.
  public let frameCount: Int
  /// The format of the parts, by its name.
  public let format: String
  /// The quality of the parts, 0 to 1.
  public let quality: Double
  /// The colour behind transparent pixels in a format without alpha: red, green, blue.
  public let matte: [UInt8]?
  /// How many times the film plays, 0 for ever; nil for a format that does not say so.
  public let plays: Int?
  /// True for a GIF that keeps transparency; nil for other formats.
  public let dithersAlpha: Bool?

  init(_ exporter: Exporter, content: [String]) {
    let (settings, renderer) = (exporter.settings, exporter.renderer)
    var hash = SHA256()
    // The length of each text keeps lists of texts apart.
    for text in content { hash.update("\(text.utf8.count) \(text)\n") }
    self.content = hash.finished()
    (width, height) = (renderer.pixelWidth, renderer.pixelHeight)
    (start, framesPerSecond) = (settings.start, settings.framesPerSecond)
    (frameCount, format, quality) = (settings.frameCount, settings.format.rawValue, settings.quality)
    let hasMatte = settings.matte != nil || renderer.backgroundColor != nil
    let (red, green, blue) = settings.matte(behind: renderer)
    matte = hasMatte ? [red, green, blue] : nil
    plays = settings.format.countsPlays ? settings.plays : nil
    dithersAlpha = settings.format == .gif ? settings.dithersAlpha : nil
  }

  /// True if the settings of a film can have the numbers of a record, which may be damaged.
  var isPossible: Bool {
    (1...ExportSettings.mostFrames).contains(frameCount) && framesPerSecond > 0 && framesPerSecond <= 1000
      && (0...1).contains(quality) && hasPossibleSize
  }

  private var hasPossibleSize: Bool {
    do throws(RenderError) {
      try DefaultBackend.checkSize(width: width, height: height)
      return true
    } catch {
      return false
    }
  }

  /// True if each file of a part has one frame.
  var hasPictures: Bool { ExportFormat(rawValue: format)?.traits.joining == .asPictures }

  /// The first fact in which this film differs from another one, in words; nil for the same film.
  func difference(from other: FilmIdentity) -> String? {
    func fact(_ name: String, _ own: String, _ others: String) -> String? {
      own == others ? nil : "its \(name) is \(own), not \(others)"
    }
    return fact("size", "\(width)x\(height)", "\(other.width)x\(other.height)")
      ?? fact("number of frames per second", "\(framesPerSecond)", "\(other.framesPerSecond)")
      ?? fact("format", format, other.format)
      ?? fact("film's number of frames", "\(frameCount)", "\(other.frameCount)")
      ?? fact("film's start in seconds", "\(start)", "\(other.start)")
      ?? fact("quality", "\(quality)", "\(other.quality)")
      ?? (self == other ? nil : "its document, state or background is another one")
  }
}

import CoreGraphics
import Foundation

/// The format, times, frame rate and quality of an export.
public struct ExportSettings: Sendable {
  /// The file's format.
  public var format: ExportFormat
  /// The first moment, in seconds of the renderer's time line.
  public var start: Double
  /// The length of the result, in seconds, at least one frame.
  public var duration: Double
  /// Frames per second, above 0 and at most 1000.
  public var framesPerSecond: Double
  /// The quality, 0 (smallest file) to 1 (best picture); used by formats that have one (``ExportFormat/hasQuality``).
  public var quality: Double
  /// The colour behind transparent pixels in a format without alpha: red, green, blue in 0...255.
  ///
  /// Nil takes the renderer's background colour; without one, white in a GIF and black elsewhere.
  public var matte: (red: UInt8, green: UInt8, blue: UInt8)?
  /// How many times an animation plays, 0 for ever; used by formats that say so (``ExportFormat/countsPlays``).
  public var plays = 0
  /// True to keep transparency in a GIF, whose pixels are there or not: alpha becomes an ordered pattern of pixels.
  public var dithersAlpha = false
  /// Columns and rows of one picture that shows as many moments, row by row; nil for a picture of one moment.
  ///
  /// The moments are those of a film of the duration that has as many frames.
  public var contactSheet: (columns: Int, rows: Int)?
  /// The frames of the film to write, a part of `0..<frameCount`; nil for all of them.
  ///
  /// Numbered pictures keep their numbers in the film. Their times, and the bytes of a part, depend on the film and the
  /// range alone.
  public var frames: Range<Int>?
  /// The number of bytes of frames that the encoder of a GIF may hold to find their colours; of a longer film all frames are drawn
  /// twice, with the same bytes as a result.
  package var mostHeldBytes = 256 << 20

  /// Creates settings; the defaults are one second at 60 frames per second.
  public init(
    format: ExportFormat,
    start: Double = 0,
    duration: Double = 1,
    framesPerSecond: Double = 60,
    quality: Double = 0.8
  ) {
    self.format = format
    self.start = start
    self.duration = duration
    self.framesPerSecond = framesPerSecond
    self.quality = quality
  }

  /// The number of frames that begin inside the duration, at least one.
  public var frameCount: Int {
    let count = (duration * framesPerSecond - 1e-9).rounded(.up)
    return count >= 1 ? Int(min(count, 1e15)) : 1
  }

  /// The frames to write.
  public var writtenFrames: Range<Int> { frames ?? 0..<frameCount }

  /// The frames of one of several parts of even length.
  ///
  /// - Parameters:
  ///   - index: The part, from 0.
  ///   - count: The number of parts, above 0.
  /// - Returns: A range of frames; empty if there are more parts than frames.
  public func frames(ofPart index: Int, of count: Int) -> Range<Int> {
    // The product of unchecked settings may not fit in an integer.
    func end(_ part: Int) -> Int {
      count.dividingFullWidth(frameCount.multipliedFullWidth(by: part)).quotient
    }
    return end(index)..<end(index + 1)
  }

  /// The greatest width and height of a contact sheet, in pixels.
  static let longestSheetSide = 32_768

  /// The moment of a frame, in seconds of the renderer's time line.
  ///
  /// The time is computed from the index, so that errors do not add up over a long film.
  public func time(ofFrame index: Int) -> Double {
    start + Double(index) / framesPerSecond
  }

  /// Throws for values out of range that count for any result.
  func validate() throws(ExportError) {
    guard start.isFinite else { throw .invalidSetting(name: "start", reason: "must be finite") }
    guard quality >= 0, quality <= 1 else {
      throw .invalidSetting(name: "quality", reason: "must be between 0 and 1")
    }
    guard (0...65535).contains(plays) else {
      throw .invalidSetting(name: "plays", reason: "must be between 0 and 65535")
    }
    if let contactSheet {
      guard !format.isAnimation, !format.isVector else {
        let names = ExportFormat.names { !$0.isAnimation && !$0.isVector }
        throw .invalidSetting(name: "contact sheet", reason: "is a picture; use one of \(names)")
      }
      guard contactSheet.columns > 0, contactSheet.rows > 0 else {
        throw .invalidSetting(name: "contact sheet", reason: "must have columns and rows")
      }
      let longest = Self.longestSheetSide
      guard max(contactSheet.columns, contactSheet.rows) <= longest else {
        throw .invalidSetting(
          name: "contact sheet",
          reason: "must have at most \(longest) columns and as many rows"
        )
      }
    }
  }

  /// The greatest number of frames of a film.
  static let mostFrames = 10_000_000

  /// Throws for times out of range, which count for films and numbered pictures only.
  func validateTimes() throws(ExportError) {
    guard framesPerSecond.isFinite, framesPerSecond > 0, framesPerSecond <= 1000 else {
      throw .invalidSetting(name: "frames per second", reason: "must be above 0 and at most 1000")
    }
    guard duration.isFinite, duration > 0 else {
      throw .invalidSetting(name: "duration", reason: "must be finite and above 0")
    }
    guard duration * framesPerSecond <= Double(Self.mostFrames) else {
      throw .invalidSetting(name: "duration", reason: "more than ten million frames")
    }
    guard (start + duration).isFinite else {
      throw .invalidSetting(name: "duration", reason: "the film has no end")
    }
  }

  /// Throws for frames that the film does not have.
  func validateFrames() throws(ExportError) {
    guard let frames else { return }
    guard !frames.isEmpty, frames.lowerBound >= 0, frames.upperBound <= frameCount else {
      let asked = frames.isEmpty ? "no frame" : "frames \(frames.lowerBound)-\(frames.upperBound - 1)"
      throw .invalidSetting(
        name: "frames",
        reason: "\(asked) of a film of \(frameCount) frames, 0-\(frameCount - 1)"
      )
    }
  }
}

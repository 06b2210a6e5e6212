import StrataBase
import StrataFrame
package import StrataRenderServer

/// An estimate of the work of each frame of a film, in units of painting every pixel of a frame once.
///
/// A frame costs what it changes, times the items that lie over each pixel there, and a constant for its encoding. The
/// estimate comes from small pictures and from display lists, and reads no clock, so that it is the same on every machine.
package struct FilmWork {
  /// The work of each frame after its predecessor.
  package let weights: [Double]
  /// The work that a part has besides that of its frames: starting, and drawing its first frame whole.
  package let startWeight: Double

  /// The greatest number of frames that are looked at; those after one have its work.
  private static let mostSamples = 1500
  /// The pixels that are painted in the time that a program and its encoder take to start, measured.
  private static let startingPixels = 50e6

  /// Looks at the frames of a film.
  ///
  /// - Parameters:
  ///   - settings: The times and the format of the film.
  ///   - renderer: A renderer of its frames, at a small size.
  ///   - pixels: The number of pixels of its frames at their true size.
  /// - Throws: ``ExportError`` for settings out of range, or if a frame cannot be drawn.
  package init(_ settings: ExportSettings, _ renderer: OfflineRenderer, pixels: Double) throws(ExportError) {
    try settings.validate()
    try settings.validateTimes()
    let area = Double(renderer.pixelWidth * renderer.pixelHeight)
    let count = settings.frameCount
    let step = max(1, (count + Self.mostSamples - 1) / Self.mostSamples)
    var weights = [Double](repeating: settings.format.traits.work, count: count)
    var depths = 0.0
    var samples = 0
    for index in stride(from: 0, to: count, by: step) {
      let time = settings.time(ofFrame: index)
      let depth: Double
      var share = 1.0
      do throws(RenderError) {
        // The change from one frame to the next, whatever lies between samples.
        if index > 0 { try renderer.draw(at: settings.time(ofFrame: index - 1)) }
        try renderer.draw(at: time)
        if index > 0 { share = Double(renderer.redrawnPixels) / area }
        depth = renderer.depth(at: time)
      } catch {
        throw .cannotRender(reason: error.description)
      }
      depths += depth
      samples += 1
      for frame in index..<min(index + step, count) { weights[frame] += share * depth }
    }
    // The first frame is drawn whole in any part.
    let mean = depths / Double(samples)
    if step < count { for frame in 0..<step { weights[frame] = weights[step] } }
    self.weights = weights
    startWeight = Self.startingPixels / max(pixels, 1) + mean
  }

  /// The work of a part.
  package func weight(of part: Range<Int>) -> Double { weights[part].reduce(startWeight, +) }

  /// The largest number of parts whose starts take at most a twentieth of all work.
  package var suitableCount: Int {
    min(max(1, Int(weights.reduce(0, +) / (startWeight * 20))), weights.count)
  }

  /// Divides the frames into parts of equal work; fewer if there are fewer frames.
  package func parts(count: Int) -> [Range<Int>] {
    let count = min(max(count, 1), weights.count)
    let total = weights.reduce(0, +)
    var parts: [Range<Int>] = []
    var (first, done) = (0, 0.0)
    for part in 1...count {
      var end = first
      let target = total * Double(part) / Double(count)
      // Each following part needs a frame, too.
      let latest = weights.count - (count - part)
      while end < latest, end == first || part == count || done + weights[end] / 2 <= target {
        done += weights[end]
        end += 1
      }
      parts.append(first..<end)
      first = end
    }
    return parts
  }
}

extension OfflineRenderer {
  /// How many items lie over a pixel of the picture at a time, on average.
  fileprivate func depth(at time: Double) -> Double {
    let frame = frame(at: time)
    let area = Double(frame.bounds.width * frame.bounds.height)
    let covered = frame.items.reduce(0.0) { sum, item in
      let shown = item.boundsInDevice.intersection(frame.bounds)
      return shown.isEmpty ? sum : sum + Double(shown.width) * Double(shown.height)
    }
    return area > 0 ? covered / area : 0
  }
}

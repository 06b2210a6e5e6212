import Metal
import QuartzCore

/// Presents red at each update of a display link, and notes the times.
final class LinkPainter: CAMetalDisplayLinkDelegate {
  struct Times {
    let deadline: Double
    let presentation: Double
  }

  private(set) var updates: [Times] = []
  /// The colour of an update's number: blue, green, red and alpha.
  var color: (Int) -> [UInt8] = { _ in BGRA.red }

  func metalDisplayLink(_ link: CAMetalDisplayLink, needsUpdate update: CAMetalDisplayLink.Update) {
    update.drawable.texture.fill(color(updates.count))
    update.drawable.present()
    updates.append(
      Times(deadline: update.targetTimestamp, presentation: update.targetPresentationTimestamp)
    )
  }
}

import AppKit
import StrataTesting
import Testing

/// Draws a square picture whose side is a number of points, at one pixel per point.
@MainActor func drawn(
  _ side: CGFloat = 20,
  isFlipped: Bool = false,
  _ body: @escaping () -> Void
) -> CGImage? {
  let image = NSImage(size: NSSize(width: side, height: side), flipped: isFlipped) { _ in
    body()
    return true
  }
  return image.cgImage(forProposedRect: nil, context: nil, hints: nil)
}

/// The bytes of a pixel, counted from the top left: red, green, blue and alpha; an issue if there is no picture.
func pixel(
  _ image: CGImage?,
  _ x: Int,
  _ y: Int,
  sourceLocation: SourceLocation = #_sourceLocation
) -> [UInt8] {
  guard let image else {
    Issue.record("there is no picture", sourceLocation: sourceLocation)
    return [0, 0, 0, 0]
  }
  return image.pixel(x, y)
}

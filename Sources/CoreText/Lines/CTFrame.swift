public import CoreGraphics
public import Foundation
import StrataRaster

/// The lines of a text in a box.
///
/// - Thread: Any.
public final class CTFrame: Hashable, @unchecked Sendable {  // Immutable.
  let lines: [CTLine]
  /// The origins of baselines, from the bottom left of the box, y up.
  let origins: [CGPoint]
  /// The characters that fit.
  let range: CFRange
  /// The characters that the frame was asked for.
  let wantedRange: CFRange
  let path: CGPath
  let box: CGRect

  init(_ text: TypesetText, wanted: Range<Int>, path: CGPath, box: CGRect) {
    lines = text.lines.map(\.line)
    origins = text.lines.map { CGPoint(x: $0.origin.x, y: box.height - $0.origin.y) }
    (range, wantedRange) = (text.range(from: wanted.lowerBound), CFRange(wanted))
    (self.path, self.box) = (path.copy() ?? path, box)
  }

  /// The type identifier that `CFGetTypeID(_:)` returns for the class.
  public static var typeID: CFTypeID { typeNumber(of: CTFrame.self) }

  /// Returns whether both are the same object.
  public static func == (lhs: CTFrame, rhs: CTFrame) -> Bool { lhs === rhs }

  /// Feeds the identity into a hasher.
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

extension CTFrame: CoreFoundationObject {}

/// Returns the lines of a frame from top to bottom, each a `CTLine`.
public func CTFrameGetLines(_ frame: CTFrame) -> CFArray { NSArray(array: frame.lines) }

/// Writes the origins of baselines, in points from the bottom left of the frame's box, y up.
///
/// - Parameters:
///   - frame: The frame.
///   - range: The lines; a length of 0 means all following lines.
///   - origins: Receives one point for each line.
public func CTFrameGetLineOrigins(
  _ frame: CTFrame,
  _ range: CFRange,
  _ origins: UnsafeMutablePointer<CGPoint>
) {
  let lines = range.clamped(to: frame.origins.count)
  for (index, origin) in frame.origins[lines].enumerated() { origins[index] = origin }
}

/// Returns the characters that a frame shows, in UTF-16 units.
public func CTFrameGetVisibleStringRange(_ frame: CTFrame) -> CFRange { frame.range }

/// Returns the characters that a frame was asked for, in UTF-16 units; those that did not fit are among them.
///
/// A length of 0 in `CTFramesetterCreateFrame` asks for the rest of the string.
public func CTFrameGetStringRange(_ frame: CTFrame) -> CFRange { frame.wantedRange }

/// Returns the path that the frame was created with.
public func CTFrameGetPath(_ frame: CTFrame) -> CGPath { frame.path }

/// Draws the lines of a frame at their positions in user space; ignores and keeps the context's text matrix.
public func CTFrameDraw(_ frame: CTFrame, _ context: CGContext) {
  let matrix = context.textMatrix
  defer { context.textMatrix = matrix }
  var outlines: [Outline] = []
  for (line, origin) in zip(frame.lines, frame.origins) {
    context.textPosition = CGPoint(x: frame.box.minX + origin.x, y: frame.box.minY + origin.y)
    context.paint(line.fills, line.images)
    guard context.clipsToText else { continue }
    outlines += line.runs.map { $0.outline.applying(context.textMatrix) }
  }
  context.clipToText(outlines)
}

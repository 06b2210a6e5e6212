public import CoreGraphics
public import Foundation

/// Lines of text in a box.
public final class CTFrame: Hashable, @unchecked Sendable {  // All of it is fixed when it is made.
  let lines: [CTLine]
  /// Origins of baselines, y up from the bottom left of the box.
  let origins: [CGPoint]
  let range: CFRange
  let path: CGPath
  let box: CGRect

  init(_ text: TypesetText, range: CFRange, path: CGPath, box: CGRect) {
    lines = text.lines
    origins = text.origins.map { CGPoint(x: $0.x, y: box.height - $0.y) }
    (self.range, self.path, self.box) = (range, path.copy() ?? path, box)
  }

  /// The number of the class for `CFGetTypeID(_:)`.
  public static var typeID: CFTypeID { typeNumber(of: CTFrame.self) }

  /// Returns whether both are the same object.
  public static func == (lhs: CTFrame, rhs: CTFrame) -> Bool { lhs === rhs }

  /// Feeds the identity into a hasher.
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

extension CTFrame: CoreFoundationObject {}

/// Returns the lines of a frame from top to bottom, each a `CTLine`.
public func CTFrameGetLines(_ frame: CTFrame) -> CFArray { NSArray(array: frame.lines) }

/// Writes where the baselines of lines begin, in points, y up from the bottom left of the frame's box.
///
/// - Parameters:
///   - frame: The frame.
///   - range: The lines; a length of 0 means all that follow.
///   - origins: Where the points go, one for each line.
public func CTFrameGetLineOrigins(
  _ frame: CTFrame,
  _ range: CFRange,
  _ origins: UnsafeMutablePointer<CGPoint>
) {
  let start = min(max(range.location, 0), frame.origins.count)
  let rest = frame.origins.count - start
  let count = range.length <= 0 ? rest : min(range.length, rest)
  for index in 0..<count { origins[index] = frame.origins[start + index] }
}

/// Returns the characters that a frame shows, in UTF-16 units.
public func CTFrameGetVisibleStringRange(_ frame: CTFrame) -> CFRange { frame.range }

/// Returns the characters that a frame shows, in UTF-16 units.
public func CTFrameGetStringRange(_ frame: CTFrame) -> CFRange { frame.range }

/// Returns the shape that the text was set into.
public func CTFrameGetPath(_ frame: CTFrame) -> CGPath { frame.path }

/// Draws the lines of a frame at their places in user space; the text position of the context does not count.
public func CTFrameDraw(_ frame: CTFrame, _ context: CGContext) {
  let matrix = context.textMatrix
  defer { context.textMatrix = matrix }
  for (line, origin) in zip(frame.lines, frame.origins) {
    context.textPosition = CGPoint(x: frame.box.minX + origin.x, y: frame.box.minY + origin.y)
    CTLineDraw(line, context)
  }
}

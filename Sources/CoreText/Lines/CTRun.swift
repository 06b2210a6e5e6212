public import CoreGraphics
public import Foundation
import StrataBase
import StrataRaster
import StrataText
import Synchronization

/// The properties of a run.
public struct CTRunStatus: OptionSet, Sendable {
  /// The bits of the status.
  public let rawValue: UInt32

  /// Creates a status from its bits.
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// The text is written from right to left.
  public static let rightToLeft = CTRunStatus(rawValue: 1 << 0)
  /// The glyphs do not follow the order of the characters in either direction.
  public static let nonMonotonic = CTRunStatus(rawValue: 1 << 1)
  /// The glyphs are transformed.
  public static let hasNonIdentityMatrix = CTRunStatus(rawValue: 1 << 2)
}

/// Consecutive glyphs of a line, in one font and with one set of attributes.
///
/// - Thread: Any.
public final class CTRun: Hashable, @unchecked Sendable {  // Immutable.
  /// The layout's run; positions are from the origin of the line, indices are in the whole string.
  let run: TextLayout.Run
  let fills: [TextLayout.Fill]
  let images: [TextLayout.Picture]
  /// The string of the run's line.
  let source: NSAttributedString
  /// The glyphs to which the run has given pointers; most lines are only drawn.
  private let lentGlyphs = Mutex<LentGlyphs?>(nil)
  /// The attributes, which the run keeps for pointers into them.
  private let lentAttributes = Mutex<LentAttributes?>(nil)

  /// Creates a run whose indices are in the whole string.
  fileprivate init(
    inLine run: TextLayout.Run,
    _ fills: [TextLayout.Fill],
    _ images: [TextLayout.Picture],
    _ source: NSAttributedString
  ) {
    (self.run, self.fills, self.images, self.source) = (run, fills, images, source)
  }

  /// Creates a run of a layout whose text begins at `location` in the whole string.
  convenience init(
    _ run: TextLayout.Run,
    fills: [TextLayout.Fill],
    images: [TextLayout.Picture],
    location: Int,
    source: NSAttributedString
  ) {
    var run = run
    run.indices = run.indices.map { $0 + location }
    run.range = run.range.lowerBound + location..<run.range.upperBound + location
    self.init(inLine: run, fills, images, source)
  }

  /// Returns the run moved to the right.
  func moved(by x: Double) -> CTRun {
    var run = run
    run.positions = run.positions.map { CGPoint(x: $0.x + CGFloat(x), y: $0.y) }
    let offset = RasterPoint(x, 0)
    return CTRun(inLine: run, fills.map { $0.moved(by: offset) }, images.map { $0.moved(by: offset) }, source)
  }

  /// Creates a copy of a run with another string.
  convenience init(_ other: CTRun, source: NSAttributedString) {
    self.init(inLine: other.run, other.fills, other.images, source)
  }

  /// Returns a range clamped to the glyphs of the run; a length of 0 means all following glyphs.
  fileprivate func range(_ range: CFRange) -> Range<Int> { range.clamped(to: run.glyphs.count) }

  /// Returns the glyphs at addresses that stay the same while the run exists.
  fileprivate func lendGlyphs() -> LentGlyphs {
    lentGlyphs.withLock { lent in
      let glyphs = lent ?? LentGlyphs(run)
      lent = glyphs
      return glyphs
    }
  }

  /// The attributes of the run's first character.
  fileprivate var attributes: [NSAttributedString.Key: Any] {
    let location = run.range.lowerBound
    return location < source.length ? source.attributes(at: location, effectiveRange: nil) : [:]
  }

  /// Returns the attributes of the run's first character, with the font of the glyphs.
  fileprivate func lendAttributes() -> LentAttributes {
    if let lent = lentAttributes.withLock({ $0 }) { return lent }
    // Made without the lock: a substitute of a program's class runs an initialiser of the program.
    var values = attributes
    values[.font] = drawnFont
    let fresh = LentAttributes(values)
    return lentAttributes.withLock { lent in
      if lent == nil { lent = fresh }
      return lent ?? fresh
    }
  }

  /// The font of the run's first character, which a substitute may draw.
  fileprivate var font: CTFont { attributes[.font] as? CTFont ?? .standard }

  /// The font of the glyphs: that of the first character, or a substitute of its class.
  private var drawnFont: CTFont {
    let font = font
    let name = run.font.name
    if name == font.fontDescription.name || name == font.metrics.postScriptName { return font }
    return font.with(name: name)
  }

  /// The outlines of all glyphs, from the origin of the line, y up; bitmap glyphs have none.
  var outline: Outline { outline(of: run.glyphs.indices) }

  /// Returns the outlines of glyphs, from the origin of the line, y up; bitmap glyphs have none.
  fileprivate func outline(of range: Range<Int>) -> Outline {
    var result = Outline()
    for index in range {
      guard let glyph = TextLayoutEngine.outline(of: run.glyphs[index], font: run.font) else { continue }
      let place = run.positions[index]
      let shape = run.transform.map { glyph.applying($0) } ?? glyph
      result.append(shape.mapPoints { $0 + RasterPoint(Double(place.x), Double(place.y)) })
    }
    return result
  }

  /// Returns glyphs with their transcript; nil if the run does not fill its glyphs.
  fileprivate func part(_ range: Range<Int>) -> GlyphRun? {
    guard var transcript = fills.lazy.compactMap(\.shapes.transcript).first,
      transcript.marks.count == run.glyphs.count
    else { return nil }
    transcript.marks = Array(transcript.marks[range])
    return GlyphRun(transcript.glyphs, transcript: transcript)
  }

  /// The type identifier that `CFGetTypeID(_:)` returns for the class.
  public static var typeID: CFTypeID { typeNumber(of: CTRun.self) }

  /// Returns whether both are the same object.
  public static func == (lhs: CTRun, rhs: CTRun) -> Bool { lhs === rhs }

  /// Feeds the identity into a hasher.
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

extension CTRun: CoreFoundationObject {}

extension UnsafeMutablePointer {
  /// Writes the values of glyphs, the first one here.
  fileprivate func write(_ glyphs: Range<Int>, _ value: (Int) -> Pointee) {
    for (place, index) in glyphs.enumerated() { self[place] = value(index) }
  }
}

/// Returns the type identifier of runs.
public func CTRunGetTypeID() -> CFTypeID { CTRun.typeID }

/// Returns the number of glyphs in a run.
public func CTRunGetGlyphCount(_ run: CTRun) -> CFIndex { run.run.glyphs.count }

/// Returns the attributes of a run's first character by their names.
///
/// The result casts to `[NSAttributedString.Key: Any]`, to `[String: Any]` and to `NSDictionary`; look up there. Without
/// a cast, its keys are found by an `NSString`, as `kCTFontAttributeName` is one, and by no `String`. The font is the
/// one that was given, or the substitute that draws the glyphs, of the same class.
public func CTRunGetAttributes(_ run: CTRun) -> [AnyHashable: Any] { run.lendAttributes().values }

/// Returns the attributes of a run's first character as an object, which the run keeps.
///
/// Swift takes this function where an object is asked for.
@_disfavoredOverload
public func CTRunGetAttributes(_ run: CTRun) -> CFDictionary { run.lendAttributes().object }

/// Returns the properties of a run.
public func CTRunGetStatus(_ run: CTRun) -> CTRunStatus {
  var status: CTRunStatus = run.run.isRightToLeft ? .rightToLeft : []
  let indices = run.run.isRightToLeft ? run.run.indices.reversed() : run.run.indices
  if !run.font.matrix.isIdentity { status.insert(.hasNonIdentityMatrix) }
  if zip(indices, indices.dropFirst()).contains(where: { $0 > $1 }) { status.insert(.nonMonotonic) }
  return status
}

/// Returns the characters of a run in the line's string, in UTF-16 units.
public func CTRunGetStringRange(_ run: CTRun) -> CFRange {
  CFRangeMake(run.run.range.lowerBound, run.run.range.count)
}

/// Returns the transform of a run's glyphs, which is that of its font.
public func CTRunGetTextMatrix(_ run: CTRun) -> CGAffineTransform { run.font.matrix }

/// Returns the glyphs of a run; the pointer is valid while the run exists.
public func CTRunGetGlyphsPtr(_ run: CTRun) -> UnsafePointer<CGGlyph>? {
  UnsafePointer(run.lendGlyphs().glyphs)
}

/// Writes glyphs of a run; a length of 0 means all following glyphs.
public func CTRunGetGlyphs(_ run: CTRun, _ range: CFRange, _ buffer: UnsafeMutablePointer<CGGlyph>) {
  buffer.write(run.range(range), run.run.glyph)
}

/// Returns the positions of a run's glyphs, in points from the origin of the line, y up.
///
/// The pointer is valid while the run exists.
public func CTRunGetPositionsPtr(_ run: CTRun) -> UnsafePointer<CGPoint>? {
  UnsafePointer(run.lendGlyphs().positions)
}

/// Writes positions of glyphs, in points from the origin of the line, y up; a length of 0 means all following glyphs.
public func CTRunGetPositions(_ run: CTRun, _ range: CFRange, _ buffer: UnsafeMutablePointer<CGPoint>) {
  buffer.write(run.range(range)) { run.run.positions[$0] }
}

/// Returns the advances of a run's glyphs, in points; the pointer is valid while the run exists.
public func CTRunGetAdvancesPtr(_ run: CTRun) -> UnsafePointer<CGSize>? {
  UnsafePointer(run.lendGlyphs().advances)
}

/// Writes advances of glyphs, in points; a length of 0 means all following glyphs.
public func CTRunGetAdvances(_ run: CTRun, _ range: CFRange, _ buffer: UnsafeMutablePointer<CGSize>) {
  buffer.write(run.range(range), run.run.advance)
}

/// Writes the advances of glyphs, and how far each stands from the place that the advances before it lead to.
///
/// - Parameters:
///   - runRef: The run.
///   - range: The glyphs; a length of 0 means all following glyphs.
///   - advancesBuffer: Receives the advances in points; may be nil.
///   - originsBuffer: Receives the distances in points, y up; may be nil.
public func CTRunGetBaseAdvancesAndOrigins(
  _ runRef: CTRun,
  _ range: CFRange,
  _ advancesBuffer: UnsafeMutablePointer<CGSize>?,
  _ originsBuffer: UnsafeMutablePointer<CGPoint>?
) {
  let glyphs = runRef.range(range)
  var place = Double(runRef.run.positions.first?.x ?? 0)
  for index in 0..<glyphs.upperBound {
    let position = runRef.run.positions[index]
    if glyphs.contains(index) {
      let target = index - glyphs.lowerBound
      advancesBuffer?[target] = runRef.run.advance(index)
      originsBuffer?[target] = CGPoint(x: position.x - CGFloat(place), y: position.y)
    }
    place += runRef.run.advances[index]
  }
}

/// Returns the first character of each glyph, in UTF-16 units of the line's string; the pointer is valid while the run
/// exists.
public func CTRunGetStringIndicesPtr(_ run: CTRun) -> UnsafePointer<CFIndex>? {
  UnsafePointer(run.lendGlyphs().indices)
}

/// Writes the first characters of glyphs, in UTF-16 units; a length of 0 means all following glyphs.
public func CTRunGetStringIndices(_ run: CTRun, _ range: CFRange, _ buffer: UnsafeMutablePointer<CFIndex>) {
  buffer.write(run.range(range)) { run.run.indices[$0] }
}

/// Returns the width of glyphs and writes the run's other metrics, in points.
///
/// - Parameters:
///   - run: The run.
///   - range: The glyphs; a length of 0 means all following glyphs.
///   - ascent: Receives the font's ascent above the baseline; may be nil.
///   - descent: Receives the font's descent below the baseline, positive; may be nil.
///   - leading: Receives the space to the next line; may be nil.
/// - Returns: The width.
@discardableResult
public func CTRunGetTypographicBounds(
  _ run: CTRun,
  _ range: CFRange,
  _ ascent: UnsafeMutablePointer<CGFloat>?,
  _ descent: UnsafeMutablePointer<CGFloat>?,
  _ leading: UnsafeMutablePointer<CGFloat>?
) -> Double {
  ascent?.pointee = CGFloat(run.run.ascent)
  descent?.pointee = CGFloat(run.run.descent)
  leading?.pointee = CGFloat(run.run.leading)
  return run.run.advances[run.range(range)].reduce(0, +)
}

/// Returns the bounding box of glyphs, in points, y up; null if they draw nothing.
///
/// - Parameters:
///   - run: The run.
///   - context: A context, whose text position is the line's origin; nil for zero.
///   - range: The glyphs; a length of 0 means all following glyphs.
/// - Returns: The box.
public func CTRunGetImageBounds(_ run: CTRun, _ context: CGContext?, _ range: CFRange) -> CGRect {
  let position = context?.textPosition ?? .zero
  var box = CGPath(outline: run.outline(of: run.range(range))).boundingBoxOfPath
  if run.range(range).count == run.run.glyphs.count {
    for rect in run.images.map(\.rect) {
      box = box.union(CGRect(x: rect.minX, y: -rect.maxY, width: rect.width, height: rect.height))
    }
  }
  return box.isNull ? box : box.offsetBy(dx: position.x, dy: position.y)
}

/// Draws glyphs of a run with the line's origin at the context's text position.
///
/// The whole run is drawn with its decorations, such as underlines; a part of it as plain glyphs. Text without a
/// colour is black; with `kCTForegroundColorFromContextAttributeName` it takes the context's fill colour.
///
/// - Parameters:
///   - run: The run.
///   - context: The context.
///   - range: The glyphs; a length of 0 means all following glyphs.
public func CTRunDraw(_ run: CTRun, _ context: CGContext, _ range: CFRange) {
  let glyphs = run.range(range)
  if glyphs.count < run.run.glyphs.count {
    context.paint(run, part: glyphs)
  } else {
    context.paint(run.fills, run.images)
  }
  guard context.clipsToText else { return }
  context.clipToText([run.outline(of: glyphs).applying(context.textMatrix)])
}

extension CGContext {
  /// Draws the fills and images of a line or a run, and leaves the clip as it is.
  ///
  /// Their positions are relative to the text position, y down. Where the text drawing mode strokes glyphs, it does so in
  /// the context's stroke colour, or in that of the text if `strokesInTextColor` says so.
  func paint(_ fills: [TextLayout.Fill], _ images: [TextLayout.Picture], strokesInTextColor: Bool = false) {
    for fill in fills {
      saveGState()
      if let color = fill.color {
        setFillColor(color)
        if strokesInTextColor { setStrokeColor(color) }
      }
      paintText(fill.shapes, .flipped)
      restoreGState()
    }
    for picture in images {
      saveGState()
      concatenate(textMatrix)
      let rect = picture.rect
      draw(picture.image, in: CGRect(x: rect.minX, y: -rect.maxY, width: rect.width, height: rect.height))
      // In a PDF, the text of an image can be searched.
      if vectorBox != nil { fill(GlyphRun([], transcript: picture.transcript), .flipped) }
      restoreGState()
    }
  }

  /// Draws some glyphs of a run without decorations, and leaves the clip as it is.
  fileprivate func paint(_ run: CTRun, part glyphs: Range<Int>) {
    saveGState()
    defer { restoreGState() }
    if let color = run.fills.last?.color { setFillColor(color) }
    if let part = run.part(glyphs) {
      paintText(part, .flipped)
    } else {
      paintText(GlyphRun([.init(GlyphOutline(run.outline(of: glyphs)), at: .zero)]), .identity)
    }
  }
}

extension CGAffineTransform {
  /// The transform from a layout's positions, y down, to text space.
  fileprivate static let flipped = CGAffineTransform(scaleX: 1, y: -1)
}

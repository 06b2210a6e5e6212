public import Foundation
import StrataBase
package import StrataRaster

extension CGContext {
  /// The position at which text is drawn next, in user space: the translation of the text matrix.
  public var textPosition: CGPoint {
    get { CGPoint(x: textMatrix.tx, y: textMatrix.ty) }
    set { (textMatrix.tx, textMatrix.ty) = (newValue.x, newValue.y) }
  }

  /// Sets the operation that draws text.
  public func setTextDrawingMode(_ mode: CGTextDrawingMode) { state.text.mode = mode }

  /// Sets the font of `showGlyphs(_:at:)`.
  public func setFont(_ font: CGFont) { state.text.font = font }

  /// Sets the size of the font in units of text space.
  public func setFontSize(_ size: CGFloat) { state.text.fontSize = size }

  /// Sets the extra space after each character, in units of text space.
  public func setCharacterSpacing(_ spacing: CGFloat) { state.text.characterSpacing = spacing }

  /// Sets whether glyphs may be smoothed for displays with subpixels; has no effect.
  public func setAllowsFontSmoothing(_ allowsFontSmoothing: Bool) {
    state.text.allowsSmoothing = allowsFontSmoothing
  }

  /// Sets whether glyphs are smoothed for displays with subpixels; has no effect.
  public func setShouldSmoothFonts(_ shouldSmoothFonts: Bool) { state.text.smooths = shouldSmoothFonts }

  /// Sets whether glyphs may be placed between pixels.
  public func setAllowsFontSubpixelPositioning(_ allowsFontSubpixelPositioning: Bool) {
    state.text.allowsSubpixelPositions = allowsFontSubpixelPositioning
  }

  /// Sets whether glyphs are placed between pixels, if the context allows it.
  public func setShouldSubpixelPositionFonts(_ shouldSubpixelPositionFonts: Bool) {
    state.text.usesSubpixelPositions = shouldSubpixelPositionFonts
  }

  /// Sets whether positions between pixels may be quantised; has no effect, positions are exact.
  public func setAllowsFontSubpixelQuantization(_ allowsFontSubpixelQuantization: Bool) {
    state.text.allowsSubpixelQuantization = allowsFontSubpixelQuantization
  }

  /// Sets whether positions between pixels are quantised; has no effect, positions are exact.
  public func setShouldSubpixelQuantizeFonts(_ shouldSubpixelQuantizeFonts: Bool) {
    state.text.usesSubpixelQuantization = shouldSubpixelQuantizeFonts
  }

  /// True if glyphs are placed between pixels.
  package var positionsGlyphsBetweenPixels: Bool {
    state.text.allowsSubpixelPositions && state.text.usesSubpixelPositions
  }

  /// Draws glyphs of the current font at positions in text space; draws nothing without a font.
  ///
  /// A build without the trait `Text` has no outlines and draws nothing.
  public func showGlyphs(_ glyphs: [CGGlyph], at positions: [CGPoint]) {
    guard let font = state.text.font, state.text.fontSize != 0 else { return }
    if let canvas {
      let run = canvas.run(of: glyphs, at: positions, font, size: state.text.fontSize)
      return drawText(run, CGAffineTransform(scaleX: 1, y: -1))
    }
    let scale = state.text.fontSize / CGFloat(max(font.unitsPerEm, 1))
    var text = Outline()
    for (glyph, place) in zip(glyphs, positions) {
      guard let outline = font.outline(of: glyph) else { continue }
      text.append(outline.applying(CGAffineTransform(scale, 0, 0, scale, place.x, place.y)))
    }
    drawText(text)
  }

  /// The extra space after each character, in units of text space.
  package var characterSpacing: CGFloat { state.text.characterSpacing }

  /// Draws glyph outlines in text space, in the text drawing mode.
  package func drawText(_ outline: Outline) {
    let text = outline.applying(textMatrix)
    paintText(text) { fill($0) }
    clipToText([text])
  }

  /// Draws glyphs, mapped to text space by a transform, in the text drawing mode.
  ///
  /// In a PDF, filled glyphs with a transcript can be searched and copied.
  package func drawText(_ glyphs: GlyphRun, _ toText: CGAffineTransform) {
    paintText(glyphs, toText)
    clipToText([glyphs.outline.applying(toText).applying(textMatrix)])
  }

  /// Fills and strokes glyphs as the text drawing mode says, and leaves the clip as it is.
  package func paintText(_ glyphs: GlyphRun, _ toText: CGAffineTransform) {
    let toUser = toText.concatenating(textMatrix)
    paintText(glyphs.outline.applying(toText).applying(textMatrix)) { outline in
      if canvas == nil { fill(outline) } else { fill(glyphs, toUser) }
    }
  }

  /// True if the text drawing mode restricts later drawing to the glyphs.
  package var clipsToText: Bool { state.text.mode.clips }

  /// Restricts drawing to the union of glyph outlines in user space, if the text drawing mode says so.
  ///
  /// Glyphs of one call clip together: one after the other they would leave what they have in common.
  package func clipToText(_ outlines: [Outline]) {
    guard clipsToText else { return }
    var all = Outline()
    for outline in outlines { all.append(outline) }
    restrict(to: all.applying(userToPixels), .nonZero)
  }

  /// Fills glyphs, mapped to user space by a transform, with the current fill colour.
  package func fill(_ glyphs: GlyphRun, _ toUser: CGAffineTransform) {
    guard let canvas, let text = VectorText(glyphs, toBase: toUser.concatenating(userToPixels)) else {
      return fill(glyphs.outline.applying(toUser))
    }
    let shape = GlyphRun(text.transcript.glyphs).outline.applying(text.toBase)
    canvas.draw(.outline(shape, .nonZero), .color(state.fillColor), state, text: text)
    if !glyphs.rules.isEmpty { fill(GlyphRun(Array(glyphs.rules)).outline.applying(toUser)) }
  }

  private func paintText(_ userOutline: Outline, fill: (Outline) -> Void) {
    let mode = state.text.mode
    if mode.fills { fill(userOutline) }
    if mode.strokes { stroke(userOutline) }
  }
}

extension VectorCanvas {
  /// Returns glyphs with the characters that the font file assigns to them; positions are y down.
  fileprivate func run(
    of glyphs: [CGGlyph],
    at positions: [CGPoint],
    _ font: CGFont,
    size: CGFloat
  ) -> GlyphRun {
    let scale = size / CGFloat(max(font.unitsPerEm, 1))
    var transcript = GlyphTranscript(
      font: .init(number: number(of: font), size: Double(size), unitsPerEm: Int(max(font.unitsPerEm, 1))),
      text: "",
      marks: []
    )
    // A glyph without a finite position is not shown.
    for (glyph, place) in zip(glyphs, positions) where place.x.isFinite && place.y.isFinite {
      let outline = font.outline(of: glyph)?.applying(CGAffineTransform(scaleX: scale, y: -scale))
      let start = transcript.text.utf8.count
      if let character = font.character(of: glyph) { transcript.text.unicodeScalars.append(character) }
      var advance: Int32 = 0
      _ = font.getGlyphAdvances(glyphs: [glyph], count: 1, advances: &advance)
      transcript.marks.append(
        .init(
          glyph: UInt32(glyph),
          shape: outline.flatMap { $0.isEmpty ? nil : GlyphOutline($0) },
          at: RasterPoint(Double(place.x), -Double(place.y)),
          advance: Double(advance) * Double(scale),
          text: start..<transcript.text.utf8.count
        )
      )
    }
    return GlyphRun(transcript.glyphs, transcript: transcript)
  }
}

extension CGTextDrawingMode {
  fileprivate var fills: Bool {
    self == .fill || self == .fillStroke || self == .fillClip || self == .fillStrokeClip
  }
  fileprivate var strokes: Bool {
    self == .stroke || self == .fillStroke || self == .strokeClip || self == .fillStrokeClip
  }
  fileprivate var clips: Bool {
    self == .clip || self == .fillClip || self == .strokeClip || self == .fillStrokeClip
  }
}

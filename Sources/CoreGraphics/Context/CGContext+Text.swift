public import Foundation
import StrataBase
package import StrataRaster

extension CGContext {
  /// Where text is drawn next: the translation of the text matrix.
  public var textPosition: CGPoint {
    get { CGPoint(x: textMatrix.tx, y: textMatrix.ty) }
    set { (textMatrix.tx, textMatrix.ty) = (newValue.x, newValue.y) }
  }

  /// Sets what drawing text does.
  public func setTextDrawingMode(_ mode: CGTextDrawingMode) { state.text.mode = mode }

  /// Sets the font of `showGlyphs(_:at:)`.
  public func setFont(_ font: CGFont) { state.text.font = font }

  /// Sets the size of the font in text space.
  public func setFontSize(_ size: CGFloat) { state.text.fontSize = size }

  /// Sets the distance that is added after each character, in text space.
  public func setCharacterSpacing(_ spacing: CGFloat) { state.text.characterSpacing = spacing }

  /// Sets whether glyphs may be smoothed for displays with subpixels; glyphs are drawn without.
  public func setAllowsFontSmoothing(_ allowsFontSmoothing: Bool) {
    state.text.allowsSmoothing = allowsFontSmoothing
  }

  /// Sets whether glyphs are smoothed for displays with subpixels; glyphs are drawn without.
  public func setShouldSmoothFonts(_ shouldSmoothFonts: Bool) { state.text.smooths = shouldSmoothFonts }

  /// Sets whether glyphs may stand between pixels.
  public func setAllowsFontSubpixelPositioning(_ allowsFontSubpixelPositioning: Bool) {
    state.text.allowsSubpixelPositions = allowsFontSubpixelPositioning
  }

  /// Sets whether glyphs stand between pixels, where the context allows it.
  public func setShouldSubpixelPositionFonts(_ shouldSubpixelPositionFonts: Bool) {
    state.text.usesSubpixelPositions = shouldSubpixelPositionFonts
  }

  /// Sets whether places between pixels may be rounded to a few; places are exact here.
  public func setAllowsFontSubpixelQuantization(_ allowsFontSubpixelQuantization: Bool) {
    state.text.allowsSubpixelQuantization = allowsFontSubpixelQuantization
  }

  /// Sets whether places between pixels are rounded to a few; places are exact here.
  public func setShouldSubpixelQuantizeFonts(_ shouldSubpixelQuantizeFonts: Bool) {
    state.text.usesSubpixelQuantization = shouldSubpixelQuantizeFonts
  }

  /// Whether glyphs stand where the text says and not on whole pixels.
  package var positionsGlyphsBetweenPixels: Bool {
    state.text.allowsSubpixelPositions && state.text.usesSubpixelPositions
  }

  /// Draws glyphs of the current font at places in text space; without a font nothing is drawn.
  ///
  /// A build without the text libraries knows no outlines.
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

  /// The extra distance after each character.
  package var characterSpacing: CGFloat { state.text.characterSpacing }

  /// Draws glyph outlines given in text space, as the text drawing mode says.
  package func drawText(_ outline: Outline) {
    drawText(outline.applying(textMatrix)) { fill($0) }
  }

  /// Draws glyphs whose places a transform carries to text space, as the text drawing mode says.
  ///
  /// What is filled in a PDF can be read and searched there, if the glyphs say what they stand for.
  package func drawText(_ glyphs: GlyphRun, _ toText: CGAffineTransform) {
    let toUser = toText.concatenating(textMatrix)
    drawText(glyphs.outline.applying(toText).applying(textMatrix)) { outline in
      if canvas == nil { fill(outline) } else { fill(glyphs, toUser) }
    }
  }

  /// Fills glyphs whose places a transform carries to user space with the current fill colour.
  package func fill(_ glyphs: GlyphRun, _ toUser: CGAffineTransform) {
    guard let canvas, let text = PDFText(glyphs, toBase: toUser.concatenating(userToPixels)) else {
      return fill(glyphs.outline.applying(toUser))
    }
    let shape = GlyphRun(text.transcript.glyphs).outline.applying(text.toBase)
    canvas.draw(.outline(shape, .nonZero), .color(state.fillColor), state, text: text)
    if !glyphs.rules.isEmpty { fill(GlyphRun(Array(glyphs.rules)).outline.applying(toUser)) }
  }

  private func drawText(_ userOutline: Outline, fill: (Outline) -> Void) {
    let mode = state.text.mode
    if mode.fills { fill(userOutline) }
    if mode.strokes { stroke(userOutline) }
    if mode.clips {
      restrict(to: userOutline.applying(userToPixels), .nonZero)
    }
  }
}

extension PDFCanvas {
  /// Glyphs of a font file with what the file says that they stand for; places are y down.
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
    // A glyph without a place is not shown.
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

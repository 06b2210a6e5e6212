#if Text
  import CoreGraphics
  import StrataBase
  import StrataRaster

  // What is painted of a line: glyphs, their decorations and backgrounds.
  extension LineReader {
    /// A rectangle behind the glyphs of a line.
    struct Background {
      var color: CGColor
      var from: Double
      var to: Double
    }

    /// Inserts the backgrounds of a line before the fills of its glyphs.
    mutating func insertBackgrounds(
      at fill: Int,
      runs first: Int,
      top: Double,
      height: Double
    ) {
      guard !backgrounds.isEmpty else { return }
      let fills = backgrounds.map { background in
        TextLayout.Fill(
          outline: Outline.rect(
            minX: background.from,
            minY: top,
            width: background.to - background.from,
            height: height
          ),
          color: background.color
        )
      }
      result.fills.insert(contentsOf: fills, at: fill)
      for index in first..<result.runs.count {
        let range = result.runs[index].fills
        result.runs[index].fills = range.lowerBound + fills.count..<range.upperBound + fills.count
      }
      backgrounds.removeAll()
    }

    private func isVisible(_ style: Int?) -> Bool {
      guard let style else { return false }
      return ShapingText.usable(request.runs[style].font.size) > 0
    }

    /// Adds a run of one style: its glyphs, its decorations and the lines around its glyphs.
    mutating func paint(
      _ run: StyleRun,
      font: LoadedFont,
      to end: Double,
      at lineOrigin: CGPoint,
      isRightToLeft: Bool
    ) {
      guard let index = run.style else { return }
      let firstFill = result.fills.count
      if isVisible(index) { paint(run, of: index, font, to: end, at: lineOrigin) }
      guard !run.glyphs.isEmpty else { return }
      let measures = measures(ofRun: index, in: font, isEllipsis: run.isEllipsis)
      let ends = text.utf16Ends(of: run.indices, runEnd: text.end(ofRun: index))
      result.runs.append(
        TextLayout.Run(
          font: FontDescription(name: font.name, size: font.size),
          transform: details(ofRun: index)?.value.glyphTransform,
          ascent: measures.ascent,
          descent: measures.descent,
          leading: measures.leading,
          isRightToLeft: isRightToLeft,
          glyphs: run.glyphs,
          positions: run.positions,
          advances: run.advances,
          indices: run.indices,
          range: ends,
          fills: firstFill..<result.fills.count,
          images: run.image..<result.images.count
        )
      )
    }

    private mutating func paint(
      _ run: StyleRun,
      of index: Int,
      _ font: LoadedFont,
      to end: Double,
      at lineOrigin: CGPoint
    ) {
      guard let details = details(ofRun: index)?.value else { return fill(run.shapes, of: run, index, font) }
      let strokeWidth = details.strokeWidth
      let color = request.runs[index].style.color
      var filled = strokeWidth > 0 ? [] : run.shapes
      if end > run.start {
        if let color = details.backgroundColor {
          backgrounds.append(.init(color: color, from: run.start, to: end))
        }
        let baseline = lineOrigin.y - usableOffset(ofRun: index)
        for (outline, ruleColor) in rules(of: details, under: run, font, to: end, baseline: baseline) {
          // A line in a different colour is a separate fill below the glyphs.
          if let ruleColor, ruleColor != color {
            result.fills.append(.init(outline: outline, color: ruleColor))
          } else {
            filled.append(GlyphRun.Glyph(GlyphOutline(outline), at: .zero))
          }
        }
      }
      fill(filled, of: run, index, font)
      guard strokeWidth != 0, strokeWidth.isFinite, !run.shapes.isEmpty else { return }
      let width = abs(strokeWidth) / 100 * font.size
      let stroked = GlyphRun(run.shapes).outline.stroked(StrokeStyle(width: width))
      if !stroked.isEmpty {
        result.fills.append(.init(outline: stroked, color: details.strokeColor ?? color))
      }
    }

    /// Adds the glyphs of a run, and the lines in their colour.
    private mutating func fill(_ shapes: [GlyphRun.Glyph], of run: StyleRun, _ index: Int, _ font: LoadedFont)
    {
      guard !shapes.isEmpty else { return }
      let isOutlined = details(ofRun: index).map { $0.value.strokeWidth > 0 } ?? false
      let transcript =
        isOutlined ? nil : transcript(run.marks, of: font, style: index, isEllipsis: run.isEllipsis)
      let color = request.runs[index].style.color
      result.fills.append(.init(GlyphRun(shapes, transcript: transcript), color: color))
    }

    /// Returns the lines below and through a run, with their own colours.
    private func rules(
      of details: TextStyle.Details,
      under run: StyleRun,
      _ font: LoadedFont,
      to end: Double,
      baseline: Double
    ) -> [(Outline, CGColor?)] {
      let (scale, metrics) = (details.verticalScale, font.metrics)
      let thickness = (metrics.underlineThickness > 0 ? metrics.underlineThickness : font.size / 14) * scale
      let places = [
        (details.underline, baseline - min(metrics.underlinePosition, 0) * scale),
        (details.strikethrough, baseline - metrics.xHeight / 2 * scale),
      ]
      return places.compactMap { rule, middle in
        guard let rule else { return nil }
        var lines = Outline()
        for (from, to) in rule.skipsSpaces ? words(of: run, to: end) : [(run.start, end)] {
          lines.append(rule.outline(from: from, to: to, middle: middle, thickness: thickness))
        }
        return (lines, rule.color)
      }
    }

    /// Returns the beginnings and ends of the words of a run, in points.
    private func words(of run: StyleRun, to end: Double) -> [(Double, Double)] {
      var result: [(Double, Double)] = []
      var start: Double?
      for mark in run.marks {
        let isSpace = !mark.text.isEmpty && text.whiteSpace(at: mark.text.lowerBound) != nil
        if isSpace, let from = start { result.append((from, mark.place.x)) }
        start = isSpace ? nil : start ?? mark.place.x
      }
      if let start { result.append((start, end)) }
      return result
    }

    /// Returns the transcript of glyphs; the text of an ellipsis is "…".
    func transcript(
      _ marks: [GlyphTranscript.Mark],
      of font: LoadedFont,
      style: Int?,
      isEllipsis: Bool
    ) -> GlyphTranscript {
      var marks = marks
      if isEllipsis { for index in marks.indices { marks[index].text = 0..<3 } }
      var transcript = font.transcript
      if let style, let transform = details(ofRun: style)?.value.glyphTransform {
        transcript.number = engine.faces.number(of: font, in: transform)
      }
      return GlyphTranscript(font: transcript, text: isEllipsis ? "…" : text.string, marks: marks)
    }
  }
#endif

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
          transform: request.runs[index].style.glyphTransform,
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
      let (from, baseline) = (run.start, lineOrigin.y - usableOffset(ofRun: index))
      let strokeWidth = request.runs[index].style.strokeWidth
      let color = request.runs[index].style.color
      var filled = strokeWidth > 0 ? [] : run.shapes
      if end > from {
        if let color = request.runs[index].style.backgroundColor {
          backgrounds.append(.init(color: color, from: from, to: end))
        }
        let scale = request.runs[index].style.verticalScale
        let thickness =
          (font.metrics.underlineThickness > 0 ? font.metrics.underlineThickness : font.size / 14) * scale
        /// A line in a different colour is a separate fill below the glyphs.
        func add(_ rule: TextRule, middle: Double) {
          var lines = Outline()
          for (from, to) in rule.skipsSpaces ? words(of: run, to: end) : [(from, end)] {
            lines.append(rule.outline(from: from, to: to, middle: middle, thickness: thickness))
          }
          if let ruleColor = rule.color, ruleColor != color {
            result.fills.append(.init(outline: lines, color: ruleColor))
          } else {
            filled.append(GlyphRun.Glyph(GlyphOutline(lines), at: .zero))
          }
        }
        if let rule = request.runs[index].style.underline {
          add(rule, middle: baseline - min(font.metrics.underlinePosition, 0) * scale)
        }
        if let rule = request.runs[index].style.strikethrough {
          add(rule, middle: baseline - font.metrics.xHeight / 2 * scale)
        }
      }
      if !filled.isEmpty {
        let transcript =
          strokeWidth > 0
          ? nil : self.transcript(run.marks, of: font, style: index, isEllipsis: run.isEllipsis)
        result.fills.append(.init(GlyphRun(filled, transcript: transcript), color: color))
      }
      guard strokeWidth != 0, strokeWidth.isFinite, !run.shapes.isEmpty else { return }
      let width = abs(strokeWidth) / 100 * font.size
      let stroked = GlyphRun(run.shapes).outline.stroked(StrokeStyle(width: width))
      if !stroked.isEmpty {
        let color = request.runs[index].style.strokeColor ?? color
        result.fills.append(.init(outline: stroked, color: color))
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
      if let style, let transform = request.runs[style].style.glyphTransform {
        transcript.number = engine.faces.number(of: font, in: transform)
      }
      return GlyphTranscript(font: transcript, text: isEllipsis ? "…" : text.string, marks: marks)
    }
  }
#endif

#if Text
  import CPango
  import CoreGraphics
  import Foundation
  import StrataBase
  import StrataRaster

  /// Reads the lines of a finished Pango layout into a ``TextLayout``.
  ///
  /// Pango decides where lines break and where glyphs stand in them. How high lines are is decided here, from what the
  /// fonts themselves state: a line reaches as far as its highest and its lowest font, and the next one follows after the
  /// largest leading.
  struct LineReader {
    private(set) var result = TextLayout()
    private let request: TextLayoutRequest
    private let text: ShapingText
    private let engine: PangoEngine
    /// The font of the last glyphs, and those of others: most texts have one.
    private var lastFont: (font: UnsafeMutablePointer<PangoFont>, loaded: LoadedFont)?
    private var otherFonts: [UnsafeMutablePointer<PangoFont>: LoadedFont] = [:]
    /// Of the runs of the line that is being read.
    private var kerns: [Kern] = []
    /// What is behind the glyphs of the line that is being read.
    private var backgrounds: [Background] = []

    init(request: TextLayoutRequest, text: ShapingText, engine: PangoEngine) {
      (self.request, self.text, self.engine) = (request, text, engine)
    }

    mutating func read(_ layout: OpaquePointer) {
      guard let iterator = pango_layout_get_iter(layout) else { return }
      defer { pango_layout_iter_free(iterator) }
      var top = 0.0
      var leading = 0.0
      repeat {
        guard let line = pango_layout_iter_get_line_readonly(iterator) else { break }
        top += leading
        var logical = PangoRectangle()
        pango_layout_line_get_extents(line, nil, &logical)
        let measures = self.measures(of: line)
        let height = lineHeight(natural: measures.ascent + measures.descent)
        readKerns(of: line)
        let isFirst = line.pointee.is_paragraph_start != 0
        let width = text.points(logical.width) + kerns.reduce(0) { $0 + $1.after }
        let start = Int(line.pointee.start_index)
        let first = text.utf16Offset(of: start)
        let isRightToLeft = line.pointee.resolved_dir == UInt8(PANGO_DIRECTION_RTL.rawValue)
        let (firstFill, firstImage) = (result.fills.count, result.images.count)
        let firstRun = result.runs.count
        // Extra height stands above the line.
        let origin = CGPoint(
          x: offset(width: width, isRightToLeft: isRightToLeft, isFirst: isFirst),
          y: top + height - measures.descent
        )
        readRuns(of: line, at: origin)
        insertBackgrounds(at: firstFill, runs: firstRun, top: origin.y - measures.ascent, measures)
        let spacing = request.paragraph.lineSpacing
        leading = measures.leading + (spacing.isFinite ? spacing : 0)
        result.lines.append(
          TextLayout.Line(
            origin: origin,
            ascent: measures.ascent,
            descent: measures.descent,
            leading: leading,
            width: width,
            isRightToLeft: isRightToLeft,
            range: first..<max(first, text.utf16Offset(of: start + Int(line.pointee.length))),
            fills: firstFill..<result.fills.count,
            images: firstImage..<result.images.count,
            runs: firstRun..<result.runs.count
          )
        )
        result.size.width = max(result.size.width, width)
        top += height
        result.size.height = top
      } while pango_layout_iter_next_line(iterator) != 0
    }

    private func lineHeight(natural: Double) -> Double {
      func limit(_ value: Double) -> Double? { value.isFinite && value > 0 ? value : nil }
      var height = natural * (limit(request.paragraph.lineHeightMultiple) ?? 1)
      if let maximum = limit(request.paragraph.maximumLineHeight) { height = min(height, maximum) }
      if let minimum = limit(request.paragraph.minimumLineHeight) { height = max(height, minimum) }
      return height
    }

    /// How far a line stands from the left edge of the box.
    private func offset(width: Double, isRightToLeft: Bool, isFirst: Bool) -> Double {
      guard let room = request.width, room.isFinite else { return 0 }
      let indents = LineIndents(request.paragraph, width: room)
      let indent = isFirst ? indents.first : indents.others
      let (left, right) = isRightToLeft ? (indents.tail, room - indent) : (indent, room - indents.tail)
      return switch request.alignment {
      case .left: left
      case .right: right - width
      case .center: left + (right - left - width) / 2
      case .natural, .justified: isRightToLeft ? right - width : left
      }
    }

    /// A stretch to be painted behind the glyphs of a line.
    private struct Background {
      var color: CGColor
      var from: Double
      var to: Double
    }

    /// Puts what is behind the glyphs of a line before them.
    private mutating func insertBackgrounds(
      at fill: Int,
      runs first: Int,
      top: Double,
      _ measures: FontMetrics
    ) {
      guard !backgrounds.isEmpty else { return }
      let fills = backgrounds.map { background in
        TextLayout.Fill(
          outline: Outline.rect(
            minX: background.from,
            minY: top,
            width: background.to - background.from,
            height: measures.ascent + measures.descent
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

    private static func forEachRun(
      of line: UnsafeMutablePointer<PangoLayoutLine>,
      _ body: (UnsafeMutablePointer<PangoItem>, UnsafeMutablePointer<PangoGlyphString>) -> Void
    ) {
      var node = line.pointee.runs
      while let current = node {
        node = current.pointee.next
        guard let run = current.pointee.data?.assumingMemoryBound(to: PangoGlyphItem.self),
          let item = run.pointee.item, let glyphs = run.pointee.glyphs
        else { continue }
        body(item, glyphs)
      }
    }

    private mutating func font(_ font: UnsafeMutablePointer<PangoFont>, at byte: Int) -> LoadedFont? {
      if let lastFont, lastFont.font == font { return lastFont.loaded }
      if let known = otherFonts[font] { return known }
      guard let style = style(at: byte)?.font else { return nil }
      // Fonts of pictures are described by the size of their pictures, but are set in the size that was asked for.
      let loaded = engine.loaded(font, size: ShapingText.usable(style.size), for: style)
      if let lastFont { otherFonts[lastFont.font] = lastFont.loaded }
      lastFont = loaded.map { (font, $0) }
      return loaded
    }

    private mutating func measures(of line: UnsafeMutablePointer<PangoLayoutLine>) -> FontMetrics {
      var result = FontMetrics()
      var isEmpty = true
      Self.forEachRun(of: line) { item, _ in
        guard let font = item.pointee.analysis.font else { return }
        isEmpty = false
        let byte = Int(item.pointee.offset)
        guard let metrics = self.font(font, at: byte)?.metrics else { return }
        let offset = Self.usableOffset(style(at: byte))
        result.ascent = max(result.ascent, metrics.ascent + offset)
        result.descent = max(result.descent, metrics.descent - offset)
        result.leading = max(result.leading, metrics.leading)
      }
      // An empty line is as high as the text around it.
      if isEmpty, let style = style(at: Int(line.pointee.start_index)) {
        result = engine.metrics(of: style.font)
      }
      return result
    }

    private static func usableOffset(_ style: StyledText?) -> Double {
      guard let offset = style?.baselineOffset, offset.isFinite else { return 0 }
      return min(max(offset, -1e6), 1e6)
    }

    /// What to move a run's glyphs by, and what to add to its advance.
    private struct Kern {
      var before = 0.0
      var after = 0.0
    }

    /// Finds the corrections that put extra space after each character and nowhere else.
    ///
    /// Pango puts one half of it on either side, and none at the ends of a line.
    private mutating func readKerns(of line: UnsafeMutablePointer<PangoLayoutLine>) {
      kerns.removeAll(keepingCapacity: true)
      Self.forEachRun(of: line) { item, _ in
        let kern = style(at: Int(item.pointee.offset))?.kern ?? 0
        kerns.append(kern.isFinite ? Kern(before: -kern / 2, after: 0) : Kern())
      }
      guard let first = kerns.first, let last = kerns.last else { return }
      kerns[0] = Kern(before: 0, after: -first.before)
      kerns[kerns.count - 1].after -= last.before
      var index = 0
      Self.forEachRun(of: line) { item, glyphs in
        let stretch = stretch(ofEllipsis: item, glyphs)
        kerns[index].before += stretch.before
        kerns[index].after += stretch.after
        index += 1
      }
    }

    /// What takes an ellipsis back to its own width: Pango widens it until the line fills its box.
    private func stretch(
      ofEllipsis item: UnsafeMutablePointer<PangoItem>,
      _ glyphs: UnsafeMutablePointer<PangoGlyphString>
    ) -> Kern {
      guard item.pointee.isEllipsis, let font = item.pointee.analysis.font, let infos = glyphs.pointee.glyphs
      else {
        return Kern()
      }
      var own = 0.0
      for index in 0..<Int(glyphs.pointee.num_glyphs) {
        var logical = PangoRectangle()
        pango_font_get_glyph_extents(font, infos[index].glyph, nil, &logical)
        own += text.points(logical.width)
      }
      let extra = text.points(pango_glyph_string_get_width(glyphs)) - own
      guard extra > 0 else { return Kern() }
      return Kern(before: -text.points(infos[0].geometry.x_offset), after: -extra)
    }

    private mutating func readRuns(of line: UnsafeMutablePointer<PangoLayoutLine>, at origin: CGPoint) {
      var x = Double(origin.x)
      var index = 0
      Self.forEachRun(of: line) { item, glyphs in
        let kern = kerns[index]
        index += 1
        if let font = item.pointee.analysis.font, let loaded = self.font(font, at: Int(item.pointee.offset)) {
          var place = x + kern.before
          readGlyphs(glyphs.pointee, of: loaded, item: item, x: &place, lineOrigin: origin)
        }
        x += text.points(pango_glyph_string_get_width(glyphs)) + kern.after
      }
    }

    private mutating func readGlyphs(
      _ glyphs: PangoGlyphString,
      of font: LoadedFont,
      item: UnsafeMutablePointer<PangoItem>,
      x: inout Double,
      lineOrigin: CGPoint
    ) {
      guard let infos = glyphs.glyphs else { return }
      let first = Int(item.pointee.offset)
      let isRightToLeft = item.pointee.analysis.level & 1 != 0
      let isEllipsis = item.pointee.isEllipsis
      let clusters = Clusters(glyphs, of: item)
      var stretch = Stretch(
        style: styleIndex(at: first),
        start: x,
        image: result.images.count,
        isEllipsis: isEllipsis
      )
      stretch.shapes.reserveCapacity(Int(glyphs.num_glyphs))
      stretch.marks.reserveCapacity(Int(glyphs.num_glyphs))
      for i in 0..<Int(glyphs.num_glyphs) {
        let info = infos[i]
        let byte = first + Int(glyphs.log_clusters?[i] ?? 0)
        let next = styleIndex(at: byte)
        if next != stretch.style {
          paint(stretch, font: font, to: x, at: lineOrigin, isRightToLeft: isRightToLeft)
          stretch = Stretch(style: next, start: x, image: result.images.count, isEllipsis: isEllipsis)
        }
        let place = RasterPoint(
          x + text.points(info.geometry.x_offset),
          lineOrigin.y - Self.usableOffset(next.map { request.runs[$0] })
            + text.points(info.geometry.y_offset)
        )
        let advance = text.points(info.geometry.width)
        x += advance
        let glyph = Self.drawn(info.glyph)
        var mark = GlyphTranscript.Mark(
          glyph: glyph ?? 0xFFFF,
          shape: nil,
          at: place,
          advance: advance,
          text: clusters.range(of: i)
        )
        if request.keepsGlyphs {
          stretch.glyphs.append(mark.glyph)
          stretch.positions.append(CGPoint(x: place.x - lineOrigin.x, y: lineOrigin.y - place.y))
          stretch.advances.append(advance)
          stretch.indices.append(text.utf16Offset(of: byte))
        }
        if let glyph, isVisible(next) {
          if let (image, rect) = font.picture(of: glyph) {
            result.images.append(
              .init(
                image: image,
                rect: rect.offsetBy(dx: place.x, dy: place.y),
                transcript: transcript([mark], of: font, isEllipsis: isEllipsis)
              )
            )
            // The picture says it.
            mark.text = 0..<0
          } else {
            let known = engine.faces.glyph(glyph, of: font)
            if let shape = known.shape { stretch.shapes.append(.init(shape, at: place)) }
            mark.shape = known.shape
            // Accents take no room, whatever their font says.
            if advance > 0 { mark.advance = known.advance }
          }
        }
        stretch.marks.append(mark)
      }
      paint(stretch, font: font, to: x, at: lineOrigin, isRightToLeft: isRightToLeft)
    }

    /// Glyphs of one style that are being gathered.
    private struct Stretch {
      var style: Int?
      /// Where it begins.
      var start: Double
      /// The first of its pictures.
      var image: Int
      var isEllipsis: Bool
      var shapes: [GlyphRun.Glyph] = []
      var marks: [GlyphTranscript.Mark] = []
      var glyphs: [UInt32] = []
      var positions: [CGPoint] = []
      var advances: [Double] = []
      var indices: [Int] = []
    }

    /// The glyph to draw: nil for one that is only room, the box of the missing glyph for a character no font has.
    private static func drawn(_ glyph: UInt32) -> UInt32? {
      // The bit marks characters without a glyph; the largest number below it is Pango's empty glyph.
      if glyph & 0x1000_0000 != 0 { return 0 }
      return glyph == 0x0FFF_FFFF ? nil : glyph
    }

    private func isVisible(_ style: Int?) -> Bool {
      guard let style else { return false }
      return ShapingText.usable(request.runs[style].font.size) > 0
    }

    /// Adds a stretch of one style: its glyphs, the lines below and through it, and the lines around the glyphs.
    private mutating func paint(
      _ stretch: Stretch,
      font: LoadedFont,
      to end: Double,
      at lineOrigin: CGPoint,
      isRightToLeft: Bool
    ) {
      guard let index = stretch.style else { return }
      let firstFill = result.fills.count
      if isVisible(index) { paint(stretch, request.runs[index], font, to: end, at: lineOrigin) }
      guard !stretch.glyphs.isEmpty else { return }
      let ends = text.utf16Ends(of: stretch.indices, runEnd: text.runEnds[index])
      result.runs.append(
        TextLayout.Run(
          font: FontDescription(name: font.metrics.postScriptName, size: font.size),
          ascent: font.metrics.ascent,
          descent: font.metrics.descent,
          leading: font.metrics.leading,
          isRightToLeft: isRightToLeft,
          glyphs: stretch.glyphs,
          positions: stretch.positions,
          advances: stretch.advances,
          indices: stretch.indices,
          range: ends,
          fills: firstFill..<result.fills.count,
          images: stretch.image..<result.images.count
        )
      )
    }

    private mutating func paint(
      _ stretch: Stretch,
      _ style: StyledText,
      _ font: LoadedFont,
      to end: Double,
      at lineOrigin: CGPoint
    ) {
      let (from, baseline) = (stretch.start, lineOrigin.y - Self.usableOffset(style))
      var filled = style.strokeWidth > 0 ? [] : stretch.shapes
      if end > from {
        if let color = style.backgroundColor { backgrounds.append(.init(color: color, from: from, to: end)) }
        let thickness =
          font.metrics.underlineThickness > 0 ? font.metrics.underlineThickness : font.size / 14
        /// Lines of another colour are fills of their own, below the glyphs.
        func add(_ rule: TextRule, middle: Double) {
          let lines = rule.outline(from: from, to: end, middle: middle, thickness: thickness)
          if let color = rule.color, color != style.color {
            result.fills.append(.init(outline: lines, color: color))
          } else {
            filled.append(GlyphRun.Glyph(GlyphOutline(lines), at: .zero))
          }
        }
        if let rule = style.underline { add(rule, middle: baseline - min(font.metrics.underlinePosition, 0)) }
        if let rule = style.strikethrough { add(rule, middle: baseline - font.metrics.xHeight / 2) }
      }
      if !filled.isEmpty {
        let told =
          style.strokeWidth > 0 ? nil : transcript(stretch.marks, of: font, isEllipsis: stretch.isEllipsis)
        result.fills.append(.init(GlyphRun(filled, transcript: told), color: style.color))
      }
      guard style.strokeWidth != 0, style.strokeWidth.isFinite, !stretch.shapes.isEmpty else { return }
      let width = abs(style.strokeWidth) / 100 * font.size
      let stroked = GlyphRun(stretch.shapes).outline.stroked(StrokeStyle(width: width))
      if !stroked.isEmpty {
        result.fills.append(.init(outline: stroked, color: style.strokeColor ?? style.color))
      }
    }

    /// What glyphs say; an ellipsis says no more than itself.
    private func transcript(
      _ marks: [GlyphTranscript.Mark],
      of font: LoadedFont,
      isEllipsis: Bool
    ) -> GlyphTranscript {
      var marks = marks
      if isEllipsis { for index in marks.indices { marks[index].text = 0..<3 } }
      return GlyphTranscript(font: font.transcript, text: isEllipsis ? "…" : text.string, marks: marks)
    }

    private func styleIndex(at byte: Int) -> Int? {
      // Runs are few; the last one also holds what an ellipsis stands for at the very end.
      text.runEnds.firstIndex { byte < $0 } ?? request.runs.indices.last
    }

    private func style(at byte: Int) -> StyledText? {
      styleIndex(at: byte).map { request.runs[$0] }
    }
  }

  extension TextRule {
    /// The line as rectangles; a double one hangs below the place of the single one.
    fileprivate func outline(from: Double, to: Double, middle: Double, thickness: Double) -> Outline {
      func line(_ middle: Double, _ height: Double) -> Outline {
        Outline.rect(minX: from, minY: middle - height / 2, width: to - from, height: height)
      }
      switch weight {
      case .single: return line(middle, thickness)
      case .thick: return line(middle, thickness * 2)
      case .double:
        var both = line(middle, thickness)
        both.append(line(middle + thickness * 2, thickness))
        return both
      }
    }
  }
#endif

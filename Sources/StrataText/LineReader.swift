#if Text
  import CPango
  import CoreGraphics
  import Foundation
  import StrataBase
  import StrataRaster

  /// Reads the lines of a finished Pango layout into a ``TextLayout``.
  ///
  /// Pango breaks the lines and positions the glyphs in them. The heights of lines follow from the metrics of their
  /// fonts: a line has the largest ascent and descent of its fonts, and the largest leading separates it from the
  /// next one.
  struct LineReader {
    var result = TextLayout()
    let request: TextLayoutRequest
    let text: ShapingText
    let engine: PangoEngine
    private var fonts = RunFonts()
    /// The corrections of the line that is being read.
    let kerning: LineKerning
    /// The white space at the end of the line that is being read.
    private var trailing = TrailingSpace()
    /// Where the next line begins, but for the leading of the last one.
    private var top = 0.0
    private var leading = 0.0
    /// The backgrounds of the line that is being read.
    var backgrounds: [Background] = []

    init(request: TextLayoutRequest, text: ShapingText, engine: PangoEngine) {
      (self.request, self.text, self.engine) = (request, text, engine)
      kerning = engine.kerning
    }

    /// Reads all lines of a layout.
    mutating func read(_ layout: OpaquePointer) {
      guard let iterator = pango_layout_get_iter(layout) else { return }
      defer { pango_layout_iter_free(iterator) }
      repeat {
        guard let line = pango_layout_iter_get_line_readonly(iterator) else { break }
        var logical = PangoRectangle()
        pango_layout_line_get_extents(line, nil, &logical)
        read(line, width: logical.width)
      } while pango_layout_iter_next_line(iterator) != 0
    }

    /// Reads the next line, which is so many of Pango's units wide.
    mutating func read(_ line: UnsafeMutablePointer<PangoLayoutLine>, width: Int32) {
      top += leading
      let measures = self.measures(of: line)
      let height = lineHeight(natural: measures.ascent + measures.descent)
      kerning.read(line, text, request.runs)
      let isFirst = line.pointee.is_paragraph_start != 0
      trailing = trailingSpace(of: line)
      let width = text.points(width) + kerning.extraWidth + trailing.flatWidth
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
      insertBackgrounds(
        at: firstFill,
        runs: firstRun,
        top: origin.y - measures.ascent,
        height: measures.ascent + measures.descent
      )
      let spacing = request.paragraph.rare.values?.value.lineSpacing ?? 0
      leading = measures.leading + (spacing.isFinite ? spacing : 0)
      result.lines.append(
        TextLayout.Line(
          origin: origin,
          ascent: measures.ascent,
          descent: measures.descent,
          leading: leading,
          width: width,
          trailingSpace: trailing.width,
          isRightToLeft: isRightToLeft,
          range: first..<max(first, text.utf16Offset(of: start + Int(line.pointee.length))),
          fills: firstFill..<result.fills.count,
          images: firstImage..<result.images.count,
          runs: firstRun..<result.runs.count
        )
      )
      // White space that hangs over the edge at which the line was broken needs no room.
      let isWrapped = trailing.width > 0 && text.continues(after: start + Int(line.pointee.length))
      let extent = extent(of: isWrapped ? width - trailing.width : width, isFirst: isFirst)
      let last = result.lines.endIndex - 1
      (result.lines[last].isWrapped, result.lines[last].extent) = (isWrapped, extent)
      result.size.width = max(result.size.width, extent)
      top += height
      result.size.height = top
    }

    private func lineHeight(natural: Double) -> Double {
      guard let style = request.paragraph.rare.values?.value else { return natural }
      func limit(_ value: Double) -> Double? { value.isFinite && value > 0 ? value : nil }
      var height = natural * (limit(style.lineHeightMultiple) ?? 1)
      if let maximum = limit(style.maximumLineHeight) { height = min(height, maximum) }
      if let minimum = limit(style.minimumLineHeight) { height = max(height, minimum) }
      return height
    }

    /// Returns the width that a line takes with its indents, but no more than the box has.
    private func extent(of line: Double, isFirst: Bool) -> Double {
      guard request.paragraph.rare.values != nil else { return line }
      let indents = LineIndents(request.paragraph, width: request.width ?? 0)
      let extent = indents.extent(of: line, isFirst: isFirst)
      guard let room = request.width, room.isFinite else { return extent }
      return min(extent, max(line, room))
    }

    /// Returns the distance of a line from the left edge of the box.
    private func offset(width: Double, isRightToLeft: Bool, isFirst: Bool) -> Double {
      guard let room = request.width, room.isFinite else { return 0 }
      let indents = LineIndents(request.paragraph, width: room)
      let indent = isFirst ? indents.first : indents.others
      let (left, right) = isRightToLeft ? (indents.tail, room - indent) : (indent, room - indents.tail)
      let shown = width - trailing.width
      let start =
        switch request.alignment {
        case .left: left
        case .right: right - shown
        case .center: left + (right - left - shown) / 2
        case .natural, .justified: isRightToLeft ? right - shown : left
        }
      return isRightToLeft ? start - trailing.width : start
    }

    mutating func font(_ font: UnsafeMutablePointer<PangoFont>, at byte: Int) -> LoadedFont? {
      guard let index = text.runIndex(at: byte) else { return nil }
      let description = request.runs[index].font
      if let known = fonts.find(font, for: description) { return known }
      // Pango describes a bitmap font by the size of its bitmaps; the requested size is used.
      let size = ShapingText.usable(description.size)
      guard let loaded = engine.loaded(font, size: size, for: description.name) else { return nil }
      fonts.add(font, for: description, loaded)
      return loaded
    }

    /// The measures of a line or a run, in points.
    struct Measures {
      var ascent = 0.0
      var descent = 0.0
      var leading = 0.0

      init() {}

      init(_ font: FontMetrics, scale: Double = 1) {
        (ascent, descent, leading) = (font.ascent * scale, font.descent * scale, font.leading * scale)
      }
    }

    private mutating func measures(of line: UnsafeMutablePointer<PangoLayoutLine>) -> Measures {
      var result = Measures()
      var isEmpty = true
      for (item, _) in line.items {
        guard let font = item.pointee.analysis.font else { continue }
        isEmpty = false
        let byte = Int(item.pointee.offset)
        guard let loaded = self.font(font, at: byte) else { continue }
        let run = text.runIndex(at: byte)
        let offset = run.map { usableOffset(ofRun: $0) } ?? 0
        let own = measures(ofRun: run, in: loaded, isEllipsis: item.pointee.isEllipsis)
        result.ascent = max(result.ascent, own.ascent + offset)
        result.descent = max(result.descent, own.descent - offset)
        result.leading = max(result.leading, own.leading)
      }
      // An empty line has the metrics of the text at its place.
      if isEmpty, let index = text.runIndex(at: Int(line.pointee.start_index)) {
        result = Measures(
          engine.metrics(of: request.runs[index].font),
          scale: details(ofRun: index)?.value.verticalScale ?? 1
        )
      }
      return result
    }

    /// The measures of a run of the request: those of its font, or of its boxes.
    func measures(ofRun index: Int?, in font: LoadedFont, isEllipsis: Bool) -> Measures {
      guard let index, let details = details(ofRun: index) else { return Measures(font.metrics) }
      var result = Measures()
      if !isEllipsis, let box = details.value.box {
        (result.ascent, result.descent) = (box.ascent, box.descent)
        return result
      }
      return Measures(font.metrics, scale: details.value.verticalScale)
    }

    /// What few runs of the request set; nil for plain text.
    @inline(__always)
    func details(ofRun index: Int) -> CopyOnWrite<TextStyle.Details>? {
      request.runs[index].style.rare.values
    }

    func usableOffset(ofRun index: Int) -> Double {
      guard let offset = details(ofRun: index)?.value.baselineOffset else { return 0 }
      return offset.isFinite ? min(max(offset, -1e6), 1e6) : 0
    }

    private mutating func readRuns(of line: UnsafeMutablePointer<PangoLayoutLine>, at origin: CGPoint) {
      var x = Double(origin.x)
      var index = 0
      for (item, glyphs) in line.items {
        let kern = kerning.corrections[index]
        index += 1
        if let font = item.pointee.analysis.font, let loaded = self.font(font, at: Int(item.pointee.offset)) {
          var place = x + kern.before
          readGlyphs(glyphs.pointee, of: loaded, item: item, x: &place, lineOrigin: origin)
        }
        x += text.points(pango_glyph_string_get_width(glyphs)) + kern.after + trailing.added(to: item.pointee)
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
      var clusters = GlyphClusters(glyphs, of: item)
      var run = StyleRun(
        style: text.runIndex(at: first),
        start: x,
        image: result.images.count,
        isEllipsis: isEllipsis
      )
      // Of a long text few glyphs may be seen.
      run.reserveCapacity(min(Int(glyphs.num_glyphs), request.skipsUnseen ? 256 : .max))
      let known = engine.faces.table(of: font)
      var look = look(of: run.style, in: font, isEllipsis: isEllipsis)
      for i in 0..<Int(glyphs.num_glyphs) {
        let info = infos[i]
        let characters = clusters.next()
        let byte = first + Int(glyphs.log_clusters?[i] ?? 0)
        let next = text.runIndex(at: byte)
        if next != run.style {
          paint(run, font: font, to: x - run.overhang, at: lineOrigin, isRightToLeft: isRightToLeft)
          run = StyleRun(style: next, start: x, image: result.images.count, isEllipsis: isEllipsis)
          look = self.look(of: next, in: font, isEllipsis: isEllipsis)
        }
        var offset = RasterPoint(text.points(info.geometry.x_offset), text.points(info.geometry.y_offset))
        if let special = look.special { offset = special.shape.offset(offset) }
        let place = RasterPoint(x + offset.x, lineOrigin.y - look.offset + offset.y)
        var advance = text.points(info.geometry.width)
        if byte == trailing.flatByte {
          advance += trailing.flatWidth
          run.hang(trailing.flatWidth, isRightToLeft: isRightToLeft)
        }
        x += advance
        if request.skipsUnseen, !isSeen(place, reach: look.reach) { continue }
        let glyph = Self.drawn(info.glyph)
        if request.keepsGlyphs {
          let index = text.utf16Offset(of: byte)
          run.keep(glyph ?? 0xFFFF, at: place, advance: advance, lineOrigin: lineOrigin, index: index)
        }
        let mark = GlyphTranscript.Mark(
          glyph: glyph ?? 0xFFFF,
          shape: nil,
          at: place,
          advance: advance,
          text: characters
        )
        add(mark, showing: glyph, of: font, known, look, to: &run)
      }
      paint(run, font: font, to: x - run.overhang, at: lineOrigin, isRightToLeft: isRightToLeft)
    }

    /// Adds a glyph to its run: its outline, or the picture that stands for it; nil shows nothing.
    @inline(__always)
    private mutating func add(
      _ mark: consuming GlyphTranscript.Mark,
      showing glyph: UInt32?,
      of font: LoadedFont,
      _ known: FaceStore.GlyphTable,
      _ look: Look,
      to run: inout StyleRun
    ) {
      if let box = look.special?.box {
        addPicture(of: box, font, as: &mark)
      } else if let glyph, look.isVisible {
        if let (image, rect) = font.picture(of: glyph) {
          let rect = look.special?.shape.picture(rect) ?? rect
          addPicture(image, rect, of: font, as: mark, isEllipsis: run.isEllipsis)
          // The picture's transcript has the text.
          mark.text = 0..<0
        } else {
          // Reading a glyph may make the table a former one, which stays true.
          let drawn = known[glyph] ?? engine.faces.glyph(glyph, of: font)
          // Combining marks keep Pango's advance of 0, whatever their font states.
          if mark.advance > 0 { mark.advance = drawn.advance }
          if var shape = drawn.shape {
            if let special = look.special { shape = special.shape.outline(shape, of: glyph) }
            run.shapes.append(.init(shape, at: mark.place))
            mark.shape = shape
          }
        }
      }
      run.marks.append(mark)
    }

    /// What the glyphs of a style have in common.
    private struct Look {
      /// The distance of the glyphs above the baseline.
      var offset: Double
      /// How far a glyph, and the line around it, may reach from its place.
      var reach: Double
      var isVisible: Bool
      /// Properties that few styles have; nil for plain glyphs, to keep the common case small.
      var special: Special?

      final class Special {
        /// What stands in place of each glyph; nil if the glyphs themselves are drawn.
        let box: InlineBox?
        let shape: GlyphShape

        init(box: InlineBox?, shape: GlyphShape) { (self.box, self.shape) = (box, shape) }
      }
    }

    private func look(of style: Int?, in font: LoadedFont, isEllipsis: Bool) -> Look {
      guard let style else { return Look(offset: 0, reach: font.reach, isVisible: false) }
      let size = ShapingText.usable(request.runs[style].font.size)
      var look = Look(offset: usableOffset(ofRun: style), reach: font.reach, isVisible: size > 0)
      guard let details = details(ofRun: style)?.value else { return look }
      // The line around a glyph has miters of at most ten times its half width.
      look.reach += details.strokeWidth.isFinite ? abs(details.strokeWidth) / 100 * size * 5 : 0
      let box = isEllipsis ? nil : details.box
      let transform = details.glyphTransform
      guard box != nil || transform != nil else { return look }
      let special = Look.Special(box: box, shape: GlyphShape(transform, of: font, in: engine.faces))
      look.special = special
      look.reach *= special.shape.greatestScale
      if let box { look.reach = max(box.width, abs(box.ascent), abs(box.descent)) }
      return look
    }

    /// True if a glyph that reaches so far from its place may touch the box.
    ///
    /// Places are not compared with the top: a stack of paragraphs moves them down.
    private func isSeen(_ place: RasterPoint, reach: Double) -> Bool {
      if let width = request.width, place.x + reach < 0 || place.x - reach > width { return false }
      if let height = request.height, place.y - reach > height { return false }
      return true
    }

    /// Adds a glyph that is a picture, with its rectangle from the glyph's place.
    private mutating func addPicture(
      _ image: CGImage,
      _ rect: CGRect,
      of font: LoadedFont,
      as mark: GlyphTranscript.Mark,
      isEllipsis: Bool
    ) {
      result.images.append(
        .init(
          image: image,
          rect: rect.offsetBy(dx: mark.place.x, dy: mark.place.y),
          transcript: transcript([mark], of: font, style: nil, isEllipsis: isEllipsis)
        )
      )
    }

    /// Adds the picture of a box, if it has one.
    private mutating func addPicture(
      of box: InlineBox,
      _ font: LoadedFont,
      as mark: inout GlyphTranscript.Mark
    ) {
      guard let image = box.image else { return }
      let rect = CGRect(x: 0, y: -box.ascent, width: box.width, height: box.ascent + box.descent)
      addPicture(image, rect, of: font, as: mark, isEllipsis: false)
      mark.text = 0..<0
    }

    /// Returns the glyph to draw: nil for an empty glyph, and 0, the missing glyph, for a character that no font has.
    private static func drawn(_ glyph: UInt32) -> UInt32? {
      // The bit marks characters without a glyph; the largest number below it is Pango's empty glyph.
      if glyph & 0x1000_0000 != 0 { return 0 }
      return glyph == 0x0FFF_FFFF ? nil : glyph
    }
  }
#endif

#if Text
  import CFreeType
  import CPango
  import CoreGraphics
  import Foundation
  import StrataBase
  import StrataRaster

  /// Reads the lines of a finished Pango layout into a ``TextLayout``.
  struct LineReader {
    private(set) var result = TextLayout()
    private let request: TextLayoutRequest
    private let text: String
    private let points: (Int32) -> Double
    /// Where each run ends, in UTF-8 units.
    private let runEnds: [Int]

    init(request: TextLayoutRequest, text: String, points: @escaping (Int32) -> Double) {
      (self.request, self.text, self.points) = (request, text, points)
      var end = 0
      runEnds = request.runs.map {
        end += $0.text.utf8.count
        return end
      }
    }

    mutating func read(_ layout: OpaquePointer?) {
      guard let iterator = pango_layout_get_iter(layout) else { return }
      defer { pango_layout_iter_free(iterator) }
      var top = 0.0
      repeat {
        guard let line = pango_layout_iter_get_line_readonly(iterator) else { break }
        var logical = PangoRectangle()
        pango_layout_line_get_extents(line, nil, &logical)
        let (ascent, descent) = (-points(logical.y), points(logical.y + logical.height))
        let natural = ascent + descent
        let stretch = request.lineHeightMultiple > 0 ? request.lineHeightMultiple : 1
        let width = points(logical.width)
        let baseline = top + ascent + natural * (stretch - 1)
        let start = Int(line.pointee.start_index)
        let range = utf16Range(start, start + Int(line.pointee.length))
        let (firstFill, firstImage) = (result.fills.count, result.images.count)
        let origin = CGPoint(x: offset(of: line, width: width), y: baseline)
        readRuns(of: line, at: origin)
        result.lines.append(
          TextLayout.Line(
            origin: origin,
            ascent: ascent,
            descent: descent,
            leading: request.lineSpacing,
            width: width,
            range: range,
            fills: firstFill..<result.fills.count,
            images: firstImage..<result.images.count
          )
        )
        result.size.width = max(result.size.width, width)
        top += natural * stretch
        result.size.height = top
        top += request.lineSpacing
      } while pango_layout_iter_next_line(iterator) != 0
    }

    /// How far a line stands from the left edge of the box.
    private func offset(of line: UnsafeMutablePointer<PangoLayoutLine>, width: Double) -> Double {
      guard let room = request.width else { return 0 }
      let isRightToLeft = line.pointee.resolved_dir == UInt32(PANGO_DIRECTION_RTL.rawValue)
      return switch request.alignment {
      case .left: 0
      case .right: room - width
      case .center: (room - width) / 2
      case .natural, .justified: isRightToLeft ? room - width : 0
      }
    }

    private mutating func readRuns(of line: UnsafeMutablePointer<PangoLayoutLine>, at origin: CGPoint) {
      var x = origin.x
      var node = line.pointee.runs
      while let current = node {
        node = current.pointee.next
        guard let run = current.pointee.data?.assumingMemoryBound(to: PangoGlyphItem.self),
          let item = run.pointee.item, let glyphs = run.pointee.glyphs
        else { continue }
        readGlyphs(glyphs.pointee, item: item, x: &x, baseline: origin.y)
      }
    }

    private mutating func readGlyphs(
      _ glyphs: PangoGlyphString,
      item: UnsafeMutablePointer<PangoItem>,
      x: inout CGFloat,
      baseline: CGFloat
    ) {
      guard let font = item.pointee.analysis.font, let infos = glyphs.glyphs else { return }
      let startX = x
      var outline = Outline()
      var colour = run(at: Int(item.pointee.offset))?.color
      var pictures: [TextLayout.Picture] = []
      var fills: [TextLayout.Fill] = []
      _ = GlyphSource.withFace(of: font) { face, size in
        for i in 0..<Int(glyphs.num_glyphs) {
          let info = infos[i]
          let byte = Int(item.pointee.offset) + Int(glyphs.log_clusters?[i] ?? 0)
          let place = RasterPoint(
            x + points(info.geometry.x_offset),
            baseline + points(info.geometry.y_offset)
          )
          x += points(info.geometry.width)
          let next = run(at: byte)?.color
          if next != colour {
            if !outline.isEmpty { fills.append(.init(outline: outline, color: colour)) }
            (outline, colour) = (Outline(), next)
          }
          // The two highest bits mark an empty glyph and one that no font has.
          guard info.glyph & 0xF000_0000 == 0 else { continue }
          if !GlyphSource.append(info.glyph, of: face, size: size, at: place, to: &outline),
            let (image, rect) = GlyphSource.picture(of: info.glyph, of: face, size: size)
          {
            pictures.append(.init(image: image, rect: rect.offsetBy(dx: place.x, dy: place.y)))
          }
        }
      }
      appendRules(to: &outline, item: item, from: startX, to: x, baseline: baseline)
      if !outline.isEmpty { fills.append(.init(outline: outline, color: colour)) }
      result.fills += fills
      result.images += pictures
    }

    /// Underlines and lines through, as thick as a fourteenth of the size.
    private func appendRules(
      to outline: inout Outline,
      item: UnsafeMutablePointer<PangoItem>,
      from: CGFloat,
      to: CGFloat,
      baseline: CGFloat
    ) {
      guard let style = run(at: Int(item.pointee.offset)), to > from else { return }
      let thickness = style.font.size / 14
      func rule(_ y: Double) {
        outline.append(Outline.rect(minX: from, minY: y, width: to - from, height: thickness))
      }
      if style.isUnderlined { rule(baseline + thickness) }
      if style.isStruckThrough { rule(baseline - style.font.size * 0.28) }
    }

    private func run(at byte: Int) -> StyledText? {
      let index = runEnds.firstIndex { byte < $0 } ?? request.runs.indices.last
      return index.map { request.runs[$0] }
    }

    private func utf16Range(_ start: Int, _ end: Int) -> Range<Int> {
      let utf8 = text.utf8
      func place(_ offset: Int) -> Int {
        let index = utf8.index(utf8.startIndex, offsetBy: min(max(offset, 0), utf8.count))
        return text.utf16.distance(from: text.utf16.startIndex, to: index)
      }
      return place(start)..<max(place(start), place(end))
    }
  }
#endif

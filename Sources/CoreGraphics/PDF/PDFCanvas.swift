import Foundation
import StrataBase
import StrataRaster

/// The destination of a PDF context: writes drawings into the content stream of the open page.
///
/// Transparency layers become transparency groups, alpha and blend modes graphics states, gradients shadings (with a
/// soft mask if their alpha varies), patterns tiling patterns, and glyphs text in Type 3 fonts. Only shadows become
/// images, because PDF has no blur.
final class PDFCanvas: PatternCanvas {
  private let document: PDFDocument
  private let images: PDFImages
  private let fonts: PDFFonts
  private let information: [(key: String, value: String)]
  private let mediaBox: CGRect
  private let pageTree: Int
  private var pages: [Int] = []
  private var page: Page?
  /// The page, and the open groups and pattern cells in it.
  private var contents: [Layer] = []
  var recording = GroupRecording()
  var base = CGAffineTransform.identity
  private let states: PDFStates
  var cells = PatternCells<Int>()
  private var destinations: [(name: String, page: Int, place: CGPoint)] = []

  private struct Page {
    var number: Int
    var box: CGRect
    var annotations: [String] = []
  }

  /// An open content stream.
  private struct Layer {
    var content = PDFContent()
    /// The colour of all drawings inside a stencil; nil elsewhere.
    var stencil: CGColor?
  }

  init(_ consumer: CGDataConsumer, mediaBox: CGRect, information: [(key: String, value: String)]) {
    document = PDFDocument(consumer)
    images = PDFImages(document)
    fonts = PDFFonts(document)
    states = PDFStates(document)
    self.mediaBox = mediaBox
    self.information = information
    pageTree = document.reserve()
  }

  deinit { close() }

  // MARK: Pages

  var hasPage: Bool { page != nil }

  /// The box of the open page.
  var box: CGRect { page?.box ?? mediaBox }

  func beginPage(_ box: CGRect?) {
    endPage()
    page = Page(number: document.reserve(), box: box ?? mediaBox)
    contents = [Layer()]
  }

  func endPage() {
    guard let page, let layer = contents.first else { return }
    layer.content.end()
    let content = document.addStream("", Data(layer.content.bytes.utf8))
    let links = page.annotations.isEmpty ? "" : " /Annots [\(page.annotations.joined(separator: " "))]"
    document.add(
      "<< /Type /Page /Parent \(pageTree) 0 R /MediaBox \(PDFNotation.rect(page.box))"
        + " /Resources \(layer.content.resourceDictionary) /Contents \(content) 0 R\(links)"
        + " /Group << /S /Transparency /CS /DeviceRGB >> >>",
      as: page.number
    )
    pages.append(page.number)
    (self.page, contents) = (nil, [])
  }

  func close() {
    guard !document.isClosed else { return }
    endPage()
    fonts.finish()
    let kids = pages.map { "\($0) 0 R" }.joined(separator: " ")
    document.add("<< /Type /Pages /Kids [\(kids)] /Count \(pages.count) >>", as: pageTree)
    var names = ""
    if !destinations.isEmpty {
      let entries = destinations.sorted { $0.name < $1.name }.map { entry in
        let place = VectorNotation.numbers([Double(entry.place.x), Double(entry.place.y)])
        return "\(PDFNotation.bytes(entry.name)) [\(entry.page) 0 R /XYZ \(place) null]"
      }
      names = " /Names << /Dests << /Names [\(entries.joined(separator: " "))] >> >>"
    }
    let catalog = document.add("<< /Type /Catalog /Pages \(pageTree) 0 R\(names) >>")
    let entries = information.map { "/\($0.key) \(PDFNotation.text($0.value))" }.joined(separator: " ")
    document.close(catalog: catalog, information: document.add("<< \(entries) >>"))
  }

  /// Adds a link annotation (ISO 32000-1, 12.5.6.5) to the open page; `rect` is in base space.
  func addLink(_ target: String, in rect: CGRect) {
    page?.annotations.append(
      "<< /Type /Annot /Subtype /Link /Rect \(PDFNotation.rect(rect)) /Border [0 0 0] \(target) >>"
    )
  }

  func addDestination(_ name: String, at place: CGPoint) {
    if let page { destinations.append((name, page.number, place)) }
  }

  // MARK: Drawing

  func draw(_ shape: ContextShape, _ source: VectorSource, _ state: GraphicsState, text: VectorText?) {
    guard !contents.isEmpty, !state.clip.isEmpty, state.blendMode != .clear else { return }
    let operation = VectorOperation(shape: shape, source: source, state: state)
    recording.add(operation)
    if let shadow = state.shadow { draw(shadow, of: [operation.unclipped], state) }
    let content = prepare(state)
    switch source {
    case .color(let color):
      if let text, (contents.last?.stencil ?? color).pattern == nil {
        show(text, color, content, state)
      } else {
        fill(shape, color, content, state)
      }
    case .gradient(let paint): shade(shape, paint, content, state)
    case .image(let image, let place, let tint, let interpolates):
      let object = images.object(of: image, tint: tint, interpolates: interpolates)
      content.setState(states.object(state, alpha: tint.map { CGFloat($0.w) } ?? 1))
      content.saved {
        if case .outline(let outline, let rule) = shape, !outline.isUnitSquare(placed: place) {
          content.write(PDFContent.path(outline))
          content.write(rule == .evenOdd ? "W* n" : "W n")
        }
        content.write("\(VectorNotation.matrix(place)) cm")
        content.write("\(content.name(object, "XObject")) Do")
      }
    case .tiles(let image, let place, let tint, let interpolates):
      let object = images.object(of: image, tint: tint, interpolates: interpolates)
      let cell = PDFContent()
      cell.write("\(cell.name(object, "XObject")) Do")
      let number = document.addTilingPattern(
        cell,
        box: CGRect(x: 0, y: 0, width: 1, height: 1),
        step: CGSize(width: 1, height: 1),
        matrix: place,
        tiling: .constantSpacing
      )
      content.setState(states.object(state, alpha: tint.map { CGFloat($0.w) } ?? 1))
      content.setFill("/Pattern cs \(content.name(number, "Pattern")) scn")
      fill(shape, content, state)
    }
  }

  func stroke(_ outline: Outline, area: @autoclosure () -> Outline, _ state: GraphicsState) {
    guard !contents.isEmpty, !state.clip.isEmpty, state.blendMode != .clear, !outline.isEmpty,
      let line = VectorLine(state)
    else { return }
    let color = contents.last?.stencil ?? state.strokeColor
    if state.shadow != nil || recording.isActive {
      let shape = ContextShape.outline(area(), .nonZero)
      let operation = VectorOperation(shape: shape, source: .color(color), state: state)
      recording.add(operation)
      if let shadow = state.shadow { draw(shadow, of: [operation.unclipped], state) }
    }
    let content = prepare(state)
    content.setState(states.object(state, alpha: color.pattern == nil ? color.alpha : 1))
    let paint: String
    if color.pattern != nil {
      guard let cell = cell(of: color, state) else { return }
      paint = "/Pattern CS \(content.name(cell, "Pattern")) SCN"
    } else {
      paint = "\(Self.components(color)) RG"
    }
    content.saved {
      content.write(paint)
      content.write("\(VectorNotation.matrix(state.ctm)) cm")
      content.write(
        "\(line.width) w \(state.lineCap.rawValue) J \(state.lineJoin.rawValue) j \(line.miterLimit) M"
      )
      if let dash = line.dash { content.write("[\(dash.lengths)] \(dash.phase) d") }
      content.write(PDFContent.path(outline))
      content.write("S")
    }
  }

  /// Returns the innermost content stream after setting the clip of a state.
  private func prepare(_ state: GraphicsState) -> PDFContent {
    let content = contents[contents.count - 1].content
    content.setClip(state.vectorClip) { image, place, interpolates in
      self.mask(image, place, interpolates, inside: content.mask)
    }
    return content
  }

  private static func components(_ color: CGColor) -> String {
    let rgba = color.extendedSRGB.clamped(lowerBound: .zero, upperBound: .one)
    return VectorNotation.numbers([Double(rgba.x), Double(rgba.y), Double(rgba.z)])
  }

  private func fill(_ shape: ContextShape, _ color: CGColor, _ content: PDFContent, _ state: GraphicsState) {
    let color = contents.last?.stencil ?? color
    content.setState(states.object(state, alpha: color.pattern == nil ? color.alpha : 1))
    if color.pattern != nil {
      guard let cell = cell(of: color, state) else { return }
      content.setFill("/Pattern cs \(content.name(cell, "Pattern")) scn")
    } else {
      content.setFill("\(Self.components(color)) rg")
    }
    fill(shape, content, state)
  }

  /// Shows text; as a group if its glyphs overlap and are not opaque.
  private func show(_ text: VectorText, _ color: CGColor, _ content: PDFContent, _ state: GraphicsState) {
    let color = contents.last?.stencil ?? color
    content.setState(states.object(state, alpha: color.alpha))
    if text.overlaps, state.alpha * color.alpha < 1 || state.blendMode != .normal {
      let group = PDFContent()
      group.setFill("\(Self.components(color)) rg")
      text.write(to: group, fonts)
      content.write("\(content.name(document.addGroup(group, box: state.clip.box), "XObject")) Do")
    } else {
      content.setFill("\(Self.components(color)) rg")
      text.write(to: content, fonts)
    }
  }

  func number(of font: CGFont) -> UInt64 { fonts.number(of: font) }

  private func fill(_ shape: ContextShape, _ content: PDFContent, _ state: GraphicsState) {
    switch shape {
    case .outline(let outline, let rule):
      let path = PDFContent.path(outline)
      guard !path.isEmpty else { return }
      content.write(path)
      content.write(rule == .evenOdd ? "f*" : "f")
    case .everything:
      let box = state.clip.box
      content.write(
        "\(VectorNotation.numbers([box.minX, box.minY, box.width, box.height].map(Double.init))) re f"
      )
    }
  }

  private func shade(
    _ shape: ContextShape,
    _ paint: GradientPaint,
    _ content: PDFContent,
    _ state: GraphicsState
  ) {
    let shading = PDFShading(paint: paint)
    guard let placement = shading.placement else { return }
    let reach = shading.reach(over: state.clip.box)
    let number = shading.add(to: document, isAlpha: false, reach: reach)
    content.setState(states.object(state, alpha: CGFloat(shading.commonAlpha ?? 1)))
    content.saved {
      if case .outline(let outline, let rule) = shape {
        content.write(PDFContent.path(outline))
        content.write(rule == .evenOdd ? "W* n" : "W n")
      }
      if shading.commonAlpha == nil {
        let alpha = shading.add(to: document, isAlpha: true, reach: reach)
        content.setMask(
          states.addMask(inside: content.mask, box: state.clip.box) { mask in
            mask.write("\(VectorNotation.matrix(placement)) cm")
            mask.write("\(mask.name(alpha, "Shading")) sh")
          }
        )
      }
      if case .conic = paint.geometry {
        // Some readers ignore masks and alpha for a triangle mesh outside of a group.
        let group = PDFContent()
        group.write("\(VectorNotation.matrix(placement)) cm")
        group.write("\(group.name(number, "Shading")) sh")
        let form = document.addGroup(group, box: state.clip.box)
        content.write("\(content.name(form, "XObject")) Do")
      } else {
        content.write("\(VectorNotation.matrix(placement)) cm")
        content.write("\(content.name(number, "Shading")) sh")
      }
    }
  }

  private func mask(
    _ image: CGImage,
    _ place: CGAffineTransform,
    _ interpolates: Bool,
    inside outer: Int?
  ) -> Int {
    let object = images.object(of: image, tint: .one, interpolates: interpolates)
    let box = CGRect(x: 0, y: 0, width: 1, height: 1).applying(place)
    return states.addMask(inside: outer, box: box) { content in
      content.write("\(VectorNotation.matrix(place)) cm")
      content.write("\(content.name(object, "XObject")) Do")
    }
  }

  // MARK: Patterns

  var depth: Int { contents.count }

  func beginLevel(stencil: CGColor?) { contents.append(Layer(stencil: stencil)) }

  func endLevel() -> PDFContent {
    let content = contents.removeLast().content
    content.end()
    return content
  }

  func addCell(_ content: PDFContent, of pattern: CGPattern, matrix: CGAffineTransform) -> Int {
    document.addTilingPattern(
      content,
      box: pattern.bounds,
      step: pattern.step,
      matrix: matrix,
      tiling: pattern.tiling
    )
  }

  // MARK: Groups

  func beginGroup(castsShadow: Bool) {
    var layer = Layer()
    layer.stencil = contents.last?.stencil
    contents.append(layer)
    recording.beginGroup(castsShadow: castsShadow)
  }

  func endGroup(_ state: GraphicsState) {
    guard contents.count > 1 else { return }
    let layer = contents.removeLast()
    let operations = recording.endGroup(state)
    layer.content.end()
    guard !layer.content.isEmpty else { return }
    if let shadow = state.shadow, let operations {
      draw(shadow, of: operations, state, opacity: state.alpha)
    }
    let form = document.addGroup(layer.content, box: state.clip.box)
    let content = prepare(state)
    content.setState(states.object(state, alpha: 1))
    content.write("\(content.name(form, "XObject")) Do")
  }

  // MARK: Shadows

  /// Draws the shadow of drawings, whose own alpha it includes, times `opacity`.
  private func draw(
    _ shadow: ContextShadow,
    of operations: [VectorOperation],
    _ state: GraphicsState,
    opacity: CGFloat = 1
  ) {
    guard let (mask, rect) = ShadowPicture(shadow, box: state.clip.box).mask(of: operations) else { return }
    // Shadows are always composited normally.
    var state = state
    (state.alpha, state.blendMode) = (opacity, .normal)
    let content = prepare(state)
    let tint = shadow.color.extendedSRGB
    let image = CGImage(pixels: mask)
    let object = images.object(of: image, tint: tint, interpolates: true)
    content.setState(states.object(state, alpha: CGFloat(tint.w)))
    content.saved {
      let place = CGAffineTransform(rect.width, 0, 0, rect.height, rect.minX, rect.minY)
      content.write("\(VectorNotation.matrix(place)) cm")
      content.write("\(content.name(object, "XObject")) Do")
    }
  }
}

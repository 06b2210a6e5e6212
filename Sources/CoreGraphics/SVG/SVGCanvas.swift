import Foundation
import StrataBase
import StrataRaster

/// The destination of an SVG context: writes drawings as elements (SVG 2).
///
/// Shapes, strokes, gradients, patterns, clips, masks, groups and blend modes are SVG's own. Glyphs are outlines with their
/// text as a label, because a reader has other fonts. Shadows, conic gradients and circles that SVG does not have are
/// images.
final class SVGCanvas: PatternCanvas {
  let box: CGRect
  private let definitions: SVGDefinitions
  /// The picture, and the open groups and pattern cells in it.
  private var layers = [Layer()]
  var recording = GroupRecording()
  var base = CGAffineTransform.identity
  var cells = PatternCells<String>()
  private var fonts: [CGFont: UInt64] = [:]

  private struct Layer {
    var elements = ""
    /// The colour of all drawings inside a stencil; nil elsewhere.
    var stencil: CGColor?
  }

  init(box: CGRect) {
    self.box = box
    definitions = SVGDefinitions(toPicture: CGAffineTransform(1, 0, 0, -1, -box.minX, box.maxY))
  }

  /// The picture.
  ///
  /// - Throws: ``ImageError`` if an image in it could not be encoded.
  func data() throws(ImageError) -> Data {
    if let failure = definitions.failure { throw failure }
    let size = VectorNotation.numbers([Double(box.width), Double(box.height)]).split(separator: " ")
    let text = """
      <?xml version="1.0" encoding="UTF-8"?>
      <svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" \
      width="\(size[0])" height="\(size[1])" viewBox="0 0 \(size[0]) \(size[1])">
      <defs>
      \(definitions.text)</defs>
      \(layers[0].elements)</svg>

      """
    return Data(text.utf8)
  }

  func number(of font: CGFont) -> UInt64 {
    if let known = fonts[font] { return known }
    let number = GlyphTranscript.Font.freshNumber()
    fonts[font] = number
    return number
  }

  // MARK: Drawing

  func draw(_ shape: ContextShape, _ source: VectorSource, _ state: GraphicsState, text: VectorText?) {
    guard !state.clip.isEmpty, state.blendMode != .clear else { return }
    let operation = VectorOperation(shape: shape, source: source, state: state)
    recording.add(operation)
    if let shadow = state.shadow { draw(shadow, of: [operation.unclipped], state) }
    switch source {
    case .color(let color): fill(shape, paint(color, state), state, label: text?.transcript.text)
    case .gradient(let gradient):
      if let name = definitions.gradient(gradient) {
        fill(shape, "fill=\"url(#\(name))\"", state)
      } else {
        drawPixels(of: operation)
      }
    case .image(let image, let place, let tint, let interpolates):
      var state = state
      if case .outline(let outline, let rule) = shape, !outline.isUnitSquare(placed: place) {
        state.vectorClip = VectorClip(.outline(outline, rule), inside: state.vectorClip)
      }
      draw(image, place, tint: tint, interpolates: interpolates, state)
    case .tiles(let image, let place, let tint, let interpolates):
      let name = definitions.image(image, tint: tint, interpolates: interpolates)
      let unit = CGRect(x: 0, y: 0, width: 1, height: 1)
      let cell = definitions.use(name, .identity) + "/>"
      let pattern = definitions.pattern(cell, box: unit, step: unit.size, place)
      fill(shape, "fill=\"url(#\(pattern))\"", state, alpha: tint.map { CGFloat($0.w) } ?? 1)
    }
  }

  func stroke(_ outline: Outline, area: @autoclosure () -> Outline, _ state: GraphicsState) {
    guard !state.clip.isEmpty, state.blendMode != .clear, !outline.isEmpty, let line = VectorLine(state)
    else { return }
    if state.shadow != nil || recording.isActive {
      let shape = ContextShape.outline(area(), .nonZero)
      let operation = VectorOperation(shape: shape, source: .color(state.strokeColor), state: state)
      recording.add(operation)
      if let shadow = state.shadow { draw(shadow, of: [operation.unclipped], state) }
    }
    let color = layers[layers.count - 1].stencil ?? state.strokeColor
    // The pattern's space is that of the outline, which the transform maps.
    if color.pattern != nil { return fill(.outline(area(), .nonZero), paint(color, state), state) }
    let rgba = color.extendedSRGB
    var element =
      "<path d=\"\(SVGNotation.path(outline))\" fill=\"none\" stroke=\"\(SVGNotation.color(rgba))\""
    element += " transform=\"\(SVGNotation.matrix(state.ctm.concatenating(definitions.toPicture)))\""
    element += " stroke-width=\"\(line.width)\""
    element += " stroke-linecap=\"\(state.lineCap.svgName)\" stroke-linejoin=\"\(state.lineJoin.svgName)\""
    element += " stroke-miterlimit=\"\(line.miterLimit)\""
    if let dash = line.dash {
      element += " stroke-dasharray=\"\(dash.lengths)\" stroke-dashoffset=\"\(dash.phase)\""
    }
    write(element, isMoved: true, state, alpha: CGFloat(rgba.w))
  }

  private func fill(
    _ shape: ContextShape,
    _ paint: String?,
    _ state: GraphicsState,
    alpha: CGFloat = 1,
    label: String? = nil
  ) {
    guard let paint else { return }
    let (data, rule): (String, FillRule) =
      switch shape {
      case .outline(let outline, let rule): (SVGNotation.path(outline.applying(definitions.toPicture)), rule)
      case .everything: (SVGNotation.path(Outline.box(state.clip.box, definitions.toPicture)), .nonZero)
      }
    guard !data.isEmpty else { return }
    var element = "<path d=\"\(data)\" \(paint)"
    if rule == .evenOdd { element += " fill-rule=\"evenodd\"" }
    if let label, !label.isEmpty { element += " aria-label=\"\(SVGNotation.escaped(label))\"" }
    write(element, isMoved: false, state, alpha: alpha)
  }

  /// The attributes that fill a shape with a colour or its pattern; nil if there is nothing to see.
  private func paint(_ color: CGColor, _ state: GraphicsState) -> String? {
    let color = layers[layers.count - 1].stencil ?? color
    if color.pattern != nil { return cell(of: color, state).map { "fill=\"url(#\($0))\"" } }
    let rgba = color.extendedSRGB
    let alpha = min(max(rgba.w, 0), 1)
    let opacity = alpha < 1 ? " fill-opacity=\"\(VectorNotation.number(Double(alpha)))\"" : ""
    return "fill=\"\(SVGNotation.color(rgba))\"\(opacity)"
  }

  private func draw(
    _ image: CGImage,
    _ place: CGAffineTransform,
    tint: SIMD4<Float>?,
    interpolates: Bool,
    _ state: GraphicsState
  ) {
    let name = definitions.image(image, tint: tint, interpolates: interpolates)
    write(definitions.use(name, place), isMoved: true, state, alpha: tint.map { CGFloat($0.w) } ?? 1)
  }

  /// Draws an operation for which SVG has no element as an image.
  private func drawPixels(of operation: VectorOperation) {
    var plain = operation
    (plain.state.vectorClip, plain.state.alpha, plain.state.shadow) = (nil, 1, nil)
    let area = operation.box.overlap(with: operation.state.clip.box)
    guard !area.isNull, !area.isInfinite, area.width > 0, area.height > 0 else { return }
    let density = VectorDensity.density(of: area)
    guard let pixels = VectorOperation.picture(of: [plain], in: area, density: density) else { return }
    // The last row and column may reach beyond the area.
    let size = CGSize(width: Double(pixels.width) / density, height: Double(pixels.height) / density)
    let place = CGAffineTransform(size.width, 0, 0, size.height, area.minX, area.maxY - size.height)
    draw(CGImage(pixels: pixels), place, tint: nil, interpolates: true, operation.state)
  }

  /// Writes an element, which is given without its end, with the alpha, blend mode and clip of a state.
  ///
  /// One that is moved has a transform, in whose space its own clips would be.
  private func write(_ element: String, isMoved: Bool, _ state: GraphicsState, alpha: CGFloat = 1) {
    let (attributes, inner) = compositing(state, alpha: alpha)
    if inner.isEmpty, !isMoved || state.vectorClip == nil {
      layers[layers.count - 1].elements += "\(element)\(attributes)/>\n"
    } else {
      write(group: "\(element)/>", attributes, inner)
    }
  }

  private func write(group elements: String, _ attributes: String, _ inner: ArraySlice<String>) {
    let begin = "<g\(attributes)>" + inner.map { "<g clip-path=\"url(#\($0))\">" }.joined()
    let end = String(repeating: "</g>", count: inner.count + 1)
    layers[layers.count - 1].elements += "\(begin)\(elements)\(end)\n"
  }

  /// The attributes of an element with the alpha, blend mode, mask and first clip of a state, and its other clips.
  private func compositing(_ state: GraphicsState, alpha: CGFloat = 1, isGroup: Bool = false)
    -> (attributes: String, inner: ArraySlice<String>)
  {
    let (clips, mask) = definitions.restrictions(of: state.vectorClip)
    var result = clips.first.map { " clip-path=\"url(#\($0))\"" } ?? ""
    if let mask { result += " mask=\"url(#\(mask))\"" }
    let alpha = min(max(state.alpha * min(max(alpha, 0), 1), 0), 1)
    if alpha < 1 { result += " opacity=\"\(VectorNotation.number(Double(alpha)))\"" }
    var styles = isGroup ? ["isolation:isolate"] : []
    if let mode = state.blendMode.cssName { styles.append("mix-blend-mode:\(mode)") }
    if !styles.isEmpty { result += " style=\"\(styles.joined(separator: ";"))\"" }
    return (result, clips.dropFirst())
  }

  // MARK: Patterns

  var depth: Int { layers.count }

  func beginLevel(stencil: CGColor?) { layers.append(Layer(stencil: stencil)) }

  func endLevel() -> String { layers.removeLast().elements }

  func addCell(_ elements: String, of pattern: CGPattern, matrix: CGAffineTransform) -> String {
    definitions.pattern(elements, box: pattern.bounds, step: pattern.step, matrix)
  }

  // MARK: Groups

  func beginGroup(castsShadow: Bool) {
    layers.append(Layer(stencil: layers[layers.count - 1].stencil))
    recording.beginGroup(castsShadow: castsShadow)
  }

  func endGroup(_ state: GraphicsState) {
    guard layers.count > 1 else { return }
    let layer = layers.removeLast()
    let operations = recording.endGroup(state)
    guard !layer.elements.isEmpty else { return }
    if let shadow = state.shadow, let operations {
      draw(shadow, of: operations, state, opacity: state.alpha)
    }
    let (attributes, inner) = compositing(state, isGroup: true)
    write(group: "\n\(layer.elements)", attributes, inner)
  }

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
    let place = CGAffineTransform(rect.width, 0, 0, rect.height, rect.minX, rect.minY)
    let tint = shadow.color.extendedSRGB
    draw(CGImage(pixels: mask), place, tint: tint, interpolates: true, state)
  }
}

extension Outline {
  fileprivate static func box(_ box: CGRect, _ transform: CGAffineTransform) -> Outline {
    var result = Outline()
    result.addRect(box, transform)
    return result
  }
}

extension CGLineCap {
  fileprivate var svgName: String {
    switch self {
    case .butt: "butt"
    case .round: "round"
    case .square: "square"
    }
  }
}

extension CGLineJoin {
  fileprivate var svgName: String {
    switch self {
    case .miter: "miter"
    case .round: "round"
    case .bevel: "bevel"
    }
  }
}

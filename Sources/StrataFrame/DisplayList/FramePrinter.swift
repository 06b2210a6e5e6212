import Foundation
import StrataBase
import StrataRaster

/// A frame as text: passes in order, each with its items from back to front.
///
/// Tests compare it, people read it.
///
/// Numbers are rounded to three decimals. An item's line reads: layer and part, payload, then only what differs from
/// the ordinary: space, clip chain, opacity, tint, blend mode, edges, and at last the device pixels it may touch.
package struct FramePrinter {
  private let frame: Frame
  private let names: [UInt32: String]

  /// Takes a frame, and the names of layers by the index of their ID.
  package init(_ frame: Frame, names: [UInt32: String] = [:]) {
    (self.frame, self.names) = (frame, names)
  }

  package var text: String {
    var lines: [String] = []
    for (i, pass) in frame.passes.enumerated() {
      let kind = i == frame.passes.count - 1 ? "screen" : pass.isLocal ? "bitmap" : "pass"
      lines.append("\(kind) \(i) \(box(pass.bounds))")
      for item in frame.items(of: pass) { lines.append("  " + line(item)) }
    }
    for note in frame.report.notes { lines.append("note \(note)") }
    return lines.joined(separator: "\n")
  }

  private func line(_ item: DisplayItem) -> String {
    var words = ["\(names[item.layer.index] ?? "\(item.layer.index)").\(item.part)", payload(item.payload)]
    let space = frame[item.space]
    if space.relation != .wholePixels || space.toDevice.m31 != 0 || space.toDevice.m32 != 0 {
      words.append("in \(matrix(space.toDevice))")
    }
    var next = item.clip
    while let clip = next {
      words.append("clip \(frame[clip].coversOnce ? "once " : "")\(shape(frame[clip].shape))")
      next = frame[clip].parent
    }
    if item.opacity != 1 { words.append("opacity \(number(Double(item.opacity)))") }
    if item.tint != SIMD4(repeating: 1) { words.append("tint \(color(item.tint))") }
    if item.blend != .normal { words.append("\(item.blend)") }
    if item.antialiasedEdges != 15 { words.append("edges \(item.antialiasedEdges)") }
    if item.isOpaque { words.append("opaque") }
    words.append(box(item.boundsInDevice))
    return words.joined(separator: " ")
  }

  private func payload(_ payload: Payload) -> String {
    switch payload {
    case .fill(let shape, let color): "fill \(rounded(shape)) \(self.color(color))"
    case .border(let shape, let width, let color):
      "border \(rounded(shape)) \(number(width)) \(self.color(color))"
    case .image(_, let placement): "image \(self.placement(placement))"
    case .gradient(let index, let shape): "gradient \(gradient(frame[index])) \(rounded(shape))"
    case .path(let index, let color): "path \(path(frame[index])) \(self.color(color))"
    case .shadow(let shape, let sigma, let color):
      "shadow \(rounded(shape)) σ\(number(sigma)) \(self.color(color))"
    case .particles(let index): "particles \(frame[index].particles.count)"
    case .surface(let pass, let effect):
      "surface \(pass.raw)" + (effect.map { " " + self.effect(frame[$0]) } ?? "")
    case .bitmap(let pass, let placement): "bitmap \(pass.raw) \(self.placement(placement))"
    case .backdrop(let effect): "backdrop \(self.effect(frame[effect]))"
    }
  }

  private func effect(_ effect: Effect) -> String {
    var words = effect.filters.map { filter in
      switch filter {
      case .gaussianBlur(let x, let y): "blur \(number(x)),\(number(y))"
      case .colorMatrix(let m): "matrix [\(m.map { number(Double($0)) }.joined(separator: " "))]"
      case .luminanceCurve(let curve, let amount): "curve \(color(curve)) \(number(Double(amount)))"
      case .bloom(let sigma, let intensity):
        "bloom \(number(sigma.x)),\(number(sigma.y)) \(number(Double(intensity)))"
      case .pixellate(let toCells): "pixellate \(number(toCells.m11)),\(number(toCells.m22))"
      case .vignette(_, let intensity): "vignette \(number(Double(intensity)))"
      case .dropShadow(let shadow):
        "shadow σ\(number(shadow.sigma.x)),\(number(shadow.sigma.y)) "
          + "by \(number(shadow.offset.x)),\(number(shadow.offset.y)) \(color(shadow.color))"
      case .program: "program"
      }
    }
    if let step = effect.transition {
      let passes = [step.old, step.new].map { $0.map { "\($0.raw)" } ?? "nothing" }
      words.insert("from \(passes[0]) to \(passes[1])", at: 0)
    }
    if let mask = effect.mask { words.append("mask \(mask.raw)") }
    if let shadow = effect.shadow {
      words.append(
        "casts σ\(number(shadow.sigma.x)),\(number(shadow.sigma.y)) "
          + "by \(number(shadow.offset.x)),\(number(shadow.offset.y)) \(color(shadow.color))"
      )
    }
    if !effect.showsPicture { words.append("only shadow") }
    return words.joined(separator: " ")
  }

  private func gradient(_ g: GradientResource) -> String {
    let stops = zip(g.colors, g.locations).map { "\(color($0))@\(number(Double($1)))" }.joined(separator: " ")
    return
      "\(g.kind) \(number(g.start.x)),\(number(g.start.y))→\(number(g.end.x)),\(number(g.end.y)) \(stops)"
  }

  private func path(_ path: PathResource) -> String {
    guard let b = path.outline.bounds else { return "empty" }
    let rule = path.rule == .evenOdd ? " evenOdd" : ""
    return rect(PlaneRect(b)) + " \(path.outline.verbs.count) verbs\(rule)"
  }

  private func shape(_ shape: ClipNode.Shape) -> String {
    switch shape {
    case .rect(let r): rect(r)
    case .roundedRect(let r): rounded(r)
    case .path(let index): path(frame[index])
    case .polygon(let points): "⟨\(points.map { "\(number($0.x)),\(number($0.y))" }.joined(separator: " "))⟩"
    }
  }

  private func placement(_ p: Placement) -> String {
    var words = ["\(rect(p.source)) → \(rect(p.target))"]
    if p.isFlipped { words.append("upside down") }
    if p.sampling.filter != .linear { words.append("\(p.sampling.filter)") }
    if p.sampling.isAlphaOnly { words.append("alpha") }
    if p.sampling.repeats { words.append("repeated") }
    return words.joined(separator: " ")
  }

  private func rounded(_ r: RoundedRect) -> String {
    let text = rect(PlaneRect(r))
    guard !r.hasSquareCorners else { return text }
    let radii = [r.minXminY, r.maxXminY, r.minXmaxY, r.maxXmaxY].map { number($0.x) }
    let curve = r.curve == .continuous ? "c" : "r"
    return text
      + (Set(radii).count == 1 ? " \(curve)\(radii[0])" : " \(curve)\(radii.joined(separator: ","))")
  }

  private func rect(_ r: PlaneRect) -> String {
    "(\(number(r.minX)) \(number(r.minY)) \(number(r.width)) \(number(r.height)))"
  }

  private func box(_ r: PixelRect) -> String { "[\(r.minX) \(r.minY) \(r.maxX) \(r.maxY)]" }

  private func color(_ c: SIMD4<Float>) -> String {
    "rgba(" + (0..<4).map { number(Double(c[$0])) }.joined(separator: " ") + ")"
  }

  private func matrix(_ m: Projective) -> String {
    if m.isAffine, m.m12 == 0, m.m21 == 0 {
      if m.m11 == 1, m.m22 == 1 { return "+\(number(m.m31)),\(number(m.m32))" }
      return "×\(number(m.m11)),\(number(m.m22))+\(number(m.m31)),\(number(m.m32))"
    }
    let entries =
      m.isAffine
      ? [m.m11, m.m12, m.m21, m.m22, m.m31, m.m32]
      : [m.m11, m.m12, m.m13, m.m21, m.m22, m.m23, m.m31, m.m32, m.m33]
    return "matrix[" + entries.map(number).joined(separator: " ") + "]"
  }

  private func number(_ x: Double) -> String {
    guard x.isFinite else { return "\(x)" }
    let rounded = (x * 1000).rounded() / 1000
    guard abs(rounded) < 1e15 else { return "\(rounded)" }
    return rounded == rounded.rounded() ? "\(Int(rounded))" : "\(rounded)"
  }
}

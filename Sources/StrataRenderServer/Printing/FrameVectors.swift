package import CoreGraphics
import Foundation
import Logging
import StrataBase
package import StrataFrame
import StrataRaster

/// Draws a frame into a vector context, as lines and curves where PDF can express them.
///
/// The context's user space is the frame's device, y down. Fills, borders, paths, glyphs, gradients and images become
/// drawing commands, passes become transparency layers, masks become soft masks of pixels. The backend draws the rest
/// (blurs, filters, transitions through filters, particles, images and gradients in perspective, tinted pictures) in the
/// frame's pixels, which are placed as an image.
package struct FrameVectors {
  private let frame: Frame
  private let context: CGContext
  private let logger = Logger(label: "strata.render")

  package init(_ frame: Frame, in context: CGContext) {
    (self.frame, self.context) = (frame, context)
  }

  package func draw() {
    guard let screen = frame.passes.last else { return }
    draw(screen)
  }

  private func draw(_ pass: RenderPass) {
    guard frame.items(of: pass).allSatisfy(isPrintable) else { return drawPixels(of: pass) }
    var clip: Index<ClipNode>?
    context.saveGState()
    for item in frame.items(of: pass) {
      if item.clip != clip {
        context.restoreGState()
        context.saveGState()
        setClip(item.clip)
        clip = item.clip
      }
      context.saveGState()
      context.setAlpha(CGFloat(item.opacity))
      context.setBlendMode(item.blend.printed ?? .normal)
      draw(item)
      context.restoreGState()
    }
    context.restoreGState()
  }

  /// True if PDF has the item's blend mode, and the item does not read the pixels of its backdrop.
  private func isPrintable(_ item: DisplayItem) -> Bool {
    if case .backdrop = item.payload { return false }
    return item.blend.printed != nil
  }

  // MARK: Clips

  private func setClip(_ index: Index<ClipNode>?) {
    guard let index else { return }
    let clip = frame[index]
    setClip(clip.parent)
    let toDevice = frame[clip.space].toDevice
    let (outline, rule): (Outline, FillRule) =
      switch clip.shape {
      case .rect(let rect): (Outline.rect(rect).transformed(by: toDevice), .nonZero)
      case .roundedRect(let rect): (Outline.roundedRect(rect).transformed(by: toDevice), .nonZero)
      case .path(let path): (frame[path].outline.transformed(by: toDevice), frame[path].rule)
      case .polygon(let points): (Outline.polygon(points), .nonZero)
      }
    context.beginPath()
    context.addPath(CGPath(outline: outline))
    context.clip(using: rule == .evenOdd ? .evenOdd : .winding)
  }

  // MARK: Items

  private func draw(_ item: DisplayItem) {
    let space = frame[item.space]
    switch item.payload {
    case .fill(let rect, let color): fill(.roundedRect(rect), .nonZero, color, space)
    case .border(let rect, let width, let color): fill(.border(rect, width: width), .evenOdd, color, space)
    case .path(let index, let color):
      if let glyphs = frame[index].glyphs, let toDevice = space.toDevice.affine {
        context.setFillColor(CGColor(extendedSRGB: color))
        context.fill(glyphs, toDevice)
      } else {
        fill(frame[index].outline, frame[index].rule, color, space)
      }
    case .gradient(let index, let rect):
      guard let toDevice = space.toDevice.affine else { return drawPixels(of: item) }
      draw(frame[index], in: rect, tint: item.tint, toDevice)
    case .image(let index, let placement):
      let isTinted = item.tint.x != 1 || item.tint.y != 1 || item.tint.z != 1
      guard let toDevice = space.toDevice.affine, !isTinted, !placement.sampling.isAlphaOnly,
        !placement.sampling.repeats
      else {
        return drawPixels(of: item)
      }
      if let transcript = frame[index].transcript {
        context.fill(GlyphRun([], transcript: transcript), toDevice)
      }
      draw(frame[index].image, placement, alpha: CGFloat(item.opacity * item.tint.w), toDevice)
    case .surface(let pass, let effect):
      let isPlain = item.tint == SIMD4(repeating: 1)
      guard isPlain, draw(frame[pass], effect.map { frame[$0] }) else { return drawPixels(of: item) }
    case .shadow, .particles, .bitmap: drawPixels(of: item)
    case .backdrop: break
    }
  }

  private func fill(_ outline: Outline, _ rule: FillRule, _ color: SIMD4<Float>, _ space: Space) {
    context.setFillColor(CGColor(extendedSRGB: color))
    context.fill(outline.transformed(by: space.toDevice), rule: rule)
  }

  private func draw(
    _ gradient: GradientResource,
    in rect: RoundedRect,
    tint: SIMD4<Float>,
    _ toDevice: CGAffineTransform
  ) {
    let locations = gradient.locations.map(Double.init)
    guard let colors = CGGradient(colors: gradient.colors.map { $0 * tint }, locations: locations) else {
      return
    }
    context.concatenate(toDevice)
    context.addPath(CGPath(outline: .roundedRect(rect)))
    context.clip()
    let frame = gradient.frame
    context.concatenate(CGAffineTransform(frame.width, 0, 0, frame.height, frame.minX, frame.minY))
    let start = CGPoint(x: gradient.start.x, y: gradient.start.y)
    let end = CGPoint(x: gradient.end.x, y: gradient.end.y)
    let everywhere: CGGradientDrawingOptions = [.drawsBeforeStartLocation, .drawsAfterEndLocation]
    switch gradient.kind {
    case .axial: context.drawLinearGradient(colors, start: start, end: end, options: everywhere)
    case .radial:
      let radii = CGSize(width: abs(end.x - start.x), height: abs(end.y - start.y))
      context.translateBy(x: start.x, y: start.y)
      context.scaleBy(x: max(radii.width, 1e-9), y: max(radii.height, 1e-9))
      context.drawRadialGradient(
        colors,
        startCenter: .zero,
        startRadius: 0,
        endCenter: .zero,
        endRadius: 1,
        options: everywhere
      )
    case .conic:
      let angle = atan2(end.y - start.y, end.x - start.x)
      context.drawConicGradient(colors, center: start, angle: angle)
    }
  }

  private func draw(
    _ image: CGImage,
    _ placement: Placement,
    alpha: CGFloat,
    _ toDevice: CGAffineTransform
  ) {
    guard let fromSource = placement.toSource.inverted()?.affine else { return }
    context.setAlpha(alpha)
    // The context's own quality enlarges the images of all other layers (rendering C-12).
    if placement.sampling.filter == .nearest { context.interpolationQuality = .none }
    context.concatenate(toDevice)
    context.addPath(CGPath(outline: .rect(placement.target)))
    context.clip()
    // Rows of the source run down; images are upright where y points up.
    context.concatenate(fromSource)
    context.translateBy(x: 0, y: CGFloat(image.height))
    context.scaleBy(x: 1, y: -1)
    context.draw(image, in: CGRect(x: 0, y: 0, width: image.width, height: image.height))
  }

  // MARK: Groups

  /// Draws a pass as a transparency layer; returns false if its effect needs pixels.
  private func draw(_ pass: RenderPass, _ effect: Effect?) -> Bool {
    guard effect?.filters.isEmpty ?? true, effect?.showsPicture ?? true, effect?.transition == nil else {
      return false
    }
    let shadow = effect?.shadow
    // The shadow is that of the masked picture, but PDF applies a soft mask after the shadow.
    guard shadow == nil || effect?.mask == nil, shadow.map({ $0.sigma.x == $0.sigma.y }) ?? true else {
      return false
    }
    if let mask = effect?.mask {
      guard let (image, rect) = pixels(of: frame[mask], needs: mask) else { return true }
      context.clip(to: rect, upright: CGImage(pixels: image.maskOfAlpha))
    }
    if let shadow {
      let color = CGColor(extendedSRGB: shadow.color)
      context.setShadow(inPixels: shadow.offset, sigma: shadow.sigma.x, color: color)
    }
    context.beginTransparencyLayer(auxiliaryInfo: nil)
    draw(pass)
    context.endTransparencyLayer()
    return true
  }

  // MARK: Pixels

  /// Draws an item and the passes that it needs as pixels.
  private func drawPixels(of item: DisplayItem) {
    var plain = item
    // The context applies clip, opacity and mode.
    (plain.clip, plain.clipEdge, plain.opacity, plain.blend) = (nil, nil, 1, .normal)
    if let clip = item.clip {
      plain.boundsInDevice = item.boundsInDevice.intersection(frame[clip].boundsInDevice)
    }
    var needed = 0
    frame.forEachPass(readBy: item) { needed = max(needed, $0.value + 1) }
    var part = frame
    part.passes = Array(frame.passes.prefix(needed))
    part.show(plain)
    place(part, plain.boundsInDevice)
  }

  /// Draws a whole pass as pixels.
  private func drawPixels(of pass: RenderPass) {
    guard let index = frame.passes.firstIndex(of: pass),
      let (image, rect) = pixels(of: pass, needs: Index<RenderPass>(index))
    else { return }
    context.draw(image, upright: rect)
  }

  private func place(_ part: Frame, _ bounds: PixelRect) {
    guard let image = render(part, bounds) else { return }
    context.draw(image, upright: CGRect(bounds))
  }

  /// The picture of a pass, and its place.
  private func pixels(of pass: RenderPass, needs index: Index<RenderPass>) -> (CGImage, CGRect)? {
    var part = frame
    part.passes = Array(frame.passes.prefix(index.value + 1))
    // A target is cut on all sides. Filters of what is behind see where another surface was (rendering R-40).
    if pass.cutSides != .all, let first = frame.items(of: pass).first {
      part.show(
        DisplayItem(
          layer: first.layer,
          part: .group,
          space: first.space,
          clip: nil,
          clipEdge: pass.clipEdge,
          boundsInDevice: pass.bounds,
          opacity: 1,
          payload: .surface(index, nil)
        )
      )
    }
    return render(part, pass.bounds).map { ($0, CGRect(pass.bounds)) }
  }

  private func render(_ part: Frame, _ bounds: PixelRect) -> CGImage? {
    guard !bounds.isEmpty, bounds.width * bounds.height <= CGImage.pixelLimit else { return nil }
    var part = part
    part.bounds = bounds
    part.background = SIMD4(repeating: 0)
    do {
      return try DefaultBackend.picture(of: part)
    } catch {
      logger.error("a part of a layer was not drawn", metadata: ["reason": "\(error)"])
      return nil
    }
  }
}

extension Frame {
  /// Adds a last pass that shows an item.
  fileprivate mutating func show(_ item: DisplayItem) {
    let index = Int32(items.count)
    items.append(item)
    passes.append(RenderPass(bounds: item.boundsInDevice, items: index..<index + 1))
  }
}

extension CGContext {
  /// Draws an image with its first row at the smaller y of a rectangle.
  fileprivate func draw(_ image: CGImage, upright rect: CGRect) {
    saveGState()
    translateBy(x: 0, y: rect.minY + rect.maxY)
    scaleBy(x: 1, y: -1)
    draw(image, in: rect)
    restoreGState()
  }

  /// Clips by an image's alpha, with its first row at the smaller y of a rectangle.
  fileprivate func clip(to rect: CGRect, upright image: CGImage) {
    translateBy(x: 0, y: rect.minY + rect.maxY)
    scaleBy(x: 1, y: -1)
    clip(to: rect, mask: image)
    scaleBy(x: 1, y: -1)
    translateBy(x: 0, y: -rect.minY - rect.maxY)
  }

  /// Sets a shadow with offset and deviation in pixels of user space, y down.
  fileprivate func setShadow(inPixels offset: SIMD2<Double>, sigma: Double, color: CGColor) {
    let scale = abs(ctm.a * ctm.d - ctm.b * ctm.c).squareRoot()
    let moved = CGSize(width: offset.x, height: offset.y).applying(ctm)
    setShadow(inBaseSpace: moved, sigma: sigma * Double(scale), color: color)
  }
}

extension CGImage {
  /// The alpha channel.
  fileprivate var maskOfAlpha: PixelBuffer {
    let (source, result) = (pixels, PixelBuffer(width: width, height: height, format: .alpha8))
    for y in 0..<height {
      let from = source.row(y).assumingMemoryBound(to: SIMD4<UInt8>.self)
      let to = result.row(y).assumingMemoryBound(to: UInt8.self)
      for x in 0..<width { to[x] = from[x].w }
    }
    return result
  }
}

extension CGRect {
  fileprivate init(_ rect: PixelRect) {
    self.init(x: Int(rect.minX), y: Int(rect.minY), width: rect.width, height: rect.height)
  }
}

extension Outline {
  fileprivate static func rect(_ rect: PlaneRect) -> Outline {
    .rect(minX: rect.minX, minY: rect.minY, width: rect.width, height: rect.height)
  }

  fileprivate static func polygon(_ points: [RasterPoint]) -> Outline {
    var result = Outline()
    result.polygon(points)
    return result
  }
}

extension Projective {
  /// The map as an affine transform; nil if it has perspective.
  fileprivate var affine: CGAffineTransform? {
    isAffine ? CGAffineTransform(m11, m12, m21, m22, m31, m32) : nil
  }
}

extension BlendMode {
  /// The mode in a vector context; nil if PDF does not have it.
  ///
  /// PDF has the first sixteen.
  fileprivate var printed: CGBlendMode? {
    (CGBlendMode.normal.rawValue...CGBlendMode.luminosity.rawValue).lazy.compactMap(CGBlendMode.init)
      .first { $0.raster == self }
  }
}

import Foundation
import StrataBase
import StrataRaster

/// What elements of an SVG picture refer to: images, clips, masks, gradients and patterns, each written once.
final class SVGDefinitions {
  private(set) var text = ""
  /// The first image that could not be encoded.
  private(set) var failure: ImageError?
  /// From base space, y up, to the picture's, y down.
  let toPicture: CGAffineTransform

  private struct ImageKey: Hashable {
    var image: UInt64
    var tint: SIMD4<Float>?
    var interpolates: Bool
  }

  private var count = 0
  private var images: [ImageKey: String] = [:]
  private var gradients: [GradientPaint: String] = [:]
  /// Names by clip.
  ///
  /// The clips are kept, so that no other takes their identity.
  private var clips: [ObjectIdentifier: (clip: VectorClip, name: String)] = [:]

  init(toPicture: CGAffineTransform) { self.toPicture = toPicture }

  /// Adds an element that `body` completes with an identifier, which is returned.
  func add(_ element: (String) -> String) -> String {
    count += 1
    let name = "d\(count)"
    text += element(name) + "\n"
    return name
  }

  // MARK: Images

  /// An image that fills the unit square upright, y down; its alpha in one colour if `tint` is not nil.
  func image(_ image: CGImage, tint: SIMD4<Float>?, interpolates: Bool) -> String {
    let key = ImageKey(image: image.id, tint: tint, interpolates: interpolates)
    if let known = images[key] { return known }
    var pixels = tint.map { Self.stencil(image.maskAlpha, $0) } ?? image.pixels
    if !interpolates { pixels = Self.enlarged(pixels) }
    var data = Data()
    do {
      data = try ImageCodec.encode(pixels, as: .png)
    } catch {
      failure = failure ?? error
    }
    let style = interpolates ? "" : " style=\"image-rendering:pixelated\""
    let name = add { name in
      "<image id=\"\(name)\" width=\"1\" height=\"1\" preserveAspectRatio=\"none\"\(style)"
        + " xlink:href=\"data:image/png;base64,\(data.base64EncodedString())\"/>"
    }
    images[key] = name
    return name
  }

  /// An element, without its end, that shows an image; `place` is the transform from the unit square, y up, to base space.
  func use(_ image: String, _ place: CGAffineTransform) -> String {
    let upright = CGAffineTransform(1, 0, 0, -1, 0, 1).concatenating(place).concatenating(toPicture)
    return "<use xlink:href=\"#\(image)\" transform=\"\(SVGNotation.matrix(upright))\""
  }

  /// A small picture with each pixel as a square of up to 16: some readers smooth all images.
  private static func enlarged(_ pixels: PixelBuffer) -> PixelBuffer {
    let factor = min(512 / max(pixels.width, pixels.height, 1), 16)
    guard factor > 1 else { return pixels }
    let (width, height) = (pixels.width * factor, pixels.height * factor)
    let result = PixelBuffer(width: width, height: height, format: pixels.format)
    let size = pixels.format.bytesPerPixel
    for y in 0..<height {
      let (from, to) = (pixels.row(y / factor), result.row(y))
      for x in 0..<width { (to + x * size).copyMemory(from: from + x / factor * size, byteCount: size) }
    }
    return result
  }

  /// The pixels of a colour with an image's alpha.
  private static func stencil(_ alpha: PixelBuffer, _ tint: SIMD4<Float>) -> PixelBuffer {
    let result = PixelBuffer(width: alpha.width, height: alpha.height, format: .rgba8)
    let color = tint.clamped(lowerBound: .zero, upperBound: .one)
    for y in 0..<alpha.height {
      let from = alpha.row(y).assumingMemoryBound(to: UInt8.self)
      let to = result.row(y).assumingMemoryBound(to: SIMD4<UInt8>.self)
      for x in 0..<alpha.width {
        let level = Float(from[x])
        let pixel = SIMD4(color.x * level, color.y * level, color.z * level, level)
        to[x] = SIMD4<UInt8>(pixel.rounded(.toNearestOrAwayFromZero))
      }
    }
    return result
  }

  // MARK: Clips

  /// The names of the clips and of the mask that restrict an element of the picture's space.
  ///
  /// Several clips mean one element inside the other: some readers ignore the clip of a clip.
  func restrictions(of clip: VectorClip?) -> (clips: [String], mask: String?) {
    var (clips, mask): ([String], String?) = ([], nil)
    for clip in clip?.chain ?? [] {
      switch clip.shape {
      case .outline(let outline, let rule): clips.append(add(outline, rule, clip))
      case .mask(let image, let place, let interpolates):
        mask = add(image, place, interpolates, clip, inside: mask)
      }
    }
    return (clips, mask)
  }

  private func add(_ outline: Outline, _ rule: FillRule, _ clip: VectorClip) -> String {
    if let known = clips[ObjectIdentifier(clip)] { return known.name }
    let path = SVGNotation.path(outline.applying(toPicture))
    let rule = rule == .evenOdd ? " clip-rule=\"evenodd\"" : ""
    let name = add { name in "<clipPath id=\"\(name)\"><path d=\"\(path)\"\(rule)/></clipPath>" }
    clips[ObjectIdentifier(clip)] = (clip, name)
    return name
  }

  private func add(
    _ image: CGImage,
    _ place: CGAffineTransform,
    _ interpolates: Bool,
    _ clip: VectorClip,
    inside outer: String?
  ) -> String {
    if let known = clips[ObjectIdentifier(clip)] { return known.name }
    // White with the mask's alpha: the luminance, times alpha, is the mask.
    let picture = self.image(image, tint: .one, interpolates: interpolates)
    let box = CGRect(x: 0, y: 0, width: 1, height: 1).applying(place).applying(toPicture)
    let parent = outer.map { "<g mask=\"url(#\($0))\">" }
    let name = add { name in
      "<mask id=\"\(name)\" maskUnits=\"userSpaceOnUse\" \(Self.frame(box))>"
        + "\(parent ?? "")\(use(picture, place))/>\(parent == nil ? "" : "</g>")</mask>"
    }
    clips[ObjectIdentifier(clip)] = (clip, name)
    return name
  }

  static func frame(_ box: CGRect) -> String {
    let values = [box.minX, box.minY, box.width, box.height].map { VectorNotation.number(Double($0)) }
    return "x=\"\(values[0])\" y=\"\(values[1])\" width=\"\(values[2])\" height=\"\(values[3])\""
  }

  // MARK: Paints

  /// A gradient; nil for one that SVG does not have.
  func gradient(_ paint: GradientPaint) -> String? {
    if let known = gradients[paint] { return known }
    guard let element = SVGGradient(paint: paint).element(toPicture) else { return nil }
    let name = add(element)
    gradients[paint] = name
    return name
  }

  /// A pattern; `cell` is drawn in the picture's space, and repeated by steps from the corner of `box`.
  func pattern(_ cell: String, box: CGRect, step: CGSize, _ matrix: CGAffineTransform) -> String {
    let tile = CGRect(origin: box.origin, size: step).applying(toPicture)
    // Cells that are larger than a step reach into the tiles beside theirs.
    let columns = CGPattern.tiles(under: box.width, step: step.width)
    let rows = CGPattern.tiles(under: box.height, step: step.height)
    let inner = add { "<g id=\"\($0)\">\(cell)</g>" }
    var uses = ""
    for row in 1 - rows...0 {
      for column in 1 - columns...0 {
        // The tile begins at the origin: readers differ in what moves with its corner.
        let place = CGAffineTransform(
          translationX: CGFloat(column) * step.width - tile.minX,
          y: -CGFloat(row) * step.height - tile.minY
        )
        uses += "<use xlink:href=\"#\(inner)\" transform=\"\(SVGNotation.matrix(place))\"/>"
      }
    }
    let toBase = CGAffineTransform(translationX: tile.minX, y: tile.minY)
      .concatenating(toPicture.inverted()).concatenating(matrix).concatenating(toPicture)
    return add { name in
      "<pattern id=\"\(name)\" patternUnits=\"userSpaceOnUse\" \(Self.frame(CGRect(origin: .zero, size: step)))"
        + " patternTransform=\"\(SVGNotation.matrix(toBase))\">\(uses)</pattern>"
    }
  }
}

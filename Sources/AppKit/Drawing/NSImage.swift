public import CoreGraphics
public import Foundation
import QuartzCore
package import StrataRenderTree
import StrataViews

/// A picture with a size: pixels, or a drawing that is made in the size that is needed.
///
/// - Thread: One at a time.
open class NSImage: NSObject, NSCopying, NSSecureCoding {
  /// The forms that the picture has; drawing takes the one whose pixels suit.
  open private(set) var representations: [NSImageRep] = []
  /// The size, in points.
  open var size: NSSize {
    didSet { for case let drawn as DrawnImageRep in representations { drawn.size = size } }
  }
  /// True for a picture whose opacity alone matters.
  open var isTemplate = false
  /// The bitmap that drawing goes to since ``lockFocus()``.
  final var focus: CGContext?

  private init(_ representations: [NSImageRep], size: NSSize) {
    (self.representations, self.size) = (representations, size)
  }

  /// Reads a picture from an archive.
  public required init?(coder: NSCoder) {
    let image = coder.decodeValue(forKey: Key.pixels).flatMap { $0 as? CGImage }
    representations = image.map { [NSBitmapImageRep(cgImage: $0)] } ?? []
    size = coder.decodeValue(forKey: Key.size) as? NSSize ?? .zero
    isTemplate = coder.decodeBool(forKey: Key.isTemplate)
  }

  /// Creates an empty picture.
  public convenience init(size: NSSize) { self.init([], size: size) }

  /// Creates a picture of pixels; a size of zero is one point for each of them.
  public convenience init(cgImage: CGImage, size: NSSize) {
    let form = NSBitmapImageRep(cgImage: cgImage)
    if size != .zero { form.size = size }
    self.init([form], size: form.size)
  }

  /// Creates a picture that a closure draws each time, in a rectangle of the size; y points down if it is flipped.
  ///
  /// The closure returns false if there is nothing to show.
  public convenience init(
    size: NSSize,
    flipped drawingHandlerShouldBeCalledWithFlippedContext: Bool,
    drawingHandler: @escaping (NSRect) -> Bool
  ) {
    let form = DrawnImageRep(
      size: size,
      isFlipped: drawingHandlerShouldBeCalledWithFlippedContext,
      drawingHandler
    )
    self.init([form], size: size)
  }

  /// Decodes a picture; nil if the data is not one.
  ///
  /// The resolution that the file states gives the size in points of 1/72 inch; without one each pixel is a point.
  public convenience init?(data: Foundation.Data) {
    guard let file = PictureFile(data) else { return nil }
    self.init(cgImage: file.image, size: file.size)
  }

  /// Reads a file; the suffix `@2x` or `@3x` of the name gives the pixels of a point, or else the resolution of the file.
  public convenience init?(contentsOfFile fileName: String) {
    guard let data = FileManager.default.contents(atPath: fileName), let file = PictureFile(data) else {
      return nil
    }
    let (image, scale) = (file.image, PictureFile.scale(ofFile: fileName))
    let named = NSSize(width: CGFloat(image.width) / scale, height: CGFloat(image.height) / scale)
    self.init(cgImage: image, size: scale > 1 ? named : file.size)
  }

  /// Reads a file; nil for other addresses.
  public convenience init?(contentsOf url: URL) {
    guard url.isFileURL else { return nil }
    self.init(contentsOfFile: url.path)
  }

  /// Reads a picture of the main bundle, in the largest scale that is there; without an extension it is a PNG.
  public convenience init?(named name: String) {
    guard let path = PictureFile.path(named: name) else { return nil }
    self.init(contentsOfFile: path)
  }

  /// True if there is something to show.
  open var isValid: Bool { !representations.isEmpty && size.width > 0 && size.height > 0 }

  // MARK: Forms

  /// Gives the picture another form, whose size a picture without one takes.
  open func addRepresentation(_ imageRep: NSImageRep) {
    representations.append(imageRep)
    if size == .zero { size = imageRep.size }
  }

  /// Gives the picture other forms.
  open func addRepresentations(_ imageReps: [NSImageRep]) { imageReps.forEach(addRepresentation) }

  /// Takes a form from the picture.
  open func removeRepresentation(_ imageRep: NSImageRep) { representations.removeAll { $0 === imageRep } }

  /// Returns the form that suits a rectangle in points: the smallest with enough pixels, or the largest.
  ///
  /// There are no hints.
  open func bestRepresentation(
    for rect: NSRect,
    context referenceContext: NSGraphicsContext?,
    hints: [AnyHashable: Any]?
  ) -> NSImageRep? {
    form(in: rect.size, scale: (referenceContext ?? .current)?.scale ?? MainScreen.scale)
  }

  private func form(in size: NSSize, scale: CGFloat) -> NSImageRep? {
    let forms = representations.filter { !$0.isEmpty }
    if let drawn = forms.first(where: { $0.pixelsWide <= 0 }) { return drawn }
    let enough = forms.filter {
      CGFloat($0.pixelsWide) >= size.width * scale && CGFloat($0.pixelsHigh) >= size.height * scale
    }
    return enough.min { $0.pixelsWide < $1.pixelsWide }
      ?? forms.max { $0.pixelsWide < $1.pixelsWide }
  }

  // MARK: Pixels

  /// Returns the pixels for a rectangle in points; nil is the picture's size.
  ///
  /// Drawings are made in that size, in the scale of the given context or of the current one. There are no hints.
  open func cgImage(
    forProposedRect proposedDestRect: UnsafeMutablePointer<NSRect>?,
    context referenceContext: NSGraphicsContext?,
    hints: [AnyHashable: Any]?
  ) -> CGImage? {
    let scale = (referenceContext ?? .current)?.scale ?? MainScreen.scale
    return pixels(in: proposedDestRect?.pointee.size ?? size, scale: scale)
  }

  private func pixels(in size: NSSize, scale: CGFloat) -> CGImage? {
    form(in: size, scale: scale)?.pixels(in: size, scale: scale)
  }

  /// Returns the scale that suits a layer on a display: the display's, or that of the pixels.
  open func recommendedLayerContentsScale(_ preferredContentsScale: CGFloat) -> CGFloat {
    let scale = preferredContentsScale > 0 ? preferredContentsScale : MainScreen.scale
    let pixels = form(in: size, scale: scale)?.pixelsWide ?? 0
    return pixels > 0 && size.width > 0 ? CGFloat(pixels) / size.width : scale
  }

  /// Returns the contents for a layer of a scale; layers also take the picture itself.
  open func layerContents(forContentsScale layerContentsScale: CGFloat) -> Any {
    pixels(in: size, scale: layerContentsScale > 0 ? layerContentsScale : MainScreen.scale) ?? NSNull()
  }

  // MARK: Copies and archives

  private enum Key {
    static let pixels = "pixels"
    static let size = "size"
    static let isTemplate = "isTemplate"
  }

  /// Returns a picture with the same forms, size and purpose.
  open func copy(with zone: NSZone? = nil) -> Any {
    let copy = NSImage(representations.compactMap { $0.copy() as? NSImageRep }, size: size)
    copy.isTemplate = isTemplate
    return copy
  }

  /// True: pictures can be archived securely.
  open class var supportsSecureCoding: Bool { true }

  /// Writes pixels and size into a keyed archive; a drawing is written as it is drawn for the main screen.
  open func encode(with coder: NSCoder) {
    coder.encodeValue(pixels(in: size, scale: MainScreen.scale), forKey: Key.pixels)
    coder.encodeValue(size, forKey: Key.size)
    coder.encode(isTemplate, forKey: Key.isTemplate)
  }

  // MARK: Drawing

  /// Draws the picture stretched over a rectangle of the current context, upright in any context.
  open func draw(in rect: NSRect) {
    draw(in: rect, from: .zero, operation: .sourceOver, fraction: 1, respectFlipped: true, hints: nil)
  }

  /// Draws a part of the picture in its size, from the corner with the least coordinates; upside down in a flipped context.
  open func draw(
    at point: NSPoint,
    from fromRect: NSRect,
    operation op: NSCompositingOperation,
    fraction delta: CGFloat
  ) {
    let size = fromRect == .zero ? self.size : fromRect.size
    draw(in: NSRect(origin: point, size: size), from: fromRect, operation: op, fraction: delta)
  }

  /// Draws a part of the picture stretched over a rectangle; upside down in a flipped context.
  open func draw(
    in dstSpacePortionRect: NSRect,
    from srcSpacePortionRect: NSRect,
    operation op: NSCompositingOperation,
    fraction requestedAlpha: CGFloat
  ) {
    draw(
      in: dstSpacePortionRect,
      from: srcSpacePortionRect,
      operation: op,
      fraction: requestedAlpha,
      respectFlipped: false,
      hints: nil
    )
  }

  /// Draws a part of the picture stretched over a rectangle.
  ///
  /// - Parameters:
  ///   - dstSpacePortionRect: In the current context's points.
  ///   - srcSpacePortionRect: In the picture's points, with y pointing up; zero is the whole picture.
  ///   - op: The way in which the picture goes over what is there.
  ///   - requestedAlpha: The opacity, from 0 to 1.
  ///   - respectContextIsFlipped: Draws the picture upright in a flipped context, too.
  ///   - hints: There are none.
  open func draw(
    in dstSpacePortionRect: NSRect,
    from srcSpacePortionRect: NSRect,
    operation op: NSCompositingOperation,
    fraction requestedAlpha: CGFloat,
    respectFlipped respectContextIsFlipped: Bool,
    hints: [AnyHashable: Any]?
  ) {
    guard let entry = ContextStack.current, size.width > 0, size.height > 0 else { return }
    let (rect, part) = (dstSpacePortionRect, srcSpacePortionRect)
    let isWhole = part == .zero
    let scale = NSSize(
      width: isWhole ? rect.width / size.width : rect.width / part.width,
      height: isWhole ? rect.height / size.height : rect.height / part.height
    )
    let whole = NSSize(width: size.width * scale.width, height: size.height * scale.height)
    guard let image = pixels(in: whole, scale: entry.scale) else { return }
    let context = entry.context
    context.saveGState()
    context.setBlendMode(op.blendMode)
    context.setAlpha(requestedAlpha)
    context.clip(to: rect)
    if entry.isFlipped, respectContextIsFlipped {
      // Core Graphics draws upright where y points up.
      context.translateBy(x: 0, y: rect.minY + rect.maxY)
      context.scaleBy(x: 1, y: -1)
    }
    let corner = isWhole ? .zero : part.origin
    let origin = NSPoint(x: rect.minX - corner.x * scale.width, y: rect.minY - corner.y * scale.height)
    context.draw(image, in: NSRect(origin: origin, size: whole))
    context.restoreGState()
  }
}

extension NSImage: ContentsRepresentable {
  /// The pixels that a layer shows: those of now.
  package var contentsValue: ContentsValue {
    pixels(in: size, scale: MainScreen.scale).map { .image($0.still) } ?? .none
  }
}

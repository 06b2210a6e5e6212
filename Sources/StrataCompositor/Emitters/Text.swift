import CoreGraphics
import Foundation
import StrataBase
package import StrataFrame
import StrataRaster
package import StrataRenderTree
package import StrataText

/// Text layers (rendering TX): glyphs as outlines and pictures, laid out from the visual top left of the bounds.
struct TextEmitter {
  let isFlipped: Bool
  let clip: Index<ClipNode>?

  func emit(
    _ text: TextState,
    in bounds: PlaneRect,
    plane: inout Plane,
    _ writer: inout FrameWriter
  ) {
    guard !bounds.isEmpty, var request = TextLayoutRequest(text, in: bounds) else { return }
    // The bounds cut the text, so a long line costs no more than what is seen of it.
    request.skipsUnseen = true
    let layout = TextLayoutEngine.layout(request)
    guard !layout.fills.isEmpty || !layout.images.isEmpty else { return }
    // A text is an image of the size of the bounds, and cut by them (TX-3); its top is where an image's first row is.
    var edge = plane
    let clip = writer.addClip(
      RoundedRect(minX: bounds.minX, minY: bounds.minY, width: bounds.width, height: bounds.height),
      plane: &edge,
      parent: clip
    )
    plane.space = edge.space
    let place =
      isFlipped
      ? Projective.translation(bounds.minX, bounds.minY)
      : Projective(a: 1, b: 0, c: 0, d: -1, tx: bounds.minX, ty: bounds.maxY)
    var page = Plane(plane, toDevice: place.concatenating(plane.toDevice))
    for fill in layout.fills {
      guard let color = fill.color ?? text.foregroundColor, let box = fill.bounds else { continue }
      let painted = page.tinted(color.extendedSRGB)
      guard painted.w > 0 else { continue }
      let index = writer.append(PathResource(id: fill.id, glyphs: fill.shapes))
      writer.add(
        .text,
        PlaneRect(box),
        .path(index, color: painted),
        plane: &page,
        clip: clip
      )
    }
    for picture in layout.images { add(picture, plane: &page, clip: clip, &writer) }
  }

  /// Adds a glyph that is a picture.
  private func add(
    _ picture: TextLayout.Picture,
    plane: inout Plane,
    clip: Index<ClipNode>?,
    _ writer: inout FrameWriter
  ) {
    let target = PlaneRect(picture.rect)
    let source = PlaneRect(0, 0, Double(picture.image.width), Double(picture.image.height))
    guard !target.isEmpty, !source.isEmpty else { return }
    let density = plane.toDevice.scales(at: target.midX, target.midY).max() * target.width
    let sampling = Sampling(filter: source.width > 2 * density ? .trilinear : .linear)
    let index = writer.resource(picture.image, showing: picture.transcript)
    writer.add(
      .text,
      target,
      .image(index, Placement(source: source, target: target, sampling: sampling)),
      plane: &plane,
      clip: clip,
      tint: plane.tint
    )
  }
}

extension TextLayoutRequest {
  /// A text layer's text in its bounds; nil if it is empty (TX-8).
  package init?(_ text: borrowing TextState, in bounds: PlaneRect) {
    guard let string = text.string, string.contains(where: { !$0.text.isEmpty }) else { return nil }
    let runs = string.map { run in
      let size = Double(run.fontSize ?? text.fontSize)
      return StyledText(
        run.text,
        font: FontDescription(
          name: run.fontName ?? text.font,
          size: size.isFinite ? max(0, min(size, 10_000)) : 36
        ),
        style: run.style,
        paragraph: run.paragraph
      )
    }
    let alignment: TextAlignment =
      switch text.alignmentMode {
      case .left: .left
      case .right: .right
      case .center: .center
      case .justified: .justified
      default: .natural
      }
    let truncation: TextTruncation =
      switch text.truncationMode {
      case .start: .start
      case .middle: .middle
      case .end: .end
      default: .none
      }
    self.init(
      runs: runs,
      width: bounds.width,
      height: bounds.height,
      isWrapped: text.isWrapped,
      alignment: alignment,
      truncation: truncation
    )
  }
}

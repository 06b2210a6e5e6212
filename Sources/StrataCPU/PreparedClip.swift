import StrataBase
import StrataFrame
import StrataRaster

/// A clip chain, resolved once for a frame: a rectangle of whole pixels, and the shapes inside it.
struct PreparedClip {
  struct Shape {
    var shape: DeviceShape
    var isAntialiased: Bool
  }

  var rect: PixelRect
  var shapes: [Shape] = []
  /// True if a link covers its contents once, as a clip edge.
  ///
  /// Until the edge closes, the contents are not final.
  var hasPartialEdge = false
  /// True if the last link is a cut through a plane, which belongs to one item.
  var isCut = false
  /// The corners of the cut, if it is the only shape of the chain.
  var cut: [RasterPoint]?

  /// Appends the chains of a frame, each at the index of its last link; parents come before children.
  static func append(of frame: Frame, to result: inout [PreparedClip]) {
    let first = result.count
    for index in frame.clips.indices {
      // Most clips are rectangles of whole pixels without a parent.
      if frame.clips[index].parent == nil, case .rect(let rect) = frame.clips[index].shape,
        let pixels = RoundedRect(minX: rect.minX, minY: rect.minY, width: rect.width, height: rect.height)
          .wholePixels(under: frame.spaces[frame.clips[index].space.value])
      {
        result.append(PreparedClip(rect: frame.clips[index].boundsInDevice.intersection(pixels)))
        continue
      }
      let node = frame.clips[index]
      var chain = node.parent.map { result[first + $0.value] } ?? PreparedClip(rect: node.boundsInDevice)
      chain.rect = chain.rect.intersection(node.boundsInDevice)
      let shape = Self.shape(of: node, in: frame)
      if case .pixels(let rect) = shape {
        chain.rect = chain.rect.intersection(rect)
      } else if node.coversOnce {
        chain.hasPartialEdge = true
      } else {
        chain.shapes.append(Shape(shape: shape, isAntialiased: node.isAntialiased))
      }
      (chain.isCut, chain.cut) = (false, nil)
      if case .polygon(let corners) = node.shape {
        chain.isCut = true
        if chain.shapes.count == 1, node.isAntialiased { chain.cut = corners }
      }
      result.append(chain)
    }
  }

  /// The shape of one link.
  static func shape(of node: ClipNode, in frame: Frame) -> DeviceShape {
    let (space, edges) = (frame[node.space], node.antialiasedEdges)
    return switch node.shape {
    case .rect(let rect): DeviceShape(rect, in: space, edges: edges)
    case .roundedRect(let rect): DeviceShape(rect, in: space, edges: edges)
    case .path(let path): .outline(frame[path].outline.transformed(by: space.toDevice), frame[path].rule)
    case .polygon(let corners): .outline(Self.outline(of: corners), .nonZero)
    }
  }

  private static func outline(of corners: [RasterPoint]) -> Outline {
    var outline = Outline()
    outline.polygon(corners)
    return outline
  }

  /// The product of the shapes' coverage inside a rectangle; nil if there are no shapes.
  func coverage(in clip: PixelRect, scratch: RasterizerScratch) -> Coverage? {
    var result: Coverage?
    for shape in shapes {
      let next = shape.shape.coverage(in: clip, antialias: shape.isAntialiased, scratch: scratch)
      result = result.map { $0.multiplied(by: next) } ?? next
    }
    return result
  }
}

import Foundation
import StrataBase
import StrataRaster
import StrataRenderTree

/// The parts that a layer paints itself, in the order of rendering R-1.
extension FlatLayer {
  /// Steps 2 to 6: shadow, background, gradient, and contents or the part that the class has in their place.
  mutating func drawPartsBehind(_ writer: inout FrameWriter) {
    start = writer.open.count
    // The layer's clip cuts its shadow, too.
    let shadowClip = node.state.masksToBounds ? clips.parts : plane.clip
    shadowItem = shadow.draw(plane: &plane, clip: shadowClip, &writer)
    contentStart = writer.open.count
    let background = BackgroundEmitter(clip: clips.within(plane), bleeds: clips.bleeds)
    background.emit(node.state, shape, plane: &plane, &writer)
    drawOwnContents(&writer)
  }

  /// Steps 5 and 6.
  private mutating func drawOwnContents(_ writer: inout FrameWriter) {
    let clip = clips.parts
    if case .none = node.state.contents {
      switch node.state.kind {
      case .text(let box):
        TextEmitter(isFlipped: isFlipped, clip: clip).emit(box.value, in: bounds, plane: &plane, &writer)
      case .tiled(let box):
        writer.noteTimed()
        TileEmitter(isFlipped: isFlipped, clip: clip).emit(box.value, node.state, plane: &plane, &writer)
      case .plain, .shape, .gradient, .transform, .replicator, .emitter, .scroll, .backdrop, .metal: break
      }
    } else {
      ContentsEmitter(isFlipped: isFlipped, time: node.localTime, clip: clip).emit(
        node.state,
        over: bounds,
        plane: &plane,
        &writer
      )
    }
    if case .shape(let box) = node.state.kind {
      ShapeEmitter(clip: clip).emit(box.value, plane: &plane, &writer)
    }
  }

  /// Steps 8 and 9: border, particles.
  func drawPartsInFront(_ walk: TreeWalk, _ writer: inout FrameWriter) {
    var plane = plane
    if node.state.borderWidth > 0, let color = node.state.borderColor {
      BorderEmitter(clip: clips.parts, bleeds: clips.bleeds).emit(
        color,
        width: Double(node.state.borderWidth),
        of: shape,
        plane: &plane,
        &writer
      )
    }
    if case .emitter(let box) = node.state.kind {
      writer.noteTimed()
      let spans = walk.spans(of: box.value, node.id, tree: outer.tree, at: node.localTime)
      ParticleEmitter(box.value, spans, time: node.localTime, isFlipped: isFlipped, clip: clips.parts).emit(
        plane: &plane,
        &writer
      )
    }
  }
}

extension LayerState {
  /// True if a layer without sublayers may paint one thing over another.
  var mayOverlapItself: Bool {
    var parts = backgroundColor == nil ? 0 : 1
    if borderWidth > 0, borderColor != nil { parts += 1 }
    if case .none = contents {} else { parts += 1 }
    if !hasUntouchedShadow, shadowOpacity > 0 { parts += 1 }
    switch kind.layerClass.descriptor.painting {
    case .nothing: break
    case .once: parts += 1
    case .overlapping: return true
    }
    return parts > 1
  }
}

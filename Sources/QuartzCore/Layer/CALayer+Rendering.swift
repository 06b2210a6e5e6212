import CoreGraphics
import Foundation
import Logging
import StrataBase
import StrataCompositor
import StrataFrame
import StrataRaster
import StrataRenderServer
import StrataRenderTree

/// Draws a layer tree into a context, with the renderer of the screen.
extension CALayer {
  final func renderModel(in context: CGContext) {
    if let page = context.vectorBox { return printModel(in: context, on: page) }
    let (width, height) = (context.width, context.height)
    let toBase = context.ctm
    guard width > 0, height > 0, let back = toBase.invertedIfPossible else { return }
    // A context whose y points down is like a host whose origin is at the top.
    let pointsDown = toBase.a * toBase.d - toBase.b * toBase.c < 0
    let toDevice =
      pointsDown ? toBase.concatenating(CGAffineTransform(1, 0, 0, -1, 0, CGFloat(height))) : toBase
    let tree = ModelSnapshot(of: self, placedBy: toDevice).tree
    let viewport = Viewport(width: width, height: height, origin: pointsDown ? .topLeft : .bottomLeft)
    var frame = FrameBuilder().frame(of: tree, at: ThreadState.current.manualTime ?? 0, viewport: viewport)
    frame.enlargeImages(with: context.interpolationQuality)
    let picture: CGImage
    do {
      picture = try DefaultBackend.picture(of: frame)
    } catch {
      Logger(label: "strata.render").error("a layer was not drawn", metadata: ["reason": "\(error)"])
      return
    }
    context.saveGState()
    context.concatenate(back)
    let bottom = height - picture.height
    context.draw(picture, in: CGRect(x: 0, y: bottom, width: picture.width, height: picture.height))
    context.restoreGState()
  }

  /// Draws into a context without pixels, as paths; the frame has the resolution of the parts that become images.
  private func printModel(in context: CGContext, on page: CGRect) {
    let toBase = context.ctm
    // The size of surfaces is limited.
    let density = min(CGFloat(CGContext.vectorDensity), 16384 / max(page.width, page.height, 1))
    let (width, height) = (
      Int((page.width * density).rounded(.up)), Int((page.height * density).rounded(.up))
    )
    guard width > 0, height > 0, let back = toBase.invertedIfPossible else { return }
    let toPixels = toBase.concatenating(
      CGAffineTransform(density, 0, 0, density, -page.minX * density, -page.minY * density)
    )
    let pointsDown = toBase.a * toBase.d - toBase.b * toBase.c < 0
    let toDevice =
      pointsDown ? toPixels.concatenating(CGAffineTransform(1, 0, 0, -1, 0, CGFloat(height))) : toPixels
    let tree = ModelSnapshot(of: self, placedBy: toDevice).tree
    let viewport = Viewport(width: width, height: height, origin: pointsDown ? .topLeft : .bottomLeft)
    let frame = FrameBuilder().frame(of: tree, at: ThreadState.current.manualTime ?? 0, viewport: viewport)
    context.saveGState()
    context.concatenate(back)
    // From the frame's pixels, y down, to the page.
    context.concatenate(
      CGAffineTransform(
        1 / density,
        0,
        0,
        -1 / density,
        page.minX,
        page.minY + CGFloat(height) / density
      )
    )
    FrameVectors(frame, in: context).draw()
    context.restoreGState()
  }
}

/// The model values of a layer and of those below it as a tree for the renderer, without animations.
///
/// On a presentation copy these are the values on screen.
private struct ModelSnapshot {
  private(set) var tree = RenderTree()
  private var commit = Commit(sequence: 1, time: 0)
  private var names = SlotAllocator()

  /// The values of a layer; `transform` leads from its own space to that of the root's superlayer.
  init(of layer: CALayer, placedBy transform: CGAffineTransform) {
    let root = add(layer) { state in
      state.isGeometryFlipped = false
      // A layer's transform works about its anchor: the way that the anchor goes is all in the position.
      let linear = CGAffineTransform(transform.a, transform.b, transform.c, transform.d, 0, 0)
      state.transform = CATransform3DMakeAffineTransform(linear)
      state.anchorPointZ = 0
      state.zPosition = 0
      state.position = state.anchor.applying(transform)
    }
    commit.root = root
    tree.apply(commit)
  }

  private mutating func add(_ layer: CALayer, _ adjust: (inout LayerState) -> Void = { _ in }) -> LayerID {
    var pending: [(layer: CALayer, id: LayerID)] = []
    func enter(_ layer: CALayer, _ names: inout SlotAllocator) -> LayerID {
      let id = names.allocate()
      pending.append((layer, id))
      return id
    }
    let top = enter(layer, &names)
    while let (layer, id) = pending.popLast() {
      // UIKit draws what waits for a commit; layers that no such view shows keep what they have (RC-3).
      if layer.storage.flags.contains(.pointsDown) { layer.displayIfNeeded() }
      if case .tiled = layer.storage.state.kind { (layer as? CATiledLayer)?.serveTiles() }
      var state = layer.storage.state
      if case .emitter = state.kind, let cells = (layer as? CAEmitterLayer)?.frozenCells {
        state.emitter.cells = cells
      }
      if id == top { adjust(&state) }
      let (x, y) = (state.position.x, state.position.y)
      if !(x.isFinite && y.isFinite), id != top {
        raise("CALayerInvalidGeometry: sublayer with non-finite position [\(x) \(y)]")
      }
      commit.updates.append(LayerUpdate(id: id, aspects: .all, state: state, animations: []))
      let children = (layer.childLayers ?? []).map { enter($0, &names) }
      let mask = layer.maskLayer.map { enter($0, &names) }
      if !children.isEmpty || mask != nil {
        commit.children.append(ChildrenUpdate(parent: id, children: children, mask: mask))
      }
    }
    return top
  }
}

extension CGAffineTransform {
  /// The inverse, or nil if there is none.
  fileprivate var invertedIfPossible: CGAffineTransform? {
    let determinant = a * d - b * c
    return determinant != 0 && determinant.isFinite && tx.isFinite && ty.isFinite ? inverted() : nil
  }
}

extension Frame {
  /// Makes images that linear filters enlarge follow a context's interpolation quality (rendering C-12).
  fileprivate mutating func enlargeImages(with quality: CGInterpolationQuality) {
    let filter: Sampling.Filter
    switch quality.enlarging {
    case .nearest: filter = .nearest
    case .smooth: filter = .smooth
    case .linear, .trilinear: return
    }
    for index in items.indices {
      guard case .image(let image, var placement) = items[index].payload,
        placement.sampling.filter == .linear, !placement.sampling.repeats,
        let fromDevice = self[items[index].space].toDevice.inverted()?.concatenating(placement.toSource),
        fromDevice.determinant.magnitude < 0.99
      else { continue }
      placement.sampling.filter = filter
      items[index].payload = .image(image, placement)
    }
  }
}

import StrataBase
import StrataRenderTree

/// What surrounds layers that are drawn by themselves: their scope, with the clips that its index points to.
struct Surroundings {
  /// A link of a clip chain with what it refers to.
  struct Link {
    var node: ClipNode
    var core: ClipCore
    var space: Space
  }

  /// The scope; its clip is the last link of the chain.
  var scope: Scope
  /// From the outermost clip in.
  var chain: [Link] = []

  /// Whether layers in it look the same as in another one, if time does not matter to them.
  func looksLike(_ other: Surroundings) -> Bool {
    scope.looksLike(other.scope) && chain.count == other.chain.count
      && zip(chain, other.chain).allSatisfy { $0.looksLike($1) }
  }
}

extension Scope {
  fileprivate func looksLike(_ other: Scope) -> Bool {
    base == other.base && cull == other.cull && volume == other.volume && opacity == other.opacity
      && tint == other.tint && isFlipped == other.isFlipped && handedness == other.handedness
      && depth == other.depth && groups == other.groups && ignoresBackdrop == other.ignoresBackdrop
      && (clip == nil) == (other.clip == nil)
  }
}

extension Surroundings.Link {
  fileprivate func looksLike(_ other: Self) -> Bool {
    guard node.boundsInDevice == other.node.boundsInDevice, node.isAntialiased == other.node.isAntialiased,
      node.coversOnce == other.node.coversOnce, node.owner == other.node.owner,
      space.toDevice == other.space.toDevice, core.wide == other.core.wide, core.tall == other.core.tall
    else { return false }
    return switch (node.shape, other.node.shape) {
    case (.rect(let a), .rect(let b)): a == b
    case (.roundedRect(let a), .roundedRect(let b)): a == b
    default: false
    }
  }
}

/// A layer whose own parts are drawn without its sublayers.
struct Opening {
  /// What is known of its sublayers, or nil to look.
  var family: FrameBuilder.Family?
  /// Where the parts over the sublayers begin.
  var split = 0
  /// What its sublayers inherit; nil until it is certain that they may be drawn by themselves.
  var inner: Scope?
}

/// An open layer: what it paints below and above its sublayers, and what surrounds them.
struct OpenedLayer {
  var below: Frame
  var above: Frame?
  var inner: Surroundings
}

/// Parts of a frame, each built by itself. The tree is the first of the builder's trees.
extension FrameBuilder {
  /// The items of layers that follow each other in the same surroundings.
  func part(
    of layers: [LayerID],
    as role: Visit.Role,
    in surroundings: Surroundings,
    _ viewport: Viewport,
    reusing part: FramePart
  ) -> Frame {
    begin(viewport, reusing: part)
    let scope = enter(surroundings)
    let outer = scopes[Int(scope)]
    for id in layers {
      if case .layer = role, drawLeaf(id, outer) { continue }
      work.append(.visit(Visit(id: id, scope: scope, role: role)))
      run()
    }
    trees.removeSubrange(1...)
    let items = closeItems(from: 0)
    frame.passes.append(RenderPass(bounds: frame.bounds, items: items))
    defer { frame = Frame() }
    return frame
  }

  /// Draws a layer without its sublayers; nil where these cannot be drawn without looking at each other: in groups, in
  /// volumes, in transitions, and where nothing is seen.
  func open(
    _ layer: LayerID,
    as role: Visit.Role,
    in surroundings: Surroundings,
    _ viewport: Viewport,
    family: Family?,
    reusing part: FramePart? = nil
  ) -> OpenedLayer? {
    begin(viewport, reusing: part)
    let scope = enter(surroundings)
    opening = Opening(family: family)
    visit(Visit(id: layer, scope: scope, role: role))
    defer {
      opening = nil
      frame = Frame()
    }
    guard let opening, let inner = opening.inner, inner.volume == nil, work.isEmpty else { return nil }
    let first = Int32(frame.items.count)
    let split = first + Int32(opening.split)
    let hasPartsAbove = open.count > opening.split
    let items = closeItems(from: 0)
    let result = Surroundings(scope: inner, chain: chain(to: inner.clip))
    var above: Frame?
    if hasPartsAbove {
      above = frame
      above?.passes.append(RenderPass(bounds: frame.bounds, items: split..<items.upperBound))
    }
    frame.passes.append(RenderPass(bounds: frame.bounds, items: first..<split))
    return OpenedLayer(below: frame, above: above, inner: result)
  }

  /// Makes surroundings those of the frame that is being built.
  private func enter(_ surroundings: Surroundings) -> Int32 {
    var scope = surroundings.scope
    scope.clip = nil
    for link in surroundings.chain {
      var node = link.node
      node.parent = scope.clip
      node.space = Index(frame.spaces.count)
      frame.spaces.append(link.space)
      scope.clip = append(node, link.core)
    }
    scopes.append(scope)
    return Int32(scopes.count - 1)
  }

  private func chain(to clip: Index<ClipNode>?) -> [Surroundings.Link] {
    var links: [Surroundings.Link] = []
    var next = clip
    while let index = next {
      let node = frame[index]
      links.append(Surroundings.Link(node: node, core: clipCores[index.value], space: frame[node.space]))
      next = node.parent
    }
    links.reverse()
    return links
  }
}

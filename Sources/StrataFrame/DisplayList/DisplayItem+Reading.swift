extension Frame {
  /// Calls `body` with each pass whose pixels an item reads; a pass may come twice.
  ///
  /// All of them come before the item's own pass (see ``FrameInvariants``).
  package func forEachPass(readBy item: DisplayItem, _ body: (Index<RenderPass>) -> Void) {
    switch item.payload {
    case .surface(let pass, nil), .bitmap(let pass, _): body(pass)
    case .surface(let pass, let effect?):
      let effect = self[effect]
      body(pass)
      effect.mask.map(body)
      effect.transition?.old.map(body)
      effect.transition?.new.map(body)
    case .backdrop(let effect):
      self[effect].mask.map(body)
      self[effect].transition?.old.map(body)
    case .fill, .border, .image, .gradient, .path, .shadow, .particles: break
    }
  }
}

extension DisplayItem {
  /// True if the item reads the pixels painted behind it.
  package var isBackdrop: Bool { if case .backdrop = payload { true } else { false } }
}

extension Payload {
  /// True if the payload reads no pixels: neither those of a pass nor those painted behind it.
  package var drawsItself: Bool {
    switch self {
    case .fill, .border, .image, .gradient, .path, .shadow, .particles: true
    case .surface, .bitmap, .backdrop: false
    }
  }
}

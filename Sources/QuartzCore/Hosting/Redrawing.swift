import CoreGraphics
import Foundation
import StrataBase
import StrataRenderServer
import StrataRenderTree

/// Layers that draw every frame of an animation themselves.
extension LayerHost {
  /// Displays the layers with a running animation of a key that needs it, as they are at a media time.
  ///
  /// Model layers are asked to display; what they draw is drawn by their presentation copies of that time.
  ///
  /// - Returns: The contents of the copies that drew.
  func redraw(_ tree: RenderTree, at time: Double) -> [RedrawnContents] {
    let active = redrawing.filter { tree.redraws($0, at: time) }
    guard !active.isEmpty else { return [] }
    let outer = frame
    defer { frame = outer }
    let pass = PresentationPass(self, tree, at: time)
    return active.compactMap { id in
      guard let layer = layer(id) else { return nil }
      let display = FrameDisplay(of: id, in: pass)
      frame = display
      layer.display()
      return display.drawn.map { RedrawnContents(id: id, contents: $0.storage.state.contents) }
    }
  }
}

/// The display of a layer for one frame of an animation.
final class FrameDisplay {
  let pass: PresentationPass
  private let id: LayerID
  /// The presentation copy that drew; nil if none did.
  private(set) var drawn: CALayer?

  init(of id: LayerID, in pass: PresentationPass) { (self.id, self.pass) = (id, pass) }

  /// Returns the presentation copy that draws for a layer; nil for layers that are not displayed for the frame.
  func copy(of layer: CALayer) -> CALayer? {
    guard layer.storage.id == id else { return nil }
    if drawn == nil { drawn = pass.copy(of: id) }
    return drawn
  }
}

extension CALayer {
  /// The presentation copy that draws for the layer in a frame of an animation; nil for any other display.
  final var copyToDraw: CALayer? { storage.host?.frame?.copy(of: self) }
}

extension LayerHost {
  /// True if layers are displayed for the frame of a media time.
  ///
  /// Layers that draw all frames count for pictures only, so that they draw each one once.
  func redraws(_ tree: RenderTree, at time: Double, forPicture: Bool) -> Bool {
    forPicture && drawables.drawsFrames || redrawing.contains { tree.redraws($0, at: time) }
  }

  /// Lets the layers that draw all frames draw the one of a media time.
  func drawFrames(_ tree: RenderTree, at time: Double) -> [RedrawnContents] {
    drawables.frameLayers.compactMap { layer in
      guard let id = layer.storage.id, tree[id] != nil else { return nil }
      layer.drawFrame(
        layerTime: tree.localTime(of: id, at: time),
        displayTime: CVTimeStamp(mediaTime: time, framesPerSecond: drawables.clock.framesPerSecond)
      )
      return RedrawnContents(id: id, contents: layer.storage.state.contents)
    }
  }
}

extension CALayer {
  /// True if the layer's class asks for a display in each frame of an animation or of a member of its group.
  ///
  /// Key paths count only with the prefix, which leads to this layer.
  final func redraws(for animation: CAAnimation, below prefix: String = "") -> Bool {
    if let path = animation.state.keyPath {
      if prefix.isEmpty { return needsRedraw(forKeyPath: path) }
      return path.hasPrefix(prefix) && needsRedraw(forKeyPath: String(path.dropFirst(prefix.count)))
    }
    return animation.state.animations?.contains { redraws(for: $0, below: prefix) } ?? false
  }

  private func needsRedraw(forKeyPath path: String) -> Bool {
    let key = path.firstDot.map { String(path[..<$0]) } ?? path
    guard type(of: self).needsDisplay(forKey: key) else { return false }
    // The renderer sets text itself.
    return !(self is CATextLayer) || drawsText || !CATextLayer.displayKeys.contains(key)
  }
}

/// Changes of the tree by displays for single frames.
///
/// They belong to those frames and not to the time line.
struct RedrawChanges {
  private var updates: [LayerID: LayerUpdate] = [:]
  /// The moves of layers without an entry in `updates`.
  private var moves: [LayerID: LayerMove] = [:]
  private var order: [LayerID] = []
  private var children: [LayerID: ChildrenUpdate] = [:]

  /// Adds a commit that a display made.
  mutating func add(_ commit: Commit) {
    for update in commit.updates {
      if updates[update.id] == nil, moves.removeValue(forKey: update.id) == nil { order.append(update.id) }
      let animations = update.animations ?? updates[update.id]?.animations
      updates[update.id] = LayerUpdate(
        id: update.id,
        aspects: update.aspects,
        state: update.state,
        animations: animations
      )
    }
    for move in commit.moves where !refresh(move) {
      order.append(move.id)
      moves[move.id] = move
    }
    for entry in commit.children { children[entry.parent] = entry }
    forget(commit.removed)
  }

  /// Replaces the changes of layers with those of the program's commit.
  mutating func refresh(_ commit: Commit) {
    for update in commit.updates where updates[update.id] != nil || moves[update.id] != nil {
      updates[update.id] = update
      moves[update.id] = nil
    }
    for move in commit.moves { _ = refresh(move) }
    for entry in commit.children where children[entry.parent] != nil { children[entry.parent] = entry }
    forget(commit.removed)
  }

  /// Applies a move to a layer with recorded changes; returns false if it has none.
  private mutating func refresh(_ move: LayerMove) -> Bool {
    if let known = updates[move.id] {
      updates[move.id] = known.moved(move)
    } else if moves[move.id] != nil {
      moves[move.id] = move
    } else {
      return false
    }
    return true
  }

  private mutating func forget(_ removed: [LayerID]) {
    guard !removed.isEmpty, !order.isEmpty else { return }
    for id in removed { (updates[id], moves[id], children[id]) = (nil, nil, nil) }
    order.removeAll { updates[$0] == nil && moves[$0] == nil }
  }

  func apply(to tree: inout RenderTree, at time: Double) {
    guard !order.isEmpty else { return }
    tree.apply(
      Commit(
        sequence: tree.sequence + 1,
        time: time,
        updates: order.compactMap { updates[$0] },
        moves: order.compactMap { moves[$0] },
        children: order.compactMap { children[$0] }
      )
    )
  }
}

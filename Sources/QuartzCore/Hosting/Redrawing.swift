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
    let active = exclusively { redrawing }.filter { tree.redraws($0, at: time) }
    guard !active.isEmpty else { return [] }
    let pass = PresentationPass(self, tree, at: time)
    return active.compactMap { display($0, in: pass) }
  }

  /// Displays a layer for the frame of a moment; returns its contents if a copy drew.
  private func display(_ id: LayerID, in pass: PresentationPass) -> RedrawnContents? {
    guard let layer = layer(id) else { return nil }
    let outer = frame
    defer { frame = outer }
    let display = FrameDisplay(of: id, in: pass)
    frame = display
    // Changes made by `display()` could not be separated from those of an open transaction: only the copy draws.
    guard visit == nil || Transaction.current.isIdle else {
      display.copy(of: layer)?.drawContents()
      return display.contents
    }
    Transaction.current.displayFrame {
      recallChanges(of: id)
      keep(layer)
      layer.display()
      display.isComplete = true
      // Separates the changes of this layer from those of the next one.
      if frameNotes != nil { Transaction.current.flush() }
    }
    // What a copy drew remembers nothing.
    if display.drawn == nil {
      frameNotes?.noteFrame(of: id, at: (pass.tree, pass.time), isPicture: visit != nil)
    }
    return display.contents
  }

  /// The layers that were last displayed for pictures, by the moments of their last displays before.
  var disturbedLayers: [(moment: FrameChanges.Moment, layers: [LayerID])] {
    guard let frameNotes else { return [] }
    var groups: [(moment: FrameChanges.Moment, layers: [LayerID])] = []
    for id in redrawing {
      guard let changes = frameNotes[id], changes.isDisturbed else { continue }
      let moment = changes.lastPassed ?? (tree, time)
      let place = groups.firstIndex { group in
        group.moment.time == moment.time && group.moment.tree.sequence == moment.tree.sequence
      }
      if let place { groups[place].layers.append(id) } else { groups.append((moment, [id])) }
    }
    return groups
  }

  /// Displays layers for a moment again, and forgets what they changed.
  func resumeDisplays(of layers: [LayerID], at moment: FrameChanges.Moment) {
    let pass = PresentationPass(self, moment.tree, at: moment.time)
    _ = visit(moment.tree) { for id in layers { _ = display(id, in: pass) } }
    for id in layers { frameNotes?.noteFrame(of: id, at: moment, isPicture: false) }
  }
}

/// The display of a layer for one frame of an animation.
final class FrameDisplay {
  let pass: PresentationPass
  let id: LayerID
  /// The layer has displayed; what it marked meanwhile is displayed as ever.
  var isComplete = false
  /// The presentation copy that drew; nil if none did.
  private(set) var drawn: CALayer?

  init(of id: LayerID, in pass: PresentationPass) { (self.id, self.pass) = (id, pass) }

  /// The contents that the copy drew; nil if none did.
  var contents: RedrawnContents? {
    drawn.map { RedrawnContents(id: id, contents: $0.storage.state.contents) }
  }

  /// True while a layer is displayed for the frame.
  func displays(_ layer: CALayer) -> Bool { !isComplete && layer.storage.id == id }

  /// Returns the presentation copy that draws for a layer; nil for layers that are not displayed for the frame.
  func copy(of layer: CALayer) -> CALayer? {
    guard displays(layer) else { return nil }
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

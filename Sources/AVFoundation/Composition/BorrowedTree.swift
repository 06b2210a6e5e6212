#if Media
  import QuartzCore

  /// A tree of layers that an export draws, and leaves as it was.
  ///
  /// Synchronized layers have the export's time meanwhile. A renderer that ends drops the animations of its layers that
  /// are not there to stay; so they are kept here and added again.
  final class BorrowedTree {
    private typealias Keyed = (key: String, animation: CAAnimation)
    private var animations: [(layer: CALayer, list: [Keyed])] = []
    private var synchronized: [AVSynchronizedLayer] = []

    /// Takes a tree; its renderer comes after this and goes before ``giveBack()``.
    init(_ root: CALayer) {
      visit(root)
      for layer in synchronized { layer.isInExport = true }
    }

    private func visit(_ layer: CALayer) {
      if let layer = layer as? AVSynchronizedLayer { synchronized.append(layer) }
      let list = (layer.animationKeys() ?? []).compactMap { key in
        layer.animation(forKey: key).map { (key, $0) }
      }
      if !list.isEmpty { animations.append((layer, list)) }
      for sublayer in layer.sublayers ?? [] { visit(sublayer) }
      if let mask = layer.mask { visit(mask) }
    }

    /// Adds the animations that are gone, and lets synchronized layers follow their items again.
    ///
    /// Layers that the program has moved out of the tree meanwhile get theirs, too.
    func giveBack() {
      for layer in synchronized { layer.isInExport = false }
      for (layer, list) in animations { Self.restore(list, of: layer) }
      (animations, synchronized) = ([], [])
      CATransaction.flush()
    }

    /// Adds animations again, in their order.
    ///
    /// From the first one that is gone, those that stayed are added as well: later ones cover earlier ones. What the
    /// program has put in the place of one stays.
    private static func restore(_ list: [Keyed], of layer: CALayer) {
      for (key, animation) in list.drop(while: { layer.animation(forKey: $0.key) != nil }) {
        let present = layer.animation(forKey: key)
        guard present == nil || present === animation else { continue }
        layer.removeAnimation(forKey: key)
        layer.add(animation, forKey: key)
      }
    }
  }
#endif

/// A transition of a layer's picture, frozen; the compositor draws it.
package struct TransitionRecord: Sendable {
  /// The kind of transition, such as `fade` or `push`.
  package var type: String
  /// Where movement comes from, such as `fromLeft`; nil is from the left.
  package var subtype: String?
  /// Shown progress at the beginning; not limited.
  package var startProgress: Double
  /// Shown progress at the end; not limited.
  package var endProgress: Double
  /// A filter that replaces type and subtype.
  package var filter: FilterValue?
  /// The committed tree as it was before the transaction that added the transition.
  package var old: RenderTree?
  /// The media time at which `old` is evaluated.
  package var oldTime: Double
  /// The length of the chain of trees: `old`, the old tree of a transition in that one, and so on.
  package let generations: Int

  package init(
    type: String = "fade",
    subtype: String? = nil,
    startProgress: Double = 0,
    endProgress: Double = 1,
    filter: FilterValue? = nil,
    old: RenderTree? = nil,
    oldTime: Double = 0
  ) {
    self.type = type
    self.subtype = subtype
    self.startProgress = startProgress
    self.endProgress = endProgress
    self.filter = filter
    self.old = old
    self.oldTime = oldTime
    generations = old.map { $0.formerGenerations + 1 } ?? 0
  }

  /// Returns the shown progress at an eased progress of the animation, limited to zero to one.
  package func progress(at eased: Double) -> Double {
    let shown = startProgress + (endProgress - startProgress) * eased
    return min(max(shown, 0), 1)
  }
}

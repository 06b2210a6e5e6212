package import CoreGraphics

/// The shares of one axis of a frame in a change of the superview.
///
/// Flexible parts share the change in proportion to their sizes, and equally if they have none.
package struct AutoresizedAxis {
  /// The change of the origin.
  package let shift: CGFloat
  /// The change of the extent.
  package let growth: CGFloat

  /// Parts that are not flexible are nil.
  package init(leading: CGFloat?, extent: CGFloat?, trailing: CGFloat?, change: CGFloat) {
    let parts = [leading, extent, trailing].map { $0.map { max($0, 0) } }
    let flexible = parts.compactMap { $0 }
    let total = flexible.reduce(0, +)
    func share(_ part: CGFloat?) -> CGFloat {
      guard let part else { return 0 }
      return total > 0 ? change * part / total : change / CGFloat(flexible.count)
    }
    (shift, growth) = (share(parts[0]), share(parts[1]))
  }
}

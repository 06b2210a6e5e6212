package import StrataRenderTree

/// The owner of the layers whose trees an offline renderer draws.
///
/// It records each commit with `OfflineRenderer.record(_:at:)`. A renderer without a host draws the trees that were
/// recorded by hand.
package protocol OfflineHost: AnyObject {
  /// The type of the root of the live tree, which this module cannot name.
  associatedtype Root

  /// The root of the live tree.
  var root: Root? { get }

  /// Changes that the host makes by itself at known times; nil for none.
  var timedChanges: TimedChanges? { get set }

  /// Runs `body` with the host's clock at a time and commits its changes.
  func change(at time: Double, _ body: () -> Void)

  /// Lets time pass up to `time`.
  func play(until time: Double)

  /// Commits what the program changed outside `change(at:_:)`, at the latest time that was played or changed.
  func commitPendingChanges()

  /// Makes the timed changes that are due by a time.
  func makeTimedChanges(until time: Double)

  /// Displays the layers that draw each frame of an animation themselves, and returns a tree with their contents.
  func redraw(_ tree: RenderTree, at time: Double) -> RenderTree
}

/// Changes of a tree that come by themselves, such as the states of a document that follow each other.
package struct TimedChanges {
  /// Returns the time of the next change, in seconds; infinity if there is none.
  package let next: () -> Double
  /// Makes the changes that are due at a time.
  package let make: (Double) -> Void

  package init(next: @escaping () -> Double, make: @escaping (Double) -> Void) {
    (self.next, self.make) = (next, make)
  }
}

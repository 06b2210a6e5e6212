import CoreGraphics
public import Foundation

/// Hears of what a scroll view does; every method is optional.
///
/// A drag is told by `scrollViewWillBeginDragging`, `scrollViewDidScroll` for each change,
/// `scrollViewWillEndDragging` and `scrollViewDidEndDragging`; where the content moves on, by
/// `scrollViewWillBeginDecelerating`, `scrollViewDidScroll` for each frame, and `scrollViewDidEndDecelerating`.
@preconcurrency @MainActor public protocol UIScrollViewDelegate: NSObjectProtocol {
  /// Reacts to another content offset.
  func scrollViewDidScroll(_ scrollView: UIScrollView)
  /// Reacts to a drag that begins.
  func scrollViewWillBeginDragging(_ scrollView: UIScrollView)
  /// Reacts to a drag that ends; may choose where the content comes to rest.
  ///
  /// - Parameters:
  ///   - scrollView: The scroll view.
  ///   - velocity: That of the content offset, in points per millisecond.
  ///   - targetContentOffset: Where the content will rest; what is stored there takes its place, within the content's edges.
  func scrollViewWillEndDragging(
    _ scrollView: UIScrollView,
    withVelocity velocity: CGPoint,
    targetContentOffset: UnsafeMutablePointer<CGPoint>
  )
  /// Reacts to a drag that has ended; `decelerate` is true if the content moves on.
  func scrollViewDidEndDragging(_ scrollView: UIScrollView, willDecelerate decelerate: Bool)
  /// Reacts to content that begins to move on after a drag.
  func scrollViewWillBeginDecelerating(_ scrollView: UIScrollView)
  /// Reacts to content that has come to rest after a drag, or was held up by a finger.
  func scrollViewDidEndDecelerating(_ scrollView: UIScrollView)
  /// Reacts to the end of an animation that a program has asked for.
  func scrollViewDidEndScrollingAnimation(_ scrollView: UIScrollView)
  /// Returns the view of the content that is scaled; nil for none.
  func viewForZooming(in scrollView: UIScrollView) -> UIView?
  /// Reacts to a gesture or an animation that begins to zoom.
  func scrollViewWillBeginZooming(_ scrollView: UIScrollView, with view: UIView?)
  /// Reacts to another zoom scale.
  func scrollViewDidZoom(_ scrollView: UIScrollView)
  /// Reacts to the end of a gesture or an animation that zoomed, after the content has come back into its limits.
  func scrollViewDidEndZooming(_ scrollView: UIScrollView, with view: UIView?, atScale scale: CGFloat)
}

extension UIScrollViewDelegate {
  /// Stands for a missing implementation.
  public func scrollViewDidScroll(_ scrollView: UIScrollView) {}
  /// Stands for a missing implementation.
  public func scrollViewWillBeginDragging(_ scrollView: UIScrollView) {}
  /// Stands for a missing implementation.
  public func scrollViewWillEndDragging(
    _ scrollView: UIScrollView,
    withVelocity velocity: CGPoint,
    targetContentOffset: UnsafeMutablePointer<CGPoint>
  ) {}
  /// Stands for a missing implementation.
  public func scrollViewDidEndDragging(_ scrollView: UIScrollView, willDecelerate decelerate: Bool) {}
  /// Stands for a missing implementation.
  public func scrollViewWillBeginDecelerating(_ scrollView: UIScrollView) {}
  /// Stands for a missing implementation.
  public func scrollViewDidEndDecelerating(_ scrollView: UIScrollView) {}
  /// Stands for a missing implementation.
  public func scrollViewDidEndScrollingAnimation(_ scrollView: UIScrollView) {}
  /// Stands for a missing implementation: nothing is scaled.
  public func viewForZooming(in scrollView: UIScrollView) -> UIView? { nil }
  /// Stands for a missing implementation.
  public func scrollViewWillBeginZooming(_ scrollView: UIScrollView, with view: UIView?) {}
  /// Stands for a missing implementation.
  public func scrollViewDidZoom(_ scrollView: UIScrollView) {}
  /// Stands for a missing implementation.
  public func scrollViewDidEndZooming(_ scrollView: UIScrollView, with view: UIView?, atScale scale: CGFloat)
  {}
}

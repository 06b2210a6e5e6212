import CoreGraphics
import Foundation
import QuartzCore
import StrataViews

/// The content between two fingers.
struct ScrollZoom {
  /// The scale at which the pinch began, which it multiplies.
  let start: CGFloat
}

extension UIScrollView {
  /// The view that the delegate has zoomed.
  final var zoomedView: UIView? { delegate?.viewForZooming(in: self) }

  /// By how much the transform of a view stretches level lines.
  final func scale(of view: UIView) -> CGFloat {
    let transform = view.ownLayer.affineTransform()
    return hypot(transform.a, transform.b)
  }

  private var middle: CGPoint {
    let size = ownLayer.bounds.size
    return CGPoint(x: size.width / 2, y: size.height / 2)
  }

  private func limited(_ scale: CGFloat) -> CGFloat {
    min(max(scale, minimumZoomScale), max(minimumZoomScale, maximumZoomScale))
  }

  // MARK: Pinch

  /// Follows the pinch.
  final func followPinch(_ pinch: UIPinchGestureRecognizer) {
    switch pinch.state {
    case .began:
      stopMotion()
      // The delegate may have begun an animation.
      guard motion == nil else {
        self.pinch?.stop()
        return
      }
      if drag == nil { takeHold() }
      indicators.show(self)
      tellOfBeginning()
      zoom = ScrollZoom(start: zoomScale)
      continueZoom(pinch)
    case .changed: continueZoom(pinch)
    case .ended, .cancelled: endZoom(pinch)
    default: break
    }
  }

  private func continueZoom(_ pinch: UIPinchGestureRecognizer) {
    guard let zoom, pinch.numberOfTouches > 1 else { return }
    let scale = shown(zoom.start * pinch.scale)
    let fingers = pinch.location(in: self)
    let anchor = CGPoint(x: fingers.x - contentOffset.x, y: fingers.y - contentOffset.y)
    guard scale != zoomScale, let place = scaleContent(to: scale, from: wanted, about: anchor) else { return }
    wanted = place
    showWanted()
    delegate?.scrollViewDidZoom(self)
  }

  /// What is shown of a scale that fingers ask for: beyond the limits, the logarithm is pulled as offsets are.
  private func shown(_ scale: CGFloat) -> CGFloat {
    guard scale.isFinite, scale > 0 else { return zoomScale }
    let limit = limited(scale)
    guard bouncesZoom, limit > 0, limit != scale else { return limit }
    let octaves = ScrollRange(content: 0, before: 0, after: 0, length: 1).pulled(log2(scale / limit))
    return limit * exp2(octaves)
  }

  private func endZoom(_ pinch: UIPinchGestureRecognizer) {
    guard zoom != nil else { return }
    zoom = nil
    let (scale, limit) = (zoomScale, limited(zoomScale))
    if limit != scale {
      let fingers = pinch.location(in: self)
      let anchor = CGPoint(x: fingers.x - contentOffset.x, y: fingers.y - contentOffset.y)
      isBouncingBack = true
      drag?.hasZoomed = true
      animateZoom { [self] in scaleContent(to: limit, from: contentOffset, about: anchor) }
      return
    }
    tellOfEnd()
    // The end of a drag has the content come back by itself.
    let end = clamped(contentOffset)
    if drag == nil, motion == nil, end != contentOffset, !isLettingGo, let host = window?.host {
      decelerate(deceleration(.zero, to: nil, at: host.time))
    } else if drag == nil {
      indicators.fade(self)
    }
  }

  // MARK: Program

  final func setScale(_ scale: CGFloat, _ animated: Bool) {
    guard scale.isFinite else { return }
    let (scale, offset) = (limited(scale), contentOffset)
    guard scale > 0, scale != zoomScale else { return }
    setZoom(animated) { [self] in scaleContent(to: scale, from: offset, about: middle) }
  }

  final func show(_ rect: CGRect, _ animated: Bool) {
    let (size, sides) = (ownLayer.bounds.size, [rect.minX, rect.minY, rect.width, rect.height])
    guard let view = zoomedView, sides.allSatisfy(\.isFinite), rect.width > 0, rect.height > 0 else { return }
    let scale = limited(min(size.width / rect.width, size.height / rect.height))
    guard scale.isFinite, scale > 0 else { return }
    setZoom(animated) { [self] in
      scaleContent(to: scale, from: contentOffset, about: .zero)
      let place = view.convert(CGPoint(x: rect.midX, y: rect.midY), to: self)
      return CGPoint(x: place.x - middle.x, y: place.y - middle.y)
    }
  }

  /// Zooms by a change that returns the new offset.
  private func setZoom(_ animated: Bool, _ change: @escaping () -> CGPoint?) {
    guard zoomedView != nil else { return }
    stopMotion()
    guard animated, window != nil, UIView.areAnimationsEnabled else {
      changeZoom(change)
      return
    }
    tellOfBeginning()
    animateZoom(change)
  }

  private func changeZoom(_ change: () -> CGPoint?) {
    guard let offset = change() else { return }
    // A drag goes on from what is shown.
    wanted = placeOfRest(offset)
    move(to: wanted)
    delegate?.scrollViewDidZoom(self)
  }

  private func animateZoom(_ change: @escaping () -> CGPoint?) {
    zoomAnimations += 1
    UIView.animate(withDuration: Self.animationDuration, delay: 0, options: .allowUserInteraction) { [self] in
      changeZoom(change)
      // What the layout centres moves along.
      layoutIfNeeded()
    } completion: { [weak self] _ in
      self?.zoomAnimationDidEnd()
    }
  }

  private func zoomAnimationDidEnd() {
    zoomAnimations -= 1
    guard zoomAnimations == 0 else { return }
    isBouncingBack = false
    if drag == nil, motion == nil { indicators.fade(self) }
    tellOfEnd()
  }

  /// Tells of a zoom that begins, unless another one goes on.
  private func tellOfBeginning() {
    guard zoom == nil, zoomAnimations == 0 else { return }
    delegate?.scrollViewWillBeginZooming(self, with: zoomedView)
  }

  /// Tells of the end of the last one of the zooms that go on.
  private func tellOfEnd() {
    guard zoom == nil, zoomAnimations == 0 else { return }
    delegate?.scrollViewDidEndZooming(self, with: zoomedView, atScale: zoomScale)
  }

  /// Scales the zoomed view and the content; returns the offset that keeps a point of the view over the same content.
  ///
  /// The corner of the zoomed view stays where it is in the content.
  @discardableResult
  private func scaleContent(to scale: CGFloat, from offset: CGPoint, about anchor: CGPoint) -> CGPoint? {
    guard let view = zoomedView else { return nil }
    let former = self.scale(of: view)
    guard former > 0, former.isFinite else { return nil }
    let (corner, size) = (view.frame.origin, view.bounds.size)
    view.transform = CGAffineTransform(scaleX: scale, y: scale)
    let shown = CGSize(width: size.width * scale, height: size.height * scale)
    view.center = CGPoint(
      x: corner.x + view.anchorPoint.x * shown.width,
      y: corner.y + view.anchorPoint.y * shown.height
    )
    isScalingContent = true
    contentSize = shown
    isScalingContent = false
    let ratio = scale / former
    return CGPoint(
      x: (offset.x + anchor.x - corner.x) * ratio + corner.x - anchor.x,
      y: (offset.y + anchor.y - corner.y) * ratio + corner.y - anchor.y
    )
  }
}

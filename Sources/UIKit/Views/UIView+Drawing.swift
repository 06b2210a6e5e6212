import CoreGraphics
import Foundation
import QuartzCore
import StrataViews

/// The layer, drawing, and pictures of views.
extension UIView {
  /// Makes a layer of the class's ``layerClass``.
  static func makeLayer() -> CALayer {
    guard let type = layerClass as? CALayer.Type else {
      preconditionFailure("\(self).layerClass is \(layerClass), which is not a class of layers")
    }
    return _PresentationFactory.makeLayer(of: type)
  }

  /// Gives a new view's layer what the view asks of it.
  final func prepareLayer() {
    ownLayer.pointDownWithoutHost()
    ownLayer.delegate = self
    ownLayer.contentsScale = UIScreen.main.scale
    if drawsItself {
      updateGround()
      ownLayer.setNeedsDisplay()
    }
  }

  // MARK: Drawing

  private final class PlainView: UIView {}

  private final class DrawingView: UIView {
    override func draw(_ rect: CGRect) { UIRectFill(rect) }
  }

  private final class LayerDrawingView: UIView {
    override func draw(_ layer: CALayer, in ctx: CGContext) { ctx.fill(layer.bounds) }
  }

  private static let slots = [DrawingView.self, LayerDrawingView.self].map {
    MethodSlot(of: UIView.self, plain: PlainView.self, overriding: $0)
  }

  /// True if the view's class overrides ``draw(_:)``; only then the layer needs memory for a drawing.
  final var drawsItself: Bool { Self.slots[0].isOverridden(in: type(of: self)) }

  final func drawContents(of layer: CALayer, in context: CGContext) {
    // The layer, or its presentation copy in a frame of an animation.
    guard layer.model() === ownLayer, drawsItself else {
      // An override that calls this has drawn itself, or will.
      if !Self.slots[1].isOverridden(in: type(of: self)) { OptionalCall.noteDefault(.draw, of: self) }
      return
    }
    let entry = ContextStack.Entry(context, scale: layer.contentsScale)
    let clip = context.boundingBoxOfClipPath.intersection(bounds)
    withTraits { ContextStack.with(entry) { draw(clip.isNull ? bounds : clip) } }
  }

  /// Draws with a number of pixels per point; one that is not positive is ignored.
  final func drawAt(scale: CGFloat) {
    guard scale > 0, scale != ownLayer.contentsScale else { return }
    ownLayer.contentsScale = scale
    if drawsItself { ownLayer.setNeedsDisplay() }
  }

  final func contentModeDidChange(from old: ContentMode) {
    guard contentMode != old else { return }
    ownLayer.contentsGravity = contentMode.gravity
    ownLayer.needsDisplayOnBoundsChange = contentMode == .redraw
  }

  /// Makes the memory of the view's drawing opaque, which begins black, or transparent; a background shows through.
  final func updateGround() {
    let isBlack = isOpaque && ownLayer.backgroundColor == nil
    guard drawsItself, ownLayer.isOpaque != isBlack else { return }
    ownLayer.isOpaque = isBlack
    ownLayer.setNeedsDisplay()
  }

  // MARK: Pictures

  final func snapshot(_ afterUpdates: Bool) -> UIView? {
    guard let picture = picture(afterScreenUpdates: afterUpdates) else { return nil }
    let view = UIView(frame: frame)
    view.bounds = bounds
    view.layer.contents = picture
    return view
  }

  final func snapshot(of rect: CGRect, _ afterUpdates: Bool, _ capInsets: UIEdgeInsets) -> UIView? {
    let part = rect.intersection(bounds)
    guard !part.isEmpty, let picture = picture(afterScreenUpdates: afterUpdates) else { return nil }
    let scale = CGFloat(picture.width) / bounds.width
    let pixels = part.offsetBy(dx: -bounds.minX, dy: -bounds.minY).applying(
      CGAffineTransform(scaleX: scale, y: scale)
    )
    let view = UIView(frame: CGRect(origin: .zero, size: part.size))
    view.layer.contents = picture.cropping(to: pixels)
    view.layer.contentsScale = scale
    let middle = CGRect(origin: .zero, size: part.size).inset(by: capInsets)
    view.layer.contentsCenter = CGRect(
      x: middle.origin.x / part.width,
      y: middle.origin.y / part.height,
      width: max(0, middle.size.width) / part.width,
      height: max(0, middle.size.height) / part.height
    )
    return view
  }

  final func drawTree(in rect: CGRect, _ afterUpdates: Bool) -> Bool {
    guard let context = UIGraphicsGetCurrentContext(), bounds.width > 0, bounds.height > 0 else {
      return false
    }
    if afterUpdates { prepareTree() }
    context.saveGState()
    context.translateBy(x: rect.minX, y: rect.minY)
    context.scaleBy(x: rect.width / bounds.width, y: rect.height / bounds.height)
    context.translateBy(x: -bounds.minX, y: -bounds.minY)
    (afterUpdates ? ownLayer : ownLayer.presentation() ?? ownLayer).render(in: context)
    context.restoreGState()
    return true
  }

  private func picture(afterScreenUpdates afterUpdates: Bool) -> CGImage? {
    guard let context = BitmapContext.make(size: bounds.size, scale: contentScaleFactor, isOpaque: false)
    else {
      return nil
    }
    ContextStack.with(ContextStack.Entry(context, scale: contentScaleFactor)) {
      _ = drawHierarchy(in: CGRect(origin: .zero, size: bounds.size), afterScreenUpdates: afterUpdates)
    }
    return context.makeImage()
  }

  /// Lays out and draws what is marked, below this view.
  private func prepareTree() {
    layoutIfNeeded()
    var pending = [ownLayer]
    while let next = pending.popLast() {
      next.displayIfNeeded()
      pending += next.sublayers ?? []
      if let mask = next.mask { pending.append(mask) }
    }
  }
}

import CoreGraphics
import Foundation
import StrataRaster
import StrataRenderTree
import Synchronization

/// Display: marks, the provider of contents, and backing stores.
extension CALayer {
  // MARK: Marks

  /// Marks a rectangle in layer coordinates, or the whole layer.
  final func markForDisplay(_ rect: CGRect?) {
    let storage = storage
    guard !storage.flags.contains(.isCopy) else { return }
    if storage.flags.contains(.needsDisplay) {
      if let rect, let pending = storage.pendingDisplay {
        storage.pendingDisplay = pending.union(rect)
      } else {
        storage.pendingDisplay = nil
      }
    } else {
      storage.pendingDisplay = rect
      storage.flags.insert(.needsDisplay)
    }
    enlist(.content)
  }

  final func serveDisplay() {
    guard storage.flags.contains(.needsDisplay) else { return }
    storage.flags.remove(.needsDisplay)
    display()
    if let host = storage.host, let id = storage.id, host.frame == nil {
      host.frameNotes?.noteDisplay(of: id, in: host)
    }
  }

  // MARK: Providing contents

  final func performDisplay() {
    // A mark asks for a display of the layer as it is, which a frame of an animation is not.
    if let frame = storage.host?.frame, frame.displays(self) {
      if !asksDelegateToDisplay() { frame.copy(of: self)?.drawContents() }
      return
    }
    let invalid = storage.pendingDisplay
    if !displayThroughDelegate() { drawContents(anew: invalid) }
  }

  /// Draws the contents, or the part of them in a rectangle, if the layer or its delegate draws.
  final func drawContents(anew invalid: CGRect? = nil) {
    let delegate = storage.delegate
    let isOverridden = ClassShape.overridesDraw(type(of: self))
    guard isOverridden || asksDelegateToDraw else { return }
    delegate?.layerWillDraw(self)
    guard let store = BackingStore(of: self, invalid: invalid) else {
      setBackingStore(nil)
      return
    }
    guard drawOnce(in: store.context, isOverridden: isOverridden) else { return }
    setBackingStore(store.image, isFlipped: store.isFlipped)
  }

  /// True if the layer's delegate may draw; text layers draw their text in place of asking it.
  private var asksDelegateToDraw: Bool {
    if case .text = storage.state.kind { return false }
    return storage.delegate.map(DrawingDelegates.mayDraw) ?? false
  }

  /// True if the layer is a text layer whose class draws it, so that the renderer does not set the text.
  final var drawsText: Bool {
    guard case .text = storage.state.kind else { return false }
    return ClassShape.overridesDraw(type(of: self))
  }

  /// Draws the layer by its own method or by its delegate's; returns false, and remembers that, if neither exists.
  final func drawOnce(in context: CGContext, isOverridden: Bool) -> Bool {
    guard !isOverridden, let delegate = storage.delegate else {
      draw(in: context)
      return true
    }
    let isDrawn = OptionalCall.isImplemented(.draw, of: delegate) { draw(in: context) }
    if !isDrawn { DrawingDelegates.noteAbsence(in: delegate) }
    return isDrawn
  }

  /// Takes the mark of a display, and asks the delegate to display; returns true if it does.
  final func displayThroughDelegate() -> Bool {
    storage.flags.remove(.needsDisplay)
    storage.pendingDisplay = nil
    return asksDelegateToDisplay()
  }

  private func asksDelegateToDisplay() -> Bool {
    guard let delegate = storage.delegate else { return false }
    return OptionalCall.isImplemented(.display, of: delegate) { delegate.display(self) }
  }

  final func drawThroughDelegate(in context: CGContext) { storage.delegate?.draw(self, in: context) }
}

/// The classes of delegates without `draw(_:in:)`, found by calling it once.
enum DrawingDelegates {
  private static let absent = Mutex<Set<ObjectIdentifier>>([])

  static func mayDraw(_ delegate: any CALayerDelegate) -> Bool {
    absent.withLock { !$0.contains(ObjectIdentifier(type(of: delegate))) }
  }

  static func noteAbsence(in delegate: any CALayerDelegate) {
    _ = absent.withLock { $0.insert(ObjectIdentifier(type(of: delegate))) }
  }
}

/// A bitmap into which a layer draws its contents, in layer coordinates.
private struct BackingStore {
  let context: CGContext
  private let pixels: PixelBuffer
  private let isOpaque: Bool
  private let isGray: Bool
  /// True if the y axis of the drawing pointed down.
  let isFlipped: Bool

  /// The longest side in pixels, that of textures; larger layers are drawn at a smaller scale.
  private static let sideLimit = CGFloat(16384)
  /// The most pixels, which take 256 MiB.
  private static let areaLimit = CGFloat(1 << 26)

  /// Makes a store for the layer's size; nil if that is empty or not a number.
  ///
  /// Outside of the pixels that the invalid rectangle touches it shows those of the store before, if that has the same
  /// size and direction.
  init?(of layer: CALayer, invalid: CGRect?) {
    let state = layer.storage.state
    (isOpaque, isGray) = (state.isOpaque, state.contentsFormat == .gray8Uint)
    isFlipped = layer.flipParity
    let (size, wanted) = (state.bounds.size, state.contentsScale)
    guard size.width > 0, size.height > 0, wanted > 0, wanted.isFinite, size.width.isFinite,
      size.height.isFinite
    else { return nil }
    let scale = min(wanted, Self.largestScale(of: size))
    func count(_ length: CGFloat) -> Int {
      min(max(PixelCount.covering(length, scale: scale), 1), Int(Self.sideLimit))
    }
    let (width, height) = (count(size.width), count(size.height))
    pixels = PixelBuffer(width: width, height: height, format: .rgba8)
    context = CGContext(
      backingStore: pixels,
      scale: scale,
      origin: state.bounds.origin,
      isFlipped: isFlipped,
      isOpaque: state.isOpaque
    )
    if scale < wanted { fill(state.bounds, scale: scale) }
    guard let invalid, layer.storage.flags.contains(.ownsContents), let former = state.contents.image,
      former.width == width, former.height == height,
      layer.storage.flags.contains(.drewFlipped) == isFlipped
    else { return }
    let old = former.pixels
    guard old.format == .rgba8 else { return }
    for row in 0..<height {
      (pixels.base + row * pixels.rowBytes).copyMemory(
        from: old.base + row * old.rowBytes,
        byteCount: width * 4
      )
    }
    context.beginAnew(in: invalid.overlap(with: state.bounds))
  }

  /// The most pixels per unit for a size within the limits.
  private static func largestScale(of size: CGSize) -> CGFloat {
    min(sideLimit / max(size.width, size.height), (areaLimit / size.width / size.height).squareRoot())
  }

  /// Stretches the drawing over all pixels, a fraction of the last ones included, as the layer stretches the picture.
  private func fill(_ bounds: CGRect, scale: CGFloat) {
    OnceLog.note(
      "a layer is drawn with fewer pixels than its contentsScale asks for: more than "
        + "\(Int(Self.sideLimit)) along a side, or \(Int(Self.areaLimit)) in all"
    )
    context.translateBy(x: bounds.minX, y: bounds.minY)
    context.scaleBy(
      x: CGFloat(pixels.width) / (bounds.width * scale),
      y: CGFloat(pixels.height) / (bounds.height * scale)
    )
    context.translateBy(x: -bounds.minX, y: -bounds.minY)
  }

  /// The drawn picture.
  var image: CGImage {
    if isGray { pixels.removeColor() }
    if isOpaque { pixels.removeAlpha() }
    return CGImage(pixels: pixels, hasAlpha: !isOpaque)
  }
}

import CoreGraphics
import Foundation
import StrataViews

/// Drawing into a picture.
extension NSImage {
  /// Makes the picture what drawing goes to, over what it shows, until ``unlockFocus()``; y points up.
  ///
  /// Drawing goes to a bitmap in the main screen's scale, which becomes the only form of the picture. What is drawn for a
  /// picture without a size is lost.
  public func lockFocus() { lockFocusFlipped(false) }

  /// Makes the picture what drawing goes to, as ``lockFocus()``; y points down if `flipped` is true.
  public func lockFocusFlipped(_ flipped: Bool) {
    let scale = MainScreen.scale
    let one = CGSize(width: 1, height: 1)
    let sized = BitmapContext.make(size: size, scale: scale, isOpaque: false, isFlipped: false)
    guard let context = sized ?? BitmapContext.make(size: one, scale: 1, isOpaque: false) else { return }
    if flipped {
      // The base space, which has the offsets of shadows and patterns, keeps its direction.
      context.translateBy(x: 0, y: size.height)
      context.scaleBy(x: 1, y: -1)
    }
    ContextStack.push(ContextStack.Entry(context, scale: scale, isFlipped: flipped))
    focus = context
    if sized != nil { draw(in: NSRect(origin: .zero, size: size)) }
  }

  /// Ends what ``lockFocus()`` began; without it nothing happens.
  public func unlockFocus() {
    guard let context = focus else { return }
    focus = nil
    // States that were kept with the context, and are not restored, are entries of their own.
    while ContextStack.current?.context === context { ContextStack.pop() }
    guard size.width > 0, size.height > 0, let image = context.makeImage() else { return }
    let form = NSBitmapImageRep(cgImage: image)
    form.size = size
    representations.forEach(removeRepresentation)
    addRepresentation(form)
  }
}

import CoreGraphics
public import Foundation
import StrataViews

/// A PDF that is being written, page by page, in points with y pointing down.
final class PDFDocument {
  let context: CGContext
  private let standardBounds: CGRect
  /// The bounds of the open page; those of the document before the first.
  private(set) var pageBounds: CGRect

  /// Begins a document; bounds without extent are those of a letter, 612 by 792 points.
  init?(_ consumer: CGDataConsumer?, bounds: CGRect, information: NSDictionary?) {
    let letter = CGRect(x: 0, y: 0, width: 612, height: 792)
    let bounds = bounds.isEmpty || bounds.isInfinite ? letter : bounds.standardized
    var box = CGRect(origin: .zero, size: bounds.size)
    guard let consumer, let context = CGContext(consumer: consumer, mediaBox: &box, information) else {
      return nil
    }
    self.context = context
    (standardBounds, pageBounds) = (bounds, bounds)
  }

  /// Begins a page; nil, and bounds without extent, are those of the document.
  func beginPage(_ bounds: CGRect? = nil) {
    let wanted = bounds.map(\.standardized) ?? standardBounds
    pageBounds = wanted.isEmpty || wanted.isInfinite ? standardBounds : wanted
    var box = CGRect(origin: .zero, size: pageBounds.size)
    context.beginPage(mediaBox: &box)
    context.translateBy(x: -pageBounds.minX, y: pageBounds.maxY)
    context.scaleBy(x: 1, y: -1)
    // Shadows and patterns are in the same space, as in pictures.
    context.adoptUserSpace()
  }
}

/// Begins a PDF that is written into data, and makes it the current context, until ``UIGraphicsEndPDFContext()``.
///
/// - Parameters:
///   - data: It takes the bytes, which are complete at the end.
///   - bounds: Those of pages without their own, in points; without extent 612 by 792.
///   - documentInfo: Values for the `kCGPDFContext` keys.
public func UIGraphicsBeginPDFContextToData(
  _ data: NSMutableData,
  _ bounds: CGRect,
  _ documentInfo: [AnyHashable: Any]?
) {
  _ = begin(CGDataConsumer(data: data), bounds, documentInfo)
}

/// Begins a PDF that is written into a file, as ``UIGraphicsBeginPDFContextToData(_:_:_:)``; false if it cannot be.
@discardableResult
public func UIGraphicsBeginPDFContextToFile(
  _ path: String,
  _ bounds: CGRect,
  _ documentInfo: [AnyHashable: Any]?
) -> Bool {
  begin(CGDataConsumer(url: NSURL(fileURLWithPath: path)), bounds, documentInfo)
}

private func begin(
  _ consumer: CGDataConsumer?,
  _ bounds: CGRect,
  _ information: [AnyHashable: Any]?
) -> Bool {
  let information = information.map { $0 as NSDictionary }
  guard let document = PDFDocument(consumer, bounds: bounds, information: information) else { return false }
  var entry = ContextStack.Entry(document.context, scale: 1)
  entry.object = document
  ContextStack.push(entry)
  return true
}

/// The document that was begun last, if it is the current context.
private var currentDocument: PDFDocument? { ContextStack.current?.object as? PDFDocument }

/// Begins a page of the document's bounds; without a document nothing happens.
public func UIGraphicsBeginPDFPage() { currentDocument?.beginPage() }

/// Begins a page of bounds in points; `pageInfo` has no effect.
public func UIGraphicsBeginPDFPageWithInfo(_ bounds: CGRect, _ pageInfo: [AnyHashable: Any]?) {
  currentDocument?.beginPage(bounds)
}

/// Returns the bounds of the page, in points; zero without a document.
public func UIGraphicsGetPDFContextBounds() -> CGRect { currentDocument?.pageBounds ?? .zero }

/// Completes the document that was begun last; does nothing if the current context is not one.
public func UIGraphicsEndPDFContext() {
  guard let document = currentDocument else { return }
  document.context.closePDF()
  ContextStack.pop()
}

public import CoreGraphics
public import Foundation
import StrataViews

/// How PDFs are made: what they say of themselves.
open class UIGraphicsPDFRendererFormat: UIGraphicsRendererFormat {
  /// Values for the `kCGPDFContext` keys.
  open var documentInfo: [String: Any] = [:]

  /// Creates a format of a document that says nothing of itself.
  public override init() { super.init() }

  /// Returns a format of a document that says nothing of itself.
  open class func `default`() -> UIGraphicsPDFRendererFormat { UIGraphicsPDFRendererFormat() }

  /// Returns a copy, as the contexts of drawings have one; subclasses make one of their own class.
  open override func copy(with zone: NSZone? = nil) -> Any {
    let copy = UIGraphicsPDFRendererFormat()
    (copy.documentInfo, copy.bounds) = (documentInfo, bounds)
    return copy
  }

  /// A copy for the context of a drawing.
  final func format(drawing bounds: CGRect) -> UIGraphicsPDFRendererFormat {
    let format = copy(with: nil) as? UIGraphicsPDFRendererFormat ?? UIGraphicsPDFRendererFormat()
    format.bounds = bounds
    return format
  }
}

/// The context of a PDF that is being written.
open class UIGraphicsPDFRendererContext: UIGraphicsRendererContext {
  private let pdfFormat: UIGraphicsPDFRendererFormat
  private let document: PDFDocument

  init(_ document: PDFDocument, format: UIGraphicsPDFRendererFormat) {
    (self.document, pdfFormat) = (document, format)
    super.init(document.context, format: format)
  }

  /// The format of the document, with its bounds.
  open override var format: UIGraphicsPDFRendererFormat { pdfFormat }

  /// The bounds of the open page, in points.
  open var pdfContextBounds: CGRect { document.pageBounds }

  /// Begins a page of the document's bounds; drawings before the first page are ignored.
  open func beginPage() { document.beginPage() }

  /// Begins a page of bounds in points; `pageInfo` has no effect.
  open func beginPage(withBounds bounds: CGRect, pageInfo: [String: Any]) { document.beginPage(bounds) }

  /// Adds a link to a URL on a rectangle of the page, in points from its lower left corner with y up.
  ///
  /// `rect.applying(cgContext.ctm)` is a rectangle of the space in which the page is drawn.
  open func setURL(_ url: URL, for rect: CGRect) { cgContext.setURL(url as NSURL, for: rect) }

  /// Adds a destination at a point of the page, as for ``setURL(_:for:)``.
  open func addDestination(withName name: String, at point: CGPoint) {
    cgContext.addDestination(name as NSString, at: point)
  }

  /// Adds a link to a destination on a rectangle of the page, as for ``setURL(_:for:)``.
  open func setDestinationWithName(_ name: String, for rect: CGRect) {
    cgContext.setDestination(name as NSString, for: rect)
  }
}

/// Makes PDFs by drawing.
///
/// - Thread: Any.
open class UIGraphicsPDFRenderer: NSObject {
  /// The bounds of pages without their own, in points.
  public let bounds: CGRect
  /// What the documents say of themselves.
  public let format: UIGraphicsPDFRendererFormat

  /// Creates a renderer of pages of a rectangle.
  public convenience init(bounds: CGRect) { self.init(bounds: bounds, format: .default()) }

  /// Creates a renderer of pages of a rectangle.
  public init(bounds: CGRect, format: UIGraphicsPDFRendererFormat) {
    (self.bounds, self.format) = (bounds, format)
  }

  /// Draws the pages of a PDF and returns it.
  open func pdfData(actions: (UIGraphicsPDFRendererContext) -> Void) -> Data {
    let data = NSMutableData()
    let information = format.documentInfo as NSDictionary
    let consumer = CGDataConsumer(data: data)
    guard let document = PDFDocument(consumer, bounds: bounds, information: information) else {
      return Data()
    }
    var entry = ContextStack.Entry(document.context, scale: 1)
    entry.object = document
    let drawing = UIGraphicsPDFRendererContext(document, format: format.format(drawing: bounds))
    ContextStack.with(entry) { actions(drawing) }
    document.context.closePDF()
    return data.copiedBytes
  }

  /// Draws the pages of a PDF into a file.
  open func writePDF(to url: URL, withActions actions: (UIGraphicsPDFRendererContext) -> Void) throws {
    try pdfData(actions: actions).write(to: url)
  }
}

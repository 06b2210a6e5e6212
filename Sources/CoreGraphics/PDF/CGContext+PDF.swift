public import Foundation

// The constants are immutable strings, which threads can share.

/// The key for the title of a PDF, a string.
nonisolated(unsafe) public let kCGPDFContextTitle: CFString = "kCGPDFContextTitle"
/// The key for the author of a PDF, a string.
nonisolated(unsafe) public let kCGPDFContextAuthor: CFString = "kCGPDFContextAuthor"
/// The key for the subject of a PDF, a string.
nonisolated(unsafe) public let kCGPDFContextSubject: CFString = "kCGPDFContextSubject"
/// The key for the keywords of a PDF, a string or an array of strings.
nonisolated(unsafe) public let kCGPDFContextKeywords: CFString = "kCGPDFContextKeywords"
/// The key for the program that created a PDF, a string.
nonisolated(unsafe) public let kCGPDFContextCreator: CFString = "kCGPDFContextCreator"
/// The key for the media box of a page, an `NSData` with the bytes of a `CGRect` in points.
nonisolated(unsafe) public let kCGPDFContextMediaBox: CFString = "kCGPDFContextMediaBox"
/// The key for whether a reader may print a PDF; has no effect, as files are not encrypted.
nonisolated(unsafe) public let kCGPDFContextAllowsPrinting: CFString = "kCGPDFContextAllowsPrinting"
/// The key for whether a reader may copy from a PDF; has no effect, as files are not encrypted.
nonisolated(unsafe) public let kCGPDFContextAllowsCopying: CFString = "kCGPDFContextAllowsCopying"

extension CGContext {
  /// Creates a context that writes a PDF (version 1.7, ISO 32000-1).
  ///
  /// The initial user space has points as units and the origin of the page's media box, y up. Drawings stay vectors:
  /// gradients, patterns, masks, blend modes and transparency layers use PDF's own features; shadows are images.
  ///
  /// Text that is filled with a plain colour stays text, which can be searched and copied. Its glyphs are embedded as
  /// Type 3 fonts. Stroked text, text filled with a pattern and text clips are outlines; emoji are images with their
  /// text attached.
  ///
  /// Blend modes that PDF lacks, such as `sourceIn`, draw as `normal`; `clear` draws nothing. Drawings outside of
  /// pages are ignored.
  ///
  /// - Parameters:
  ///   - consumer: The destination of the bytes; they are complete after `closePDF()`.
  ///   - mediaBox: The box of pages that do not set one; nil for 612 by 792 points.
  ///   - auxiliaryInfo: Values for the `kCGPDFContext` keys.
  public convenience init?(
    consumer: CGDataConsumer,
    mediaBox: UnsafePointer<CGRect>?,
    _ auxiliaryInfo: CFDictionary?
  ) {
    let box = mediaBox?.pointee.standardized ?? CGRect(x: 0, y: 0, width: 612, height: 792)
    guard box.width > 0, box.height > 0, !box.isInfinite else { return nil }
    let canvas = PDFCanvas(consumer, mediaBox: box, information: Self.information(auxiliaryInfo))
    self.init(canvas: canvas, box: box)
  }

  /// Creates a context that writes a PDF file; nil if its folder is not writable.
  ///
  /// See `init(consumer:mediaBox:_:)`.
  public convenience init?(
    _ url: CFURL,
    mediaBox: UnsafePointer<CGRect>?,
    _ auxiliaryInfo: CFDictionary?
  ) {
    guard let consumer = CGDataConsumer(url: url) else { return nil }
    self.init(consumer: consumer, mediaBox: mediaBox, auxiliaryInfo)
  }

  /// Returns the entries of the information dictionary (ISO 32000-1, 14.3.3) in a fixed order.
  private static func information(_ dictionary: CFDictionary?) -> [(key: String, value: String)] {
    let keys: [(CFString, String)] = [
      (kCGPDFContextTitle, "Title"), (kCGPDFContextAuthor, "Author"), (kCGPDFContextSubject, "Subject"),
      (kCGPDFContextKeywords, "Keywords"), (kCGPDFContextCreator, "Creator"),
    ]
    return keys.compactMap { key, name in
      let value = dictionary?.object(forKey: key)
      let text = value as? String ?? (value as? [String])?.joined(separator: ", ")
      return text.map { (name, $0) }
    }
  }

  /// Begins a page of a PDF with a new graphics state; ends the open page.
  ///
  /// Has no effect in a bitmap context.
  ///
  /// - Parameter pageInfo: The box of the page under `kCGPDFContextMediaBox`; nil for the document's box.
  public func beginPDFPage(_ pageInfo: CFDictionary?) {
    var box: CGRect?
    if let data = pageInfo?.object(forKey: kCGPDFContextMediaBox) as? Data,
      data.count == MemoryLayout<CGRect>.size
    {
      box = data.withUnsafeBytes { $0.loadUnaligned(as: CGRect.self) }
    }
    beginPage(box)
  }

  /// Begins a page of a PDF; nil takes the document's box.
  ///
  /// Has no effect in a bitmap context.
  public func beginPage(mediaBox: UnsafePointer<CGRect>?) { beginPage(mediaBox?.pointee) }

  private func beginPage(_ box: CGRect?) {
    guard let canvas = pdf else { return }
    endPDFPage()
    let usable = box.map(\.standardized).flatMap { $0.isEmpty || $0.isInfinite ? nil : $0 }
    canvas.beginPage(usable)
    reset(to: canvas.box)
  }

  /// Ends the open page of a PDF and its open transparency layers.
  public func endPDFPage() {
    guard let canvas = pdf, canvas.hasPage else { return }
    endTransparencyLayers()
    canvas.endPage()
  }

  /// Ends the open page of a PDF; the same as `endPDFPage()`.
  public func endPage() { endPDFPage() }

  /// Completes a PDF and its file; later drawings are ignored.
  public func closePDF() {
    endPDFPage()
    pdf?.close()
  }

  /// Adds a link to a URL on a rectangle of the page, whatever the current transform, to the open page of a PDF.
  ///
  /// The page has points as units and y up; `rect.applying(ctm)` is a rectangle of user space.
  public func setURL(_ url: CFURL, for rect: CGRect) {
    let target = PDFNotation.bytes((url as URL).absoluteString)
    pdf?.addLink("/A << /S /URI /URI \(target) >>", in: rect)
  }

  /// Adds a named destination at a point of the page, as for ``setURL(_:for:)``, to the open page of a PDF.
  public func addDestination(_ name: CFString, at point: CGPoint) {
    pdf?.addDestination(name as String, at: point)
  }

  /// Adds a link to a named destination on a rectangle of the page, as for ``setURL(_:for:)``, to the open page of a PDF.
  public func setDestination(_ name: CFString, for rect: CGRect) {
    pdf?.addLink("/Dest \(PDFNotation.bytes(name as String))", in: rect)
  }

  private var pdf: PDFCanvas? { canvas as? PDFCanvas }

  /// The page's box in base space, in a context that keeps drawings as vectors; nil in a bitmap context.
  package var vectorBox: CGRect? { canvas?.box }

  /// The number of pixels for each unit of base space, in drawings that must become images.
  package static var vectorDensity: Double { VectorDensity.usual }
}

public import Foundation

// The constants are immutable strings, shared between threads without harm.

/// The title of a PDF, a string.
nonisolated(unsafe) public let kCGPDFContextTitle: CFString = "kCGPDFContextTitle"
/// The author of a PDF, a string.
nonisolated(unsafe) public let kCGPDFContextAuthor: CFString = "kCGPDFContextAuthor"
/// What a PDF is about, a string.
nonisolated(unsafe) public let kCGPDFContextSubject: CFString = "kCGPDFContextSubject"
/// Words by which a PDF is found: a string or an array of strings.
nonisolated(unsafe) public let kCGPDFContextKeywords: CFString = "kCGPDFContextKeywords"
/// The program that drew a PDF, a string.
nonisolated(unsafe) public let kCGPDFContextCreator: CFString = "kCGPDFContextCreator"
/// The box of a page: an `NSData` with the bytes of a `CGRect`.
nonisolated(unsafe) public let kCGPDFContextMediaBox: CFString = "kCGPDFContextMediaBox"

extension CGContext {
  /// Creates a context that makes a PDF.
  ///
  /// User space begins as points with the origin where the page's box has it, y up. Drawings stay lines and curves:
  /// gradients, patterns, masks, blend modes and transparency layers are PDF's own, and shadows are images. Text that is
  /// filled with a colour stays text, which readers can search and copy: its glyphs become fonts of drawings, so that no
  /// font must be there to see them; stroked text, text in a pattern and clips are outlines, emoji pictures that say their
  /// text. Blend modes that PDF lacks, such as `sourceIn`, draw as `normal`; `clear` draws nothing. What is drawn
  /// outside of pages is lost.
  ///
  /// - Parameters:
  ///   - consumer: Where the bytes go; they are complete after `closePDF()`.
  ///   - mediaBox: The box of pages that have none of their own; nil for 612 by 792 points.
  ///   - auxiliaryInfo: Title, author and the like under the `kCGPDFContext` keys.
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

  /// Creates a context that makes a PDF file; nil when its folder cannot be written to.
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

  /// The entries of a PDF's information in a fixed order.
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

  /// Begins a page of a PDF with a fresh graphics state; an open page ends.
  ///
  /// - Parameter pageInfo: The box of the page under `kCGPDFContextMediaBox`.
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
  /// In a bitmap context nothing happens.
  public func beginPage(mediaBox: UnsafePointer<CGRect>?) { beginPage(mediaBox?.pointee) }

  private func beginPage(_ box: CGRect?) {
    guard let canvas else { return }
    endPDFPage()
    let usable = box.map(\.standardized).flatMap { $0.isEmpty || $0.isInfinite ? nil : $0 }
    canvas.beginPage(usable)
    reset(to: canvas.box)
  }

  /// Ends the open page of a PDF and the transparency layers in it.
  public func endPDFPage() {
    guard let canvas, canvas.hasPage else { return }
    endTransparencyLayers()
    canvas.endPage()
  }

  /// Ends the open page of a PDF; the same as `endPDFPage()`.
  public func endPage() { endPDFPage() }

  /// Completes a PDF and its file; what is drawn afterwards is lost.
  public func closePDF() {
    endPDFPage()
    canvas?.close()
  }

  /// Makes a rectangle of user space on the open page of a PDF a link to a URL.
  public func setURL(_ url: CFURL, for rect: CGRect) {
    let target = PDFNotation.bytes((url as URL).absoluteString)
    canvas?.addLink("/A << /S /URI /URI \(target) >>", in: rect.applying(ctm))
  }

  /// Makes a point of user space on the open page of a PDF a place that links can go to.
  public func addDestination(_ name: CFString, at point: CGPoint) {
    canvas?.addDestination(name as String, at: point.applying(ctm))
  }

  /// Makes a rectangle of user space on the open page of a PDF a link to a place in it.
  public func setDestination(_ name: CFString, for rect: CGRect) {
    canvas?.addLink("/Dest \(PDFNotation.bytes(name as String))", in: rect.applying(ctm))
  }

  /// The page in base space where drawings stay lines and curves; nil in a bitmap context.
  package var vectorBox: CGRect? { canvas?.box }

  /// The pixels that a unit of base space is worth where something must be drawn as an image.
  package static var vectorDensity: Double { PDFCanvas.density }
}

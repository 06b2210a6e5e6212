import Foundation

// Objects that hold drawing instructions beside the page.

extension PDFDocument {
  /// Writes instructions as an isolated transparency group (ISO 32000-1, 11.6.6).
  ///
  /// - Parameters:
  ///   - content: The instructions.
  ///   - box: The part of base space that they may touch.
  ///   - space: The name of the colour space that the group is composited in.
  /// - Returns: The object number.
  func addGroup(_ content: PDFContent, box: CGRect, space: String = "/DeviceRGB") -> Int {
    addStream(
      "/Type /XObject /Subtype /Form /FormType 1 /BBox \(PDFNotation.rect(box.insetBy(dx: -1, dy: -1)))"
        + " /Group << /S /Transparency /CS \(space) /I true >> /Resources \(content.resourceDictionary)",
      Data(content.bytes.utf8)
    )
  }

  /// Writes instructions as the cell of a coloured tiling pattern (ISO 32000-1, 8.7.3).
  ///
  /// - Parameters:
  ///   - content: The instructions of one cell.
  ///   - box: The part of pattern space that a cell draws into.
  ///   - step: The distances of cells in pattern space.
  ///   - matrix: From pattern space to base space.
  ///   - tiling: The fitting of cells to pixels.
  /// - Returns: The object number.
  func addTilingPattern(
    _ content: PDFContent,
    box: CGRect,
    step: CGSize,
    matrix: CGAffineTransform,
    tiling: CGPatternTiling
  ) -> Int {
    addStream(
      "/Type /Pattern /PatternType 1 /PaintType 1 /TilingType \(tiling.pdfNumber)"
        + " /BBox \(PDFNotation.rect(box)) /XStep \(VectorNotation.number(Double(step.width)))"
        + " /YStep \(VectorNotation.number(Double(step.height))) /Matrix [\(VectorNotation.matrix(matrix))]"
        + " /Resources \(content.resourceDictionary)",
      Data(content.bytes.utf8)
    )
  }
}

extension CGPatternTiling {
  /// The tiling type in PDF (ISO 32000-1, table 75).
  fileprivate var pdfNumber: Int {
    switch self {
    case .constantSpacing: 1
    case .noDistortion: 2
    case .constantSpacingMinimalDistortion: 3
    }
  }
}

import Foundation

/// The graphics states of a PDF (ISO 32000-1, 8.4.5): alpha with a blend mode, and soft masks.
final class PDFStates {
  private let document: PDFDocument
  /// The objects of alpha and blend mode, by their entries.
  private var objects: [String: Int] = [:]

  init(_ document: PDFDocument) { self.document = document }

  /// The object for the alpha, times `alpha`, and the blend mode of a graphics state; written once for each pair.
  func object(_ state: GraphicsState, alpha: CGFloat) -> Int {
    let alpha = min(max(state.alpha * min(max(alpha, 0), 1), 0), 1)
    let number = VectorNotation.number(Double(alpha))
    let entries = "/ca \(number) /CA \(number) /BM /\(state.blendMode.pdfName)"
    if let known = objects[entries] { return known }
    let object = document.add("<< /Type /ExtGState \(entries) /AIS false >>")
    objects[entries] = object
    return object
  }

  /// Writes a soft mask: the luminosity of what a closure draws (ISO 32000-1, 11.6.5.3).
  ///
  /// - Parameters:
  ///   - outer: The state of a mask that is set already and restricts this one; nil for none.
  ///   - box: The part of base space that the mask covers.
  ///   - draw: Draws the mask; white keeps the drawing, black removes it.
  /// - Returns: The number of the state object.
  func addMask(inside outer: Int?, box: CGRect, _ draw: (PDFContent) -> Void) -> Int {
    let content = PDFContent()
    if let outer { content.write("\(content.name(outer, "ExtGState")) gs") }
    draw(content)
    let group = document.addGroup(content, box: box, space: "/DeviceGray")
    return document.add("<< /Type /ExtGState /SMask << /S /Luminosity /G \(group) 0 R >> >>")
  }
}

extension CGBlendMode {
  /// The name in PDF (ISO 32000-1, 11.3.5); modes that PDF lacks are `Normal`.
  fileprivate var pdfName: String {
    switch self {
    case .multiply: "Multiply"
    case .screen: "Screen"
    case .overlay: "Overlay"
    case .darken: "Darken"
    case .lighten: "Lighten"
    case .colorDodge: "ColorDodge"
    case .colorBurn: "ColorBurn"
    case .softLight: "SoftLight"
    case .hardLight: "HardLight"
    case .difference: "Difference"
    case .exclusion: "Exclusion"
    case .hue: "Hue"
    case .saturation: "Saturation"
    case .color: "Color"
    case .luminosity: "Luminosity"
    default: "Normal"
    }
  }
}

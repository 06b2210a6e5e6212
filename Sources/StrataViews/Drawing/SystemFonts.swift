package import CoreGraphics

/// The families that stand for the system's, and their faces by weight.
package enum SystemFonts {
  /// The family of the system's text; Core Text finds a substitute if it is not installed.
  package static let family = "HelveticaNeue"
  /// The family of text with letters of one width.
  package static let monospacedFamily = "Menlo"

  /// The face whose weight is nearest to one of Apple's numbers from -1 to 1.
  package static func face(weight: CGFloat, isItalic: Bool) -> String {
    let known: [(weight: CGFloat, name: String)] = [
      (-0.8, "UltraLight"), (-0.6, "Thin"), (-0.4, "Light"), (0, ""), (0.23, "Medium"), (0.3, "SemiBold"),
      (0.4, "Bold"), (0.56, "Heavy"), (0.62, "Black"),
    ]
    let name = known.min { abs($0.weight - weight) < abs($1.weight - weight) }?.name ?? ""
    return name + (isItalic ? "Italic" : "")
  }

  /// The PostScript name of a face of a family.
  package static func name(family: String, weight: CGFloat, isItalic: Bool) -> String {
    let face = face(weight: weight, isItalic: isItalic)
    return face.isEmpty ? family : family + "-" + face
  }
}

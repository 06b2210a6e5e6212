/// Font names as documents write them, read as a family and a face.
///
/// Documents name fonts of Apple's systems by PostScript name. Fonts of the same design or the same measures stand in
/// where those are absent; fontconfig chooses among the families listed, in order.
struct FontFace: Equatable {
  /// Families in order of preference, separated by commas.
  var families: String
  /// 100 (thin) to 900 (black).
  var weight = 400
  var isItalic = false
  var isCondensed = false

  /// Faces by the words that end a PostScript name, longest first where one ends another.
  private static let weights: [(word: String, weight: Int)] = [
    ("ultralight", 200), ("extralight", 200), ("thin", 100), ("light", 300), ("regular", 400), ("book", 400),
    ("roman", 400), ("medium", 500), ("semibold", 600), ("demibold", 600), ("demi", 600), ("extrabold", 800),
    ("bold", 700), ("heavy", 800), ("black", 900),
  ]

  /// Families of Apple's systems and what stands in for them.
  private static let substitutes: [(prefix: String, families: String)] = [
    ("sfprorounded", "SF Pro Rounded,Nunito,Liberation Sans,DejaVu Sans"),
    ("sfmono", "SF Mono,Liberation Mono,DejaVu Sans Mono"),
    (".sfui", "SF Pro Text,Inter,Liberation Sans,DejaVu Sans"),
    ("sfui", "SF Pro Text,Inter,Liberation Sans,DejaVu Sans"),
    ("sfpro", "SF Pro Text,Inter,Liberation Sans,DejaVu Sans"),
    (".applesystem", "SF Pro Text,Inter,Liberation Sans,DejaVu Sans"),
    ("helveticaneue", "Helvetica Neue,Helvetica,Liberation Sans,Arimo,DejaVu Sans"),
    ("helvetica", "Helvetica,Liberation Sans,Arimo,DejaVu Sans"),
    ("arial", "Arial,Liberation Sans,Arimo,DejaVu Sans"),
    ("timesnewroman", "Times New Roman,Liberation Serif,Tinos,DejaVu Serif"),
    ("times", "Times,Liberation Serif,Tinos,DejaVu Serif"),
    ("couriernew", "Courier New,Liberation Mono,Cousine,DejaVu Sans Mono"),
    ("courier", "Courier,Liberation Mono,Cousine,DejaVu Sans Mono"),
    ("menlo", "Menlo,DejaVu Sans Mono,Liberation Mono"),
    ("georgia", "Georgia,Gelasio,Liberation Serif,DejaVu Serif"),
  ]

  /// Reads a name such as `HelveticaNeue-CondensedBold`, `Menlo` or `DejaVu Sans Bold`.
  init(name: String) {
    let parts = name.split(separator: "-", maxSplits: 1).map(String.init)
    let base = parts.first ?? "Helvetica"
    let plain = base.lowercased().filter { $0 != " " }
    let known = Self.substitutes.first { plain.hasPrefix($0.prefix) }
    families = known?.families ?? Self.spaced(base) + ",\(base)"
    // A family of two words may carry its face after a space; a PostScript name carries it after a hyphen.
    var face = parts.count > 1 ? parts[1].lowercased().filter { $0 != " " } : ""
    if face.isEmpty, let space = base.lastIndex(of: " ") {
      let last = base[base.index(after: space)...].lowercased()
      if ["bold", "italic", "oblique", "light", "medium", "black"].contains(last) {
        face = last
        families = known?.families ?? String(base[..<space])
      }
    }
    for style in ["italic", "oblique", "ital"] where face.contains(style) {
      isItalic = true
      face = face.replacing(style, with: "")
    }
    if face.contains("condensed") {
      isCondensed = true
      face = face.replacing("condensed", with: "")
    }
    if let entry = Self.weights.first(where: { face.hasSuffix($0.word) }) { weight = entry.weight }
  }

  /// `DejaVuSans` as `DejaVu Sans`: a space where a lower-case letter meets a capital.
  private static func spaced(_ name: String) -> String {
    guard !name.contains(" ") else { return name }
    var result = ""
    var previous: Character = " "
    for character in name {
      if character.isUppercase, previous.isLowercase { result.append(" ") }
      result.append(character)
      previous = character
    }
    // "Deja Vu" is one word on the label of the one family that is always there.
    return result.replacing("Deja Vu", with: "DejaVu")
  }
}

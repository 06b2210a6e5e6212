/// A font name as documents write it, read as families and a face.
///
/// Documents name fonts of Apple's systems by PostScript name. Where those are absent, fonts of the same design or the
/// same widths stand in; fontconfig chooses among the families listed, in order.
struct FontFace: Equatable {
  /// Families in order of preference.
  var families: [String]
  /// 100 (thin) to 900 (black).
  var weight = 400
  var isItalic = false
  var isCondensed = false
  /// What the family's lines measure where another font stands in for it.
  var measures: FamilyMeasures?
  /// Whether stand-ins for the family are known.
  var isKnown = false

  /// What is drawn in place of fonts that nobody knows.
  static let lastResort = ["Helvetica", "Liberation Sans", "Arimo", "DejaVu Sans"]

  /// Faces by the words that end a PostScript name, longer ones before those that end them.
  private static let weights: [(word: String, weight: Int)] = [
    ("ultralight", 200), ("extralight", 200), ("thin", 100), ("light", 300), ("regular", 400), ("book", 400),
    ("roman", 400), ("medium", 500), ("semibold", 600), ("demibold", 600), ("demi", 600), ("extrabold", 800),
    ("bold", 700), ("heavy", 800), ("black", 900),
  ]

  private static let faceWords: Set<String> = [
    "bold", "italic", "oblique", "light", "medium", "black", "thin", "semibold", "heavy", "regular",
  ]

  /// Reads a name such as `HelveticaNeue-CondensedBold`, `Menlo` or `DejaVu Sans Bold`.
  init(name: String) {
    let parts = name.split(separator: "-", maxSplits: 1).map(String.init)
    var base = parts.first ?? "Helvetica"
    var face = parts.count > 1 ? parts[1].lowercased().filter { $0 != " " } : ""
    // A family's name may carry its face after a space; a PostScript name carries it after a hyphen.
    while face.isEmpty || parts.count == 1, let space = base.lastIndex(of: " ") {
      let word = base[base.index(after: space)...].lowercased()
      guard Self.faceWords.contains(word) else { break }
      (face, base) = (word + face, String(base[..<space]))
    }
    let plain = base.lowercased().filter { $0 != " " }
    if let known = FontSubstitute.all.first(where: { plain.hasPrefix($0.prefix) }) {
      (families, measures, isKnown) = (known.families, known.measures, true)
    } else {
      let spaced = Self.spaced(base)
      families = spaced == base ? [base] : [spaced, base]
    }
    for style in ["italic", "oblique", "ital"] where face.contains(style) {
      isItalic = true
      face = face.replacing(style, with: "")
    }
    if face.contains("condensed") {
      isCondensed = true
      face = face.replacing("condensed", with: "")
      // The narrow face of the stand-in is a family of its own.
      if families.contains("Liberation Sans") { families.insert("Liberation Sans Narrow", at: 1) }
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
    // "DejaVu" is one word, on the label of the family that is nearly always there.
    return result.replacing("Deja Vu", with: "DejaVu")
  }
}

/// What the lines of a family measure, for an em of 1.
struct FamilyMeasures: Equatable {
  var ascent: Double
  var descent: Double
  var leading: Double
}

/// A family of Apple's systems and the families that stand in for it.
///
/// The measures are those that the family's own tables state, so that text keeps its place when only the shapes differ.
struct FontSubstitute {
  /// How names of the family begin, in lower case without spaces.
  let prefix: String
  let families: [String]
  let measures: FamilyMeasures?

  init(_ prefix: String, _ families: [String], _ measures: FamilyMeasures? = nil) {
    (self.prefix, self.families, self.measures) = (prefix, families, measures)
  }

  private static let sans = ["Liberation Sans", "Arimo", "DejaVu Sans"]
  private static let serif = ["Liberation Serif", "Tinos", "DejaVu Serif"]
  private static let mono = ["Liberation Mono", "Cousine", "DejaVu Sans Mono"]
  private static let system = ["SF Pro Text", "SF Pro", "Inter"] + sans
  private static let systemMeasures = FamilyMeasures(ascent: 0.952, descent: 0.241, leading: 0)

  /// Longer beginnings stand before those that begin them.
  static let all: [FontSubstitute] = [
    FontSubstitute("sfprorounded", ["SF Pro Rounded", "Nunito"] + sans, systemMeasures),
    FontSubstitute("sfmono", ["SF Mono"] + mono, systemMeasures),
    FontSubstitute(".sfui", system, systemMeasures),
    FontSubstitute(".sfns", system, systemMeasures),
    FontSubstitute("sfui", system, systemMeasures),
    FontSubstitute("sfpro", system, systemMeasures),
    FontSubstitute(".applesystem", system, systemMeasures),
    FontSubstitute(
      "helveticaneue",
      ["Helvetica Neue", "Helvetica"] + sans,
      FamilyMeasures(ascent: 0.952, descent: 0.213, leading: 0.028)
    ),
    FontSubstitute(
      "helvetica",
      ["Helvetica"] + sans,
      FamilyMeasures(ascent: 0.77, descent: 0.23, leading: 0)
    ),
    FontSubstitute("arial", ["Arial"] + sans),
    FontSubstitute("timesnewroman", ["Times New Roman"] + serif),
    FontSubstitute("times", ["Times"] + serif, FamilyMeasures(ascent: 0.75, descent: 0.25, leading: 0)),
    FontSubstitute("couriernew", ["Courier New"] + mono),
    FontSubstitute("courier", ["Courier"] + mono, FamilyMeasures(ascent: 0.754, descent: 0.246, leading: 0)),
    FontSubstitute(
      "menlo",
      ["Menlo", "DejaVu Sans Mono"] + mono,
      FamilyMeasures(ascent: 0.928, descent: 0.236, leading: 0)
    ),
    FontSubstitute("georgia", ["Georgia", "Gelasio"] + serif),
  ]
}

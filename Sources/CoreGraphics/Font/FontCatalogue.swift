/// A font name, parsed into families and a face.
///
/// Documents name fonts of Apple's systems by PostScript name. If such a font is not installed, a font with the same
/// widths or a similar design replaces it: fontconfig takes the first installed family of the list.
package struct FontFace: Equatable {
  /// Families in order of preference.
  package var families: [String]
  /// 100 (thin) to 900 (black).
  package var weight = 400
  package var isItalic = false
  package var isCondensed = false
  /// The line metrics of the family, which substitutes take over; nil if they are not known.
  package var measures: FamilyMeasures?
  /// True if the list of substitutes has the family.
  package var isKnown = false
  /// The name without its face.
  package let base: String
  /// The face as the name has it, without spaces; empty for a family.
  let face: String

  /// The families that replace unknown fonts.
  package static let lastResort = ["Helvetica", "Liberation Sans", "Arimo", "DejaVu Sans"]

  /// The weights by the suffix of a PostScript name; longer suffixes precede the shorter ones that end them.
  private static let weights: [(word: String, weight: Int)] = [
    ("ultralight", 200), ("extralight", 200), ("thin", 100), ("light", 300), ("regular", 400), ("book", 400),
    ("roman", 400), ("medium", 500), ("semibold", 600), ("demibold", 600), ("demi", 600), ("extrabold", 800),
    ("bold", 700), ("heavy", 800), ("black", 900),
  ]

  private static let faceWords: Set<String> = [
    "bold", "italic", "oblique", "light", "medium", "black", "thin", "semibold", "heavy", "regular",
  ]

  /// Parses a name such as `HelveticaNeue-CondensedBold`, `Menlo` or `DejaVu Sans Bold`.
  package init(name: String) {
    let parts = name.split(separator: "-", maxSplits: 1).map(String.init)
    var base = parts.first ?? "Helvetica"
    var face = parts.count > 1 ? parts[1].lowercased().filter { $0 != " " } : ""
    // A full name has the face after a space; a PostScript name has it after a hyphen.
    while face.isEmpty || parts.count == 1, let space = base.lastIndex(of: " ") {
      let word = base[base.index(after: space)...].lowercased()
      guard Self.faceWords.contains(word) else { break }
      (face, base) = (word + face, String(base[..<space]))
    }
    self.base = base
    self.face = name.dropFirst(base.count).filter { $0 != " " && $0 != "-" }
    let plain = base.lowercased().filter { $0 != " " }
    let spaced = Self.spaced(base)
    if let known = FontSubstitute.all.first(where: { plain.hasPrefix($0.prefix) }) {
      (measures, isKnown) = (known.measures, true)
      // A family whose name only begins so, such as Courier Prime, comes before what replaces it.
      families = known.isReplaced(plain) ? known.families : [spaced] + known.families
    } else {
      families = spaced == base ? [base] : [spaced, base]
    }
    for style in ["italic", "oblique", "ital"] where face.contains(style) {
      isItalic = true
      face = face.replacing(style, with: "")
    }
    if face.contains("condensed") {
      isCondensed = true
      face = face.replacing("condensed", with: "")
      // The condensed face of the substitute is a separate family.
      if families.contains("Liberation Sans") { families.insert("Liberation Sans Narrow", at: 1) }
    }
    if let entry = Self.weights.first(where: { face.hasSuffix($0.word) }) { weight = entry.weight }
  }

  /// True if a family of a font file is the name's own, not that of a substitute.
  package func isFace(ofFamily family: String) -> Bool { Self.folded(family) == Self.folded(base) }

  /// Returns a family's name in lower case and without spaces, for comparison.
  package static func folded(_ family: String) -> String { family.lowercased().filter { $0 != " " } }

  /// The family and the face as a full name has them.
  var fullName: String { face.isEmpty ? Self.spaced(base) : "\(Self.spaced(base)) \(Self.spaced(face))" }

  /// Returns a name with a space before each capital that follows a lower-case letter: `DejaVu Sans` for `DejaVuSans`.
  private static func spaced(_ name: String) -> String {
    guard !name.contains(" ") else { return name }
    var result = ""
    var previous: Character = " "
    for character in name {
      if character.isUppercase, previous.isLowercase { result.append(" ") }
      result.append(character)
      previous = character
    }
    // "DejaVu", the most common family, is one word.
    return result.replacing("Deja Vu", with: "DejaVu")
  }
}

/// The line metrics of a family, for an em of 1.
package struct FamilyMeasures: Equatable, Sendable {
  package var ascent: Double
  package var descent: Double
  package var leading: Double
}

/// A family of Apple's systems and its substitutes.
///
/// The metrics are those of the replaced family's `hhea` table, so that lines keep their positions.
struct FontSubstitute {
  /// The beginning of the family's names, in lower case without spaces.
  let prefix: String
  let families: [String]
  let measures: FamilyMeasures?

  init(_ prefix: String, _ families: [String], _ measures: FamilyMeasures? = nil) {
    (self.prefix, self.families, self.measures) = (prefix, families, measures)
  }

  /// True if a name in lower case without spaces is that of the family, maybe with the letters that end PostScript names.
  func isReplaced(_ name: String) -> Bool {
    let ending = name.dropFirst(prefix.count)
    return ["", "mt", "ps", "psmt"].contains(ending) || name == families.first.map(FontFace.folded)
  }

  private static let sans = ["Liberation Sans", "Arimo", "DejaVu Sans"]
  private static let serif = ["Liberation Serif", "Tinos", "DejaVu Serif"]
  private static let mono = ["Liberation Mono", "Cousine", "DejaVu Sans Mono"]
  private static let system = ["SF Pro Text", "SF Pro", "Inter"] + sans
  private static let systemMeasures = FamilyMeasures(ascent: 0.952, descent: 0.241, leading: 0)

  /// The substitutes; longer prefixes precede the shorter ones that begin them.
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

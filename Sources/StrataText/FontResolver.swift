#if Text
  import CPango
  import Logging

  /// A font name that was looked for among the installed fonts.
  struct ResolvedFont {
    /// What Pango is asked for, but for the size; owned by the resolver.
    var description: OpaquePointer
    /// The families that stand in for the one that was meant, folded for comparison.
    var standIns: Set<String> = []
    /// What lines measure when one of those answers.
    var standInMeasures: FamilyMeasures?
  }

  /// Finds fonts by PostScript name, full name, family name, or what is known of the name.
  ///
  /// A name that no font answers to is reported once and set in the last resort.
  ///
  /// - Thread: One at a time.
  final class FontResolver {
    private var known: [String: ResolvedFont] = [:]
    private var reported: Set<String> = []

    private static let logger = Logger(label: "strata.text")

    deinit {
      for font in known.values { pango_font_description_free(font.description) }
    }

    /// Forgets what was found, because other fonts are there now.
    func removeAll() {
      for font in known.values { pango_font_description_free(font.description) }
      known.removeAll()
    }

    func font(named name: String) -> ResolvedFont? {
      if let font = known[name] { return font }
      guard let font = find(name) else { return nil }
      known[name] = font
      return font
    }

    private func find(_ name: String) -> ResolvedFont? {
      // Fontconfig reads strings to their first zero byte.
      let clean = String(name.prefix { $0 != "\0" })
      if !clean.isEmpty {
        for key in ["postscriptname", "fullname"] {
          guard let description = strata_pango_find_font(key, clean) else { continue }
          return ResolvedFont(description: description)
        }
      }
      let face = FontFace(name: clean)
      guard let description = pango_font_description_new() else { return nil }
      let isThere = face.families.contains { isInstalled(family: $0) }
      if !face.isKnown, !isThere { report(clean) }
      let families = face.families + (face.isKnown ? [] : FontFace.lastResort)
      pango_font_description_set_family(description, families.joined(separator: ","))
      pango_font_description_set_weight(description, PangoWeight(rawValue: PangoWeight.RawValue(face.weight)))
      if face.isItalic { pango_font_description_set_style(description, PANGO_STYLE_ITALIC) }
      if face.isCondensed { pango_font_description_set_stretch(description, PANGO_STRETCH_CONDENSED) }
      let measures = isThere && !face.isKnown ? nil : face.measures ?? (isThere ? nil : Self.lastMeasures)
      return ResolvedFont(
        description: description,
        standIns: Set(families.dropFirst().map(Self.folded)),
        standInMeasures: measures
      )
    }

    private static let lastMeasures = FontFace(name: "Helvetica").measures

    private func isInstalled(family: String) -> Bool {
      guard let found = strata_pango_find_font("family", family) else { return false }
      pango_font_description_free(found)
      return true
    }

    private func report(_ name: String) {
      // A document may name fonts without end.
      guard reported.count < 1000, reported.insert(name).inserted else { return }
      Self.logger.warning("No font is named \"\(name)\"; another one stands in.")
    }

    /// A family's name without what spellings differ in.
    static func folded(_ family: String) -> String {
      family.lowercased().filter { $0 != " " }
    }
  }
#endif

#if Text
  import CPango
  import CoreGraphics
  import Logging

  /// The result of a search for a font name among the installed fonts.
  struct ResolvedFont {
    /// Pango's description of the font, without a size; owned by the resolver.
    var description: OpaquePointer
    /// The families of substitutes, folded for comparison.
    var standIns: Set<String> = []
    /// The line metrics that apply if one of the substitutes is used.
    var standInMeasures: FamilyMeasures?
  }

  /// Finds fonts by PostScript name, full name, family name, or the list of substitutes.
  ///
  /// A name without a font is logged once, and drawn with a fallback font.
  ///
  /// - Thread: One at a time.
  final class FontResolver {
    /// Bounded, as programs may ask for any name.
    private var known: [String: ResolvedFont] = [:]
    /// A number for each list of families, of which there are no more than installed fonts.
    private var lists: [String: Int] = [:]
    private var reported: Set<String> = []
    /// True for the names that no font has; bounded, too.
    private var missing: [String: Bool] = [:]

    /// The most names that are known at once.
    private static let capacity = 1000
    private static let logger = Logger(label: "strata.text")

    deinit {
      for font in known.values { pango_font_description_free(font.description) }
    }

    /// Clears the cache after the installed fonts have changed.
    func removeAll() {
      forgetKnown()
      missing.removeAll()
    }

    private func forgetKnown() {
      for font in known.values { pango_font_description_free(font.description) }
      known.removeAll()
    }

    /// The font of a name, which stays until the next call; nil if Pango gives no description.
    func font(named name: String) -> ResolvedFont? {
      if let font = known[name] { return font }
      guard let font = find(name) else { return nil }
      tellApart(font.description)
      if known.count >= Self.capacity { forgetKnown() }
      known[name] = font
      return font
    }

    /// Gives a description a variation that no font has, with the number of its families.
    ///
    /// Pango looks for fonts of emoji by the description without its families, and keeps what it finds for each character. For one
    /// that no font has, that is the font of the text it looks at: without the variation, texts in other families would get it, too,
    /// if they come later.
    private func tellApart(_ description: OpaquePointer) {
      let families = pango_font_description_get_family(description).map { String(cString: $0) } ?? ""
      let number = lists[families] ?? lists.count
      lists[families] = number
      let own = pango_font_description_get_variations(description).map { String(cString: $0) + "," } ?? ""
      pango_font_description_set_variations(description, "\(own)zzzz=\(number)")
    }

    private func find(_ name: String) -> ResolvedFont? {
      // Fontconfig reads strings up to the first zero byte.
      let clean = String(name.prefix { $0 != "\0" })
      if !clean.isEmpty {
        for key in ["postscriptname", "fullname"] {
          guard let description = strata_pango_find_font(key, clean) else { continue }
          return ResolvedFont(description: description)
        }
      }
      let face = FontFace(name: clean)
      guard let description = pango_font_description_new() else { return nil }
      let isThere = hasFamily(of: face)
      if !face.isKnown, !isThere { report(clean) }
      let families = face.families + (face.isKnown ? [] : FontFace.lastResort)
      // Fontconfig may know another font for a family that is not installed, and would prefer it to the next in the list.
      let installed = families.filter { isInstalled(family: $0) }
      pango_font_description_set_family(
        description,
        (installed.isEmpty ? families : installed).joined(separator: ",")
      )
      pango_font_description_set_weight(description, PangoWeight(rawValue: PangoWeight.RawValue(face.weight)))
      if face.isItalic { pango_font_description_set_style(description, PANGO_STYLE_ITALIC) }
      if face.isCondensed { pango_font_description_set_stretch(description, PANGO_STRETCH_CONDENSED) }
      let measures = isThere && !face.isKnown ? nil : face.measures ?? (isThere ? nil : Self.lastMeasures)
      return ResolvedFont(
        description: description,
        standIns: Set(families.dropFirst().map(FontFace.folded)),
        standInMeasures: measures
      )
    }

    private static let lastMeasures = FontFace(name: "Helvetica").measures

    private func hasFamily(of face: FontFace) -> Bool {
      face.families.contains { isInstalled(family: $0) }
    }

    /// True if a name finds neither a font, nor a family, nor an entry in the list of substitutes.
    func isMissing(_ name: String) -> Bool {
      if let known = missing[name] { return known }
      if missing.count >= Self.capacity { missing.removeAll() }
      let fresh = findsNothing(name)
      missing[name] = fresh
      return fresh
    }

    private func findsNothing(_ name: String) -> Bool {
      let clean = String(name.prefix { $0 != "\0" })
      let face = FontFace(name: clean)
      guard !clean.isEmpty, !face.isKnown, !hasFamily(of: face) else { return false }
      for key in ["postscriptname", "fullname"] {
        guard let description = strata_pango_find_font(key, clean) else { continue }
        pango_font_description_free(description)
        return false
      }
      return true
    }

    private func isInstalled(family: String) -> Bool {
      guard let found = strata_pango_find_font("family", family) else { return false }
      pango_font_description_free(found)
      return true
    }

    private func report(_ name: String) {
      // The set is bounded, because documents may name any number of fonts.
      guard reported.count < Self.capacity, reported.insert(name).inserted else { return }
      Self.logger.warning("\(Self.remark(onMissing: name))")
    }

    /// The remark about a font that is not installed.
    static func remark(onMissing name: String) -> String {
      "the font \"\(name)\" is not installed; a substitute is used"
    }
  }
#endif

#if Text
  import CPango

  /// The fonts of the runs that were read so far; most texts have one.
  ///
  /// Names that stand for one installed font share a font of Pango, but not the measures of their lines.
  struct RunFonts {
    private struct Entry {
      var font: UnsafeMutablePointer<PangoFont>
      var description: FontDescription
      var loaded: LoadedFont
    }

    private var last: Entry?
    /// Earlier ones, and for each of Pango's fonts one alone.
    private var others: [UnsafeMutablePointer<PangoFont>: Entry] = [:]

    /// A font of Pango as a run asked for it; nil if it was not added.
    func find(_ font: UnsafeMutablePointer<PangoFont>, for description: FontDescription) -> LoadedFont? {
      if let last, last.font == font, last.description == description { return last.loaded }
      guard let other = others[font], other.description == description else { return nil }
      return other.loaded
    }

    mutating func add(
      _ font: UnsafeMutablePointer<PangoFont>,
      for description: FontDescription,
      _ loaded: LoadedFont
    ) {
      if let last { others[last.font] = last }
      last = Entry(font: font, description: description, loaded: loaded)
    }
  }
#endif

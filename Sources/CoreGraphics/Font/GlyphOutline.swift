#if Text
  package import CFreeType
  import StrataBase
  package import StrataRaster

  extension Outline {
    /// Reads the glyph that FreeType has loaded; nil if it is not an outline or is damaged.
    ///
    /// `scale` is the number of the outline's units in a font unit. FreeType's y points up, and so does the outline's with
    /// a positive scale.
    package init?(_ slot: FT_GlyphSlot, scale: SIMD2<Double>) {
      guard slot.pointee.format == FT_GLYPH_FORMAT_OUTLINE else { return nil }
      let builder = OutlineBuilder(scale)
      var functions = FT_Outline_Funcs(
        move_to: { to, user in OutlineBuilder.of(user) { $0.move(to) } },
        line_to: { to, user in OutlineBuilder.of(user) { $0.line(to) } },
        conic_to: { control, to, user in OutlineBuilder.of(user) { $0.quad(control, to) } },
        cubic_to: { first, second, to, user in OutlineBuilder.of(user) { $0.cubic(first, second, to) } },
        shift: 0,
        delta: 0
      )
      let user = Unmanaged.passUnretained(builder).toOpaque()
      guard FT_Outline_Decompose(&slot.pointee.outline, &functions, user) == 0 else { return nil }
      builder.end()
      self = builder.outline
    }
  }

  /// Collects the outline that `FT_Outline_Decompose` reports in font units.
  private final class OutlineBuilder {
    var outline = Outline()
    private let scale: SIMD2<Double>
    private var isOpen = false

    init(_ scale: SIMD2<Double>) { self.scale = scale }

    static func of(_ user: UnsafeMutableRawPointer?, _ body: (OutlineBuilder) -> Void) -> Int32 {
      guard let user else { return 1 }
      body(Unmanaged<OutlineBuilder>.fromOpaque(user).takeUnretainedValue())
      return 0
    }

    private func place(_ vector: UnsafePointer<FT_Vector>?) -> RasterPoint {
      vector.map { RasterPoint(Double($0.pointee.x) * scale.x, Double($0.pointee.y) * scale.y) } ?? .zero
    }

    func move(_ to: UnsafePointer<FT_Vector>?) {
      end()
      outline.move(to: place(to))
      isOpen = true
    }

    func line(_ to: UnsafePointer<FT_Vector>?) { outline.line(to: place(to)) }

    func quad(_ control: UnsafePointer<FT_Vector>?, _ to: UnsafePointer<FT_Vector>?) {
      outline.quad(control: place(control), to: place(to))
    }

    func cubic(
      _ first: UnsafePointer<FT_Vector>?,
      _ second: UnsafePointer<FT_Vector>?,
      _ to: UnsafePointer<FT_Vector>?
    ) {
      outline.cubic(place(first), place(second), to: place(to))
    }

    func end() {
      if isOpen { outline.close() }
      isOpen = false
    }
  }
#endif

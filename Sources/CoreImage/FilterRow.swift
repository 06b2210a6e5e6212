import Foundation

/// The declaration of a filter: the only place that knows its name, its inputs and how it makes its image.
///
/// The registry, defaults, keys, attributes, categories and archives all derive from it. The documentation of a row says
/// where its formula comes from.
struct FilterRow: Sendable {
  let name: String
  let displayName: String
  let group: FilterGroup
  let inputs: [FilterInput]
  /// True for a blur or a filter of colours whose pixels depend on the extent, or on pixels far away.
  private(set) var isGlobal = false
  /// The class of a program's own filter; nil for a built-in one.
  private(set) var kind: CIFilter.Type?
  /// Returns the image; nil if an image that is needed is missing.
  let output: @Sendable (FilterValues) -> CIImage?

  init(
    _ name: String,
    _ displayName: String,
    _ group: FilterGroup,
    _ inputs: [FilterInput],
    output: @escaping @Sendable (FilterValues) -> CIImage?
  ) {
    (self.name, self.displayName, self.group, self.inputs, self.output) = (
      name, displayName, group, inputs, output
    )
  }

  /// Creates the row of a filter that makes one image of another one.
  static func of(
    _ name: String,
    _ displayName: String,
    _ group: FilterGroup,
    _ inputs: [FilterInput] = [],
    output: @escaping @Sendable (CIImage, FilterValues) -> CIImage?
  ) -> FilterRow {
    FilterRow(name, displayName, group, [.image()] + inputs) { values in
      values.image().flatMap { output($0, values) }
    }
  }

  /// The row of a program's own filter: a new object of its class makes the image of each set of values.
  static func program(_ kind: CIFilter.Type, _ inputs: [FilterInput]) -> FilterRow {
    let name = String(describing: kind)
    var row = FilterRow(name, name, .program, inputs) { values in
      let filter = _FilterFactory.make(kind)
      for (key, object) in values.objects { filter.setValue(object, forKey: key) }
      return filter.outputImage
    }
    row.kind = kind
    return row
  }

  /// A new filter of the row, with default values.
  func filter() -> CIFilter { kind.map { _FilterFactory.make($0) } ?? CIFilter(self) }

  /// The row of a filter whose pixels depend on the extent, or on pixels far away.
  func global() -> FilterRow {
    var row = self
    row.isGlobal = true
    return row
  }

  /// The input with a key.
  func input(_ key: String) -> FilterInput? { inputs.first { $0.key == key } }

  /// The values with which a new filter starts.
  var defaults: [String: Any] {
    Dictionary(
      uniqueKeysWithValues: inputs.compactMap { input in input.defaultObject.map { (input.key, $0) } }
    )
  }

  /// The attributes of the filter and of all inputs.
  var attributes: [String: Any] {
    var result: [String: Any] = [
      kCIAttributeFilterName: name,
      kCIAttributeFilterDisplayName: displayName,
      kCIAttributeFilterCategories: group.categories,
    ]
    for input in inputs { result[input.key] = input.attributes }
    return result
  }
}

/// What a filter is for; gives its categories.
enum FilterGroup: Sendable {
  case blur, colorAdjustment, colorEffect, composite, distortion, generator, geometry, gradient, reduction
  case halftone, sharpen, stylize, tile, transition
  /// The composites of Porter and Duff, which also take colours brighter than white.
  case wideComposite
  /// Filters of a program's own, whose attributes name their categories.
  case program

  /// The names of the categories, the main one first.
  var categories: [String] {
    let common = [kCICategoryVideo, kCICategoryStillImage, kCICategoryBuiltIn]
    let pointwise = [kCICategoryInterlaced, kCICategoryNonSquarePixels]
    return switch self {
    case .blur: [kCICategoryBlur] + common
    case .colorAdjustment: [kCICategoryColorAdjustment] + common + pointwise
    case .colorEffect: [kCICategoryColorEffect] + common + pointwise
    case .composite: [kCICategoryCompositeOperation] + common + pointwise
    case .wideComposite: [kCICategoryCompositeOperation] + common + pointwise + [kCICategoryHighDynamicRange]
    case .distortion: [kCICategoryDistortionEffect] + common
    case .generator: [kCICategoryGenerator] + common
    case .geometry: [kCICategoryGeometryAdjustment] + common
    case .halftone: [kCICategoryHalftoneEffect] + common
    case .gradient: [kCICategoryGradient] + common
    case .reduction: [kCICategoryReduction] + common
    case .sharpen: [kCICategorySharpen] + common
    case .stylize: [kCICategoryStylize] + common
    case .tile: [kCICategoryTileEffect] + common
    case .transition: [kCICategoryTransition] + common
    case .program: []
    }
  }
}

/// All filters, by name.
enum FilterRegistry {
  static let rows: [FilterRow] =
    ColorAdjustmentRows.all + ColorEffectRows.all + ColorLookupRows.all + CompositeRows.all
    + GeneratorRows.all + codes + GradientRows.all + GeometryRows.all + BlurRows.all
    + MorphologyRows.all + ConvolutionRows.all + StylizingRows.all + DistortionRows.all
    + HalftoneRows.all + EdgeRows.all + CellRows.all + TileRows.all + ReductionRows.all + TransitionRows.all
    + effects + warps + pictures

  /// Looks, comparisons, palettes and the like.
  private static let effects: [FilterRow] =
    PhotoEffectRows.all + ColorComparisonRows.all + ColorCurveRows.all + ToneEffectRows.all
    + SelectiveBlurRows.all + LightRows.all + ComicRows.all + PaletteRows.all + HistogramRows.all
    + GuidedRows.all

  /// Tiles, distortions and transforms with maps of their own.
  private static let warps: [FilterRow] =
    SymmetricTileRows.all + KaleidoscopeRows.all + WrapRows.all + LensRows.all + NinePartRows.all
    + CameraRows.all

  /// Generators of lights, wheels and text.
  private static let pictures: [FilterRow] = GlowRows.all + ColorWheelRows.all + TextRows.all

  /// Codes, where the library of the trait is there.
  private static var codes: [FilterRow] {
    #if BarCodes
      CodeRows.all
    #else
      []
    #endif
  }

  static let byName: [String: FilterRow] = Dictionary(
    rows.map { ($0.name, $0) },
    uniquingKeysWith: { first, _ in first }
  )
}

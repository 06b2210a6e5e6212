#if GPU
  import StrataCPU
  package import StrataFrame
  import StrataRaster

  /// Reasons why a picture of a graphics processor may differ from that of the processor.
  ///
  /// A frame without any has equal bytes.
  package struct DifferenceCauses: OptionSet, Hashable, CustomStringConvertible {
    package let rawValue: UInt8
    package init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Gradients, whose parameters are single precision.
    package static let gradients = Self(rawValue: 1)
    /// Conic gradients, which jump along the ray of parameter 0.
    package static let conicGradients = Self(rawValue: 2)
    /// Maps of colours, with quotients as the driver rounds them.
    package static let colorMaps = Self(rawValue: 4)
    /// Blend modes and operators other than `normal`, in floating point.
    package static let modes = Self(rawValue: 8)
    /// Modes that magnify differences of what lies behind.
    package static let steepModes = Self(rawValue: 16)
    /// Surfaces of half floats, which the device gets as bytes.
    package static let wideSurfaces = Self(rawValue: 32)

    private static let names = [
      "gradients", "conic gradients", "maps of colours", "blend modes", "blend modes that magnify",
      "surfaces of half floats",
    ]

    /// The causes that a frame has.
    package init(of frame: Frame) {
      self = []
      for item in frame.items {
        if item.blend != .normal { insert(item.blend.isSteep ? [.modes, .steepModes] : .modes) }
        guard case .gradient(let index, _) = item.payload else { continue }
        insert(frame[index].kind == .conic ? [.gradients, .conicGradients] : .gradients)
      }
      for effect in frame.effects where effect.filters.hasColorMap { insert(.colorMaps) }
      if frame.passes.contains(where: \.isWide) { insert(.wideSurfaces) }
    }

    /// The number of steps of a frame that may each differ by a level.
    package static func steps(of frame: Frame) -> Int {
      var count = frame.effects.filter(\.filters.hasColorMap).count + frame.passes.filter(\.isWide).count
      for item in frame.items {
        if case .gradient = item.payload { count += 1 }
        if item.blend != .normal { count += 1 }
      }
      return count
    }

    package var description: String {
      let found = Self.names.indices.filter { rawValue & 1 << $0 != 0 }.map { Self.names[$0] }
      return found.isEmpty ? "none" : found.joined(separator: ", ")
    }
  }

  extension [FilterOp] {
    /// True if the device maps colours.
    fileprivate var hasColorMap: Bool {
      steps?.contains { if case .colors = $0 { true } else { false } } ?? false
    }
  }

  extension BlendMode {
    /// True if the result may follow what lies behind with a slope above 1.
    fileprivate var isSteep: Bool {
      switch self {
      case .overlay, .hardLight, .colorDodge, .colorBurn, .softLight, .divide, .linearLight, .pinLight, .hue,
        .saturation, .color, .luminosity:
        true
      default: false
      }
    }
  }

  /// Differences by cause, which a table shows.
  package struct DifferenceTally {
    private var rows: [DifferenceCauses: (frames: Int, difference: PixelDifference)] = [:]
    package private(set) var all = PixelDifference()

    package init() {}

    package mutating func add(_ difference: PixelDifference, _ causes: DifferenceCauses) {
      all.add(difference)
      rows[causes, default: (0, PixelDifference())].frames += 1
      rows[causes]?.difference.add(difference)
    }

    /// The rows of a table in Markdown, those with the fewest causes first.
    package var table: String {
      var lines = [
        "| causes in the frame | frames | pixels | differ | by more than a level | by at most |",
        "|---|---|---|---|---|---|",
      ]
      for (causes, row) in rows.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
        let d = row.difference
        lines.append(
          "| \(causes) | \(row.frames) | \(d.pixels) | \(d.different) | \(d.beyondOne) | \(d.largest) |"
        )
      }
      return lines.joined(separator: "\n")
    }
  }
#endif

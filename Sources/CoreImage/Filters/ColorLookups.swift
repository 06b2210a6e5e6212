import CoreGraphics
import Foundation
import StrataBase

/// Filters that look colours up in tables.
enum ColorLookupRows {
  static let all: [FilterRow] = [
    // Apple's reference: a table of premultiplied colours, red fastest, with interpolation between its cells.
    .of("CIColorCube", "Color Cube", .colorEffect, cubeInputs) { image, values in
      guard let cube = ColorCube(values) else { return nil }
      return image.straightToPremultiplied { cube.color($0) }
    },
    // The same; the colour is looked up, and the result read, as components of another colour space.
    .of(
      "CIColorCubeWithColorSpace",
      "Color Cube with ColorSpace",
      .colorEffect,
      cubeInputs + [FilterInput(key: "inputColorSpace", value: .space)]
    ) { image, values in
      guard let cube = ColorCube(values) else { return nil }
      guard let space = values.space("inputColorSpace"), space.model == .rgb else {
        return image.straightToPremultiplied { cube.color($0) }
      }
      let conversion = SpaceConversion(space)
      return image.pointwise { working in
        RowKernel { p in
          let color = conversion.components(of: p, in: working)
          let found = cube.color(color.with(alpha: 1)).straight
          return conversion.pixel(found, in: working) * p.w
        }
      }
    },
    // The colours of a row of pixels by the luminance; the middle row of the gradient, which is inferred.
    .of(
      "CIColorMap",
      "Color Map",
      .colorEffect,
      [FilterInput(key: kCIInputGradientImageKey, value: .image, type: kCIAttributeTypeGradient)]
    ) { image, values in
      guard let gradient = values.image(kCIInputGradientImageKey) else { return nil }
      let area = gradient.node.extent
      guard area.width > 0, area.width < 1 << 20 else { return nil }
      let middle = Int32((Int(area.minY) + Int(area.maxY)) >> 1)
      let line = PixelRect(area.minX, middle, area.maxX, middle + 1)
      return CIImage(
        node: AreaNode(
          [image.node, gradient.node],
          extent: image.node.extent,
          reach: 0,
          needs: { $0 == 0 ? $1 : line }
        ) { rect, tiles, pass in
          let result = tiles[0].part(rect)
          let (source, colors) = (result, tiles[1])
          let mapped = Tile(rect)
          pass.rows(of: rect) { y in
            let (from, to) = (source.row(y), mapped.row(y))
            for x in 0..<rect.width {
              let gray = min(max(from[x].straight.luminance, 0), 1)
              let place = Double(line.minX) + 0.5 + Double(gray) * Double(line.width - 1)
              to[x] = colors.sample(SIMD2(place, Double(middle) + 0.5)) * from[x].w
            }
          }
          return mapped
        }
      )
      .sampled(as: image)
    },
  ]

  private static let cubeInputs: [FilterInput] = [
    ColorCube.dimension,
    FilterInput(key: "inputCubeData", value: .data(ColorCube.identityData)),
  ]
}

/// A table of colours in three dimensions.
struct ColorCube: Sendable {
  private let side: Int
  private let cells: [Pixel]

  /// The input that gives the number of cells along a side.
  static let dimension = FilterInput(
    key: "inputCubeDimension",
    value: .number(2),
    type: kCIAttributeTypeCount,
    identity: 2,
    low: 2,
    high: 128
  )

  /// Creates the table of a filter; nil if the data does not have four floats for each cell.
  init?(_ values: FilterValues, _ key: String = "inputCubeData") {
    let side = Int(values.number("inputCubeDimension"))
    let count = side * side * side
    let cells = values.withBytes(key) { bytes -> [Pixel]? in
      guard bytes.count == count * MemoryLayout<Pixel>.stride else { return nil }
      // Layers do this in each frame, for megabytes.
      return [Pixel](unsafeUninitializedCapacity: count) { memory, filled in
        UnsafeMutableRawBufferPointer(memory).copyMemory(from: bytes)
        filled = count
      }
    }
    guard let cells else { return nil }
    (self.side, self.cells) = (side, cells)
  }

  /// The table of two cells a side that leaves colours as they are.
  static let identityData: Data = {
    var data = Data()
    for i in 0..<8 {
      let color = Pixel(Float(i & 1), Float(i >> 1 & 1), Float(i >> 2), 1)
      withUnsafeBytes(of: color) { data.append(contentsOf: $0) }
    }
    return data
  }()

  /// The premultiplied colour for a straight one, by trilinear interpolation, times its alpha.
  func color(_ straight: Pixel) -> Pixel {
    let place = straight.limited(0, 1) * Float(side - 1)
    let low = SIMD3<Int>(
      min(Int(place.x), side - 2),
      min(Int(place.y), side - 2),
      min(Int(place.z), side - 2)
    )
    let (u, v, w) = (place.x - Float(low.x), place.y - Float(low.y), place.z - Float(low.z))
    func cell(_ x: Int, _ y: Int, _ z: Int) -> Pixel {
      cells[((low.z + z) * side + low.y + y) * side + low.x + x]
    }
    func edge(_ y: Int, _ z: Int) -> Pixel { cell(0, y, z) * (1 - u) + cell(1, y, z) * u }
    func face(_ z: Int) -> Pixel { edge(0, z) * (1 - v) + edge(1, z) * v }
    return (face(0) * (1 - w) + face(1) * w) * straight.w
  }
}

extension CIImage {
  /// The image with a function from straight to premultiplied pixels.
  func straightToPremultiplied(_ body: @escaping @Sendable (Pixel) -> Pixel) -> CIImage {
    pointwise { _ in RowKernel { body($0.straight) } }
  }
}

extension CGColorSpace {
  /// The components in this RGB space of a straight colour in extended sRGB.
  func components(ofSRGB color: Pixel) -> Pixel {
    let made = CGColor(extendedSRGB: color).converted(to: self, intent: .defaultIntent, options: nil)
    guard let c = made?.components, c.count == 4 else { return color }
    return Pixel(Float(c[0]), Float(c[1]), Float(c[2]), color.w)
  }

  /// The straight colour in extended sRGB of components in this RGB space.
  func sRGB(_ c: Pixel) -> Pixel {
    CGColor(colorSpace: self, components: [CGFloat(c.x), CGFloat(c.y), CGFloat(c.z), CGFloat(c.w)])?
      .extendedSRGB
      ?? c
  }
}

import CoreGraphics
import Foundation
import StrataBase

/// Filters of tables that hold a curve for each component, or are mixed by a mask.
enum ColorCurveRows {
  static let all: [FilterRow] = [
    // Apple's reference: a table of red, green and blue floats for values that spread evenly over the domain. Between two
    // entries values are mixed, and beyond the domain its ends hold, which is inferred.
    .of(
      "CIColorCurves",
      "Color Curves",
      .colorEffect,
      [
        FilterInput(key: "inputCurvesData", value: .data(CurveTable.identityData)),
        .vector("inputCurvesDomain", [0, 1]),
        FilterInput(key: "inputColorSpace", value: .space),
      ]
    ) { image, values in
      guard let table = CurveTable(values) else { return nil }
      return image.straight(in: values.space("inputColorSpace")) { table.color($0) }
    },
    // Apple's reference: two colour cubes, mixed by a mask: the first one where it is black, which is inferred; without a
    // mask the first one.
    FilterRow(
      "CIColorCubesMixedWithMask",
      "Color Cubes Mixed With Mask",
      .colorEffect,
      [
        .image(), .mask, ColorCube.dimension,
        FilterInput(key: "inputCube0Data", value: .data(ColorCube.identityData)),
        FilterInput(key: "inputCube1Data", value: .data(ColorCube.identityData)),
        FilterInput(key: "inputColorSpace", value: .space),
      ]
    ) { values in
      guard let image = values.image(), let first = ColorCube(values, "inputCube0Data"),
        let second = ColorCube(values, "inputCube1Data")
      else { return nil }
      let space = values.space("inputColorSpace")
      let mapped = [first, second].map { cube in
        image.straight(in: space) { cube.color($0).straight }
      }
      let mask = values.image(kCIInputMaskImageKey) ?? .empty()
      return CIImage.mixing([mapped[0], mapped[1], mask], extent: image.node.extent) { p in
        p[0] + (p[1] - p[0]) * min(max(p[2].luminance, 0), 1)
      }
    }
    .global(),
  ]
}

/// A curve for each component.
private struct CurveTable: Sendable {
  private let entries: [SIMD3<Float>]
  private let low: Float
  private let width: Float

  /// Creates the table of a filter; nil if the data does not have three floats for each of at least two entries.
  init?(_ values: FilterValues) {
    let bytes = MemoryLayout<Float>.stride * 3
    guard let data = values.data("inputCurvesData"), data.count >= 2 * bytes, data.count % bytes == 0 else {
      return nil
    }
    entries = data.withUnsafeBytes { data in
      (0..<data.count / bytes).map { i in
        func part(_ j: Int) -> Float { data.loadUnaligned(fromByteOffset: i * bytes + j * 4, as: Float.self) }
        return SIMD3(part(0), part(1), part(2))
      }
    }
    let domain = values.numbers("inputCurvesDomain").map { Float($0) }
    guard domain[0].isFinite, domain[1].isFinite, domain[1] > domain[0] else { return nil }
    (low, width) = (domain[0], domain[1] - domain[0])
  }

  /// The table of two entries that leaves colours as they are.
  static let identityData: Data = [Float](arrayLiteral: 0, 0, 0, 1, 1, 1).withUnsafeBytes { Data($0) }

  func color(_ c: Pixel) -> Pixel {
    let last = Float(entries.count - 1)
    let place = ((c - Pixel(repeating: low)) / width).limited(0, 1) * last
    func value(_ component: Int, _ place: Float) -> Float {
      let i = min(Int(place), entries.count - 2)
      let (a, b) = (entries[i][component], entries[i + 1][component])
      return a + (b - a) * (place - Float(i))
    }
    return Pixel(value(0, place.x), value(1, place.y), value(2, place.z), c.w)
  }
}

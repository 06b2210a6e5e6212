import Foundation
import StrataBase
import StrataRaster

/// A gradient as PDF shadings (ISO 32000-1, 8.7.4.5): one for its colours, and one for its alpha if that varies.
struct PDFShading {
  let paint: GradientPaint

  /// The transform from the space of the gradient's geometry to base space; nil if it is singular or not affine.
  var toBase: CGAffineTransform? {
    guard let map = paint.fromDevice.inverted(), map.isAffine else { return nil }
    var matrix = CGAffineTransform(map.m11, map.m12, map.m21, map.m22, map.m31, map.m32)
    if case .ellipse(let center, let radii) = paint.geometry {
      // A circle of radius 1, stretched.
      matrix = CGAffineTransform(radii.x, 0, 0, radii.y, center.x, center.y).concatenating(matrix)
    }
    let determinant = matrix.a * matrix.d - matrix.b * matrix.c
    return determinant.isFinite && determinant != 0 ? matrix : nil
  }

  /// The alpha of all colours; nil if they differ.
  var commonAlpha: Float? {
    let first = paint.stops.colors.first?.w ?? 1
    return paint.stops.colors.allSatisfy { $0.w == first } ? first : nil
  }

  /// Writes the shading and returns its number; `isAlpha` writes its alpha as gray, `reach` is the radius of a conic
  /// one.
  func add(to document: PDFDocument, isAlpha: Bool, reach: Double) -> Int {
    let space = isAlpha ? "/DeviceGray" : "/DeviceRGB"
    let extend = "/Extend [\(paint.extendsStart) \(paint.extendsEnd)]"
    func coordinates(_ values: [Double]) -> String { "/Coords [\(VectorNotation.numbers(values))]" }
    let function = "/Function \(functionObject(document, isAlpha)) 0 R"
    switch paint.geometry {
    case .axial(let start, let end):
      let ends = coordinates([start.x, start.y, end.x, end.y])
      return document.add("<< /ShadingType 2 /ColorSpace \(space) \(ends) \(extend) \(function) >>")
    case .ellipse:
      let circles = coordinates([0, 0, 0, 0, 0, 1])
      return document.add("<< /ShadingType 3 /ColorSpace \(space) \(circles) \(extend) \(function) >>")
    case .circles(let start, let startRadius, let end, let endRadius):
      let circles = coordinates([start.x, start.y, max(startRadius, 0), end.x, end.y, max(endRadius, 0)])
      return document.add("<< /ShadingType 3 /ColorSpace \(space) \(circles) \(extend) \(function) >>")
    case .conic(let center, let end):
      return addConic(to: document, isAlpha: isAlpha, center: center, end: end, reach: reach)
    }
  }

  private func components(_ color: SIMD4<Float>, _ isAlpha: Bool) -> [Double] {
    let color = color.clamped(lowerBound: .zero, upperBound: .one)
    return isAlpha ? [Double(color.w)] : [Double(color.x), Double(color.y), Double(color.z)]
  }

  /// Writes the colour function: linear interpolations (type 2) between stops, stitched (type 3) over 0 to 1.
  private func functionObject(_ document: PDFDocument, _ isAlpha: Bool) -> Int {
    func line(_ from: SIMD4<Float>, _ to: SIMD4<Float>) -> String {
      let (low, high) = (components(from, isAlpha), components(to, isAlpha))
      return "<< /FunctionType 2 /Domain [0 1] /N 1 /C0 [\(VectorNotation.numbers(low))]"
        + " /C1 [\(VectorNotation.numbers(high))] >>"
    }
    let (colors, locations) = (paint.stops.colors, paint.stops.locations)
    guard let first = colors.first, let last = colors.last, colors.count == locations.count else {
      return document.add(line(.zero, .zero))
    }
    var pieces: [(end: Double, text: String)] = []
    if locations[0] > 0 { pieces.append((Double(locations[0]), line(first, first))) }
    for index in 1..<max(colors.count, 1) where locations[index] > locations[index - 1] {
      pieces.append((Double(locations[index]), line(colors[index - 1], colors[index])))
    }
    if let end = pieces.last?.end, end < 1 { pieces.append((1, line(last, last))) }
    guard pieces.count > 1 else { return document.add(pieces.first?.text ?? line(last, last)) }
    let bounds = pieces.dropLast().map { $0.end }
    let encode = pieces.map { _ in "0 1" }.joined(separator: " ")
    return document.add(
      "<< /FunctionType 3 /Domain [0 1] /Functions [\(pieces.map(\.text).joined(separator: " "))]"
        + " /Bounds [\(VectorNotation.numbers(bounds))] /Encode [\(encode)] >>"
    )
  }

  /// Writes a conic gradient, which PDF lacks, as a mesh of triangles (type 4): 512, divided at each stop.
  private func addConic(
    to document: PDFDocument,
    isAlpha: Bool,
    center: RasterPoint,
    end: RasterPoint,
    reach: Double
  ) -> Int {
    let space = isAlpha ? "/DeviceGray" : "/DeviceRGB"
    let ray = end - center
    let start = atan2(ray.y, ray.x)
    var places = (0...512).map { Double($0) / 512 } + paint.stops.locations.map(Double.init)
    places = Array(Set(places.filter { $0 >= 0 && $0 <= 1 })).sorted()
    // The outer sides of the triangles are less than a ten-thousandth of the radius inside the circle.
    let radius = max(reach, 1) * 1.01
    var data = Data()
    func add(_ point: RasterPoint, _ color: SIMD4<Float>) {
      data.append(0)
      for value in [point.x, point.y] {
        let share = (value + radius) / (2 * radius)
        let bits = UInt32(min(max(share, 0), 1) * Double(UInt32.max))
        withUnsafeBytes(of: bits.bigEndian) { data.append(contentsOf: $0) }
      }
      for component in components(color, isAlpha) {
        withUnsafeBytes(of: UInt16(component * 65535).bigEndian) { data.append(contentsOf: $0) }
      }
    }
    func clipEdge(_ place: Double) -> RasterPoint {
      let angle = start + place * 2 * .pi
      return RasterPoint(cos(angle), sin(angle)) * radius
    }
    for (from, to) in zip(places, places.dropFirst()) {
      // Just inside the triangle, so that two colours at one stop do not mix.
      let inset = (to - from) * 1e-3
      let (low, high) = (
        paint.stops.color(at: Float(from + inset)), paint.stops.color(at: Float(to - inset))
      )
      add(.zero, (low + high) / 2)
      add(clipEdge(from), low)
      add(clipEdge(to), high)
    }
    let decode = [-radius, radius, -radius, radius].map { VectorNotation.number($0) }.joined(separator: " ")
    let channels = isAlpha ? "0 1" : "0 1 0 1 0 1"
    return document.addStream(
      "/ShadingType 4 /ColorSpace \(space) /BitsPerCoordinate 32 /BitsPerComponent 16 /BitsPerFlag 8"
        + " /Decode [\(decode) \(channels)]",
      data
    )
  }

  /// The transform to base space of the shading that `add` writes; meshes are centred on the origin.
  var placement: CGAffineTransform? {
    guard let toBase else { return nil }
    if case .conic(let center, _) = paint.geometry {
      return CGAffineTransform(translationX: center.x, y: center.y).concatenating(toBase)
    }
    return toBase
  }

  /// Returns the radius with which a conic gradient fills a rectangle of base space.
  func reach(over box: CGRect) -> Double {
    guard let back = placement?.inverted() else { return 1 }
    return [
      CGPoint(x: box.minX, y: box.minY), CGPoint(x: box.maxX, y: box.minY), CGPoint(x: box.minX, y: box.maxY),
      CGPoint(x: box.maxX, y: box.maxY),
    ].map { corner in
      let point = corner.applying(back)
      return Double(hypot(point.x, point.y))
    }.max() ?? 1
  }
}

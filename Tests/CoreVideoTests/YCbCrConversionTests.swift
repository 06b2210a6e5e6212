import CoreGraphics
import CoreVideo
import Foundation
import StrataRaster
import Testing

/// Colours of biplanar buffers against the formulas of the standards, with the coefficients that these print.
@Suite struct YCbCrConversionTests {
  struct Matrix: Sendable, CustomTestStringConvertible {
    var name: String
    /// Weights of red and blue in luma.
    var (red, blue): (Double, Double)
    /// What Cr adds to red, what Cb and Cr take from green, what Cb adds to blue.
    var coefficients: (Double, Double, Double, Double)
    var testDescription: String { name }
  }

  static let matrices = [
    Matrix(name: "ITU_R_601_4", red: 0.299, blue: 0.114, coefficients: (1.402, 0.344136, 0.714136, 1.772)),
    Matrix(
      name: "ITU_R_709_2",
      red: 0.2126,
      blue: 0.0722,
      coefficients: (1.5748, 0.187324, 0.468124, 1.8556)
    ),
    Matrix(name: "ITU_R_2020", red: 0.2627, blue: 0.0593, coefficients: (1.4746, 0.164553, 0.571353, 1.8814)),
    Matrix(
      name: "SMPTE_240M_1995",
      red: 0.212,
      blue: 0.087,
      coefficients: (1.576, 0.226622, 0.476622, 1.826)
    ),
  ]

  /// The bars of full and three quarters of the levels, and colours between.
  static let colors: [[Double]] =
    bars(1) + bars(0.75) + [[0.1, 0.2, 0.3], [0.9, 0.5, 0.1], [0.33, 0.66, 0.99], [0.5, 0.5, 0.5]]

  private static func bars(_ level: Double) -> [[Double]] {
    (0..<8).map { bar in [4, 2, 1].map { bar & $0 == 0 ? 0 : level } }
  }

  /// The bytes of luma, Cb and Cr of a colour.
  private static func encoded(_ color: [Double], _ matrix: Matrix, isFullRange: Bool) -> [UInt8] {
    let green = 1 - matrix.red - matrix.blue
    let luma = matrix.red * color[0] + green * color[1] + matrix.blue * color[2]
    let cb = (color[2] - luma) / (2 * (1 - matrix.blue))
    let cr = (color[0] - luma) / (2 * (1 - matrix.red))
    let (black, lumaSpan, chromaSpan) = isFullRange ? (0.0, 255.0, 255.0) : (16.0, 219.0, 224.0)
    let levels: [Double] = [luma * lumaSpan + black, cb * chromaSpan + 128, cr * chromaSpan + 128]
    return levels.map { UInt8(min(max($0.rounded(), 0), 255)) }
  }

  /// The levels, 0 to 255, that bytes stand for, by the printed coefficients.
  private static func decoded(_ bytes: [UInt8], _ matrix: Matrix, isFullRange: Bool) -> [Double] {
    let (black, lumaSpan, chromaSpan) = isFullRange ? (0.0, 255.0, 255.0) : (16.0, 219.0, 224.0)
    let y = (Double(bytes[0]) - black) * 255 / lumaSpan
    let u = (Double(bytes[1]) - 128) * 255 / chromaSpan
    let v = (Double(bytes[2]) - 128) * 255 / chromaSpan
    let (c0, c1, c2, c3) = matrix.coefficients
    let levels: [Double] = [y + c0 * v, y - c1 * u - c2 * v, y + c3 * u]
    return levels.map { min(max($0, 0), 255) }
  }

  @Test(arguments: matrices, [false, true])
  func barsHaveTheColoursOfTheStandard(matrix: Matrix, isFullRange: Bool) throws {
    let format =
      isFullRange
      ? kCVPixelFormatType_420YpCbCr8BiPlanarFullRange : kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange
    for color in Self.colors {
      let bytes = Self.encoded(color, matrix, isFullRange: isFullRange)
      let buffer = try makeBuffer(4, 4, format)
      CVBufferSetAttachment(buffer, kCVImageBufferYCbCrMatrixKey, matrix.name as CFString, .shouldPropagate)
      buffer.fill(plane: 0, bytes: 1) { _, _, _ in bytes[0] }
      buffer.fill(plane: 1, bytes: 2) { _, _, byte in bytes[1 + byte] }
      let (shown, expected) = (
        buffer.shownPixel(1, 2), Self.decoded(bytes, matrix, isFullRange: isFullRange)
      )
      for channel in 0..<3 {
        let (level, original) = (Double(shown[channel]), color[channel] * 255)
        #expect(abs(level - expected[channel]) <= 0.51, "\(matrix.name) \(bytes): \(shown), \(expected)")
        #expect(abs(level - original) <= 2, "\(matrix.name) \(color): \(shown)")
      }
      #expect(shown[3] == 255)
    }
  }

  @Test func withoutAnAttachmentTheHeightDecides() throws {
    for (height, matrix) in [(718, Self.matrices[0]), (720, Self.matrices[1])] {
      let buffer = try makeBuffer(2, height, kCVPixelFormatType_420YpCbCr8BiPlanarFullRange)
      buffer.fill(plane: 0, bytes: 1) { _, _, _ in 100 }
      buffer.fill(plane: 1, bytes: 2) { _, _, byte in byte == 0 ? 128 : 178 }
      #expect(buffer.shownPixel(0, 0)[0] == Int((100 + 50 * matrix.coefficients.0).rounded()))
    }
  }

  /// Chroma that grows evenly gives colours that grow evenly, shifted by the place of the samples.
  @Test(
    arguments: [
      ("Left", 0, 0.5), ("Center", 0.5, 0.5), ("TopLeft", 0, 0), ("Top", 0.5, 0), ("BottomLeft", 0, 1),
      ("Bottom", 0.5, 1),
    ] as [(String, Double, Double)]
  )
  func chromaLiesAtItsPlace(name: String, x: Double, y: Double) throws {
    let buffer = try makeBuffer(16, 16, kCVPixelFormatType_420YpCbCr8BiPlanarFullRange)
    CVBufferSetAttachment(
      buffer,
      kCVImageBufferYCbCrMatrixKey,
      kCVImageBufferYCbCrMatrix_ITU_R_601_4,
      .shouldPropagate
    )
    CVBufferSetAttachment(buffer, kCVImageBufferChromaLocationTopFieldKey, name as CFString, .shouldPropagate)
    buffer.fill(plane: 0, bytes: 1) { _, _, _ in 128 }
    buffer.fill(plane: 1, bytes: 2) { column, row, byte in
      byte == 0 ? UInt8(104 + column * 4) : UInt8(110 + row * 4)
    }
    for (column, row) in [(4, 4), (5, 6), (7, 9), (10, 5), (11, 11)] {
      let (cb, cr) = (104 + 2 * (Double(column) - x) - 128, 110 + 2 * (Double(row) - y) - 128)
      let shown = buffer.shownPixel(column, row)
      #expect(abs(Double(shown[0]) - (128 + 1.402 * cr)) <= 0.51, "\(name) \(column) \(row): \(shown)")
      #expect(abs(Double(shown[2]) - (128 + 1.772 * cb)) <= 0.51, "\(name) \(column) \(row): \(shown)")
    }
  }

  /// White stays white; other colours follow the matrix that ITU-R BT.2087 prints, applied to linear light.
  @Test func widerPrimariesAreBroughtIntoThoseOfTheRenderer() throws {
    let buffer = try makeBuffer(2, 2, kCVPixelFormatType_420YpCbCr8BiPlanarFullRange)
    for (key, value) in [
      (kCVImageBufferYCbCrMatrixKey, kCVImageBufferYCbCrMatrix_ITU_R_2020),
      (kCVImageBufferColorPrimariesKey, kCVImageBufferColorPrimaries_ITU_R_2020),
    ] { CVBufferSetAttachment(buffer, key, value, .shouldPropagate) }
    buffer.fill(plane: 0, bytes: 1) { _, _, _ in 255 }
    buffer.fill(plane: 1, bytes: 2) { _, _, _ in 128 }
    #expect(buffer.shownPixel(0, 0) == [255, 255, 255, 255])
    buffer.fill(plane: 0, bytes: 1) { _, _, _ in 145 }
    buffer.fill(plane: 1, bytes: 2) { _, _, _ in 118 }
    func linear(_ level: Double) -> Double {
      let x = level / 255
      return x <= 0.04045 ? x / 12.92 : pow((x + 0.055) / 1.055, 2.4)
    }
    func level(_ x: Double) -> Double { (x <= 0.0031308 ? x * 12.92 : 1.055 * pow(x, 1 / 2.4) - 0.055) * 255 }
    let (r, g, b) = (linear(145 - 14.746), linear(145 + 1.64553 + 5.71353), linear(145 - 18.814))
    let expected = [
      level(1.6605 * r - 0.5876 * g - 0.0728 * b), level(-0.1246 * r + 1.1329 * g - 0.0083 * b),
      level(-0.0182 * r - 0.1006 * g + 1.1187 * b),
    ]
    let shown = buffer.shownPixel(0, 0)
    for index in 0..<3 {
      #expect(abs(Double(shown[index]) - expected[index]) <= 2, "\(shown), \(expected)")
    }
  }
}

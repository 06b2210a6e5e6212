import CoreGraphics
import Foundation
import StrataBase
import StrataDocuments
import StrataCAML
import StrataRenderTree
import Testing

/// caml 3: the syntax of values.
@Suite struct ValueTextTests {
  private func isNear(_ a: CATransform3D, _ b: CATransform3D) -> Bool {
    zip(a.entries, b.entries).allSatisfy { abs($0 - $1) < 1e-9 }
  }

  @Test func coloursAreExtendedAndTakeOpacityBesideThem() throws {
    func parts(_ text: String, _ opacity: String? = nil) -> SIMD4<Float>? {
      ColorText.color(text, opacity: opacity)?.extendedSRGB
    }
    #expect(parts("1 0 0") == SIMD4(1, 0, 0, 1))
    #expect(parts("1.078 0.4017 -0.004033") == SIMD4(1.078, 0.4017, -0.004033, 1))
    #expect(parts("0.6 0.6 0.6", "0.35") == SIMD4(0.6, 0.6, 0.6, 0.35))
    #expect(parts("0 0.5 1 0.5") == SIMD4(0, 0.5, 1, 0.5))
    #expect(parts("0.5 0.25") == SIMD4(0.5, 0.5, 0.5, 0.25))
    #expect(parts("0.5") == SIMD4(0.5, 0.5, 0.5, 1))
    #expect(parts("#ff0080") == SIMD4(1, 0, Float(128.0 / 255), 1))
    #expect(parts("#FF008000") == SIMD4(1, 0, Float(128.0 / 255), 0))
    for bad in ["", "1 2 3 4 5", "red", "#12", "#gggggg", "inf 0 0"] { #expect(parts(bad) == nil, "\(bad)") }
    #expect(parts("1 1 1", "x") == nil)
  }

  @Test func coloursAreWrittenWithFourDigitsAndOpacityApart() throws {
    let clear = try #require(ColorText.color("0 0.54545454 1", opacity: "0.33"))
    #expect(ColorText.text(of: clear).value == "0 0.5455 1")
    #expect(ColorText.text(of: clear).opacity == "0.33")
    #expect(ColorText.text(of: CGColor(srgbRed: 1, green: 1, blue: 1, alpha: 1)).opacity == nil)
  }

  @Test func transformFunctionsComposeFromTheOutsideIn() throws {
    let t = try #require(TransformText.transform("translate(0, 5) rotate(30deg) scale(2, 2, 1)"))
    // The point (1, 0) is doubled, then turned by 30 degrees, then moved up by 5.
    let x = t.m11 + t.m41
    let y = t.m12 + t.m42
    #expect(abs(x - 2 * cos(.pi / 6)) < 1e-12 && abs(y - (5 + 2 * 0.5)) < 1e-12)
    var expected = CATransform3DMakeTranslation(0, 5, 0)
    expected = CATransform3DRotate(expected, .pi / 6, 0, 0, 1)
    expected = CATransform3DScale(expected, 2, 2, 1)
    #expect(isNear(t, expected))
  }

  @Test(arguments: [
    ("", CATransform3DIdentity), ("  ", CATransform3DIdentity), ("rotate(0deg)", CATransform3DIdentity),
    ("translate(1, 2, 3)", CATransform3DMakeTranslation(1, 2, 3)),
    ("scale(2)", CATransform3DMakeScale(2, 2, 2)),
    ("scale(2 3)", CATransform3DMakeScale(2, 3, 1)),
    ("rotate(90)", CATransform3DMakeRotation(.pi / 2, 0, 0, 1)),
    ("rotate(1rad)", CATransform3DMakeRotation(1, 0, 0, 1)),
    ("rotate(-90deg, 1, 0, 0)", CATransform3DMakeRotation(-.pi / 2, 1, 0, 0)),
    (
      "matrix(1 2 3 4 5 6)",
      CATransform3DMakeAffineTransform(CGAffineTransform(a: 1, b: 2, c: 3, d: 4, tx: 5, ty: 6))
    ),
  ])
  func everyTransformFunctionIsRead(text: String, value: CATransform3D) throws {
    #expect(isNear(try #require(TransformText.transform(text)), value))
  }

  @Test func perspectiveSetsOneEntry() throws {
    let t = try #require(TransformText.transform("perspective(500)"))
    #expect(t.m34 == -1.0 / 500)
  }

  @Test(arguments: [
    "rotate", "rotate(", "rotate(x)", "skew(1)", "translate(1)", "scale(inf)", "matrix(1 2 3)", "(1)",
  ])
  func otherTransformTextIsNone(text: String) { #expect(TransformText.transform(text) == nil) }

  @Test func transformsAreWrittenAsFunctionsAndReadBackEqual() throws {
    #expect(TransformText.text(of: CATransform3DIdentity) == "")
    let cube = "rotate(22.2077deg) rotate(20.7048deg, 0, 1, 0) rotate(49.1066deg, 1, 0, 0)"
    #expect(TransformText.text(of: try #require(TransformText.transform(cube))) == cube)
    var random = SplitMix64(seed: 7)
    for _ in 0..<300 {
      let functions = [
        "translate(\(random.signed()), \(random.signed()), \(random.signed()))",
        "rotate(\(random.signed() * 180)deg)",
        "rotate(\(random.signed() * 180)deg, 0, 1, 0)", "rotate(\(random.signed() * 90)deg, 1, 0, 0)",
        "scale(\(random.signed() + 1.5), \(random.signed() * 2), \(random.signed()))",
        "perspective(\(random.signed() + 3))",
      ].filter { _ in random.signed() > -0.3 }
      let t = try #require(TransformText.transform(functions.joined(separator: " ")))
      let again = try #require(TransformText.transform(TransformText.text(of: t)))
      #expect(
        zip(t.entries, again.entries).allSatisfy { abs($0 - $1) < 1e-7 * max(1, abs($0)) },
        "\(functions)"
      )
    }
  }

  @Test func pathsAreReadInPostfixForm() throws {
    let path = try #require(
      PathText.path("0 0 m 10 0 l 10 5 3.64376496e-8 5 0 5 c 1 2 3 4 q h 20 20 m 30 20 l")
    )
    #expect(PathText.text(of: path) == "0 0 m 10 0 l 10 5 3.64376496e-8 5 0 5 c 1 2 3 4 q h 20 20 m 30 20 l")
    #expect(try #require(PathText.path("")).isEmpty)
    for bad in ["0 m", "0 0 m 1", "0 0 x", "1 2 3 l", "inf 0 m", "0 0 0 h"] {
      #expect(PathText.path(bad) == nil, "\(bad)")
    }
  }

  @Test func affineTransformsAndColourMatricesAreRead() throws {
    let t = try #require(TransformText.affine("matrix(0.78 0 0 0.45 2 1)"))
    #expect(t == CGAffineTransform(a: 0.78, b: 0, c: 0, d: 0.45, tx: 2, ty: 1))
    #expect(TransformText.text(of: t) == "matrix(0.78 0 0 0.45 2 1)")
    #expect(TransformText.affine("rotate(10deg, 1, 0, 0)") == nil)
    let matrix = TransformText.colorMatrix("matrix(1 0 0 0 0 0 1 0 0 0 0 0 1 0 0 0 0 0 1 0)")
    #expect(matrix?.count == 20 && matrix?[6] == 1)
    #expect(TransformText.colorMatrix("matrix(1 2)") == nil)
  }
}

extension SplitMix64 {
  /// A number from -1 to 1.
  fileprivate mutating func signed() -> Double { Double(next() >> 40) / Double(1 << 23) - 1 }
}

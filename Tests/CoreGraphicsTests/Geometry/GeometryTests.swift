import CoreGraphics
import Testing

@Suite struct GeometryTests {
  @Test func anAffineTransformMapsByItsSixNumbers() {
    let t = CGAffineTransform(a: 2, b: 3, c: 5, d: 7, tx: 11, ty: 13)
    #expect(CGPoint(x: 1, y: 10).applying(t) == CGPoint(x: 2 + 50 + 11, y: 3 + 70 + 13))
    #expect(CGSize(width: 1, height: 10).applying(t) == CGSize(width: 52, height: 73))
  }

  @Test func newOperationsApplyBeforeTheReceiver() {
    let t = CGAffineTransform(translationX: 10, y: 20).scaledBy(x: 2, y: 3)
    #expect(CGPoint(x: 1, y: 1).applying(t) == CGPoint(x: 12, y: 23))
    let u = CGAffineTransform(scaleX: 2, y: 3).translatedBy(x: 10, y: 20)
    #expect(CGPoint(x: 1, y: 1).applying(u) == CGPoint(x: 22, y: 63))
    let v = CGAffineTransform(scaleX: 2, y: 3).concatenating(CGAffineTransform(translationX: 10, y: 20))
    #expect(CGPoint(x: 1, y: 1).applying(v) == CGPoint(x: 12, y: 23))
  }

  @Test func whatIsNoRectangleSharesNothing() {
    let square = CGRect(x: 0, y: 0, width: 10, height: 10)
    #expect(
      square.overlap(with: CGRect(x: 15, y: 5, width: -10, height: 10))
        == CGRect(x: 5, y: 5, width: 5, height: 5)
    )
    #expect(square.overlap(with: CGRect(x: 20, y: 0, width: 1, height: 1)).isNull)
    #expect(square.overlap(with: .null).isNull && square.overlap(with: .infinite) == square)
    let endless = CGRect(x: -CGFloat.infinity, y: 0, width: .infinity, height: 1)
    for odd in [
      CGRect(x: CGFloat.nan, y: 0, width: 1, height: 1), CGRect(x: 0, y: 0, width: 1, height: CGFloat.nan),
      endless,
    ] {
      #expect(square.overlap(with: odd).isNull && odd.overlap(with: square).isNull)
    }
  }

  /// Rectangles with NaN, wherever programs may pass one.
  @Test func partsThatAreNoRectanglesAreNotThere() throws {
    let odd = CGRect(x: 0, y: CGFloat.nan, width: .infinity, height: 1)
    let context = try #require(
      CGContext(
        data: nil,
        width: 4,
        height: 4,
        bitsPerComponent: 8,
        bytesPerRow: 16,
        space: CGColorSpaceCreateDeviceRGB(),
        bitmapInfo: CGImageAlphaInfo.premultipliedLast.rawValue
      )
    )
    context.setFillColor(.white)
    context.fill(CGRect(x: 0, y: 0, width: 4, height: 4))
    #expect(context.makeImage()?.cropping(to: odd) == nil)
    context.setFillColor(.black)
    context.fill(odd)
    context.stroke(odd)
    context.clip(to: odd)
    context.setFillColor(.white)
    context.fill(CGRect(x: 0, y: 0, width: 4, height: 4))
    let bytes = try #require(context.data).assumingMemoryBound(to: UInt8.self)
    #expect((0..<64).allSatisfy { bytes[$0] == 255 })
  }

  @Test func rotationRunsFromXTowardsY() {
    let p = CGPoint(x: 1, y: 0).applying(CGAffineTransform(rotationAngle: .pi / 2))
    #expect(abs(p.x) < 1e-15 && abs(p.y - 1) < 1e-15)
  }

  @Test func theInverseUndoesAndASingularTransformIsItsOwnInverse() {
    let t = CGAffineTransform(a: 2, b: 1, c: -1, d: 3, tx: 5, ty: 7)
    let p = CGPoint(x: 3, y: -4).applying(t).applying(t.inverted())
    #expect(abs(p.x - 3) < 1e-12 && abs(p.y + 4) < 1e-12)
    let flat = CGAffineTransform(scaleX: 0, y: 1)
    #expect(flat.inverted() == flat)
  }

  @Test func anEmptyTransformIsZeroAndNotTheIdentity() {
    #expect(CGAffineTransform().a == 0)
    #expect(CGAffineTransform.identity.isIdentity && !CGAffineTransform().isIdentity)
  }

  @Test func componentsComposeToTheSameTransform() {
    let t = CGAffineTransform(a: 2, b: 1, c: -1, d: 3, tx: 5, ty: 7)
    let again = CGAffineTransform(t.decomposed())
    for (x, y) in [(t.a, again.a), (t.b, again.b), (t.c, again.c), (t.d, again.d), (t.tx, again.tx)] {
      #expect(abs(x - y) < 1e-12)
    }
    let parts = CGAffineTransform(rotationAngle: 0.5).decomposed()
    #expect(abs(parts.rotation - 0.5) < 1e-15 && abs(parts.scale.width - 1) < 1e-15)
  }

  @Test func aRectangleBecomesTheBoxOfItsCorners() {
    let box = CGRect(x: 0, y: 0, width: 2, height: 1).applying(
      CGAffineTransform(a: 0, b: 1, c: -1, d: 0, tx: 0, ty: 0)
    )
    #expect(box == CGRect(x: -1, y: 0, width: 1, height: 2))
    #expect(CGRect.null.applying(CGAffineTransform(scaleX: 2, y: 2)).isNull)
  }

  @Test("SC-41: points, sizes and rectangles compare by equalTo")
  func equalTo() {
    #expect(CGPoint(x: 1, y: 2).equalTo(CGPoint(x: 1, y: 2)))
    #expect(!CGSize(width: 1, height: 2).equalTo(CGSize(width: 2, height: 1)))
    #expect(CGRect.zero.equalTo(.zero))
  }

  @Test func structuresSurviveCodingAndDictionaries() throws {
    let t = CGAffineTransform(1, 2, 3, 4, 5, 6)
    let data = try JSONEncoder().encode([t])
    #expect(String(decoding: data, as: UTF8.self) == "[[1,2,3,4,5,6]]")
    #expect(try JSONDecoder().decode([CGAffineTransform].self, from: data) == [t])
    let vector = CGVector(dx: 1.5, dy: -2)
    #expect(try JSONDecoder().decode([CGVector].self, from: JSONEncoder().encode([vector])) == [vector])
    let rect = CGRect(x: 1, y: 2, width: 3, height: 4)
    #expect(CGRect(dictionaryRepresentation: rect.dictionaryRepresentation) == rect)
  }
}

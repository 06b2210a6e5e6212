import CoreGraphics
import CoreImage
import Foundation
import Testing

/// Rectangles with sizes below zero, and without end.
@Suite struct RectangleTests {
  private static let endless = CGFloat.infinity
  private static let plane = CGRect(x: -endless, y: -endless, width: endless, height: endless)
  private let square = CIImage.red.cropped(to: CGRect(x: 0, y: 0, width: 10, height: 10))

  @Test func sizesBelowZeroReachBack() throws {
    let rect = CGRect(x: 8, y: 9, width: -6, height: -4)
    #expect(square.cropped(to: rect).extent == CGRect(x: 2, y: 5, width: 6, height: 4))
    let picture = try #require(CIContext.plain.createCGImage(Picture.pattern, from: rect))
    let same = CIContext.plain.createCGImage(Picture.pattern, from: rect.standardized)
    #expect(picture.dataProvider?.data == same?.dataProvider?.data)
  }

  @Test(arguments: [
    (plane, CGRect(x: 0, y: 0, width: 10, height: 10)),
    (CGRect(x: -endless, y: 3, width: endless, height: 4), CGRect(x: 0, y: 3, width: 10, height: 4)),
    (CGRect(x: 4, y: 10, width: -endless, height: -endless), CGRect(x: 0, y: 0, width: 4, height: 10)),
    (CGRect(x: -endless, y: 0, width: 5, height: 5), CGRect.null),
  ])
  func endlessSizesReachTheEndOfThePlane(rect: CGRect, part: CGRect) {
    #expect(square.cropped(to: rect).extent == part)
    let filtered = square.applyingFilter("CICrop", parameters: ["inputRectangle": CIVector(cgRect: rect)])
    #expect(filtered.extent == part)
  }

  @Test func thePlaneIsNoPicture() {
    #expect(CIContext.plain.createCGImage(.red, from: Self.plane) == nil)
    var memory: [UInt8] = [1, 2, 3, 4]
    CIContext.plain.render(
      square,
      toBitmap: &memory,
      rowBytes: 4,
      bounds: Self.plane,
      format: .RGBA8,
      colorSpace: nil
    )
    #expect(memory == [1, 2, 3, 4])
    #expect(square.clamped(to: Self.plane).extent == .infinite)
  }

  @Test(arguments: [plane, CGRect(x: 0, y: 0, width: endless, height: 4)])
  func endlessRectanglesAreNotDrawn(rect: CGRect) throws {
    let target = CGContext(
      data: nil,
      width: 4,
      height: 4,
      bitsPerComponent: 8,
      bytesPerRow: 0,
      space: CGColorSpaceCreateDeviceRGB(),
      bitmapInfo: CGImageAlphaInfo.premultipliedLast.rawValue
    )
    let context = CIContext(cgContext: try #require(target))
    context.draw(square, in: rect, from: square.extent)
    context.draw(square, in: CGRect(x: 0, y: 0, width: 4, height: 4), from: rect)
    let bytes = try #require(target?.makeImage()?.dataProvider?.data) as Data
    #expect(bytes.allSatisfy { $0 == 0 })
  }

  @Test func averagesOfThePlaneAreThoseOfTheImage() {
    let average = square.applyingFilter(
      "CIAreaAverage",
      parameters: ["inputExtent": CIVector(cgRect: Self.plane)]
    )
    #expect(Picture(average)[0, 0].distance(to: SIMD4(1, 0, 0, 1)) < 1e-5)
  }

  /// Every rectangle and place of every filter, at the ends of the plane and beyond.
  @Test(arguments: [plane, CGRect(x: endless, y: 1e30, width: -endless, height: -1e300)])
  func noExtentEndsTheProcess(rect: CGRect) throws {
    // Codes need a message, pictures of text a text, and meshes lines.
    let needed: Set = ["inputMessage", "inputText", "inputMesh"]
    var missing: Set<String> = []
    for name in CIFilter.filterNames(inCategory: nil) {
      let filter = try #require(CIFilter(name: name))
      for key in filter.inputKeys {
        switch (filter.attributes[key] as? [String: Any])?[kCIAttributeClass] as? String {
        case "CIImage": filter.setValue(square, forKey: key)
        case "CIVector": filter.setValue(CIVector(cgRect: rect), forKey: key)
        default: break
        }
      }
      guard let image = filter.outputImage else {
        if !filter.inputKeys.contains(where: { needed.contains($0) }) { missing.insert(name) }
        continue
      }
      _ = CIContext.plain.createCGImage(image, from: CGRect(x: 0, y: 0, width: 3, height: 2))
    }
    // A domain of curves from a number to itself.
    #expect(missing == ["CIColorCurves"])
  }
}

import CoreGraphics
import CoreImage
import Foundation
import Testing

@Suite struct BadInputTests {
  /// Every number, and every vector, of every filter.
  @Test(.serialized, .timeLimit(.minutes(5)), arguments: [0, -1, 1e9, -1e300, Double.nan, .infinity])
  func extremeNumbersAreBounded(value: Double) throws {
    let area = CGRect(x: 0, y: 0, width: 3, height: 2)
    let small = Picture.dot(0.5, 0.25, 0.125, 0.75)
    var missing: Set<String> = []
    for name in CIFilter.filterNames(inCategory: nil) {
      let filter = try #require(CIFilter(name: name))
      for key in filter.inputKeys {
        let attributes = filter.attributes[key] as? [String: Any]
        switch attributes?[kCIAttributeClass] as? String {
        case "CIImage": filter.setValue(small, forKey: key)
        case "NSNumber": filter.setValue(value, forKey: key)
        case "CIVector":
          let numbers = [CGFloat](repeating: CGFloat(value), count: 10)
          filter.setValue(CIVector(values: numbers, count: 10), forKey: key)
        case "NSValue": filter.setValue(CGAffineTransform(CGFloat(value), 0, 0, 1, 0, 0), forKey: key)
        case "NSArray": filter.setValue([CIVector(x: CGFloat(value), y: 1, z: 2, w: 3)], forKey: key)
        case "NSString" where key == "inputText": filter.setValue("A", forKey: key)
        case "NSAttributedString": filter.setValue(NSAttributedString(string: "A"), forKey: key)
        case "NSData" where key == "inputMessage": filter.setValue(Data("A".utf8), forKey: key)
        default: break
        }
      }
      guard let image = filter.outputImage else {
        missing.insert(name)
        continue
      }
      _ = image.extent
      _ = CIContext.plain.createCGImage(image, from: area)
    }
    // Areas, tables and codes of impossible sizes have no image, and codes and texts none in builds without them.
    #expect(missing.count < 30, "\(missing)")
  }

  /// Every picture input of every filter, with colours that are infinite or not a number, as filters make them of
  /// infinite ones.
  @Test(.serialized, arguments: [CIContext(), .plain])
  func coloursThatAreNoNumbersAreBounded(context: CIContext) throws {
    let area = CGRect(x: 0, y: 0, width: 3, height: 1)
    let pixels: [SIMD4<Float>] = [
      SIMD4(.infinity, .infinity, .infinity, 1), SIMD4(.infinity, 0, 0, 1), SIMD4(0, .infinity, 0.5, 0.5),
    ]
    let bright = CIImage(
      bitmapData: pixels.withUnsafeBytes { Data($0) },
      bytesPerRow: 48,
      size: area.size,
      format: .RGBAf,
      colorSpace: CGColorSpace(name: CGColorSpace.extendedSRGB)
    )
    let strange = bright.applyingFilter("CIColorControls", parameters: ["inputSaturation": 0.5])
    try #require(Picture(strange, in: context)[0, 0].x.isNaN)
    for image in [bright, strange] {
      var count = 0
      for name in CIFilter.filterNames(inCategory: nil) {
        let filter = try #require(CIFilter(name: name))
        let pictures = filter.inputKeys.filter { key in
          (filter.attributes[key] as? [String: Any])?[kCIAttributeClass] as? String == "CIImage"
        }
        guard !pictures.isEmpty else { continue }
        for key in pictures { filter.setValue(image, forKey: key) }
        let result = try #require(filter.outputImage, "\(name)")
        _ = context.createCGImage(result, from: area)
        count += 1
      }
      #expect(count > 120)
    }
  }

  /// What is not a number has the colour of black.
  @Test(arguments: ["CIThermal", "CIXRay"])
  func colourScalesShowNumbers(name: String) throws {
    let bright = CIImage(
      bitmapData: Data([0, 0, 0x80, 0x7F, 0, 0, 0x80, 0x7F, 0, 0, 0x80, 0x7F, 0, 0, 0x80, 0x3F]),
      bytesPerRow: 16,
      size: CGSize(width: 1, height: 1),
      format: .RGBAf,
      colorSpace: nil
    )
    let strange = bright.applyingFilter("CIColorControls", parameters: ["inputSaturation": 0.5])
    let black = Picture(Picture.dot(0, 0, 0).applyingFilter(name))[0, 0]
    #expect(Picture(strange.applyingFilter(name))[0, 0] == black)
  }

  /// Every input of every filter, with objects of all classes but its own: the value stays.
  @Test func valuesOfOtherClassesAreIgnored() throws {
    let objects: [(String, Any)] = [
      ("CIImage", Picture.ramp), ("NSNumber", 2), ("CIVector", CIVector(x: 1)), ("CIColor", CIColor.red),
      ("NSString", "x"), ("NSAttributedString", NSAttributedString(string: "x")),
      ("NSArray", [CIVector(x: 1)]),
      ("NSData", Data([1])), ("NSValue", CGAffineTransform(scaleX: 2, y: 2)),
    ]
    for name in CIFilter.filterNames(inCategory: nil) {
      let filter = try #require(CIFilter(name: name))
      for key in filter.inputKeys {
        let attributes = try #require(filter.attributes[key] as? [String: Any])
        let kind = attributes[kCIAttributeClass] as? String
        let before = filter.value(forKey: key) as? NSObject
        for (other, object) in objects where other != kind {
          // Documents write tables and colours in other forms, and transforms as six numbers.
          if kind == "CIVector" || kind == "CIColor" || kind == "NSValue" || kind == "NSData"
            || kind == "NSArray"
          {
            continue
          }
          filter.setValue(object, forKey: key)
          #expect(filter.value(forKey: key) as? NSObject == before, "\(name) \(key) \(other)")
        }
      }
    }
  }

  /// Nothing has the size of an endless picture.
  @Test(arguments: [CGRect.infinite, .null, .zero, CGRect(x: 0, y: 0, width: 1e9, height: 1e9)])
  func endlessAndEmptyRectanglesGiveNothing(rect: CGRect) {
    let endless = CIImage.red.applyingFilter("CIGaussianBlur")
    #expect(endless.extent == .infinite)
    #expect(CIContext.plain.createCGImage(endless, from: rect) == nil)
    var memory: [UInt8] = [1, 2, 3, 4]
    CIContext.plain.render(
      endless,
      toBitmap: &memory,
      rowBytes: 4,
      bounds: rect,
      format: .RGBA8,
      colorSpace: nil
    )
    #expect(memory == [1, 2, 3, 4])
  }

  /// An output is a value: a filter that gets its own output works on what it gave before.
  @Test func filtersInACircleUseEarlierOutputs() throws {
    let (first, second) = (CIFilter.exposureAdjust(), CIFilter.exposureAdjust())
    (first.ev, second.ev) = (1, 1)
    first.inputImage = Picture.dot(0.125, 0.125, 0.125)
    second.inputImage = first.outputImage
    first.inputImage = second.outputImage
    second.inputImage = first.outputImage
    #expect(second.outputImage.map { Picture($0)[0, 0].x } == 2)
    first.inputImage = first.outputImage
    #expect(first.outputImage.map { Picture($0)[0, 0].x } == 2)
  }

  /// The widest radius takes the memory of a radius of 250 pixels.
  @Test func memoryIsBounded() throws {
    let image = Picture.dot(1, 0.5, 0.25).applyingGaussianBlur(sigma: 1e9)
    #expect(image.extent.width <= 2 * 3 * 250 + 1)
    let tile = CIContext.plain.createCGImage(image, from: CGRect(x: 0, y: 0, width: 64, height: 64))
    #expect(tile != nil)
    let huge = CIImage.red.applyingFilter("CIGaussianBlur", parameters: ["inputRadius": 250])
      .applyingFilter(
        "CIAffineTransform",
        parameters: ["inputTransform": CGAffineTransform(scaleX: 1e-6, y: 1e-6)]
      )
    #expect(CIContext.plain.createCGImage(huge, from: CGRect(x: 0, y: 0, width: 64, height: 64)) == nil)
  }
}

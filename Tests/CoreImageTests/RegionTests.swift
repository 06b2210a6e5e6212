import CoreGraphics
import CoreImage
import Foundation
import Testing

/// A part of a filter's result is the result for this part: no filter reads pixels that it has not asked for.
@Suite struct RegionTests {
  /// A build without the trait `Text` draws no text.
  private static let names = CIFilter.filterNames(inCategory: nil).filter { name in
    #if Text
      true
    #else
      !name.hasSuffix("TextImageGenerator")
    #endif
  }

  private func filter(_ name: String) throws -> CIFilter {
    let filter = try #require(CIFilter(name: name))
    filter.fit()
    for key in filter.inputKeys {
      let input = filter.attributes[key] as? [String: Any]
      switch input?[kCIAttributeClass] as? String {
      case "CIImage":
        let image = key == kCIInputImageKey ? Picture.pattern : Picture.veiled
        // Larger than the parts, and off the origin.
        filter.setValue(image.transformed(by: CGAffineTransform(translationX: 9, y: 7)), forKey: key)
      case "NSData" where key == "inputMessage": filter.setValue(Data("strata".utf8), forKey: key)
      case "NSString" where key == "inputText": filter.setValue("Aj", forKey: key)
      case "NSAttributedString": filter.setValue(NSAttributedString(string: "Aj"), forKey: key)
      case "NSArray": filter.setValue([CIVector(x: 3, y: 4, z: 40, w: 30)], forKey: key)
      default: break
      }
    }
    if filter.inputKeys.contains(kCIInputTimeKey) { filter.setValue(0.4, forKey: kCIInputTimeKey) }
    return filter
  }

  @Test(arguments: names) func partsAreThoseOfTheWhole(name: String) throws {
    let image = try #require(try filter(name).outputImage)
    #expect(!image.extent.isNull)
    let whole = Picture(image, CGRect(x: -6, y: -4, width: 61, height: 49))
    for part in [
      CGRect(x: -6, y: -4, width: 20, height: 11), CGRect(x: 30, y: 2, width: 25, height: 17),
      CGRect(x: 14, y: 20, width: 9, height: 25), CGRect(x: 21, y: 16, width: 1, height: 1),
    ] {
      let picture = Picture(image, part)
      var most: Float = 0
      for y in Int(part.minY)..<Int(part.maxY) {
        for x in Int(part.minX)..<Int(part.maxX) { most = max(most, picture[x, y].distance(to: whole[x, y])) }
      }
      // Running sums begin elsewhere.
      #expect(most < 2e-3, "\(name) \(part)")
    }
  }
}

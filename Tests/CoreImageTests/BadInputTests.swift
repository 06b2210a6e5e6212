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
        default: break
        }
      }
      guard let image = filter.outputImage else { continue }
      _ = image.extent
      _ = CIContext.plain.createCGImage(image, from: area)
    }
  }
}

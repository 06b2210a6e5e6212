import CoreGraphics
import CoreImage
import Foundation
import Testing

@Suite struct CIFilterTests {
  @Test func anUnknownNameGivesNoFilter() {
    #expect(CIFilter(name: "CINothing") == nil)
    #expect(CIFilter(name: "") == nil)
  }

  @Test func aNewFilterHasItsDefaults() throws {
    let filter = try #require(CIFilter(name: "CIColorControls"))
    #expect(filter.inputKeys == ["inputImage", "inputSaturation", "inputBrightness", "inputContrast"])
    #expect(filter.outputKeys == ["outputImage"])
    #expect(filter.value(forKey: "inputSaturation") as? NSNumber == 1)
    #expect(filter.value(forKey: "inputImage") == nil)
    #expect(filter.name == "CIColorControls")
  }

  @Test func attributesDescribeTheInputs() throws {
    let filter = try #require(CIFilter(name: "CIColorControls"))
    #expect(filter.attributes[kCIAttributeFilterDisplayName] as? String == "Color Controls")
    let input = try #require(filter.attributes["inputContrast"] as? [String: Any])
    #expect(input[kCIAttributeClass] as? String == "NSNumber")
    #expect(input[kCIAttributeType] as? String == kCIAttributeTypeScalar)
    #expect(input[kCIAttributeSliderMin] as? NSNumber == 0.25)
    #expect(input[kCIAttributeSliderMax] as? NSNumber == 4)
    #expect(input[kCIAttributeDisplayName] as? String == "Contrast")
    let categories = filter.attributes[kCIAttributeFilterCategories] as? [String]
    #expect(categories?.contains(kCICategoryColorAdjustment) == true)
  }

  @Test func slidersStayWithinTheLimits() throws {
    var count = 0
    for name in CIFilter.filterNames(inCategory: nil) {
      let filter = try #require(CIFilter(name: name))
      for key in filter.inputKeys {
        let input = filter.attributes[key] as? [String: Any] ?? [:]
        func number(_ key: String) -> Double? { (input[key] as? NSNumber)?.doubleValue }
        guard let low = number(kCIAttributeSliderMin), let high = number(kCIAttributeSliderMax) else {
          continue
        }
        count += 1
        #expect(low >= number(kCIAttributeMin) ?? low, "\(name).\(key)")
        #expect(high <= number(kCIAttributeMax) ?? high, "\(name).\(key)")
      }
    }
    #expect(count > 100)
  }

  @Test func missingImagesGiveNoResult() throws {
    for name in CIFilter.filterNames(inCategory: nil) {
      let filter = try #require(CIFilter(name: name))
      // Codes need a message, pictures of text a text, and meshes lines.
      let needed: Set = ["inputImage", "inputMessage", "inputText", "inputMesh"]
      #expect((filter.outputImage == nil) == filter.inputKeys.contains { needed.contains($0) }, "\(name)")
    }
  }

  @Test func wrongTypesAndUnknownKeysAreIgnored() throws {
    let filter = try #require(CIFilter(name: "CIGaussianBlur"))
    filter.setValue("wide", forKey: "inputRadius")
    #expect(filter.value(forKey: "inputRadius") as? NSNumber == 10)
    filter.setValue(5, forKey: "inputNothing")
    #expect(filter.value(forKey: "inputNothing") == nil)
    filter.setValue(CIVector(x: 1), forKey: "inputImage")
    #expect(filter.value(forKey: "inputImage") == nil)
  }

  @Test func pointsAndRectanglesAreVectors() throws {
    let rect = CGRect(x: 1, y: 2, width: 5, height: 6)
    let filter = try #require(CIFilter(name: "CICrop"))
    for value: Any in [rect, NSValue(rect: rect), CIVector(cgRect: rect)] {
      filter.setDefaults()
      filter.setValue(value, forKey: "inputRectangle")
      #expect((filter.value(forKey: "inputRectangle") as? CIVector)?.cgRectValue == rect)
    }
    let vignette = try #require(CIFilter(name: "CIVignetteEffect"))
    for value: Any in [rect.origin, NSValue(point: rect.origin)] {
      vignette.setDefaults()
      vignette.setValue(value, forKey: kCIInputCenterKey)
      #expect((vignette.value(forKey: kCIInputCenterKey) as? CIVector)?.cgPointValue == rect.origin)
    }
    filter.setValue(NSNumber(value: 1), forKey: "inputRectangle")
    #expect((filter.value(forKey: "inputRectangle") as? CIVector)?.cgRectValue == rect)
  }

  @Test func numbersMayHaveAnyType() throws {
    let filter = try #require(CIFilter(name: "CIGaussianBlur"))
    let values: [Any] = [Int(7), Double(7), Float(7), CGFloat(7), NSNumber(value: 7)]
    for value in values {
      filter.setValue(1, forKey: "inputRadius")
      filter.setValue(value, forKey: "inputRadius")
      #expect(filter.value(forKey: "inputRadius") as? NSNumber == 7)
    }
  }

  @Test func nilRemovesAValueAndDefaultsComeBack() throws {
    let filter = try #require(CIFilter(name: "CIGaussianBlur", parameters: ["inputRadius": 3]))
    filter.setValue(Picture.pattern, forKey: "inputImage")
    filter.setValue(nil, forKey: "inputRadius")
    #expect(filter.value(forKey: "inputRadius") == nil)
    filter.setDefaults()
    #expect(filter.value(forKey: "inputRadius") as? NSNumber == 10)
    #expect(filter.value(forKey: "inputImage") is CIImage)
  }

  @Test func aResultKeepsTheValuesOfItsTime() throws {
    let filter = try #require(CIFilter(name: "CIExposureAdjust", parameters: ["inputEV": 0]))
    filter.setValue(Picture.dot(0.25, 0.25, 0.25), forKey: "inputImage")
    let before = try #require(filter.outputImage)
    filter.setValue(1, forKey: "inputEV")
    #expect(Picture(before)[0, 0].x == 0.25)
    #expect(filter.outputImage.map { Picture($0)[0, 0].x } == 0.5)
  }

  @Test func copiesAreIndependent() throws {
    let filter = try #require(CIFilter(name: "CIGaussianBlur", parameters: ["inputRadius": 3]))
    filter.name = "soft"
    filter.isEnabled = false
    let copy = try #require(filter.copy() as? CIFilter)
    filter.setValue(8, forKey: "inputRadius")
    #expect(copy.value(forKey: "inputRadius") as? NSNumber == 3)
    #expect(copy.name == "soft")
    #expect(!copy.isEnabled)
  }

  @Test func anArchiveKeepsEveryKindOfValue() throws {
    for name in CIFilter.filterNames(inCategory: nil) {
      let filter = try #require(CIFilter(name: name))
      filter.name = "mine"
      filter.setValue(0.25, forKey: "inputRadius")
      filter.setValue(CGAffineTransform(translationX: 3, y: 4), forKey: "inputTransform")
      let data = try NSKeyedArchiver.archivedData(withRootObject: filter, requiringSecureCoding: true)
      let read = try #require(try NSKeyedUnarchiver.unarchivedObject(ofClass: CIFilter.self, from: data))
      #expect(read.name == "mine")
      #expect(read.inputKeys == filter.inputKeys)
      for key in filter.inputKeys {
        let (a, b) = (filter.value(forKey: key) as? NSObject, read.value(forKey: key) as? NSObject)
        let isSame =
          a == b || (a as? NSValue)?.cgAffineTransformValue == (b as? NSValue)?.cgAffineTransformValue
        #expect(isSame, "\(name).\(key)")
      }
    }
  }

  @Test func namesAreFoundByCategory() {
    let blurs = CIFilter.filterNames(inCategory: kCICategoryBlur)
    #expect(blurs.contains("CIGaussianBlur"))
    #expect(!blurs.contains("CIColorInvert"))
    #expect(CIFilter.filterNames(inCategories: [kCICategoryBlur, kCICategoryStillImage]) == blurs)
    #expect(CIFilter.filterNames(inCategories: [kCICategoryBlur, kCICategoryTransition]).isEmpty)
    #expect(CIFilter.filterNames(inCategories: nil).count > 100)
    #expect(CIFilter.localizedName(forFilterName: "CIColorControls") == "Color Controls")
    #expect(CIFilter.localizedName(forFilterName: "CINothing") == nil)
    #expect(CIFilter.localizedName(forCategory: kCICategoryColorEffect) == "Color Effect")
  }

  @Test func namesOfFiltersAreUnique() {
    let names = CIFilter.filterNames(inCategory: nil)
    #expect(Set(names).count == names.count)
  }

  @Test func typedPropertiesReachTheInputs() throws {
    let blur = CIFilter.gaussianBlur()
    #expect(blur.radius == 10)
    blur.radius = 3
    blur.inputImage = Picture.pattern
    #expect(blur.value(forKey: "inputRadius") as? NSNumber == 3)
    #expect(blur.outputImage?.extent == CGRect(x: -9, y: -9, width: 42, height: 38))
    let cubic = CIFilter.bicubicScaleTransform()
    cubic.parameterB = 0.25
    #expect(cubic.value(forKey: "inputB") as? NSNumber == 0.25)
    let gradient = CIFilter.linearGradient()
    gradient.point1 = CGPoint(x: 10, y: 0)
    gradient.color0 = .red
    #expect((gradient.value(forKey: "inputPoint1") as? CIVector)?.cgPointValue == CGPoint(x: 10, y: 0))
    #expect(gradient.color0 == .red)
    let copy = try #require(blur.copy() as? any CIFilter & CIGaussianBlur)
    #expect(copy.radius == 3)
  }

  @Test func aProgramsOwnFilterIsASubclass() {
    final class Twice: CIFilter {
      var input: CIImage?
      override var outputImage: CIImage? {
        input?.applyingFilter("CIExposureAdjust", parameters: ["inputEV": 1])
      }
    }
    let filter = Twice()
    filter.input = Picture.dot(0.25, 0.25, 0.25)
    #expect(filter.outputImage.map { Picture($0)[0, 0].x } == 0.5)
    #expect(filter.name == "Twice")
  }

  @Test func aProgramsOwnFilterMayDeclareInitializers() throws {
    final class Level: CIFilter {
      let level: Double

      override init() {
        level = 1
        super.init()
      }

      init(level: Double) {
        self.level = level
        super.init()
      }

      required init?(coder: NSCoder) {
        level = 2
        super.init(coder: coder)
      }
    }
    let copy = try #require(Level(level: 3).copy() as? Level)
    #expect(copy.level == 1)
    copy.name = "level"
    let writer = NSKeyedArchiver(requiringSecureCoding: true)
    copy.encode(with: writer)
    let read = try Level(coder: NSKeyedUnarchiver(forReadingFrom: writer.encodedData))
    #expect(read?.level == 2)
    #expect(read?.name == "level")
  }

  @Test(arguments: ["CIAffineTransform", "CIAffineTile", "CIAffineClamp"])
  func transformsAreObjectsOfFoundation(name: String) throws {
    let transform = NSAffineTransform()
    transform.scale(by: 2)
    let filter = try #require(CIFilter(name: name))
    filter.setValue(transform, forKey: kCIInputTransformKey)
    let value = try #require(filter.value(forKey: kCIInputTransformKey) as? NSValue)
    #expect(value.cgAffineTransformValue == CGAffineTransform(scaleX: 2, y: 2))
  }
}

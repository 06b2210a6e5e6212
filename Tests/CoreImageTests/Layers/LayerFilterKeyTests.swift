import CoreGraphics
import CoreImage
import Foundation
import QuartzCore
import StrataDocuments
import StrataRenderServer
import Testing

/// Key paths, animations, archives and documents with filters of Core Image.
@Suite struct LayerFilterKeyTests {
  private let stage = FilteredStage()

  private func twirl(_ angle: Double, x: Double = 22) throws -> CIFilter {
    let filter = try #require(CIFilter(name: "CITwirlDistortion"))
    filter.fit()
    filter.name = "twirl"
    filter.setValue(angle, forKey: kCIInputAngleKey)
    filter.setValue(CIVector(x: x, y: 18), forKey: kCIInputCenterKey)
    return filter
  }

  private func picture(_ filter: CIFilter) throws -> CGImage {
    stage.layer.filters = [filter]
    return try stage.drawn()
  }

  @Test("animation K-10: inputs are read and set through the layer")
  func keyPaths() throws {
    stage.layer.filters = [try twirl(1)]
    #expect(stage.layer.value(forKeyPath: "filters.twirl.inputAngle") as? Double == 1)
    let center = stage.layer.value(forKeyPath: "filters.twirl.inputCenter") as? CIVector
    #expect(center == CIVector(x: 22, y: 18))
    stage.layer.setValue(2, forKeyPath: "filters.twirl.inputAngle")
    stage.layer.setValue(CIVector(x: 30, y: 18), forKeyPath: "filters.twirl.inputCenter")
    let changed = try stage.drawn()
    #expect(difference(changed, try picture(twirl(2, x: 30))) == 0)
  }

  @Test(arguments: ["inputAngle", "inputCenter"])
  func inputsAnimate(key: String) throws {
    stage.layer.filters = [try twirl(1)]
    let animation = CABasicAnimation(keyPath: "filters.twirl.\(key)")
    if key == "inputAngle" {
      (animation.fromValue, animation.toValue) = (0.5, 1.5)
    } else {
      (animation.fromValue, animation.toValue) = (CIVector(x: 10, y: 18), CIVector(x: 14, y: 18))
    }
    animation.duration = 2
    stage.layer.add(animation, forKey: nil)
    let middle = try stage.drawn(at: 1)
    stage.layer.removeAllAnimations()
    #expect(difference(middle, try picture(key == "inputAngle" ? twirl(1) : twirl(1, x: 12))) == 0)
  }

  @Test func presentationsHaveFilters() throws {
    stage.layer.filters = [try twirl(0)]
    let renderer = OfflineRenderer(layer: stage.root, size: FilteredStage.size)
    renderer.change(at: 0) {
      let animation = CABasicAnimation(keyPath: "filters.twirl.inputAngle")
      (animation.fromValue, animation.toValue, animation.duration) = (0, 2, 2)
      stage.layer.add(animation, forKey: nil)
    }
    var shown: CIFilter?
    renderer.change(at: 1) { shown = stage.layer.presentation()?.filters?.first as? CIFilter }
    #expect(shown?.value(forKey: kCIInputAngleKey) as? Double == 1)
    #expect(shown?.name == "twirl")
    #expect(shown?.value(forKey: kCIInputCenterKey) as? CIVector == CIVector(x: 22, y: 18))
  }

  @Test func archivesHoldFilters() throws {
    stage.layer.filters = [try twirl(1.25)]
    stage.layer.compositingFilter = CIFilter(name: "CIScreenBlendMode")
    let data = try NSKeyedArchiver.archivedData(withRootObject: stage.layer, requiringSecureCoding: true)
    let copy = try #require(try NSKeyedUnarchiver.unarchivedObject(ofClass: CALayer.self, from: data))
    let filter = try #require(copy.filters?.first as? CIFilter)
    #expect(filter.name == "twirl")
    #expect((copy.compositingFilter as? CIFilter)?.name == "CIScreenBlendMode")
    let original = try twirl(1.25)
    #expect(filter.filterValue == original.filterValue)
  }

  private func document(_ filters: String) throws -> Document {
    let text = """
      <caml xmlns="http://www.apple.com/CoreAnimation/1.0"><CALayer bounds="0 0 40 40">\
      <filters>\(filters)</filters></CALayer></caml>
      """
    return try Document(data: Data(text.utf8))
  }

  @Test func documentsHoldFilters() throws {
    let markup = """
      <CIFilter filter="CITwirlDistortion" name="twirl" inputAngle="1.5" inputRadius="12"\
       inputCenter="20 18"/><CIFilter filter="CIFalseColor" enabled="0" inputColor0="1 0 0"/>\
      <CIFilter filter="CISepiaTone"><inputIntensity type="real" value="0.5"/></CIFilter>
      """
    let read = try document(markup)
    #expect(read.diagnostics.isEmpty)
    let filters = try #require(read.rootLayer?.filters as? [CIFilter])
    #expect(filters[0].value(forKey: kCIInputCenterKey) as? CIVector == CIVector(x: 20, y: 18))
    #expect(filters[0].value(forKey: kCIInputAngleKey) as? Double == 1.5)
    let color = filters[1].value(forKey: "inputColor0") as? CIColor
    #expect(color?.stringRepresentation == "1.0 0.0 0.0 1.0")
    #expect(!filters[1].isEnabled)
    #expect(filters[2].value(forKey: kCIInputIntensityKey) as? Double == 0.5)
    // What is not changed is written as it was read; what is, by its new value.
    read.rootLayer?.setValue(3, forKeyPath: "filters.twirl.inputRadius")
    let text = try read.markupText()
    #expect(text.contains("inputCenter=\"20 18\""))
    #expect(text.contains("inputRadius=\"3\""))
    #expect(text.contains("<inputIntensity type=\"real\" value=\"0.5\"/>"))
  }

  @Test(arguments: CIFilter.filterNames(inCategory: nil))
  func documentsReadWhatTheyWrite(name: String) throws {
    let filter = try #require(CIFilter(name: name))
    filter.fit()
    filter.name = "some"
    let layer = CALayer()
    layer.filters = [filter]
    let text = try Document(rootLayer: layer).markupText()
    let read = try Document(data: Data(text.utf8))
    #expect(read.diagnostics.isEmpty)
    let copy = try #require(read.rootLayer?.filters?.first as? CIFilter)
    #expect(copy.filterValue == filter.filterValue)
  }

  @Test func anUnknownInputOfADocumentIsReported() throws {
    let read = try document("<CIFilter filter=\"CISepiaTone\" inputWobble=\"1\"/>")
    #expect(read.rootLayer?.filters?.count == 1)
    #expect(read.diagnostics.contains { $0.message.contains("inputWobble") })
  }
}

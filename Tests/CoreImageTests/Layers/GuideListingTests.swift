import CoreGraphics
import CoreImage
import Foundation
import QuartzCore
import StrataRenderServer
import Testing

/// What Apple's guide does with filters and layers, in Swift's words: a pulsing bloom, a transition, a changed input.
@Suite struct GuideListingTests {
  /// A pulsing selection: the intensity of a bloom animates under the filter's name.
  @Test func aSelectionPulses() throws {
    let stage = FilteredStage()
    let filter = try #require(CIFilter(name: "CIBloom"))
    filter.setDefaults()
    filter.setValue(5.0, forKey: "inputRadius")
    filter.name = "pulseFilter"
    stage.layer.filters = [filter]
    let pulse = CABasicAnimation()
    pulse.keyPath = "filters.pulseFilter.inputIntensity"
    pulse.fromValue = 0.0
    pulse.toValue = 1.5
    pulse.duration = 1.0
    pulse.repeatCount = .greatestFiniteMagnitude
    pulse.autoreverses = true
    pulse.timingFunction = CAMediaTimingFunction(name: .easeInEaseOut)
    stage.layer.add(pulse, forKey: "pulseAnimation")
    let (still, bright) = (Picture(CIImage(cgImage: try stage.drawn(at: 0))), try stage.drawn(at: 1))
    #expect(difference(still, Picture(CIImage(cgImage: bright))) > 0.2)
    #expect(difference(try stage.drawn(at: 2), try stage.drawn(at: 0)) == 0)
  }

  /// A transition by a filter with inputs of its own, and one whose default values do.
  @Test(arguments: [
    "CICopyMachineTransition", "CIPageCurlTransition", "CIRippleTransition", "CIFlashTransition",
  ])
  func aTransitionTakesAFilter(name: String) throws {
    let stage = FilteredStage()
    let transitionFilter = try #require(CIFilter(name: name))
    transitionFilter.setDefaults()
    let renderer = OfflineRenderer(layer: stage.root, size: FilteredStage.size, origin: .bottomLeft)
    let before = try renderer.image(at: 0)
    renderer.change(at: 1) {
      CATransaction.setDisableActions(true)
      let transition = CATransition()
      transition.filter = transitionFilter
      transition.duration = 2
      stage.layer.contents = nil
      stage.layer.backgroundColor = CGColor(srgbRed: 0, green: 0.5, blue: 1, alpha: 1)
      stage.layer.add(transition, forKey: "transition")
    }
    let after = try renderer.image(at: 3.5)
    let middle = try renderer.image(at: 2)
    #expect(difference(middle, before) > 20)
    #expect(difference(middle, after) > 20)
    #expect(difference(try renderer.image(at: 0.5), before) == 0)
  }

  /// An input that changes through the layer is seen.
  @Test func anInputChangesThroughTheLayer() throws {
    let stage = FilteredStage()
    let filter = CIFilter.pixellate()
    filter.name = "mosaic"
    stage.layer.filters = [filter]
    let renderer = OfflineRenderer(layer: stage.root, size: FilteredStage.size, origin: .bottomLeft)
    let before = try renderer.image(at: 0)
    renderer.change(at: 1) { stage.layer.setValue(16, forKeyPath: "filters.mosaic.inputScale") }
    #expect(difference(try renderer.image(at: 2), before) > 10)
  }
}

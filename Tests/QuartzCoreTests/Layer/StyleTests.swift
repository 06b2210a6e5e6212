import Foundation
import QuartzCore
import Testing

private final class Styled: CALayer {
  override class func defaultValue(forKey key: String) -> Any? {
    switch key {
    case "cornerRadius": 3
    case "needsDisplayOnBoundsChange": true
    case "own": "class"
    default: super.defaultValue(forKey: key)
    }
  }
}

@Suite struct StyleTests {
  /// Animation ST-1 and K-3: the object, the style's chain, the class, nothing.
  @Test func valuesAreLookedUpOutwards() {
    let layer = Styled()
    #expect(layer.cornerRadius == 3 && layer.needsDisplayOnBoundsChange)
    #expect(layer.value(forKey: "own") as? String == "class" && layer.value(forKey: "other") == nil)
    #expect(layer.borderWidth == 0)
    let deepest: [AnyHashable: Any] = ["zPosition": 9, "borderWidth": 8, "cornerRadius": 7, "own": "deepest"]
    layer.style = ["style": ["style": deepest, "zPosition": 6], "cornerRadius": 5]
    #expect(layer.cornerRadius == 5)
    #expect(layer.zPosition == 6)
    #expect(layer.borderWidth == 8)
    #expect(layer.value(forKey: "own") as? String == "deepest")
    layer.setValue("mine", forKey: "own")
    #expect(layer.value(forKey: "own") as? String == "mine")
    layer.style = ["needsDisplayOnBoundsChange": false]
    #expect(!layer.needsDisplayOnBoundsChange && layer.cornerRadius == 3)
    layer.style = nil
    #expect(layer.needsDisplayOnBoundsChange)
  }

  /// Animation ST-2.
  @Test func aStyleIsWhatItWasWhenItWasSet() {
    let inner = NSMutableDictionary(dictionary: ["cornerRadius": 5, "own": "before"])
    let layer = CALayer()
    layer.style = ["style": inner]
    #expect(layer.cornerRadius == 5 && layer.value(forKey: "own") as? String == "before")
    inner["cornerRadius"] = 9
    inner["own"] = "after"
    #expect(layer.cornerRadius == 5 && layer.value(forKey: "own") as? String == "before")
    layer.style = ["style": inner]
    #expect(layer.cornerRadius == 9 && layer.value(forKey: "own") as? String == "after")
  }

  /// Animation ST-4: also where the value that was set is the default.
  @Test func whatWasSetWins() {
    let layer = CALayer()
    layer.opacity = 1
    layer.drawsAsynchronously = false
    layer.style = ["opacity": 0.5, "drawsAsynchronously": true, "shadowRadius": 8]
    #expect(layer.opacity == 1)
    #expect(!layer.drawsAsynchronously)
    #expect(layer.shadowRadius == 8)
    layer.shadowRadius = 3
    #expect(layer.shadowRadius == 3)
  }
}

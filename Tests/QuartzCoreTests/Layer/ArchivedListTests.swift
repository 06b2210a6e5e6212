import CoreGraphics
import Foundation
import QuartzCore
import Testing

/// Archives whose lists lost an element, as damaged or hostile ones do.
@Suite struct ArchivedListTests {
  private func layer() -> CALayer {
    let layer = CALayer()
    (layer.name, layer.backgroundColor) = ("damaged", CGColor(red: 1, green: 0.5, blue: 0, alpha: 1))
    (layer.bounds, layer.position) = (CGRect(x: 0, y: 0, width: 10, height: 20), CGPoint(x: 3, y: 4))
    layer.setValue(["one": 1, "two": ["three": 3]], forKey: "custom")
    let fade = CABasicAnimation(keyPath: "position")
    (fade.toValue, fade.isRemovedOnCompletion) = (CGPoint(x: 5, y: 6), false)
    layer.add(fade, forKey: "move")
    return layer
  }

  @Test func aWholeArchiveHasAllValues() throws {
    let layer = try #require(ArchiveText(layer()).layer)
    #expect(layer.backgroundColor == CGColor(red: 1, green: 0.5, blue: 0, alpha: 1))
    let custom = try #require(layer.value(forKey: "custom") as? [String: Any])
    #expect(custom["one"] as? NSNumber == 1)
    #expect((custom["two"] as? [String: Any])?["three"] as? NSNumber == 3)
    let move = try #require(layer.animation(forKey: "move") as? CABasicAnimation)
    #expect(move.toValue as? CGPoint == CGPoint(x: 5, y: 6))
  }

  /// A list or a dictionary that lost an element costs the values in it at most.
  @Test func listsWithoutAnElementAreNoCrash() throws {
    let archive = ArchiveText(layer())
    let lists = archive.objects.indices.filter { archive.reference("0", of: $0) != nil }
    try #require(lists.count > 8)
    var read: [CALayer] = []
    for list in lists {
      for key in (0..<30).map(String.init) where archive.reference(key, of: list) != nil {
        var damaged = archive
        damaged.remove(key, of: list)
        if let layer = damaged.layer { read.append(layer) }
      }
    }
    #expect(read.count > 20)
    #expect(read.contains { $0.backgroundColor == nil && $0.position == CGPoint(x: 3, y: 4) })
    #expect(read.contains { $0.backgroundColor != nil && $0.value(forKey: "custom") == nil })
  }
}

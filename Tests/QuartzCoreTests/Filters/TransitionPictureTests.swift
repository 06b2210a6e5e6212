import CoreGraphics
import Foundation
import QuartzCore
import StrataRenderServer
import Synchronization
import Testing

/// True if bytes differ by one level at most, as halves round either way.
private func isNear(_ a: [UInt8], _ b: [UInt8]) -> Bool {
  zip(a, b).allSatisfy { abs(Int($0) - Int($1)) <= 1 }
}

/// Rendering TN: transitions, in all kinds and directions.
@Suite struct TransitionPictureTests {
  /// A layer of 200 × 100 that turns from red to blue by a transition of one second.
  private func renderer(_ edit: (CATransition) -> Void) -> OfflineRenderer {
    let root = box(0, 0, 200, 100, red)
    let renderer = OfflineRenderer(layer: root, size: CGSize(width: 200, height: 100))
    renderer.change(at: 1) {
      CATransaction.setDisableActions(true)
      let transition = CATransition()
      (transition.duration, transition.timingFunction) = (1, CAMediaTimingFunction(name: .linear))
      edit(transition)
      root.backgroundColor = blue
      root.add(transition, forKey: "x")
    }
    return renderer
  }

  /// Rendering TN-3, E-405.
  @Test func fade() throws {
    let renderer = renderer { _ in }
    #expect(try pixel(renderer, at: 0.5, 50, 50) == [255, 0, 0, 255])
    #expect(isNear(try pixel(renderer, at: 1.25, 50, 50), [191, 0, 64, 255]))
    #expect(try pixel(renderer, at: 2, 50, 50) == [0, 0, 255, 255])
  }

  /// Rendering TN-2, E-404.
  @Test func progressRunsBetweenItsEnds() throws {
    let renderer = renderer { ($0.startProgress, $0.endProgress) = (0.25, 0.75) }
    #expect(isNear(try pixel(renderer, at: 1, 50, 50), [191, 0, 64, 255]))
    #expect(isNear(try pixel(renderer, at: 1.5, 50, 50), [128, 0, 128, 255]))
    #expect(isNear(try pixel(renderer, at: 1.999, 50, 50), [64, 0, 191, 255]))
  }

  private static let directions: [(CATransitionSubtype?, SIMD2<Int>)] = [
    (.fromLeft, SIMD2(1, 0)), (nil, SIMD2(1, 0)), (.fromRight, SIMD2(-1, 0)), (.fromTop, SIMD2(0, -1)),
    (.fromBottom, SIMD2(0, 1)),
  ]

  /// Where the part of the bounds lies that a quarter of a movement has uncovered at the entry edge, and a place beyond it.
  private func places(_ inward: SIMD2<Int>) -> (entry: SIMD2<Int>, beyond: SIMD2<Int>) {
    switch (inward.x, inward.y) {
    case (1, _): (SIMD2(49, 50), SIMD2(51, 50))
    case (-1, _): (SIMD2(150, 50), SIMD2(148, 50))
    case (_, -1): (SIMD2(100, 75), SIMD2(100, 73))
    default: (SIMD2(100, 24), SIMD2(100, 26))
    }
  }

  /// Rendering TN-4, TN-5, E-401, E-402, E-407, E-408: on a host whose y points down maxY is at the bottom.
  @Test func movementsInFourDirections() throws {
    for (subtype, inward) in Self.directions {
      let (entry, beyond) = places(inward)
      for type in [CATransitionType.moveIn, .reveal] {
        let renderer = renderer { ($0.type, $0.subtype) = (type, subtype) }
        #expect(
          try pixel(renderer, at: 1.25, entry.x, entry.y) == [0, 0, 255, 255],
          "\(type) \(subtype as Any)"
        )
        #expect(
          try pixel(renderer, at: 1.25, beyond.x, beyond.y) == [255, 0, 0, 255],
          "\(type) \(subtype as Any)"
        )
      }
    }
  }

  /// Rendering TN-5, TN-6, E-400 to E-403, E-409.
  @Test func pushesInFourDirections() throws {
    for (subtype, inward) in Self.directions {
      let (entry, beyond) = places(inward)
      let renderer = renderer { ($0.type, $0.subtype) = (.push, subtype) }
      #expect(isNear(try pixel(renderer, at: 1.25, entry.x, entry.y), [0, 0, 64, 64]), "\(subtype as Any)")
      #expect(
        isNear(try pixel(renderer, at: 1.25, beyond.x, beyond.y), [191, 0, 0, 191]),
        "\(subtype as Any)"
      )
    }
  }

  /// Rendering TN-7, animation R-5: the filter replaces type and subtype.
  @Test func filtersReplaceTheType() throws {
    CAFilter.register(Redder(), forType: "test.redder")
    let own = renderer { ($0.type, $0.filter) = (.push, CAFilter(type: "test.redder")) }
    #expect(try pixel(own, at: 1.25, 50, 50) == [255, 0, 0, 255])
    #expect(try pixel(own, at: 1.75, 50, 50) == [0, 0, 0, 255])
    #expect(try pixel(own, at: 2.01, 50, 50) == [0, 0, 255, 255])

    let swipe = CAFilter(type: "CISwipeTransition")
    swipe.setValue(0.001, forKey: "inputWidth")
    let swept = renderer { ($0.type, $0.filter) = (.push, swipe) }
    #expect(try pixel(swept, at: 1.25, 49, 50) == [0, 0, 255, 255])
    #expect(try pixel(swept, at: 1.25, 51, 50) == [255, 0, 0, 255])
    let dissolve = renderer { ($0.type, $0.filter) = (.push, CAFilter(type: "CIDissolveTransition")) }
    #expect(isNear(try pixel(dissolve, at: 1.25, 50, 50), [191, 0, 64, 255]))
    let unknown = renderer { ($0.type, $0.filter) = (.push, CAFilter(type: "test.unknown")) }
    #expect(isNear(try pixel(unknown, at: 1.25, 50, 50), [191, 0, 64, 255]))
  }

  /// Rendering TN-7 with TN-8: a layer that appears comes from an empty picture.
  @Test func filtersOfLayersThatAppear() throws {
    CAFilter.register(Redder(), forType: "test.redder")
    let root = box(0, 0, 40, 40)
    let layer = box(0, 0, 40, 40, green)
    layer.isHidden = true
    root.addSublayer(layer)
    let renderer = OfflineRenderer(layer: root, size: CGSize(width: 40, height: 40))
    renderer.change(at: 1) {
      CATransaction.setDisableActions(true)
      let transition = CATransition()
      (transition.duration, transition.filter) = (1, CAFilter(type: "test.redder"))
      layer.isHidden = false
      layer.add(transition, forKey: nil)
    }
    #expect(try pixel(renderer, at: 1.1, 5, 5) == [0, 0, 0, 0])
    #expect(try pixel(renderer, at: 1.9, 5, 5) == [0, 255, 0, 255])
  }

  /// Rendering TN-1: geometry takes no part; both pictures are drawn in the bounds of now.
  @Test func picturesFillThePresentBounds() throws {
    let root = box(0, 0, 80, 40)
    let layer = box(0, 0, 40, 40, red)
    layer.addSublayer(box(0, 0, 20, 40, green))
    root.addSublayer(layer)
    let renderer = OfflineRenderer(layer: root, size: CGSize(width: 80, height: 40))
    renderer.change(at: 1) {
      CATransaction.setDisableActions(true)
      let transition = CATransition()
      transition.duration = 1
      layer.bounds.size.width = 80
      layer.sublayers?.first?.backgroundColor = blue
      layer.add(transition, forKey: nil)
    }
    // The old picture, half green and half red, is as wide as the layer is now.
    #expect(try pixel(renderer, at: 1, 39, 20) == [0, 255, 0, 255])
    #expect(try pixel(renderer, at: 1, 41, 20) == [255, 0, 0, 255])
    #expect(try pixel(renderer, at: 2.5, 19, 20) == [0, 0, 255, 255])
    #expect(try pixel(renderer, at: 2.5, 39, 20) == [255, 0, 0, 255])
  }
}

import StrataViews
import Testing
import UIKit

/// A scroll view in another one under random fingers, wheels and programs: calls come in pairs, and all comes to rest
/// between its edges.
@MainActor @Suite struct ScrollSequenceTests {
  /// Counts what has begun and not ended.
  private final class Pairs: NSObject, UIScrollViewDelegate {
    var (drags, decelerations, animations, zooms) = (0, 0, 0, 0)
    var isInOrder = true
    weak var zoomed: UIView?

    private func change(_ count: inout Int, by step: Int) {
      count += step
      isInOrder = isInOrder && (0...1).contains(count)
    }

    func scrollViewDidScroll(_ scrollView: UIScrollView) {
      let offset = scrollView.contentOffset
      isInOrder = isInOrder && offset.x.isFinite && offset.y.isFinite
    }
    func scrollViewWillBeginDragging(_ scrollView: UIScrollView) { change(&drags, by: 1) }
    func scrollViewDidEndDragging(_ scrollView: UIScrollView, willDecelerate decelerate: Bool) {
      change(&drags, by: -1)
    }
    func scrollViewWillBeginDecelerating(_ scrollView: UIScrollView) { change(&decelerations, by: 1) }
    func scrollViewDidEndDecelerating(_ scrollView: UIScrollView) { change(&decelerations, by: -1) }
    func scrollViewDidEndScrollingAnimation(_ scrollView: UIScrollView) { change(&animations, by: -1) }
    func animationDidBegin() { change(&animations, by: 1) }
    func viewForZooming(in scrollView: UIScrollView) -> UIView? { zoomed }
    func scrollViewWillBeginZooming(_ scrollView: UIScrollView, with view: UIView?) { change(&zooms, by: 1) }
    func scrollViewDidEndZooming(_ scrollView: UIScrollView, with view: UIView?, atScale scale: CGFloat) {
      change(&zooms, by: -1)
    }
  }

  /// Numbers that follow from a seed.
  private struct Numbers {
    var state: UInt64
    mutating func next(_ count: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int((state >> 33) % UInt64(count))
    }
    mutating func point() -> CGPoint { CGPoint(x: next(200), y: next(200)) }
  }

  @MainActor private final class Scene {
    let scroll = ScrollStage(600, 500)
    let inner = UIScrollView(frame: CGRect(x: 20, y: 20, width: 150, height: 150))
    let content = UIView(frame: CGRect(x: 0, y: 0, width: 400, height: 300))
    let pairs = [Pairs(), Pairs()]
    var numbers: Numbers
    var time = 1.0
    var fingers: [Int: CGPoint] = [:]

    init(seed: Int) {
      numbers = Numbers(state: UInt64(seed))
      scroll.view.addSubview(inner)
      inner.addSubview(content)
      inner.contentSize = content.frame.size
      (scroll.view.delegate, inner.delegate, pairs[1].zoomed) = (pairs[0], pairs[1], content)
      (inner.minimumZoomScale, inner.maximumZoomScale) = (0.5, 3)
      scroll.view.isPagingEnabled = numbers.next(2) == 0
      inner.bounces = numbers.next(3) > 0
    }

    private func send(_ phase: TouchSample.Phase, _ id: Int, _ place: CGPoint) {
      fingers[id] = phase == .ended ? nil : place
      scroll.stage.touch(phase, place.x, place.y, at: time, id: id)
    }

    func step() {
      time += [0.005, 0.016, 0.05, 0.2, 0.7][numbers.next(5)]
      switch numbers.next(12) {
      case 0...1:
        for id in 0...numbers.next(2) where fingers[id] == nil { send(.began, id, numbers.point()) }
      case 2...6:
        for (id, place) in fingers.sorted(by: { $0.key < $1.key }) {
          let (dx, dy) = (CGFloat(numbers.next(61) - 30), CGFloat(numbers.next(61) - 30))
          send(.moved, id, CGPoint(x: place.x + dx, y: place.y + dy))
        }
      case 7: if let (id, place) = fingers.min(by: { $0.key < $1.key }) { send(.ended, id, place) }
      case 8: scroll.wheel(CGFloat(numbers.next(5) - 2) / 2, CGFloat(numbers.next(5) - 2), at: time)
      default: scroll.stage.host.run(at: time) { change() }
      }
    }

    /// Has a program show a place between the edges.
    private func put(_ view: UIScrollView, _ pairs: Pairs, _ isAnimated: Bool) {
      let (wanted, last) = (numbers.point(), Self.lastOffset(of: view))
      let target = CGPoint(x: min(wanted.x, last.x), y: min(wanted.y, last.y))
      view.setContentOffset(target, animated: isAnimated)
      if view.contentOffset != target { pairs.animationDidBegin() }
    }

    /// The last place between the edges.
    static func lastOffset(of view: UIScrollView) -> CGPoint {
      let (content, size) = (view.contentSize, view.bounds.size)
      return CGPoint(x: max(0, content.width - size.width), y: max(0, content.height - size.height))
    }

    /// What a program does meanwhile.
    private func change() {
      let isAnimated = numbers.next(2) == 0
      switch numbers.next(8) {
      case 0: put(inner, pairs[1], isAnimated)
      case 1: put(scroll.view, pairs[0], isAnimated)
      case 2: inner.setZoomScale(CGFloat(1 + numbers.next(8)) / 3, animated: isAnimated)
      case 3: inner.zoom(to: CGRect(origin: numbers.point(), size: inner.frame.size), animated: isAnimated)
      case 4: scroll.view.contentSize = CGSize(width: numbers.next(700), height: numbers.next(700))
      case 5: inner.frame.size = CGSize(width: numbers.next(200), height: numbers.next(200))
      case 6: if isAnimated { inner.removeFromSuperview() } else { inner.stopScrollingAndZooming() }
      default: scroll.view.addSubview(inner)
      }
    }

    func rest() {
      for (id, place) in fingers.sorted(by: { $0.key < $1.key }) { send(.ended, id, place) }
      time += 8
      scroll.stage.host.run(at: time)
    }
  }

  @Test(arguments: 1...40) func whatBeginsEnds(seed: Int) {
    let scene = Scene(seed: seed)
    for _ in 0..<10 {
      for _ in 0..<20 { scene.step() }
      scene.rest()
      check(scene)
    }
  }

  private func check(_ scene: Scene) {
    for (view, pairs) in zip([scene.scroll.view, scene.inner], scene.pairs) {
      #expect(pairs.isInOrder)
      #expect(pairs.drags == 0 && pairs.decelerations == 0)
      #expect(pairs.zooms == 0 && pairs.animations == 0)
      #expect(!view.isDragging && !view.isDecelerating)
      #expect(!view.isZooming && !view.isTracking)
      let (offset, last) = (view.contentOffset, Scene.lastOffset(of: view))
      #expect((0...last.x).contains(offset.x) && (0...last.y).contains(offset.y))
    }
  }
}

import StrataTesting
import StrataViews
import Testing
import UIKit

/// Offsets, edges and pictures of scrolled content.
@MainActor @Suite struct ScrollOffsetTests {
  @Test func theOffsetIsTheOriginOfTheBounds() {
    let scroll = ScrollStage(1000, 1000)
    scroll.view.contentOffset = CGPoint(x: 30, y: 40)
    #expect(scroll.view.bounds == CGRect(x: 30, y: 40, width: 200, height: 200))
    scroll.view.bounds.origin = CGPoint(x: 50, y: 60)
    #expect(scroll.offset == CGPoint(x: 50, y: 60))
    #expect(scroll.log.calls == ["scroll"])
    let child = UIView(frame: CGRect(x: 100, y: 100, width: 10, height: 10))
    scroll.view.addSubview(child)
    #expect(child.convert(CGPoint.zero, to: nil) == CGPoint(x: 50, y: 40))
    #expect(scroll.stage.window.hitTest(CGPoint(x: 55, y: 45), with: nil) === child)
    #expect(scroll.stage.window.hitTest(CGPoint(x: 105, y: 105), with: nil) === scroll.view)
  }

  @Test func otherEdgesTakeTheContentBetweenThem() {
    let scroll = ScrollStage(1000, 1000)
    scroll.view.contentOffset = CGPoint(x: 700, y: 900)
    #expect(scroll.offset == CGPoint(x: 700, y: 900))
    scroll.view.contentSize = CGSize(width: 500, height: 1000)
    #expect(scroll.offset == CGPoint(x: 300, y: 800))
    scroll.view.contentInset = UIEdgeInsets(top: 10, left: 20, bottom: 30, right: 40)
    #expect(scroll.view.adjustedContentInset == scroll.view.contentInset)
    #expect(scroll.offset == CGPoint(x: 300, y: 800))
    scroll.view.setContentOffset(CGPoint(x: 300, y: 830), animated: false)
    scroll.view.frame.size = CGSize(width: 200, height: 300)
    #expect(scroll.offset == CGPoint(x: 300, y: 730))
    scroll.view.contentSize = .zero
    #expect(scroll.offset == CGPoint(x: -20, y: -10))
  }

  @Test(
    arguments: [
      (CGRect(x: 150, y: 0, width: 100, height: 10), CGPoint(x: 50, y: 0)),
      (CGRect(x: 10, y: 10, width: 50, height: 50), .zero),
      (CGRect(x: 990, y: 990, width: 10, height: 10), CGPoint(x: 800, y: 800)),
      (CGRect(x: 900, y: 500, width: 300, height: 1), CGPoint(x: 800, y: 301)),
      (CGRect(x: 0, y: 300, width: 1, height: 600), CGPoint(x: 0, y: 300)),
    ] as [(CGRect, CGPoint)]
  ) func aRectangleIsShownByTheLeastWay(rect: CGRect, expected: CGPoint) {
    let scroll = ScrollStage(1000, 1000)
    scroll.view.scrollRectToVisible(rect, animated: false)
    #expect(scroll.offset == expected)
  }

  @Test func valuesThatAreNoNumbersMoveNothing() {
    let scroll = ScrollStage(.nan, .infinity)
    scroll.view.setContentOffset(CGPoint(x: CGFloat.nan, y: 0), animated: true)
    scroll.view.scrollRectToVisible(CGRect(x: CGFloat.nan, y: 0, width: 1, height: 1), animated: true)
    scroll.fling(by: CGVector(dx: 0, dy: -10))
    scroll.wheel(.nan, .nan, at: 3)
    #expect(scroll.offset(at: 4) == .zero)
    scroll.view.contentSize = CGSize(width: 500, height: 500)
    scroll.view.frame.size = .zero
    scroll.view.isPagingEnabled = true
    scroll.fling(by: CGVector(dx: 0, dy: -10), at: 5)
    #expect(scroll.offset(at: 6) == .zero)
    scroll.view.frame.size = CGSize(width: 200, height: 200)
    scroll.log.willEnd = { $1.pointee.y = .nan }
    scroll.fling(by: CGVector(dx: 0, dy: -10), at: 7)
    #expect(scroll.offset(at: 9).y == 200)
  }

  @Test(arguments: [CGFloat.nan, .infinity, -.infinity]) func insetsThatAreNoNumbersAreNone(inset: CGFloat) {
    let scroll = ScrollStage(1000, 1000)
    let insets = UIEdgeInsets(top: inset, left: inset, bottom: inset, right: inset)
    (scroll.view.contentInset, scroll.view.scrollIndicatorInsets) = (insets, insets)
    scroll.view.scrollRectToVisible(CGRect(x: 150, y: 0, width: 100, height: 10), animated: false)
    #expect(scroll.offset == CGPoint(x: 50, y: 0))
    scroll.fling(by: CGVector(dx: -10, dy: -10))
    #expect(scroll.offset(at: 8).x > 50)
  }

  @Test func aClassHearsOfAllOffsets() {
    final class Hearing: UIScrollView {
      var offsets: [CGFloat] = []
      override var contentOffset: CGPoint { didSet { offsets.append(contentOffset.y) } }
      var layouts = 0
      override func layoutSubviews() { layouts += 1 }
    }
    let view = Hearing()
    let scroll = ScrollStage(200, 1000, view)
    let before = view.layouts
    scroll.stage.touch(.began, 100, 150, at: 1)
    scroll.stage.touch(.moved, 100, 120, at: 1.1)
    scroll.stage.touch(.moved, 100, 100, at: 1.2)
    #expect(view.offsets == [20, 40])
    #expect(view.layouts == before + 2)
  }

  @Test func anAnimationBlockMovesTheContent() throws {
    let scroll = ScrollStage(200, 1000)
    scroll.stage.host.run(at: 1) {
      UIView.animate(withDuration: 1, delay: 0, options: .curveLinear) { scroll.view.contentOffset.y = 100 }
    }
    let shown = try #require(scroll.stage.shown(scroll.view, \.bounds, at: 1.5))
    #expect(abs(shown.minY - 50) < 1e-6 && scroll.offset.y == 100)
  }

  /// A page of stripes and dots.
  private func page() -> UIView {
    let page = UIView(frame: CGRect(x: 0, y: 0, width: 600, height: 600))
    for i in 0..<30 {
      let mark = UIView(frame: CGRect(x: 20 * i, y: 17 * i, width: 15, height: 60))
      mark.backgroundColor = UIColor(hue: CGFloat(i) / 30, saturation: 1, brightness: 1, alpha: 1)
      mark.layer.cornerRadius = CGFloat(i % 8)
      page.addSubview(mark)
    }
    return page
  }

  @Test(arguments: [(CGPoint(x: 37, y: 111), 1), (CGPoint(x: 250, y: -40), 1.5)] as [(CGPoint, CGFloat)])
  func scrolledContentIsTranslatedContent(offset: CGPoint, zoom: CGFloat) throws {
    let scroll = ScrollStage(600, 600)
    let page = page()
    scroll.view.addSubview(page)
    scroll.log.zoomed = page
    scroll.view.maximumZoomScale = 3
    scroll.view.zoomScale = zoom
    scroll.view.contentOffset = offset
    let plain = Stage()
    let moved = self.page()
    plain.host.run(at: 0) {
      plain.window.addSubview(moved)
      moved.layer.anchorPoint = .zero
      moved.layer.position = CGPoint(x: -offset.x, y: -offset.y)
      moved.transform = CGAffineTransform(scaleX: zoom, y: zoom)
    }
    let (a, b) = (try scroll.stage.host.image(at: 1), try plain.host.image(at: 1))
    var different = 0
    for y in 0..<200 { for x in 0..<200 where pixels(of: a, x, y) != pixels(of: b, x, y) { different += 1 } }
    #expect(different == 0)
    #expect(page.layer.frame.size == CGSize(width: 600 * zoom, height: 600 * zoom))
  }

  @Test func indicatorsShowWhereTheContentIsAndFade() throws {
    let scroll = ScrollStage(200, 400)
    scroll.stage.window.backgroundColor = .white
    scroll.stage.touch(.began, 100, 150, at: 1)
    scroll.stage.touch(.moved, 100, 40, at: 1.1)
    // Half of 194 points, half way down.
    let grey = try scroll.stage.pixel(195, 100, at: 1.2)
    #expect(grey[0] > 150 && grey[0] < 180)
    let places = try [3, 48, 56, 142, 152, 196].map { try scroll.stage.pixel(195, $0, at: 1.2)[0] == 255 }
    #expect(places == [true, true, false, false, true, true])
    #expect(try scroll.stage.pixel(100, 195, at: 1.2)[0] == 255)
    scroll.stage.touch(.moved, 100, 40, at: 1.3)
    scroll.stage.touch(.ended, 100, 40, at: 1.5)
    #expect(try scroll.stage.pixel(195, 100, at: 1.7) == grey)
    let fading = try scroll.stage.pixel(195, 100, at: 1.925)[0]
    #expect(fading > grey[0] && fading < 255)
    #expect(try scroll.stage.pixel(195, 100, at: 2.1)[0] == 255)
    scroll.stage.host.run(at: 3) { scroll.view.flashScrollIndicators() }
    #expect(try scroll.stage.pixel(195, 100, at: 3.1) == grey)
    scroll.stage.host.run(at: 3.2) { scroll.view.showsVerticalScrollIndicator = false }
    #expect(try scroll.stage.pixel(195, 100, at: 3.25)[0] == 255)
  }

  @Test func indicatorsMoveAlongWithAnAnimationBlock() throws {
    let scroll = ScrollStage(200, 400)
    scroll.stage.window.backgroundColor = .white
    scroll.stage.host.run(at: 1) { scroll.view.flashScrollIndicators() }
    scroll.stage.host.run(at: 1.1) {
      UIView.animate(withDuration: 0.4, delay: 0, options: .curveLinear) { scroll.view.contentOffset.y = 100 }
    }
    // Half of 194 points, a quarter of the way down at half of the time.
    let greys = try [20, 35, 115, 130].map { try scroll.stage.pixel(195, $0, at: 1.3)[0] < 255 }
    #expect(greys == [false, true, true, false])
  }

  @Test func indicatorsStayInFrontAndAreNoViews() {
    let scroll = ScrollStage(200, 400)
    scroll.stage.host.run(at: 1) { scroll.view.flashScrollIndicators() }
    let child = UIView()
    scroll.stage.host.run(at: 1.1) { scroll.view.addSubview(child) }
    #expect(scroll.view.subviews == [child])
    #expect(scroll.view.layer.sublayers?.first === child.layer)
  }

  @Test func settingsAreArchived() throws {
    let view = UIScrollView(frame: CGRect(x: 1, y: 2, width: 100, height: 50))
    view.contentSize = CGSize(width: 300, height: 400)
    view.contentInset = UIEdgeInsets(top: 1, left: 2, bottom: 3, right: 4)
    view.contentOffset = CGPoint(x: 20, y: 30)
    (view.maximumZoomScale, view.isPagingEnabled, view.bounces) = (4, true, false)
    (view.decelerationRate, view.indicatorStyle) = (.fast, .white)
    let copy = try copied(view)
    #expect(copy.contentSize == view.contentSize && copy.contentInset == view.contentInset)
    #expect(copy.contentOffset == view.contentOffset && copy.frame == view.frame)
    #expect(copy.maximumZoomScale == 4 && copy.pinchGestureRecognizer != nil)
    #expect(copy.isPagingEnabled && !copy.bounces)
    #expect(copy.decelerationRate == .fast && copy.indicatorStyle == .white)
    #expect(copy.clipsToBounds && copy.isScrollEnabled)
    #expect(copy.gestureRecognizers?.count == 2)
  }
}

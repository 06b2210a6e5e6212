import StrataViews
import Testing
import UIKit

/// Two fingers that zoom, and zooms of programs.
@MainActor @Suite struct ScrollZoomTests {
  private func zooming(_ side: CGFloat = 400) -> (ScrollStage, UIView) {
    let scroll = ScrollStage(side, side)
    let content = UIView(frame: CGRect(x: 0, y: 0, width: side, height: side))
    scroll.view.addSubview(content)
    scroll.log.zoomed = content
    (scroll.view.minimumZoomScale, scroll.view.maximumZoomScale) = (0.5, 4)
    return (scroll, content)
  }

  /// Two fingers at 100 ± distance from side to side, in the middle of the height.
  private func pinch(_ scroll: ScrollStage, _ phase: TouchSample.Phase, _ distance: CGFloat, at time: Double)
  {
    let samples = [(1, 100 - distance), (2, 100 + distance)].map { id, x in
      TouchSample(id: id, phase: phase, position: CGPoint(x: x, y: 100), time: time)
    }
    scroll.stage.host.send(.touches(samples), at: time)
  }

  @Test func theContentStaysUnderTheFingers() {
    let (scroll, content) = zooming()
    scroll.view.contentOffset = CGPoint(x: 50, y: 80)
    scroll.log.calls = []
    pinch(scroll, .began, 30, at: 1)
    pinch(scroll, .moved, 45, at: 1.1)
    #expect(scroll.view.isZooming && scroll.view.zoomScale == 1.5)
    // The point (150, 180) of the content is at (225, 270) now, and still in the middle.
    #expect(scroll.offset == CGPoint(x: 125, y: 170))
    #expect(scroll.view.contentSize == CGSize(width: 600, height: 600))
    #expect(content.frame == CGRect(x: 0, y: 0, width: 600, height: 600))
    pinch(scroll, .moved, 60, at: 1.2)
    #expect(scroll.view.zoomScale == 2)
    pinch(scroll, .ended, 60, at: 1.3)
    #expect(!scroll.view.isZooming && scroll.offset(at: 3) == CGPoint(x: 200, y: 260))
    #expect(scroll.log.calls == ["will zoom", "scroll", "zoom", "scroll", "zoom", "did zoom 2.0"])
  }

  @Test func aScaleBeyondTheLimitsGoesBack() {
    let (scroll, content) = zooming()
    pinch(scroll, .began, 10, at: 1)
    pinch(scroll, .moved, 80, at: 1.1)
    // Three octaves are one more than the limit, of which a pull over one shows 0.55 / 1.55.
    #expect(abs(scroll.view.zoomScale - 4 * exp2(0.55 / 1.55)) < 1e-9)
    pinch(scroll, .ended, 80, at: 1.2)
    #expect(scroll.view.isZoomBouncing && scroll.view.zoomScale == 4)
    scroll.stage.host.run(at: 2)
    #expect(!scroll.view.isZoomBouncing && scroll.log.calls.last == "did zoom 4.0")
    #expect(content.transform == CGAffineTransform(scaleX: 4, y: 4))
  }

  @Test func aDragDuringTheWayBackFromALimitDecelerates() {
    let (scroll, _) = zooming()
    pinch(scroll, .began, 10, at: 1)
    pinch(scroll, .moved, 80, at: 1.1)
    pinch(scroll, .ended, 80, at: 1.2)
    let place = scroll.offset
    scroll.log.calls = []
    let end = scroll.fling(by: CGVector(dx: 0, dy: -10), at: 1.22)
    #expect(scroll.view.isZoomBouncing && scroll.view.isDecelerating)
    #expect(scroll.offset(at: end + 0.5).y > place.y + 200)
    #expect(scroll.log.calls.contains("did zoom 4.0"))
  }

  @Test func fingersThatZoomBeyondALimitLeaveTheContentAtRest() {
    let (scroll, _) = zooming()
    pinch(scroll, .began, 10, at: 1)
    for i in 0...4 {
      let (time, y) = (1.1 + 0.01 * Double(i), CGFloat(100 - 15 * i))
      let samples = [(1, 90 - 20 * i), (2, 110 + 20 * i)].map { id, x in
        let place = CGPoint(x: CGFloat(x), y: y)
        return TouchSample(id: id, phase: i < 4 ? .moved : .ended, position: place, time: time)
      }
      scroll.stage.host.send(.touches(samples), at: time)
    }
    #expect(scroll.view.isZoomBouncing && !scroll.view.isDragging)
    let place = scroll.offset(at: 1.2)
    #expect(!scroll.view.isDecelerating && scroll.offset(at: 3) == place)
    #expect(scroll.log.calls.contains("did drag false"))
  }

  @Test func aScaleStaysAtTheLimitsWithoutBounces() {
    let (scroll, _) = zooming()
    scroll.view.bouncesZoom = false
    pinch(scroll, .began, 80, at: 1)
    pinch(scroll, .moved, 10, at: 1.1)
    #expect(scroll.view.zoomScale == 0.5)
    pinch(scroll, .ended, 10, at: 1.2)
    #expect(scroll.offset(at: 3) == .zero)
    #expect(scroll.view.contentSize == CGSize(width: 200, height: 200))
  }

  @Test func fingersThatMoveTogetherScrollWhileTheyZoom() {
    let (scroll, _) = zooming()
    scroll.view.contentOffset = CGPoint(x: 100, y: 100)
    pinch(scroll, .began, 30, at: 1)
    pinch(scroll, .moved, 60, at: 1.1)
    let offset = scroll.offset
    let samples = [(1, 40.0), (2, 160.0)].map { id, x in
      TouchSample(id: id, phase: .moved, position: CGPoint(x: x, y: 60), time: 1.2)
    }
    scroll.stage.host.send(.touches(samples), at: 1.2)
    #expect(scroll.view.isDragging && scroll.view.isZooming)
    // Ten points of the forty recognize the drag.
    #expect(scroll.offset == CGPoint(x: offset.x, y: offset.y + 30))
  }

  @Test func aProgramZoomsAboutTheMiddle() {
    let (scroll, _) = zooming()
    scroll.view.contentOffset = CGPoint(x: 100, y: 50)
    scroll.view.zoomScale = 2
    #expect(scroll.offset == CGPoint(x: 300, y: 200))
    #expect(scroll.log.calls == ["scroll", "zoom"])
    scroll.view.zoomScale = 100
    #expect(scroll.view.zoomScale == 4)
    scroll.view.zoomScale = .nan
    #expect(scroll.view.zoomScale == 4)
    scroll.view.zoomScale = 0.1
    #expect(scroll.view.zoomScale == 0.5 && scroll.offset == .zero)
  }

  @Test func anAnimatedZoomMovesAllAlong() throws {
    let (scroll, content) = zooming()
    scroll.view.contentOffset = CGPoint(x: 100, y: 100)
    scroll.stage.host.run(at: 1) { scroll.view.setZoomScale(2, animated: true) }
    let half = try #require(content.layer.presentation())
    scroll.stage.host.run(at: 1.15)
    #expect(half.affineTransform().a <= 2)
    // The middle of the content stays in the middle of the view.
    let shown = try #require(content.layer.presentation())
    let bounds = try #require(scroll.view.layer.presentation()).bounds
    #expect(abs(shown.affineTransform().a - 1.5) < 1e-3)
    #expect(abs(shown.position.x - bounds.midX) < 1e-3)
    scroll.stage.host.run(at: 2)
    #expect(scroll.log.calls == ["scroll", "will zoom", "scroll", "zoom", "did zoom 2.0"])
  }

  @Test func aRectangleFillsTheView() {
    let (scroll, content) = zooming()
    scroll.view.zoom(to: CGRect(x: 100, y: 120, width: 100, height: 50), animated: false)
    #expect(scroll.view.zoomScale == 2)
    let shown = content.convert(CGRect(x: 100, y: 120, width: 100, height: 50), to: scroll.stage.window)
    #expect(shown == CGRect(x: 0, y: 50, width: 200, height: 100))
    scroll.view.zoom(to: CGRect(x: 0, y: 0, width: 4000, height: 4000), animated: false)
    #expect(scroll.view.zoomScale == 0.5 && scroll.offset == .zero)
    scroll.view.zoom(to: CGRect(x: 0, y: 0, width: 0, height: CGFloat.nan), animated: false)
    #expect(scroll.view.zoomScale == 0.5)
  }

  @Test func withoutLimitsOrAViewNothingZooms() {
    let scroll = ScrollStage(400, 400)
    #expect(scroll.view.pinchGestureRecognizer == nil)
    scroll.view.maximumZoomScale = 2
    #expect(scroll.view.pinchGestureRecognizer?.view === scroll.view)
    scroll.view.zoomScale = 2
    #expect(scroll.view.zoomScale == 1)
    pinch(scroll, .began, 30, at: 1)
    pinch(scroll, .moved, 60, at: 1.1)
    #expect(!scroll.view.isZooming && scroll.log.calls.isEmpty)
    scroll.view.maximumZoomScale = 1
    #expect(scroll.view.pinchGestureRecognizer == nil)
  }

  @Test func aViewThatIsCentredByItsLayoutStaysCentred() {
    final class Centring: UIScrollView {
      weak var content: UIView?
      override func layoutSubviews() {
        guard let content else { return }
        var frame = content.frame
        frame.origin.x = max(0, (bounds.width - frame.width) / 2)
        frame.origin.y = max(0, (bounds.height - frame.height) / 2)
        content.frame = frame
      }
    }
    let view = Centring()
    let scroll = ScrollStage(200, 200, view)
    let content = UIView(frame: CGRect(x: 0, y: 0, width: 200, height: 100))
    view.addSubview(content)
    (view.content, scroll.log.zoomed) = (content, content)
    (view.minimumZoomScale, view.maximumZoomScale) = (0.5, 4)
    scroll.stage.host.run(at: 1) { view.zoomScale = 0.5 }
    #expect(content.frame == CGRect(x: 50, y: 75, width: 100, height: 50))
    scroll.stage.host.run(at: 2) { view.zoomScale = 4 }
    #expect(content.frame == CGRect(x: 0, y: 0, width: 800, height: 400))
    #expect(view.contentSize == CGSize(width: 800, height: 400))
  }

  @Test func tilesHaveTheLevelOfTheZoom() throws {
    final class Tiled: UIView {
      override class var layerClass: AnyClass { CATiledLayer.self }
      nonisolated(unsafe) static var scales: Set<CGFloat> = []
      override func draw(_ rect: CGRect) {
        guard let context = UIGraphicsGetCurrentContext() else { return }
        Self.scales.insert(abs(context.ctm.a))
      }
    }
    let scroll = ScrollStage(400, 400)
    let content = Tiled(frame: CGRect(x: 0, y: 0, width: 400, height: 400))
    let layer = try #require(content.layer as? CATiledLayer)
    (layer.levelsOfDetail, layer.levelsOfDetailBias) = (4, 2)
    scroll.view.addSubview(content)
    scroll.log.zoomed = content
    (scroll.view.minimumZoomScale, scroll.view.maximumZoomScale) = (0.25, 4)
    for (time, scale) in [(1, 0.5), (2, 1), (3, 4)] as [(Double, CGFloat)] {
      Tiled.scales = []
      scroll.stage.host.run(at: time) { scroll.view.zoomScale = scale }
      _ = try scroll.stage.host.image(at: time + 0.5)
      #expect(Tiled.scales == [scale])
    }
  }
}

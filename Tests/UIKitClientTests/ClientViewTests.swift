import StrataTesting
import StrataViews
import Testing
import UIKit

/// Classes in the style of third parties run on a window without a display.
@MainActor @Suite struct ClientViewTests {
  private func shown(_ view: UIView) -> (OfflineWindowHost, UIWindow) {
    let host = OfflineWindowHost(size: CGSize(width: 100, height: 100))
    let window = UIWindow(host: host)
    window.makeKeyAndVisible()
    host.run(at: 0) {
      view.frame = CGRect(x: 0, y: 0, width: 100, height: 100)
      window.addSubview(view)
    }
    return (host, window)
  }

  private func alpha(_ image: CGImage, _ x: Int, _ y: Int) -> UInt8 { image.pixel(x, y)[3] }

  @Test func theIndicatorTurns() throws {
    let indicator = DotsIndicator(frame: .zero)
    let (host, window) = shown(indicator)
    host.run(at: 0) { indicator.startAnimating() }
    // The first dot is at the top and has just begun at 2; the one opposite began half a turn later.
    let image = try host.image(at: 2.01)
    #expect(alpha(image, 50, 10) > 240)
    #expect(abs(Int(alpha(image, 50, 90)) - 130) < 12)
    host.run(at: 3) { indicator.stopAnimating() }
    #expect(indicator.window === window)
    #expect(alpha(try host.image(at: 3.1), 50, 10) == 0)
  }

  @Test func theHaloSpreads() throws {
    let halo = PulsingHaloView()
    let (host, window) = shown(halo)
    #expect(alpha(try host.image(at: 0.1), 95, 50) == 0)
    #expect(alpha(try host.image(at: 1), 50, 50) > 40)
    #expect(alpha(try host.image(at: 2.5), 92, 50) > 0)
    #expect(halo.window === window)
    host.run(at: 3) { halo.removeFromSuperview() }
    #expect(halo.halo.animationKeys() == nil)
  }

  @Test func theChartAnimatesItsProperty() throws {
    let chart = RingChartView(frame: .zero)
    let (host, window) = shown(chart)
    host.run(at: 1) {
      UIView.animate(withDuration: 2, delay: 0, options: .curveLinear) { chart.progress = 1 }
    }
    #expect(chart.window === window)
    #expect(chart.progress == 1)
    let animation = chart.layer.animation(forKey: "progress") as? CABasicAnimation
    #expect(animation?.duration == 2)
    // Half of the ring is blue at the middle of the time.
    let middle = try host.image(at: 2)
    #expect(middle.pixel(96, 50) == [0, 122, 255, 255])
    #expect(middle.pixel(3, 50) == [229, 229, 234, 255])
    let end = try host.image(at: 3.5)
    #expect(end.pixel(3, 50) == [0, 122, 255, 255])
  }
}

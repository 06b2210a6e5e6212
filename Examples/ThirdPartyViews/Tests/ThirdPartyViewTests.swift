import StrataViews
import Testing
import ThirdPartyViews
import UIKit

/// The views run on a window without a display.
@MainActor @Suite struct ThirdPartyViewTests {
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

  /// The bytes of a pixel, counted from the top left: red, green, blue and alpha, premultiplied.
  private func pixel(_ image: CGImage, _ x: Int, _ y: Int) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: 4)
    let context = CGContext(
      data: &bytes,
      width: 1,
      height: 1,
      bitsPerComponent: 8,
      bytesPerRow: 4,
      space: CGColorSpaceCreateDeviceRGB(),
      bitmapInfo: CGImageAlphaInfo.premultipliedLast.rawValue
    )
    let place = CGRect(x: -x, y: y + 1 - image.height, width: image.width, height: image.height)
    context?.draw(image, in: place)
    return bytes
  }

  private func alpha(_ image: CGImage, _ x: Int, _ y: Int) -> UInt8 { pixel(image, x, y)[3] }

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
    #expect(pixel(middle, 96, 50) == [0, 122, 255, 255])
    #expect(pixel(middle, 3, 50) == [229, 229, 234, 255])
    let end = try host.image(at: 3.5)
    #expect(pixel(end, 3, 50) == [0, 122, 255, 255])
  }
}

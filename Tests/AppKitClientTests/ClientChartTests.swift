import AppKit
import StrataTesting
import StrataViews
import Testing

/// A class in the style of third parties runs on a window without a display.
@MainActor @Suite struct ClientChartTests {
  @Test func theChartShowsAndAnimates() throws {
    let host = OfflineWindowHost(size: CGSize(width: 100, height: 100))
    let window = NSWindow(host: host)
    window.makeKeyAndOrderFront(nil)
    let chart = BarChartView(frame: NSRect(x: 0, y: 0, width: 100, height: 100))
    host.run(at: 0) {
      window.contentView = chart
      chart.values = [0.25, 1]
    }
    let image = try host.image(at: 0.5)
    #expect(image.pixel(25, 90) == [0, 122, 255, 255])
    #expect(image.pixel(25, 60) == [255, 255, 255, 255])
    #expect(image.pixel(75, 5) == [0, 122, 255, 255])
    host.run(at: 1) { chart.mark(0, animated: false) }
    #expect(chart.markerLevel == 0.25)
    host.run(at: 2) { chart.mark(1, animated: true) }
    host.run(at: 2.5)
    #expect(abs(chart.markerLevel - 0.625) < 0.02)
    // Half the way from (0, 19) to (50, 94).
    let middle = try host.image(at: 2.5)
    #expect(middle.pixel(31, 37)[0] < 120)
    #expect(middle.pixel(31, 37)[2] < 120)
    host.run(at: 3.5)
    #expect(chart.markerLevel == 1)
    #expect(try host.image(at: 3.5).pixel(56, 3) == [0, 0, 0, 255])
  }
}

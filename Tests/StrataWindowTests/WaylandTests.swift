import Foundation
import Testing

extension WindowTests {
  /// Windows of a Wayland compositor, which tells when it has shown a picture.
  @Suite(.enabled(if: TestCompositor.isThere)) struct WaylandTests {
    /// The left edge of the blue square and the row of its middle; the window is wherever the compositor puts it.
    private func square(in picture: ScreenPicture) -> (x: Int, y: Int)? {
      let rows = (0..<picture.height).filter { picture.left(ScreenPicture.blue, $0) != nil }
      guard let first = rows.first, let last = rows.last,
        let left = picture.left(ScreenPicture.blue, (first + last) / 2)
      else { return nil }
      return (left, (first + last) / 2)
    }

    @Test func theWindowIsOnTheScreenAndAClickReachesItsLayer() async throws {
      let compositor = try #require(await TestCompositor())
      let probe = try #require(await compositor.openProbe())
      // The pointer may lie over the window, which fades in.
      await compositor.display.act("mousemove 700 100")
      #expect(await compositor.display.shows { $0.count(ScreenPicture.blue) == 40 * 40 })
      #expect(await compositor.display.shows { $0.count(ScreenPicture.red) == 200 * 100 - 40 * 40 })
      let picture = try #require(await compositor.display.picture())
      let place = try #require(square(in: picture))
      // Weston follows the mouse from the moment it comes into its screen, which lies at the corner of the display.
      await compositor.display.act(
        "mousemove 705 105 sleep 0.2 mousemove \(place.x + 5) \(place.y) sleep 0.2 click 1"
      )
      let line = try #require(await probe.line("mouse left down"), "\(probe.output)")
      #expect(line.contains("hit square 5,19") || line.contains("hit square 5,20"), "\(line)")
    }

    @Test func theWindowIsResizedAndClosed() async throws {
      let compositor = try #require(await TestCompositor())
      let probe = try #require(await compositor.openProbe())
      probe.write("size 300 150")
      #expect(await probe.line("resized 300 150") != nil, "\(probe.output)")
      #expect(await compositor.display.shows { $0.count(ScreenPicture.red) == 300 * 150 - 40 * 40 })
      probe.write("hide")
      #expect(await compositor.display.shows { $0.count(ScreenPicture.red) == 0 })
      probe.write("show")
      #expect(await compositor.display.shows { $0.count(ScreenPicture.red) == 300 * 150 - 40 * 40 })
      probe.write("close")
      #expect(await probe.line("closed") != nil, "\(probe.output)")
      #expect(await compositor.display.shows { $0.count(ScreenPicture.red) == 0 })
    }

    @Test func animationsMoveAndTheirTimesAreThoseOfTheScreen() async throws {
      let compositor = try #require(await TestCompositor())
      let probe = try #require(await compositor.openProbe())
      let start = try #require(await compositor.display.picture().flatMap { square(in: $0) })
      _ = await probe.ask("slide 20 180 3", for: "sliding")
      #expect(
        await compositor.display.shows { picture in square(in: picture).map { $0.x > start.x + 20 } ?? false }
      )
      try await Task.sleep(for: .seconds(2))
      let line = try #require(await probe.ask("timings", for: "timings"))
      let values = line.split(separator: " ").dropFirst().compactMap { Double($0) }
      try #require(values.count == 3, "\(line)")
      // How many there are, how many were shown before they were due at the earliest, and how many were awaited.
      #expect(values[0] > 20, "\(line)")
      #expect(values[1] == 0, "\(line)")
      #expect(values[2] > values[0] / 2, "\(line)")
    }

    @Test func aCompositorThatGoesAwayTakesTheWindowAlong() async throws {
      let compositor = try #require(await TestCompositor())
      let probe = try #require(await compositor.openProbe())
      compositor.end()
      #expect(await probe.line("failed") != nil, "\(probe.output)")
      #expect(probe.isRunning)
    }
  }
}

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
      let picture = try #require(await compositor.display.picture())
      let place = try #require(square(in: picture))
      await compositor.display.act("mousemove \(place.x + 5) \(place.y)")
      #expect(await probe.line("mouse entered") != nil, "\(probe.output)")
      await compositor.display.act("click 1")
      let line = try #require(await probe.line("mouse left down"), "\(probe.output)")
      #expect(line.contains("hit square 5,19") || line.contains("hit square 5,20"), "\(line)")
    }

    @Test func theWindowIsResizedAndClosed() async throws {
      let compositor = try #require(await TestCompositor())
      let probe = try #require(await compositor.openProbe())
      // A larger one might reach over the edge of the screen.
      probe.write("size 160 90")
      #expect(await probe.line("resized 160 90") != nil, "\(probe.output)")
      #expect(await compositor.showsProbe(width: 160, height: 90))
      probe.write("hide")
      #expect(await compositor.showsNothing())
      probe.write("show")
      #expect(await compositor.showsProbe(width: 160, height: 90))
      probe.write("close")
      #expect(await probe.line("closed") != nil, "\(probe.output)")
      #expect(await compositor.showsNothing())
    }

    @Test func animationsMoveAndTheirTimesAreThoseOfTheScreen() async throws {
      let compositor = try #require(await TestCompositor())
      let probe = try #require(await compositor.openProbe())
      let start = try #require(await compositor.display.picture().flatMap { square(in: $0) })
      _ = await probe.ask("slide 20 180 3", for: "sliding")
      #expect(
        await compositor.display.shows { picture in square(in: picture).map { $0.x > start.x + 20 } ?? false }
      )
      // How many there are, how many were shown before they were due at the earliest, and how many were awaited.
      var values: [Double] = []
      #expect(
        await eventually {
          let line = await probe.ask("timings", for: "timings") ?? ""
          values = line.split(separator: " ").dropFirst().compactMap { Double($0) }
          return values.count == 3 && values[0] > 20
        }
      )
      try #require(values.count == 3)
      #expect(values[1] == 0, "\(values)")
      #expect(values[2] > values[0] / 2, "\(values)")
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

import Foundation
import StrataTesting
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

    @Test func aClickReachesTheLayerThatIsOnScreenThereNow() async throws {
      let compositor = try #require(await TestCompositor())
      let probe = try #require(await compositor.openProbe())
      let (columns, rows) = try #require(await compositor.window())
      let middle = (rows.lowerBound + rows.upperBound) / 2
      // The model is at 170 at once; the screen takes a minute.
      _ = await probe.ask("slide 50 170 60", for: "sliding")
      #expect(
        await compositor.display.shows { $0.pixel(columns.lowerBound + 50, middle) == ScreenPicture.blue }
      )
      await compositor.display.act("mousemove \(columns.lowerBound + 170) \(middle) click 1")
      let atModel = await probe.line("mouse left down")
      #expect(atModel?.contains("hit root 170,") == true, "\(probe.output)")
      let seen = try #require(
        await compositor.display.picture()?.columns(of: ScreenPicture.blue, row: middle)
      )
      let count = probe.output.count
      await compositor.display.act("mousemove \((seen.lowerBound + seen.upperBound) / 2) \(middle) click 1")
      let onScreen = await probe.line("mouse left down", after: count)
      #expect(onScreen?.contains("hit square") == true, "\(probe.output)")
    }

    @Test func aDragMovesTheLayerThatTheMouseHolds() async throws {
      let compositor = try #require(await TestCompositor())
      let probe = try #require(await compositor.openProbe())
      let (columns, rows) = try #require(await compositor.window())
      let (left, row) = (columns.lowerBound, (rows.lowerBound + rows.upperBound) / 2)
      await compositor.display.act("mousemove \(left + 30) \(row)")
      #expect(await probe.line("mouse moved 30,") != nil, "\(probe.output)")
      await compositor.display.act("mousedown 1")
      #expect(await probe.line("mouse left down 30,") != nil, "\(probe.output)")
      for x in stride(from: 40, through: 120, by: 20) {
        await compositor.display.act("mousemove \(left + x) \(row)")
        let move = await probe.line("mouse moved \(x),")
        #expect(move?.contains("held 1") == true, "\(probe.output)")
      }
      await compositor.display.act("mouseup 1")
      #expect(await probe.line("mouse left up 120,") != nil, "\(probe.output)")
      // The compositor draws the pointer, which must not lie on what is counted.
      await compositor.movePointerAway()
      #expect(await compositor.showsProbe(width: 200, height: 100))
      #expect(await compositor.display.shows { $0.left(ScreenPicture.blue, row) == left + 110 })
    }

    @Test func keysArriveWithTheirPlacesAndTextOnlyWhereItIsAskedFor() async throws {
      let compositor = try #require(await TestCompositor())
      let probe = try #require(await compositor.openProbe())
      let (columns, rows) = try #require(await compositor.window())
      await compositor.display.act("mousemove \(columns.lowerBound + 100) \(rows.lowerBound + 10) click 1")
      #expect(await probe.line("focus true") != nil, "\(probe.output)")
      // The key A is usage 4 of the HID keyboard page.
      await compositor.display.act("key a")
      #expect(await probe.line("key character(\"a\") down 4 0") != nil, "\(probe.output)")
      await compositor.display.act("key shift+Left F5 Escape")
      #expect(await probe.line("key left down 80 1") != nil, "\(probe.output)")
      #expect(await probe.line("key function(5) down 62 0") != nil, "\(probe.output)")
      #expect(await probe.line("key escape up 41 0") != nil, "\(probe.output)")
      #expect(!probe.output.contains { $0.hasPrefix("text") })
      probe.write("text")
      // A key may come before the command.
      #expect(
        await eventually {
          await compositor.display.act("key shift+z")
          return await probe.line("text Z", for: 1) != nil
        },
        "\(probe.output)"
      )
    }

    @Test(.enabled(if: TestCompositor.hasFrames, "not installed: libdecor-0-plugin-1-cairo"))
    func theUserResizesAndClosesTheWindowByItsFrame() async throws {
      let compositor = try #require(await TestCompositor())
      let probe = try #require(await compositor.openProbe(framed: true))
      #expect(
        await eventually {
          guard let (columns, rows) = await compositor.window() else { return false }
          let (edge, row) = (columns.upperBound + 2, (rows.lowerBound + rows.upperBound) / 2)
          await compositor.display.act("mousemove \(edge) \(row) mousedown 1")
          for x in [10, 20] { await compositor.display.act("mousemove \(edge + x) \(row)") }
          await compositor.display.act("mouseup 1")
          return await probe.line("resized", for: 2) != nil
        },
        "\(probe.output)"
      )
      await compositor.movePointerAway()
      var size: [Int] = []
      #expect(
        await eventually {
          let line = probe.output.last { $0.hasPrefix("resized") } ?? ""
          size = line.split(separator: " ").compactMap { Int($0) }
          guard size.count == 2, let picture = await compositor.display.picture() else { return false }
          return picture.count(ScreenPicture.red) == size[0] * size[1] - 40 * 40
        },
        "\(probe.output)"
      )
      #expect(size.first.map { $0 > 200 } == true && size.last == 100, "\(size)")
      probe.write("refuse 1")
      // The last of three buttons at the right end of the title; the user may have to ask again.
      #expect(
        await eventually {
          guard let (columns, rows) = await compositor.window() else {
            return await probe.line("closed", for: 0) != nil
          }
          await compositor.display.act("mousemove \(columns.upperBound - 16) \(rows.lowerBound - 12) click 1")
          return await probe.line("closed", for: 2) != nil
        },
        "\(probe.output)"
      )
      #expect(probe.output.count { $0.hasPrefix("closeRequested") } >= 2, "\(probe.output)")
      #expect(await compositor.showsNothing())
    }

    @Test func animationsGoOnWhileTheProgramIsBusy() async throws {
      let compositor = try #require(await TestCompositor())
      let probe = try #require(await compositor.openProbe())
      _ = await probe.ask("slide 20 180 60", for: "sliding")
      let busy = try #require(
        await BusyProgram(probe, on: compositor.display, untilPlaces: 5),
        "\(probe.output)"
      )
      #expect(busy.seconds >= 2)
      #expect(busy.places.count >= 5, "\(busy)")
      #expect(busy.pictures > busy.places.count, "\(busy)")
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

    @Test(arguments: ["cpu", "gpu"])
    func aCompositorThatGoesAwayTakesTheWindowAlong(backend: String) async throws {
      let compositor = try #require(await TestCompositor())
      let probe = try #require(await compositor.openProbe(backend))
      compositor.end()
      #expect(await probe.line("failed") != nil, "\(probe.output)")
      #expect(probe.isRunning)
    }
  }
}

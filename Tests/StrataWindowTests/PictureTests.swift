import Foundation
import StrataTesting
import Testing

extension WindowTests {
  @Suite struct PictureTests {
    @Test func aWindowShowsItsLayer() async throws {
      let display = try #require(await TestDisplay())
      let probe = try #require(await display.openProbe())
      #expect(probe.output.first == "open 200 100 1.0 60")
      #expect(await display.shows { $0.count(ScreenPicture.blue) == 40 * 40 })
      let picture = try #require(await display.picture())
      #expect(picture.count(ScreenPicture.red) == 200 * 100 - 40 * 40)
    }

    @Test(arguments: ["cpu", "gpu"])
    func theLayerFollowsTheWindowWithoutBlackEdges(backend: String) async throws {
      let display = try #require(await TestDisplay())
      let probe = try #require(await display.openProbe(backend))
      let window = await display.window(of: probe)
      let corner = await display.corner(of: window)
      await display.act("mousemove 0 0")
      var (width, height) = (200, 100)
      for step in 1...8 {
        (width, height) = (200 + step * 10, 100 + step * 10)
        await display.act("windowsize \(window) \(width) \(height)")
        // Whatever moment this is: what the window covered before is drawn, and nothing of it is black.
        let picture = try #require(await display.picture())
        let strip = (0..<(width - 10)).map { picture.pixel(corner.x + $0, corner.y + 2) }
        #expect(!strip.contains(ScreenPicture.black), "step \(step)")
      }
      #expect(await probe.line("resized \(width) \(height)") != nil)
      #expect(await display.shows { $0.count(ScreenPicture.red) == width * height - 1600 })
    }

    /// A program that is busy gives no picture of the new size.
    @Test(arguments: ["cpu", "gpu"])
    func theNewBackgroundColorIsBesideTheOldPicture(backend: String) async throws {
      let display = try #require(await TestDisplay())
      let probe = try #require(await display.openProbe(backend))
      let window = await display.window(of: probe)
      #expect(await display.shows { $0.count(ScreenPicture.blue) == 1600 })
      #expect(await probe.ask("background 0 1 0", for: "coloured") != nil)
      #expect(await probe.ask("busy", for: "busy") != nil)
      await display.act("windowsize \(window) 260 160")
      #expect(await display.shows { $0.count(ScreenPicture.green) == 260 * 160 - 200 * 100 })
      #expect(await probe.ask("free", for: "free") != nil)
      #expect(await display.shows { $0.count(ScreenPicture.green) == 0 })
    }

    @Test func aSizeThatTheProgramAsksForArrives() async throws {
      let display = try #require(await TestDisplay())
      let probe = try #require(await display.openProbe())
      #expect(await probe.ask("size 120 60", for: "resized 120 60") != nil)
      #expect(await display.shows { $0.count(ScreenPicture.red) == 120 * 60 - 1200 })
    }

    @Test(
      .enabled(if: ChildProgram.installed("openbox") != nil, "not installed: openbox"),
      arguments: ["cpu", "gpu"]
    )
    func fullScreenCoversTheDisplayAndGoesBack(backend: String) async throws {
      let display = try #require(await TestDisplay())
      let manager = try #require(await display.startManager())
      let probe = try #require(await display.openProbe(backend))
      #expect(await probe.ask("full 1", for: "resized 480 360") != nil)
      #expect(await display.shows { $0.count(ScreenPicture.red) == 480 * 360 - 1600 })
      #expect(await probe.ask("full 0", for: "resized 200 100") != nil)
      #expect(await display.shows { $0.count(ScreenPicture.red) == 200 * 100 - 1600 })
      #expect(manager.isRunning)
    }

    @Test(.enabled(if: ChildProgram.installed("openbox") != nil, "not installed: openbox"))
    func aWindowFollowsADesktopThatEndsFullScreen() async throws {
      let display = try #require(await TestDisplay())
      let manager = try #require(await display.startManager())
      let probe = try #require(await display.openProbe())
      let window = await display.window(of: probe)
      #expect(await probe.ask("full 1", for: "resized 480 360") != nil)
      #expect(await display.shows { $0.count(ScreenPicture.red) == 480 * 360 - 1600 })
      // What a desktop does at once is taken for its answer.
      try await Task.sleep(for: .seconds(2))
      let count = probe.output.count
      let request = try #require(display.ask(window, to: "leave-full-screen"))
      #expect(await eventually { request.status == 0 })
      #expect(await probe.line("resized 200 100", after: count) != nil, "\(probe.output)")
      #expect(await eventually { await probe.ask("isFull", for: "full") == "full false" })
      #expect(await probe.ask("size 120 60", for: "resized 120 60") != nil)
      #expect(manager.isRunning)
    }

    @Test(arguments: ["cpu", "gpu"])
    func aWindowThatIsHiddenInMidAnimationStaysHidden(backend: String) async throws {
      let display = try #require(await TestDisplay())
      let probe = try #require(await display.openProbe(backend))
      _ = await probe.ask("slide 20 180 60", for: "sliding")
      for _ in 0..<8 {
        #expect(await probe.ask("hide", for: "visible false") != nil)
        try await Task.sleep(for: .milliseconds(100))
        let picture = try #require(await display.picture())
        #expect(picture.count(ScreenPicture.red) == 0)
        #expect(await probe.ask("show", for: "visible true") != nil)
        #expect(await display.shows { $0.count(ScreenPicture.blue) > 0 })
      }
    }

    @Test(arguments: ["cpu", "gpu"])
    func aHiddenWindowDrawsNothingAndComesBack(backend: String) async throws {
      let display = try #require(await TestDisplay())
      let probe = try #require(await display.openProbe(backend))
      _ = await probe.ask("slide 20 180 60", for: "sliding")
      #expect(await display.shows { $0.count(ScreenPicture.blue) > 0 })
      #expect(await probe.ask("hide", for: "visible false") != nil)
      var report = ""
      #expect(
        await eventually {
          let before = await probe.ask("threads", for: "threads")
          try? await Task.sleep(for: .seconds(1))
          let after = await probe.ask("threads", for: "threads")
          report = "\(before ?? "") \(after ?? "")"
          return Wakes(before, after).most <= 3
        },
        "\(report)"
      )
      #expect(await probe.ask("show", for: "visible true") != nil)
      #expect(await display.shows { $0.count(ScreenPicture.blue) > 0 })
    }

    @Test func aPartThatComesIntoViewIsThere() async throws {
      let display = try #require(await TestDisplay())
      let probe = try #require(await display.openProbe())
      let other = try #require(await display.openProbe())
      let window = await display.window(of: other)
      #expect(await other.ask("close", for: "closed") != nil)
      #expect(!window.isEmpty)
      #expect(await display.shows { $0.count(ScreenPicture.blue) == 1600 })
      #expect(await display.shows { $0.count(ScreenPicture.red) == 18400 })
      #expect(probe.isRunning)
    }
  }
}

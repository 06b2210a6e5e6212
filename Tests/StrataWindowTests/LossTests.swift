import Foundation
import StrataTesting
import Testing

extension WindowTests {
  @Suite struct LossTests {
    @Test func withoutADisplayThereIsAnError() async throws {
      let probe = try #require(
        ChildProgram(
          ChildProgram.built("WindowProbe"),
          environment: ["DISPLAY": ":9999", "SDL_VIDEODRIVER": "x11"]
        )
      )
      #expect(await probe.line("error no display: ") != nil, "\(probe.output)")
      #expect(probe.isRunning)
    }

    @Test func aSmallestSizeThatIsNoNumberIsRefused() async throws {
      let environment = ["SDL_VIDEODRIVER": "dummy"]
      let probe = try #require(
        ChildProgram(ChildProgram.built("WindowProbe"), ["noNumber"], environment: environment)
      )
      #expect(await probe.line("error a window of nan x 50.0 points") != nil, "\(probe.output)")
      #expect(probe.isRunning)
    }

    @Test(arguments: ["cpu", "gpu"])
    func aDisplayServerThatGoesAwayEndsTheWindowAndNotTheProgram(backend: String) async throws {
      let display = try #require(await TestDisplay())
      let probe = try #require(await display.openProbe(backend))
      _ = await probe.ask("slide 20 180 60", for: "sliding")
      display.end()
      let failure = await probe.line("failed")
      #expect(failure?.hasPrefix("failed the connection to the display server is lost") == true)
      // The program goes on, and learns that there is no way back.
      #expect(await probe.ask("open", for: "error the connection") != nil)
      #expect(probe.isRunning)
    }

    @Test(arguments: ["cpu", "gpu"])
    func anIdleProgramLearnsThatTheDisplayIsGone(backend: String) async throws {
      let display = try #require(await TestDisplay())
      let probe = try #require(await display.openProbe(backend))
      try await Task.sleep(for: .milliseconds(300))
      display.end()
      #expect(await probe.line("failed") != nil)
      #expect(await probe.ask("frames", for: "frames") != nil)
    }

    @Test func closingCanBeRefused() async throws {
      let display = try #require(await TestDisplay())
      let probe = try #require(await display.openProbe())
      let window = await display.window(of: probe)
      let number = String(window)
      probe.write("refuse 1")
      _ = await probe.ask("frames", for: "frames")
      let closer = ChildProgram(
        ChildProgram.built("WindowProbe"),
        ["--ask-to-close", number],
        environment: display.environment
      )
      #expect(closer != nil)
      #expect(await probe.line("closeRequested") != nil)
      #expect(await display.shows { $0.count(ScreenPicture.blue) == 1600 })
      #expect(!probe.output.contains { $0.hasPrefix("closed") })
      let again = ChildProgram(
        ChildProgram.built("WindowProbe"),
        ["--ask-to-close", number],
        environment: display.environment
      )
      #expect(again != nil)
      #expect(await probe.line("closed") != nil)
      #expect(await display.shows { $0.count(ScreenPicture.blue) == 0 })
    }

    @Test func aClosedWindowIsFollowedByAnother() async throws {
      let display = try #require(await TestDisplay())
      let probe = try #require(await display.openProbe())
      for _ in 0..<3 {
        #expect(await probe.ask("close", for: "closed") != nil)
        #expect(await display.shows { $0.count(ScreenPicture.blue) == 0 })
        #expect(await probe.ask("open", for: "open") != nil)
        #expect(await display.shows { $0.count(ScreenPicture.blue) == 1600 })
      }
    }

    @Test func aClosedWindowDoesNotEndALoopOfTheProgram() async throws {
      let display = try #require(await TestDisplay())
      let probe = try #require(await display.openProbe("loop"))
      #expect(await probe.ask("close", for: "closed") != nil)
      #expect(await probe.ask("frames", for: "frames") != nil)
      #expect(!probe.output.contains("loop ended"), "\(probe.output)")
    }

    @Test func aWindowThatAnotherProgramDestroysDoesNotEndThisOne() async throws {
      let display = try #require(await TestDisplay())
      let probe = try #require(await display.openProbe())
      _ = await probe.ask("slide 20 180 60", for: "sliding")
      let window = await display.window(of: probe)
      await display.act("windowclose \(window)")
      try await Task.sleep(for: .milliseconds(500))
      #expect(await probe.ask("frames", for: "frames") != nil)
      #expect(await probe.ask("close", for: "closed") != nil)
    }

    @Test(arguments: ["cpu", "gpu"])
    func theDummyDriverOpensAWindowNobodySees(backend: String) async throws {
      let probe = try #require(
        ChildProgram(ChildProgram.built("WindowProbe"), [backend], environment: ["SDL_VIDEODRIVER": "dummy"])
      )
      #expect(await probe.line("open 200 100 1.0 60") != nil)
      #expect(await probe.ask("size 300 200", for: "resized 300 200") != nil)
      #expect(await probe.ask("close", for: "closed") != nil)
    }
  }
}

import Foundation
import StrataTesting
import Testing

extension WindowTests {
  @Suite struct PacingTests {
    @Test func animationsGoOnWhileTheProgramIsBusy() async throws {
      let display = try #require(await TestDisplay())
      let probe = try #require(await display.openProbe())
      _ = await probe.ask("slide 20 180 60", for: "sliding")
      let busy = try #require(await BusyProgram(probe, on: display, untilPlaces: 5), "\(probe.output)")
      #expect(busy.seconds >= 2)
      // Far fewer than are drawn: a capture takes long.
      #expect(busy.places.count >= 5, "\(busy)")
      #expect(busy.pictures > busy.places.count, "\(busy)")
    }

    @Test func anIdleWindowWakesNobody() async throws {
      let display = try #require(await TestDisplay())
      let probe = try #require(await display.openProbe())
      await display.act("mousemove 0 0")
      // After the last frame the render thread wakes once more, to drop memory; a busy machine takes its time.
      var report = ""
      #expect(
        await eventually {
          let before = await probe.ask("threads", for: "threads")
          try? await Task.sleep(for: .seconds(3))
          let after = await probe.ask("threads", for: "threads")
          let wakes = Wakes(before, after)
          report = "\(before ?? "") \(after ?? "")"
          // The command itself wakes the thread that reads it and the main thread, once or twice each.
          guard wakes.counts.count >= 4 else { return false }
          return wakes.most <= 3 && wakes.counts.dropFirst(2).allSatisfy { $0 == 0 }
        },
        "\(report)"
      )
    }

    @Test func aDisplayLinkTicksAtTheRateOfTheDisplay() async throws {
      let display = try #require(await TestDisplay())
      let probe = try #require(await display.openProbe())
      probe.write("link")
      #expect(await eventually { await probe.ask("ticks", for: "ticks")?.hasSuffix(" \(1.0 / 60)") ?? false })
    }
  }
}

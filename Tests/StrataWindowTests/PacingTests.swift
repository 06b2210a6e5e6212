import Foundation
import Testing

extension WindowTests {
  @Suite struct PacingTests {
    @Test func animationsGoOnWhileTheProgramIsBusy() async throws {
      let display = try #require(await TestDisplay())
      let probe = try #require(await display.openProbe())
      let corner = await display.corner(of: display.window(of: probe))
      _ = await probe.ask("slide 20 180 6", for: "sliding")
      _ = await probe.ask("busy 2", for: "busy")
      var places: Set<Int> = []
      let end = Date(timeIntervalSinceNow: 1.8)
      while Date() < end {
        let picture = await display.picture()
        if let columns = picture?.columns(of: ScreenPicture.blue, row: corner.y + 50) {
          places.insert(columns.lowerBound)
        }
      }
      #expect(!probe.output.contains("free"))
      // Far fewer than are drawn: a capture takes long.
      #expect(places.count >= 5, "\(places.sorted())")
      #expect(await probe.line("free") != nil)
    }

    @Test func anIdleWindowWakesNobody() async throws {
      let display = try #require(await TestDisplay())
      let probe = try #require(await display.openProbe())
      await display.act("mousemove 0 0")
      // After the last frame the render thread wakes once more, to drop memory.
      try await Task.sleep(for: .seconds(6))
      _ = await probe.ask("threads", for: "threads")
      let before = await probe.ask("threads", for: "threads")
      try await Task.sleep(for: .seconds(3))
      let after = await probe.ask("threads", for: "threads")
      let wakes = Wakes(before, after)
      // The command itself wakes the thread that reads it and the main thread, once or twice each.
      #expect(wakes.counts.count >= 4, "\(before ?? "")")
      #expect(wakes.counts.dropFirst(2).allSatisfy { $0 == 0 }, "\(before ?? "") \(after ?? "")")
      #expect(wakes.most <= 3, "\(wakes.counts)")
    }

    @Test func aDisplayLinkTicksAtTheRateOfTheDisplay() async throws {
      let display = try #require(await TestDisplay())
      let probe = try #require(await display.openProbe())
      probe.write("link")
      #expect(await eventually { await probe.ask("ticks", for: "ticks")?.hasSuffix(" \(1.0 / 60)") ?? false })
    }
  }
}

import StrataTesting
import Testing

extension WindowTests {
  /// Windows that run the loop of their thread inside a handler.
  @Suite struct NestedLoopTests {
    /// A program whose second window will be at 300, 200, beside the first one.
    private func openProbe(on display: TestDisplay, _ arguments: String) async throws -> ChildProgram {
      let probe = try #require(await display.openProbe(arguments))
      _ = await probe.ask("move 20 20", for: "moved")
      return probe
    }

    /// Presses the second window, which closes.
    private func pressDialog(on display: TestDisplay) async {
      await display.act("mousemove 330 220 click 1")
    }

    @Test("A window that a handler opens and runs has its events, and so has the handler's window")
    func aDialogOfAHandler() async throws {
      let display = try #require(await TestDisplay())
      let probe = try await openProbe(on: display, "run")
      _ = await probe.ask("dialog 300 200", for: "dialog due")
      await display.act("mousemove 100 60 click 1")
      #expect(await display.shows { $0.pixel(330, 220) == ScreenPicture.green })
      // The release comes behind the press, whose handler has not returned.
      #expect(await probe.line("mouse left up", for: 20) != nil, "\(probe.output)")
      await display.act("mousemove 110 60")
      #expect(await probe.line("mouse moved 90,40", for: 20) != nil, "\(probe.output)")
      // Commands are blocks of the main queue.
      #expect(await probe.ask("nudge", for: "nudged") != nil, "\(probe.output)")
      #expect(!probe.output.contains("dialog ended"))
      await pressDialog(on: display)
      #expect(await probe.line("dialog ended", for: 20) != nil, "\(probe.output)")
      #expect(await display.shows { $0.pixel(330, 220) != ScreenPicture.green })
      let count = probe.output.count
      await display.act("mousemove 120 60")
      #expect(await probe.line("mouse moved 100,40", after: count, for: 20) != nil, "\(probe.output)")
      #expect(!probe.output.contains("run ended"))
      _ = await probe.ask("close", for: "closed")
      #expect(await probe.line("run ended", for: 20) != nil, "\(probe.output)")
    }

    @Test("A run ends if its window is closed when the loop is about to wait")
    func aWindowThatIsClosedAtTheEndOfATurn() async throws {
      let display = try #require(await TestDisplay())
      let probe = try #require(await display.openProbe("run"))
      probe.write("closeBeforeWaiting")
      #expect(await probe.line("run ended", for: 20) != nil, "\(probe.output)")
    }

    @Test(
      "A run ends if its window was closed in a loop inside of it",
      arguments: ["dialog", "dialogOfTimer"]
    )
    func aWindowThatIsClosedBehindADialog(command: String) async throws {
      let display = try #require(await TestDisplay())
      let probe = try await openProbe(on: display, "run")
      probe.write("\(command) 300 200")
      if command == "dialog" {
        #expect(await probe.line("dialog due") != nil)
        await display.act("mousemove 100 60 click 1")
      }
      #expect(await display.shows { $0.pixel(330, 220) == ScreenPicture.green })
      #expect(await probe.ask("close", for: "closed") != nil, "\(probe.output)")
      #expect(!probe.output.contains("dialog ended") && !probe.output.contains("run ended"))
      await pressDialog(on: display)
      #expect(await probe.line("dialog ended", for: 20) != nil, "\(probe.output)")
      #expect(await probe.line("run ended", for: 20) != nil, "\(probe.output)")
    }
  }
}

import StrataTesting
import Testing

extension WindowTests {
  /// Windows follow the vertical blanks of an X11 display, where it tells them.
  @Suite struct BlankTests {
    /// A picture that was presented.
    private struct Timing {
      /// The time that it shows, in microseconds.
      let timestamp: Int
      /// In microseconds.
      let presented: Int
    }

    /// The timings of the last pictures that are wanted, once there are more than a number of them.
    private func timings(
      of probe: ChildProgram,
      moreThan count: Int,
      where isWanted: (Timing) -> Bool = { _ in true }
    ) async -> [Timing] {
      var found: [Timing] = []
      _ = await eventually {
        let line = await probe.ask("times", for: "times") ?? ""
        found = line.split(separator: " ").dropFirst().compactMap { word in
          let numbers = word.split(separator: ":").compactMap { Int($0) }
          return numbers.count == 2 ? Timing(timestamp: numbers[0], presented: numbers[1]) : nil
        }.filter(isWanted)
        return found.count > count
      }
      return found
    }

    /// True for a time near a refresh, in microseconds.
    ///
    /// A display without a screen counts its refreshes from the zero of the system's clock, in whole microseconds, by a timer that
    /// keeps to milliseconds.
    private func isRefresh(_ time: Int, every interval: Int) -> Bool {
      let rest = time % interval
      return min(rest, interval - rest) <= 1000
    }

    @Test func picturesArePresentedWithTheRefreshAfterTheOneTheyWaitFor() async throws {
      let display = try #require(await TestDisplay())
      let probe = try #require(await display.openProbe())
      _ = await probe.ask("slide 20 180 60", for: "sliding")
      let interval = 1_000_000 / 60
      // A busy server is late itself, and so are some of its refreshes.
      let onTime = await timings(of: probe, moreThan: 40) { isRefresh($0.presented, every: interval) }
      try #require(onTime.count > 40)
      // Made after one refresh, handed over at the next one, seen from the one after that.
      let refreshes = onTime.map { Double($0.presented - $0.timestamp) / Double(interval) }
      #expect(refreshes.count { $0 > 0.8 } > refreshes.count / 2, "\(refreshes)")
    }

    /// Waiting for a refresh first would take another half to one and a half of the time between two.
    @Test func theFirstPictureAfterARestIsPresentedWithTheNextRefresh() async throws {
      let display = try #require(await TestDisplay())
      let probe = try #require(await display.openProbe())
      var waits: [Double] = []
      #expect(
        await eventually {
          for _ in 0..<20 {
            _ = await probe.ask("nudge", for: "nudged")
            try? await Task.sleep(for: .milliseconds(150))
          }
          // The display rounds the numbers of its refreshes: the next one is up to one and a half intervals away.
          waits = await timings(of: probe, moreThan: 0).suffix(20).map {
            Double($0.presented - $0.timestamp) * 60e-6
          }
          return waits.count { $0 < 1.55 } > 10
        },
        "\(waits)"
      )
    }

    @Test func theClockFollowsTheTrueRateOfTheDisplay() async throws {
      let display = try #require(await TestDisplay(refreshes: 50))
      let probe = try #require(await display.openProbe())
      #expect(probe.output.contains { $0.hasPrefix("open") && $0.hasSuffix(" 60") }, "\(probe.output)")
      _ = await probe.ask("slide 20 180 60", for: "sliding")
      #expect(
        await eventually {
          let rates = probe.output.filter { $0.hasPrefix("rate") }
          return rates.last?.split(separator: " ").last.flatMap { Double($0) }.map { abs($0 - 50) < 1 }
            ?? false
        },
        "\(probe.output)"
      )
      probe.write("link")
      #expect(
        await eventually {
          let ticks = await probe.ask("ticks", for: "ticks")
          let duration = ticks?.split(separator: " ").last.flatMap { Double($0) } ?? 0
          return abs(duration * 50 - 1) < 0.05
        }
      )
    }

    /// No two measurements of a rate are the same.
    @Test func aRateThatIsMeasuredAgainIsNoOther() async throws {
      let display = try #require(await TestDisplay())
      let probe = try #require(await display.openProbe())
      _ = await probe.ask("slide 20 180 60", for: "sliding")
      try await Task.sleep(for: .seconds(10))
      var told = 60.0
      for line in probe.output where line.hasPrefix("rate") {
        let rate = try #require(line.split(separator: " ").last.flatMap { Double($0) })
        #expect(abs(rate / told - 1) > 0.004, "\(probe.output)")
        told = rate
      }
    }

    @Test func aDisplayThatTellsBlanksLateHoldsNothingUp() async throws {
      // So does one that is switched off.
      let display = try #require(await TestDisplay(refreshes: 1))
      let probe = try #require(await display.openProbe())
      _ = await probe.ask("slide 20 180 60", for: "sliding")
      let timings = await timings(of: probe, moreThan: 20)
      try #require(timings.count > 20)
      // One blank a second would have taken twenty.
      let seconds = Double((timings.last?.presented ?? 0) - (timings.first?.presented ?? 0)) / 1e6
      #expect(seconds < 10, "\(timings)")
      #expect(!probe.output.contains { $0.hasPrefix("rate") }, "\(probe.output)")
    }

    @Test func aDisplayThatTellsNoBlanksHoldsNothingUp() async throws {
      let display = try #require(await TestDisplay(isLocked: true))
      let environment = await display.restrictedEnvironment()
      let probe = try #require(await display.openProbe(environment: environment))
      _ = await probe.ask("slide 20 180 60", for: "sliding")
      let timings = await timings(of: probe, moreThan: 20)
      try #require(timings.count > 20)
      #expect(timings.allSatisfy { $0.presented > $0.timestamp })
    }

    @Test func aHiddenWindowHoldsNothingUp() async throws {
      let display = try #require(await TestDisplay())
      let probe = try #require(await display.openProbe())
      _ = await probe.ask("slide 20 180 60", for: "sliding")
      probe.write("hide")
      #expect(await probe.line("visible false") != nil, "\(probe.output)")
      #expect(await display.shows { $0.count(ScreenPicture.red) == 0 })
      probe.write("show")
      #expect(await probe.line("visible true") != nil, "\(probe.output)")
      #expect(await display.shows { $0.count(ScreenPicture.blue) == 40 * 40 })
    }
  }
}

import Foundation
import StrataTesting
import Testing

extension WindowTests {
  /// Windows whose pictures stay on a graphics processor, until they are on the screen.
  @Suite(.enabled(if: TestDisplay.hasGraphics)) struct GraphicsWindowTests {
    /// What a window has shown by a graphics processor.
    private struct Shown {
      let swaps: Int
      let copiedPixels: Int
      let size: [Int]

      /// Reads the answer of the program.
      init?(_ line: String) {
        let numbers = line.split(separator: " ").dropFirst().compactMap { Int($0) }
        guard numbers.count == 6 else { return nil }
        (swaps, copiedPixels, size) = (numbers[0], numbers[1], Array(numbers[4...]))
      }
    }

    private func shown(_ probe: ChildProgram) async throws -> Shown {
      let line = try #require(await probe.ask("shown", for: "shown "))
      return try #require(Shown(line))
    }

    @Test func theLayerIsOnTheScreenAndAStillWindowSwapsNothing() async throws {
      let display = try #require(await TestDisplay())
      let probe = try #require(await display.openProbe("gpu"))
      #expect(await display.shows { $0.count(ScreenPicture.blue) == 40 * 40 })
      #expect(await display.shows { $0.count(ScreenPicture.red) == 200 * 100 - 40 * 40 })
      let before = try await shown(probe)
      #expect(before.swaps > 0, "\(probe.output)")
      #expect(before.size == [200, 100])
      try await Task.sleep(for: .seconds(1))
      let after = try await shown(probe)
      #expect(after.swaps == before.swaps)
      #expect(after.copiedPixels == before.copiedPixels)
    }

    @Test func aChangeSwapsOnce() async throws {
      let display = try #require(await TestDisplay())
      let probe = try #require(await display.openProbe("gpu"))
      #expect(await display.shows { $0.count(ScreenPicture.blue) == 1600 })
      let corner = await display.corner(of: await display.window(of: probe))
      let swaps = try await shown(probe).swaps
      for step in 1...5 {
        _ = await probe.ask("nudge", for: "nudged")
        let isThere = await display.shows {
          $0.left(ScreenPicture.blue, corner.y + 50) == corner.x + 20 + step
            && $0.count(ScreenPicture.blue) == 1600
        }
        #expect(isThere, "step \(step)")
        let now = try await shown(probe).swaps
        #expect(now == swaps + step)
      }
    }

    @Test func theWindowFollowsItsSizeItsVisibilityAndWhatCoversIt() async throws {
      let display = try #require(await TestDisplay())
      let probe = try #require(await display.openProbe("gpu"))
      #expect(await probe.ask("size 260 170", for: "resized 260 170") != nil)
      #expect(await display.shows { $0.count(ScreenPicture.red) == 260 * 170 - 1600 })
      #expect(await probe.ask("hide", for: "visible false") != nil)
      #expect(await display.shows { $0.count(ScreenPicture.red) == 0 })
      #expect(await probe.ask("show", for: "visible true") != nil)
      #expect(await display.shows { $0.count(ScreenPicture.red) == 260 * 170 - 1600 })
      let other = try #require(await display.openProbe())
      _ = await display.window(of: other)
      #expect(await other.ask("close", for: "closed") != nil)
      #expect(await display.shows { $0.count(ScreenPicture.red) == 260 * 170 - 1600 })
      #expect(await display.shows { $0.count(ScreenPicture.blue) == 1600 })
    }

    @Test(arguments: ["twice", "bottomLeft"])
    func scaleAndOriginAreThoseOfTheOptions(option: String) async throws {
      let display = try #require(await TestDisplay())
      let plain = try #require(await display.openProbe(option))
      #expect(await display.shows { $0.count(ScreenPicture.blue) > 0 })
      let expected = try #require(await display.picture())
      _ = await plain.ask("close", for: "closed")
      #expect(await display.shows { $0.count(ScreenPicture.blue) == 0 })
      let probe = try #require(await display.openProbe(option, "gpu"))
      #expect(
        await display.shows {
          $0.count(ScreenPicture.blue) == expected.count(ScreenPicture.blue)
            && $0.count(ScreenPicture.red) == expected.count(ScreenPicture.red)
        }
      )
      let (a, b) = (try #require(await display.picture()), expected)
      #expect(a.left(ScreenPicture.blue, 60) == b.left(ScreenPicture.blue, 60))
      #expect(try await shown(probe).swaps > 0)
    }

    /// What Metal's commands draw is on the screen, and no pixel of it was in main memory.
    @Test func drawablesOfMetalStayOnTheGraphicsProcessor() async throws {
      let display = try #require(await TestDisplay())
      let probe = try #require(await display.openProbe("gpu"))
      #expect(await display.shows { $0.count(ScreenPicture.blue) == 1600 })
      for whites in 0..<7 {
        #expect(await probe.ask("present \(whites)", for: "presented") != nil)
        #expect(await display.shows { $0.count(ScreenPicture.green) == 60 * 50 })
        #expect(await probe.ask("drawable", for: "drawable") == "drawable on the device")
      }
      #expect(await display.shows { $0.count(ScreenPicture.red) == 200 * 100 - 1600 - 3000 })
    }

    /// Without a graphics processor in sight, Metal is in main memory.
    @Test func drawablesOfMetalAreInMainMemoryWhereTheProcessorDraws() async throws {
      let display = try #require(await TestDisplay())
      let probe = try #require(await display.openProbe())
      #expect(await probe.ask("present 3", for: "presented") != nil)
      #expect(await display.shows { $0.count(ScreenPicture.green) == 60 * 50 })
      #expect(await probe.ask("drawable", for: "drawable") == "drawable in main memory")
    }

    @Test func withoutTheGraphicsProcessorTheWindowGoesOn() async throws {
      let display = try #require(await TestDisplay())
      let probe = try #require(await display.openProbe("gpu"))
      #expect(await display.shows { $0.count(ScreenPicture.blue) == 1600 })
      let corner = await display.corner(of: await display.window(of: probe))
      _ = await probe.ask("leave", for: "left")
      _ = await probe.ask("nudge", for: "nudged")
      #expect(await display.shows { $0.left(ScreenPicture.blue, corner.y + 50) == corner.x + 21 })
      #expect(await display.shows { $0.count(ScreenPicture.red) == 200 * 100 - 1600 })
      let swaps = try await shown(probe).swaps
      _ = await probe.ask("nudge", for: "nudged")
      #expect(await display.shows { $0.left(ScreenPicture.blue, corner.y + 50) == corner.x + 22 })
      #expect(try await shown(probe).swaps == swaps)
    }

    @Test func withoutADriverTheProcessorShowsTheWindow() async throws {
      let display = try #require(await TestDisplay())
      var environment = display.environment
      environment["__EGL_VENDOR_LIBRARY_FILENAMES"] = "/dev/null"
      environment["__EGL_VENDOR_LIBRARY_DIRS"] = "/nowhere"
      let probe = try #require(await display.openProbe("gpu", environment: environment))
      #expect(await display.shows { $0.count(ScreenPicture.red) == 200 * 100 - 1600 })
      #expect(try await shown(probe).swaps == 0)
    }

    @Test func windowsWithoutADriverLeaveNoConnections() async throws {
      let display = try #require(await TestDisplay())
      var environment = display.environment
      environment["__EGL_VENDOR_LIBRARY_FILENAMES"] = "/dev/null"
      environment["__EGL_VENDOR_LIBRARY_DIRS"] = "/nowhere"
      let probe = try #require(await display.openProbe("gpu", environment: environment))
      func descriptors() -> Int {
        (try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(probe.number)/fd").count) ?? .max
      }
      let first = descriptors()
      for _ in 0..<4 {
        #expect(await probe.ask("close", for: "closed") != nil)
        #expect(await probe.ask("open gpu", for: "exposed") != nil)
      }
      #expect(await eventually(for: 5) { descriptors() <= first }, "\(first) became \(descriptors())")
    }

    /// Pictures of whole screens, and the rule of the backends: one level, in one pixel of a thousand.
    @Test func aScreenOfLayersIsThatOfTheProcessor() async throws {
      let display = try #require(await TestDisplay(size: "3840x2160"))
      func picture(_ arguments: String...) async throws -> ScreenPicture {
        let probe = try #require(
          ChildProgram(ChildProgram.built("WindowProbe"), arguments, environment: display.environment)
        )
        #expect(await probe.line("exposed") != nil)
        #expect(await display.shows { $0.count(ScreenPicture.red) > 1_000_000 })
        if arguments.contains("gpu") { #expect(try await shown(probe).swaps > 0) }
        let picture = try #require(await display.picture())
        _ = await probe.ask("close", for: "closed")
        #expect(await display.shows { $0.count(ScreenPicture.red) == 0 })
        return picture
      }
      let expected = try await picture("large", "rich")
      let seen = try await picture("large", "rich", "gpu")
      let difference = seen.difference(expected)
      #expect(difference.largest <= 1, "\(difference)")
      #expect(difference.count * 1000 <= seen.width * seen.height, "\(difference)")
    }
  }

  /// The same with a Wayland compositor.
  @Suite(.enabled(if: TestCompositor.isThere && TestDisplay.hasGraphics)) struct GraphicsWaylandTests {
    @Test func theWindowIsOnTheScreenAndAStillOneSwapsNothing() async throws {
      let compositor = try #require(await TestCompositor())
      let probe = try #require(await compositor.openProbe("gpu"))
      for _ in 0..<8 { _ = await probe.ask("nudge", for: "nudged") }
      #expect(await compositor.showsProbe(width: 200, height: 100))
      // Changes that come faster than pictures of the compositor are shown together.
      var (line, last) = ("", "no answer")
      for _ in 0..<40 where line != last {
        last = line
        try await Task.sleep(for: .milliseconds(250))
        line = try #require(await probe.ask("shown", for: "shown "))
      }
      let numbers = line.split(separator: " ").dropFirst().compactMap { Int($0) }
      #expect((1...12).contains(numbers.first ?? 0), "\(line)")
      try await Task.sleep(for: .seconds(1))
      #expect(await probe.ask("shown", for: "shown ") == line)
    }

    @Test func theWindowFollowsItsSizeAndGoesOnInMainMemory() async throws {
      let compositor = try #require(await TestCompositor())
      let probe = try #require(await compositor.openProbe("gpu"))
      #expect(await probe.ask("size 300 200", for: "resized 300 200") != nil)
      #expect(await compositor.showsProbe(width: 300, height: 200))
      _ = await probe.ask("leave", for: "left")
      _ = await probe.ask("nudge", for: "nudged")
      #expect(await compositor.showsProbe(width: 300, height: 200))
      #expect(await probe.ask("close", for: "closed") != nil)
      #expect(await compositor.showsNothing())
      #expect(probe.isRunning)
    }

    @Test func aWindowThatIsReleasedWhileItMovesLeavesTheProgramAlone() async throws {
      let compositor = try #require(await TestCompositor())
      let probe = try #require(await compositor.openProbe("gpu"))
      for _ in 0..<5 {
        _ = await probe.ask("slide 20 180 60", for: "sliding")
        #expect(await probe.ask("release", for: "released") != nil)
        #expect(await compositor.showsNothing())
        #expect(await probe.ask("open gpu", for: "open") != nil, "\(probe.output)")
      }
      #expect(await compositor.showsProbe(width: 200, height: 100))
    }
  }
}

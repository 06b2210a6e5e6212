import Foundation
import StrataTesting
import Testing

extension WindowTests {
  /// What a window asks of the desktop: its title, its place, its pointer.
  @Suite struct DesktopTests {
    @Test(.enabled(if: ChildProgram.installed("xprop") != nil, "not installed: xprop"))
    func aTitleBeyondASCIIIsReadInBothProperties() async throws {
      let display = try #require(await TestDisplay())
      let probe = try #require(await display.openProbe())
      let window = await display.window(of: probe)
      probe.write("title Tür ♥")
      #expect(await eventually { await display.act("getwindowname \(window)") == "Tür ♥" })
      let environment = display.environment.merging(["LC_ALL": "C.UTF-8"]) { $1 }
      let arguments = ["-id", window, "WM_NAME"]
      let name = await ChildProgram.run("xprop", arguments, environment: environment)
      #expect(String(decoding: name, as: UTF8.self) == "WM_NAME(UTF8_STRING) = \"Tür ♥\"\n")
    }

    @Test func theRootLayerHasTheSizeThatTheDisplayGives() async throws {
      let display = try #require(await TestDisplay())
      // 100.6 points high; there are whole pixels only.
      let probe = try #require(await display.openProbe("fraction"))
      #expect(await probe.ask("bounds", for: "bounds") == "bounds 200.0 101.0 in 200.0 101.0")
    }

    @Test("A size that a window cannot have is answered once, though the answer leads to the same request")
    func refusedSizes() async throws {
      let display = try #require(await TestDisplay())
      let probe = try #require(await display.openProbe())
      // 125.625 points high; there are whole pixels only.
      #expect(await probe.ask("size 201 125.625", for: "resized 201 126") != nil)
      var count = probe.output.count
      probe.write("size 201 125.625")
      #expect(await probe.ask("hide", for: "visible false") != nil)
      #expect(!probe.output.dropFirst(count).contains { $0.hasPrefix("resized") }, "\(probe.output)")
      // Others are answered, and so is that one after another size.
      count = probe.output.count
      #expect(await probe.ask("size 201 125.75", for: "resized 201 126") != nil)
      #expect(await probe.ask("size 120 60", for: "resized 120 60") != nil)
      #expect(await probe.ask("size 201 125.75", for: "resized 201 126") != nil)
      #expect(probe.output.dropFirst(count).count { $0.hasPrefix("resized") } == 3)
    }

    @Test func aWindowMovesAndKnowsItsPlace() async throws {
      let display = try #require(await TestDisplay())
      let probe = try #require(await display.openProbe())
      let window = await display.window(of: probe)
      probe.write("move 33 44")
      #expect(await eventually { await display.corner(of: window) == (33, 44) })
      #expect(await eventually { await probe.ask("place", for: "place") == "place 33 44 on 480 360" })
      probe.write("center")
      #expect(await eventually { await display.corner(of: window) == (140, 130) })
      await display.act("windowmove \(window) 7 8")
      #expect(await eventually { await probe.ask("place", for: "place") == "place 7 8 on 480 360" })
    }
  }
}

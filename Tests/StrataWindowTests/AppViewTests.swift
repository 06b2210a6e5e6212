import Foundation
import StrataTesting
import Testing

extension WindowTests {
  /// AppKit's view layer on a display: a program with a delegate, a window and views, used as its user does.
  @Suite struct AppViewTests {
    @Test func theMouseReachesTheViewAndDragsIt() async throws {
      let display = try #require(await TestDisplay())
      let program = try await display.openViews("AppViewProbe")
      let corner = await display.corner(of: display.window(of: program))
      #expect(await display.shows { $0.pixel(corner.x + 50, corner.y + 50) == ScreenPicture.green })
      await display.act("mousemove \(corner.x + 150) \(corner.y + 50)")
      await display.act("mousemove \(corner.x + 50) \(corner.y + 40)")
      #expect(await program.line("entered") != nil, "\(program.output)")
      await display.act("mousedown 1")
      // 30 points from the left, and 40 from the bottom of the view, which lies 20 points over the window's.
      #expect(await program.line("down 30 40 clicks 1") != nil, "\(program.output)")
      await display.act("mousemove \(corner.x + 90) \(corner.y + 30)")
      await display.act("mouseup 1")
      #expect(await program.line("up 60 30") != nil, "\(program.output)")
      #expect(await display.shows { $0.pixel(corner.x + 110, corner.y + 20) == ScreenPicture.blue })
      #expect(await display.shows { $0.pixel(corner.x + 30, corner.y + 50) == ScreenPicture.red })
      await display.act("mousemove \(corner.x + 10) \(corner.y + 90)")
      #expect(await program.line("exited") != nil, "\(program.output)")
    }

    @Test func keysAndTheWheelReachTheView() async throws {
      let display = try #require(await TestDisplay())
      let program = try await display.openViews("AppViewProbe")
      let window = await display.window(of: program)
      let corner = await display.corner(of: window)
      await display.act("windowfocus \(window)")
      await display.act("mousemove \(corner.x + 50) \(corner.y + 50) click 1")
      #expect(await program.line("down") != nil, "\(program.output)")
      await display.act("key a")
      #expect(await program.line("key 0 a") != nil, "\(program.output)")
      await display.act("click 4")
      #expect(await program.line("scrolled 1") != nil, "\(program.output)")
    }

    @Test func aWindowIsWhereItsFrameSays() async throws {
      let display = try #require(await TestDisplay())
      let program = try await display.openViews("AppViewProbe", "40", "60", "300", "200")
      // The screen is known before the first window.
      #expect(program.output.first == "screen 0 0 480 360", "\(program.output)")
      #expect(await program.line("asked for 40 60 300 200") != nil, "\(program.output)")
      let window = await display.window(of: program)
      #expect(await eventually { await display.corner(of: window) == (40, 100) })
      await display.act("windowsize \(window) 280 150")
      #expect(await program.line("frame 40 110 280 150") != nil, "\(program.output)")
      // A window that the user has closed comes back as it was.
      let closer = display.askToClose(window)
      #expect(closer != nil)
      #expect(await program.line("again") != nil, "\(program.output)")
      let next = await display.window(of: program)
      #expect(await eventually { await display.corner(of: next) == (40, 100) })
      #expect(await display.act("getwindowgeometry \(next)").hasSuffix("280x150"))
    }

    @Test func aDelegateThatKeepsTheAspectComesToRest() async throws {
      let display = try #require(await TestDisplay())
      let program = try await display.openViews("AppViewProbe", "1.6")
      let window = await display.window(of: program)
      await display.act("windowsize \(window) 201 150")
      #expect(await program.line("has 201.0 126.0") != nil, "\(program.output)")
      await display.act("windowsize \(window) 320 200")
      #expect(await program.line("has 320.0 200.0") != nil, "\(program.output)")
      // 125.625 points were asked for; there are whole pixels only.
      let sizes = program.output.filter { $0.hasPrefix("has 201.0") }
      #expect(sizes == ["has 201.0 150.0", "has 201.0 125.625", "has 201.0 126.0"])
    }

    @Test func viewsFollowTheSizeAndTheProgramEndsWithItsWindow() async throws {
      let display = try #require(await TestDisplay())
      let program = try await display.openViews("AppViewProbe")
      let window = await display.window(of: program)
      await display.act("windowsize \(window) 300 150")
      #expect(await program.line("size 300 150") != nil, "\(program.output)")
      let corner = await display.corner(of: window)
      #expect(await display.shows { $0.pixel(corner.x + 290, corner.y + 10) == ScreenPicture.red })
      let closer = display.askToClose(window)
      #expect(closer != nil)
      #expect(await program.line("terminated") != nil, "\(program.output)")
      #expect(program.output.filter { ["asked", "closing"].contains($0) } == ["asked", "closing"])
      #expect(await eventually { program.status != nil })
      #expect(program.status == 0)
    }

    @Test(.enabled(if: TestDisplay.hasFrames, "not installed: openbox or xprop"))
    func aBorderlessWindowIsWhereItsContentsAreAskedFor() async throws {
      let display = try #require(await TestDisplay())
      let manager = try #require(await display.startManager())
      let program = try await display.openViews("AppViewProbe", "ruler")
      let window = await display.window(of: program)
      #expect(await eventually { await display.frame(of: window).max() ?? 0 == 0 })
      #expect(await eventually { await display.corner(of: window) == (40, 200) })
      #expect(await display.shows { $0.pixel(50, 210) == ScreenPicture.blue })
      await display.act("mousemove 100 250 click 3")
      #expect(await program.line("framed") != nil, "\(program.output)")
      #expect(await eventually { await display.frame(of: window).max() ?? 0 > 5 })
      #expect(manager.isRunning)
    }

    @Test func aPartIsDrawnAnewTheSameWayUp() async throws {
      let display = try #require(await TestDisplay())
      let program = try await display.openViews("AppViewProbe", "ruler")
      let corner = await display.corner(of: display.window(of: program))
      #expect(await display.shows { $0.pixel(corner.x + 15, corner.y + 15) == ScreenPicture.blue })
      await display.act("mousemove \(corner.x + 100) \(corner.y + 50) click 1")
      #expect(await program.line("clicked") != nil, "\(program.output)")
      #expect(await display.shows { $0.pixel(corner.x + 15, corner.y + 85) == ScreenPicture.green })
      let picture = try #require(await display.picture())
      #expect(picture.pixel(corner.x + 15, corner.y + 15) == ScreenPicture.blue)
      #expect(picture.pixel(corner.x + 100, corner.y + 85) == ScreenPicture.red)
    }
  }
}

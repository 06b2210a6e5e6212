import Foundation
import StrataTesting
import Testing

extension WindowTests {
  /// The view layer on a display: a program with a delegate, a controller and a view, used as its user does.
  @Suite struct ViewTests {
    @Test func aClickIsATapOnTheViewUnderIt() async throws {
      let display = try #require(await TestDisplay())
      let program = try await display.openViews("ViewProbe")
      let corner = await display.corner(of: display.window(of: program))
      #expect(await display.shows { $0.pixel(corner.x + 50, corner.y + 50) == ScreenPicture.green })
      await display.act("mousemove \(corner.x + 150) \(corner.y + 50) click 1")
      await display.act("mousemove \(corner.x + 50) \(corner.y + 50) click 1")
      #expect(await program.line("tapped") != nil)
      #expect(await display.shows { $0.pixel(corner.x + 50, corner.y + 50) == ScreenPicture.blue })
      #expect(program.output.count { $0 == "tapped" } == 1)
    }

    @Test func viewsFollowTheSizeOfTheWindow() async throws {
      let display = try #require(await TestDisplay())
      let program = try await display.openViews("ViewProbe")
      let window = await display.window(of: program)
      await display.act("windowsize \(window) 300 150")
      #expect(await program.line("layout 300 150") != nil, "\(program.output)")
      let corner = await display.corner(of: window)
      #expect(await display.shows { $0.pixel(corner.x + 290, corner.y + 140) == ScreenPicture.red })
    }

    @Test func keysAndTheWheelReachTheViews() async throws {
      let display = try #require(await TestDisplay())
      let program = try await display.openViews("ViewProbe")
      let window = await display.window(of: program)
      let corner = await display.corner(of: window)
      await display.act("windowfocus --sync \(window) mousemove \(corner.x + 50) \(corner.y + 50)")
      await display.act("key a ctrl+s")
      #expect(await program.line("key a 4") != nil, "\(program.output)")
      #expect(await program.line("key up a") != nil, "\(program.output)")
      #expect(await program.line("saved") != nil, "\(program.output)")
      #expect(!program.output.contains("key s 22"))
      await display.act("click 4 click 4")
      #expect(await program.line("scrolled began 10") != nil, "\(program.output)")
      #expect(await program.line("scrolled ended 20") != nil, "\(program.output)")
    }

    @Test func theMouseAndTheWheelScrollAPage() async throws {
      let display = try #require(await TestDisplay())
      let program = try await display.openViews("ViewProbe")
      let window = await display.window(of: program)
      let corner = await display.corner(of: window)
      let (x, y) = (corner.x + 150, corner.y + 80)
      await display.act("windowfocus --sync \(window) key l mousemove \(x) \(y)")
      #expect(await display.shows { $0.pixel(x, y) == ScreenPicture.green })
      await display.act("click 5 click 5")
      #expect(await program.line("page rests at 80.0") != nil, "\(program.output)")
      // A pause before the button goes up leaves no speed.
      await display.act("mousedown 1 mousemove \(x) \(y - 40) mousemove \(x) \(y - 70) sleep 0.4 mouseup 1")
      #expect(await program.line("page rests at 140.0") != nil, "\(program.output)")
      // Pulled beyond the upper edge it comes back.
      let pull = (1...8).map { "mousemove \(x) \(y - 70 + 40 * $0)" }.joined(separator: " ")
      await display.act("mousemove \(x) \(y - 70) mousedown 1 \(pull) mouseup 1")
      #expect(await program.line("page rests at 0.0") != nil, "\(program.output)")
      #expect(await display.shows { $0.pixel(x, y) == ScreenPicture.green })
    }

    @Test func theWindowFollowsItsFrame() async throws {
      let display = try #require(await TestDisplay())
      let program = try await display.openViews("ViewProbe")
      let window = await display.window(of: program)
      await display.act("windowfocus --sync \(window) key w")
      #expect(await program.line("layout 260 130") != nil, "\(program.output)")
      #expect(
        await eventually {
          let geometry = await display.act("getwindowgeometry --shell \(window)")
          return geometry.contains("WIDTH=260") && geometry.contains("HEIGHT=130")
        }
      )
    }

    @Test func aWindowIsBlackBesideItsViews() async throws {
      let display = try #require(await TestDisplay())
      let program = try await display.openViews("ViewProbe")
      let window = await display.window(of: program)
      let corner = await display.corner(of: window)
      #expect(await display.shows { $0.pixel(corner.x + 150, corner.y + 50) == ScreenPicture.red })
      await display.act("windowfocus --sync \(window) key b")
      #expect(await program.line("layout 100 100") != nil, "\(program.output)")
      #expect(await display.shows { $0.pixel(corner.x + 150, corner.y + 50) == ScreenPicture.black })
    }

    @Test func theProgramEndsWithItsLastWindow() async throws {
      let display = try #require(await TestDisplay())
      let program = try await display.openViews("ViewProbe")
      let window = await display.window(of: program)
      let closer = display.askToClose(window)
      #expect(closer != nil)
      #expect(await program.line("terminated") != nil, "\(program.output)")
      #expect(await eventually { program.status != nil })
      #expect(program.status == 0)
    }

    @Test func windowsThatAreHiddenOrReleasedDoNotKeepTheProgram() async throws {
      let display = try #require(await TestDisplay())
      let program = try await display.openViews("ViewProbe")
      let window = await display.window(of: program)
      await display.act("windowfocus --sync \(window) key o")
      #expect(await program.line("others were shown") != nil, "\(program.output)")
      let closer = display.askToClose(window)
      #expect(closer != nil)
      #expect(await program.line("terminated") != nil, "\(program.output)")
    }
  }
}

import Foundation
import Testing

extension WindowTests {
  /// The view layer on a display: a program with a delegate, a controller and a view, used as its user does.
  @Suite struct ViewTests {
    private func open(on display: TestDisplay) async throws -> ChildProgram {
      let program = try #require(
        ChildProgram(ChildProgram.built("ViewProbe"), environment: display.environment)
      )
      try #require(await program.line("appeared") != nil, "\(program.output)")
      return program
    }

    @Test func aClickIsATapOnTheViewUnderIt() async throws {
      let display = try #require(await TestDisplay())
      let program = try await open(on: display)
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
      let program = try await open(on: display)
      let window = await display.window(of: program)
      await display.act("windowsize \(window) 300 150")
      #expect(await program.line("layout 300 150") != nil, "\(program.output)")
      let corner = await display.corner(of: window)
      #expect(await display.shows { $0.pixel(corner.x + 290, corner.y + 140) == ScreenPicture.red })
    }

    @Test func theProgramEndsWithItsLastWindow() async throws {
      let display = try #require(await TestDisplay())
      let program = try await open(on: display)
      let window = await display.window(of: program)
      let closer = ChildProgram(
        ChildProgram.built("WindowProbe"),
        ["--ask-to-close", window],
        environment: display.environment
      )
      #expect(closer != nil)
      #expect(await program.line("terminated") != nil, "\(program.output)")
      #expect(await eventually { program.status != nil })
      #expect(program.status == 0)
    }
  }
}

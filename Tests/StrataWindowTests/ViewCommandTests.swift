import Foundation
import StrataTesting
import Testing

extension WindowTests {
  @Suite struct ViewCommandTests {
    /// A folder with a document whose square slides from the left to the right in four seconds, and has two states.
    private struct Place {
      private let temporary: TemporaryFolder
      var folder: URL { temporary.url }
      var document: String { folder.appending(path: "Slide.caml").path }

      init() throws {
        temporary = try TemporaryFolder()
        try write(color: "0 0 1")
      }

      /// Writes the document as editors do: to another file that takes its place.
      func write(color: String, state: String = "Off", isInitial: Bool = false) throws {
        let text = """
          <?xml version="1.0" encoding="UTF-8"?>
          <caml xmlns="http://www.apple.com/CoreAnimation/1.0">
          <CALayer backgroundColor="1 0 0" bounds="0 0 200 100" position="100 50">
            <sublayers>
              <CALayer backgroundColor="\(color)" bounds="0 0 20 20" position="10 50">
                <animations>
                  <animation type="CABasicAnimation" keyPath="position.x" duration="4" fillMode="both"
                    removedOnCompletion="0">
                    <fromValue type="float" value="10"/>
                    <toValue type="float" value="190"/>
                  </animation>
                </animations>
              </CALayer>
              <CALayer id="lamp" bounds="0 0 10 10" position="100 10" backgroundColor="0 1 0"/>
            </sublayers>
            <states>
              <LKState name="\(state)" initial="\(isInitial ? 1 : 0)"><elements>
                <LKStateSetValue targetId="lamp" keyPath="opacity">
                  <value type="integer" value="0"/>
                </LKStateSetValue>
              </elements></LKState>
            </states>
          </CALayer>
          </caml>
          """
        try save(text)
      }

      /// Writes the document's text.
      func save(_ text: String) throws {
        let draft = folder.appending(path: ".draft")
        try Data(text.utf8).write(to: draft)
        _ = try? FileManager.default.removeItem(atPath: document)
        try FileManager.default.moveItem(at: draft, to: URL(filePath: document))
      }
    }

    /// The tool with its window, which has the keyboard.
    private func view(
      _ place: Place,
      _ arguments: String...,
      on display: TestDisplay
    ) async throws -> (tool: ChildProgram, window: String, corner: (x: Int, y: Int)) {
      let tool = try #require(
        ChildProgram(
          ChildProgram.built("strata"),
          ["view", place.document] + arguments,
          environment: display.environment
        )
      )
      let window = await display.window(of: tool)
      await display.act("mousemove 0 0 windowfocus --sync \(window)")
      return (tool, window, await display.corner(of: window))
    }

    @Test func arrowsStepAndTheTitleTellsTheTime() async throws {
      let (place, display) = (try Place(), try #require(await TestDisplay()))
      let (tool, window, corner) = try await view(place, "--at", "1", "--fps", "10", on: display)
      // A quarter of the way from 10 to 190, as the square's left edge.
      #expect(await display.shows { $0.left(ScreenPicture.blue, corner.y + 50) == corner.x + 45 })
      #expect(await eventually { await display.act("getwindowname \(window)") == "Slide - 1.000 s" })
      await display.act("key Right Right")
      #expect(await eventually { await display.act("getwindowname \(window)") == "Slide - 1.200 s" })
      #expect(await display.shows { $0.left(ScreenPicture.blue, corner.y + 50) == corner.x + 54 })
      await display.act("key Left Left Left Left")
      #expect(await display.shows { $0.left(ScreenPicture.blue, corner.y + 50) == corner.x + 36 })
      await display.act("key Home")
      #expect(await display.shows { $0.left(ScreenPicture.blue, corner.y + 50) == corner.x })
      await display.act("key q")
      #expect(await eventually { tool.status == 0 }, "\(tool.output)")
    }

    @Test func spacePlaysAndPauses() async throws {
      let (place, display) = (try Place(), try #require(await TestDisplay()))
      let (tool, window, corner) = try await view(place, "--at", "0", on: display)
      func left() async -> Int? {
        await display.picture()?.columns(of: ScreenPicture.blue, row: corner.y + 50)?.lowerBound
      }
      #expect(await eventually { await left() == corner.x })
      await display.act("key space")
      #expect(await eventually { await left() ?? 0 > corner.x + 30 })
      await display.act("key space")
      #expect(await eventually { await display.act("getwindowname \(window)").hasSuffix(" s") })
      try await Task.sleep(for: .milliseconds(200))
      let stopped = await left()
      try await Task.sleep(for: .milliseconds(400))
      #expect(await left() == stopped)
      await display.act("key Escape")
      #expect(await eventually { tool.status == 0 })
    }

    @Test func aSavedDocumentIsReadAgainAtTheSameMoment() async throws {
      let (place, display) = (try Place(), try #require(await TestDisplay()))
      let (tool, window, corner) = try await view(place, "--at", "2", on: display)
      #expect(await display.shows { $0.left(ScreenPicture.blue, corner.y + 50) == corner.x + 90 })
      try place.write(color: "1 1 1")
      #expect(await display.shows { $0.left(ScreenPicture.white, corner.y + 50) == corner.x + 90 })
      // A document that cannot be read leaves the picture, and the title says why.
      try Data("<caml><CALayer>".utf8).write(to: URL(filePath: place.document))
      #expect(await eventually { await display.act("getwindowname \(window)").contains("not read again") })
      let picture = try #require(await display.picture())
      #expect(picture.left(ScreenPicture.white, corner.y + 50) == corner.x + 90)
      #expect(tool.isRunning)
    }

    @Test func homeGoesToTheStateOfTheLastReading() async throws {
      let (place, display) = (try Place(), try #require(await TestDisplay()))
      try place.write(color: "0 0 1", isInitial: true)
      let (tool, window, corner) = try await view(place, "--at", "0", on: display)
      func title(is text: String) async -> Bool {
        await eventually { await display.act("getwindowname \(window)") == text }
      }
      #expect(await title(is: "Slide - Off - 0.000 s"))
      // The state on show is gone, and so is the one of the first reading.
      try place.write(color: "0 0 1", state: "Dark", isInitial: true)
      #expect(await title(is: "Slide - Dark - 0.000 s"))
      await display.act("key 0")
      #expect(await title(is: "Slide - 0.000 s"))
      await display.act("key Home")
      #expect(await title(is: "Slide - Dark - 0.000 s"))
      try place.write(color: "1 1 1", state: "Dark")
      #expect(await display.shows { $0.left(ScreenPicture.white, corner.y + 50) == corner.x })
      await display.act("key Right Home")
      #expect(await title(is: "Slide - 0.000 s"))
      #expect(tool.isRunning)
    }

    /// Words of the tool, not of its library.
    @Test func theTitleSaysWhyADocumentIsNotReadAgain() async throws {
      let (place, display) = (try Place(), try #require(await TestDisplay()))
      let (tool, window, _) = try await view(place, "--strict", "--max-depth", "8", on: display)
      func title(contains text: String) async -> Bool {
        await eventually { await display.act("getwindowname \(window)").contains(text) }
      }
      try place.save("<CALayer bounds=\"0 0 9\"/>")
      #expect(await title(contains: "not read again: --strict, and the document has warnings"))
      let image = "<contents type=\"CGImage\" src=\"none.png\"/>"
      try place.save("<CALayer bounds=\"0 0 9 9\">\(image)</CALayer>")
      #expect(await title(contains: "read without --strict"))
      let layers = String(repeating: "<CALayer><sublayers>", count: 20)
      try place.save(layers + String(repeating: "</sublayers></CALayer>", count: 20))
      #expect(await title(contains: "--max-depth"))
      #expect(tool.isRunning)
    }

    @Test func digitsChooseStatesAndTheDocumentFitsTheWindow() async throws {
      let (place, display) = (try Place(), try #require(await TestDisplay()))
      let (tool, window, _) = try await view(place, "--at", "0", on: display)
      #expect(await display.shows { $0.count(ScreenPicture.green) == 100 })
      await display.act("key 1")
      #expect(await display.shows { $0.count(ScreenPicture.green) == 0 })
      #expect(await eventually { await display.act("getwindowname \(window)") == "Slide - Off - 0.000 s" })
      await display.act("key 0")
      #expect(await display.shows { $0.count(ScreenPicture.green) == 100 })
      // The whole window must be on the screen.
      await display.act("windowmove --sync \(window) 5 5 windowsize \(window) 400 300")
      // Twice as large, and centred between two strips of 50 pixels.
      #expect(await display.shows { $0.count(ScreenPicture.green) == 400 })
      let picture = try #require(await display.picture())
      let corner = await display.corner(of: window)
      #expect(picture.pixel(corner.x + 5, corner.y + 49) == ScreenPicture.white)
      #expect(picture.pixel(corner.x + 5, corner.y + 51) == ScreenPicture.red)
      #expect(tool.isRunning)
    }

    @Test func failuresHaveTheirExitCodes() async throws {
      let place = try Place()
      let tool = ChildProgram.built("strata")
      let blind = ["DISPLAY": ":9999", "SDL_VIDEODRIVER": "x11"]
      let noDisplay = try #require(ChildProgram(tool, ["view", place.document], environment: blind))
      #expect(await eventually { noDisplay.status == 69 })
      #expect(await noDisplay.line("strata: no display: ") != nil, "\(noDisplay.output)")
      let absent = try #require(ChildProgram(tool, ["view", place.document + ".ca"], environment: blind))
      #expect(await eventually { absent.status == 66 })
      let arguments = ["view", place.document, "--scale", "0"]
      let wrong = try #require(ChildProgram(tool, arguments, environment: blind))
      #expect(await eventually { wrong.status == 64 })
    }

    /// SDL has drivers that show nothing, which it takes where no server answers.
    @Test(arguments: [[], ["DISPLAY=:9999"]]) func withoutADisplayTheToolEnds(_ display: [String])
      async throws
    {
      let place = try Place()
      let unset = ["DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER"].flatMap { ["-u", $0] }
      let command = unset + display + [ChildProgram.built("strata").path, "view", place.document]
      let tool = try #require(ChildProgram(URL(filePath: "/usr/bin/env"), command))
      #expect(await eventually { tool.status == 69 }, "\(tool.output)")
      #expect(await tool.line("strata: no display: ") != nil, "\(tool.output)")
    }

    @Test func aDisplayThatGoesAwayEndsTheTool() async throws {
      let (place, display) = (try Place(), try #require(await TestDisplay()))
      let (tool, _, _) = try await view(place, on: display)
      display.end()
      #expect(await eventually { tool.status == 69 }, "\(tool.output)")
      #expect(await tool.line("strata: the connection to the display server is lost") != nil)
    }
  }
}

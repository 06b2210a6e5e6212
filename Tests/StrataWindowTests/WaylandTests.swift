import Foundation
import Testing

/// The same windows on a Wayland compositor, whose screen is a window of a display server without one.
@Suite(
  .serialized,
  .enabled(if: TestDisplay.isThere && ChildProgram.installed("weston") != nil, "not installed: weston")
)
struct WaylandTests {
  /// A compositor with a socket in a folder of its own.
  private struct Compositor {
    let program: ChildProgram
    let display: TestDisplay
    let environment: [String: String]

    init?() async {
      let name = "strata-wayland-\(UUID().uuidString)"
      let folder = FileManager.default.temporaryDirectory.appending(path: name)
      let mode = [FileAttributeKey.posixPermissions: 0o700]
      try? FileManager.default.createDirectory(
        at: folder,
        withIntermediateDirectories: true,
        attributes: mode
      )
      environment = [
        "XDG_RUNTIME_DIR": folder.path, "WAYLAND_DISPLAY": "strata", "SDL_VIDEODRIVER": "wayland",
      ]
      guard let weston = ChildProgram.installed("weston"), let display = await TestDisplay(),
        let program = ChildProgram(
          weston,
          ["--backend=x11-backend.so", "--use-pixman", "--socket=strata", "--idle-time=0"],
          environment: environment.merging(["DISPLAY": display.name]) { $1 }
        )
      else { return nil }
      (self.program, self.display) = (program, display)
      let socket = folder.appending(path: "strata").path
      guard await eventually({ FileManager.default.fileExists(atPath: socket) }) else { return nil }
    }
  }

  @Test func aWindowOpensAnimatesAndCloses() async throws {
    let compositor = try #require(await Compositor())
    let probe = try #require(
      ChildProgram(ChildProgram.built("WindowProbe"), environment: compositor.environment)
    )
    #expect(await probe.line("open 200 100 1.0 60") != nil, "\(probe.output)")
    #expect(await compositor.display.shows { $0.count(ScreenPicture.blue) == 1600 })
    _ = await probe.ask("slide 20 180 60", for: "sliding")
    #expect(
      await eventually {
        let line = await probe.ask("frames", for: "frames")
        return Int(line?.dropFirst(7) ?? "").map { $0 >= 20 } ?? false
      }
    )
    #expect(await probe.ask("size 300 200", for: "resized 300 200") != nil)
    #expect(await probe.ask("close", for: "closed") != nil)
    #expect(await probe.ask("open", for: "open") != nil)
  }

  @Test func aCompositorThatGoesAwayEndsTheWindowAndNotTheProgram() async throws {
    let compositor = try #require(await Compositor())
    let probe = try #require(
      ChildProgram(ChildProgram.built("WindowProbe"), environment: compositor.environment)
    )
    #expect(await probe.line("open") != nil, "\(probe.output)")
    _ = await probe.ask("slide 20 180 60", for: "sliding")
    compositor.program.end()
    let failure = await probe.line("failed")
    #expect(failure?.hasPrefix("failed the connection to the display server is lost") == true)
    #expect(await probe.ask("open", for: "error no display") != nil)
  }
}

import Foundation

/// A Wayland compositor whose screen is a window of a display server without one; the user's hands work on that.
struct TestCompositor {
  /// The display server around it.
  let display: TestDisplay
  private let server: ChildProgram
  private let folder: URL

  /// True if the compositor can be tested here; `make test` installs what is missing.
  static var isThere: Bool { TestDisplay.isThere && ChildProgram.installed("weston") != nil }

  private static let socket = "strata-test"

  /// Starts a display server, and a compositor in it.
  init?() async {
    guard let weston = ChildProgram.installed("weston"), let display = await TestDisplay(size: "720x480")
    else {
      return nil
    }
    let folder = FileManager.default.temporaryDirectory.appending(path: "strata-wayland-\(UUID().uuidString)")
    let mine: [FileAttributeKey: Any] = [.posixPermissions: 0o700]
    try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true, attributes: mine)
    let arguments = [
      "--backend=x11-backend.so", "--socket=\(Self.socket)", "--width=640", "--height=480", "--no-config",
      "--idle-time=0", "--use-pixman",
    ]
    let environment = ["DISPLAY": display.name, "XDG_RUNTIME_DIR": folder.path]
    guard let server = ChildProgram(weston, arguments, environment: environment) else { return nil }
    (self.display, self.server, self.folder) = (display, server, folder)
    let socket = folder.appending(path: Self.socket).path
    // The panel of the shell is drawn when everything is there.
    guard await eventually({ FileManager.default.fileExists(atPath: socket) }),
      await display.shows({ $0.pixel(300, 300) != ScreenPicture.black })
    else { return nil }
  }

  /// Ends the compositor, as if it had crashed.
  func end() { server.end() }

  var environment: [String: String] {
    [
      "SDL_VIDEODRIVER": "wayland", "WAYLAND_DISPLAY": Self.socket, "XDG_RUNTIME_DIR": folder.path,
      "DISPLAY": "",
    ]
  }

  /// Starts the program with a window and waits until its red is on the screen.
  func openProbe() async -> ChildProgram? {
    guard let probe = ChildProgram(ChildProgram.built("WindowProbe"), environment: environment),
      await probe.line("open") != nil, await display.shows({ $0.count(ScreenPicture.red) > 10_000 })
    else { return nil }
    return probe
  }
}

import Foundation
import StrataTesting

/// A Wayland compositor whose screen is a window of a display server without one; the user's hands work on that.
struct TestCompositor {
  /// The display server around it.
  let display: TestDisplay
  private let server: ChildProgram
  private let temporary: TemporaryFolder
  private var folder: URL { temporary.url }

  /// True if the compositor can be tested here; `make test` installs what is missing.
  static var isThere: Bool { TestDisplay.isThere && ChildProgram.installed("weston") != nil }

  private static let socket = "strata-test"

  /// The colour of the empty screen, which no window here has.
  private static let background: UInt32 = 0x336699
  private static let (width, height) = (640, 480)

  /// Nothing of the desktop's lies on the windows, and they come and go at once.
  private static let settings = """
    [core]
    idle-time=0
    [shell]
    background-color=0xff\(String(background, radix: 16))
    panel-position=none
    locking=false
    animation=none
    startup-animation=none
    close-animation=none
    focus-animation=none
    """

  /// Starts a display server, and a compositor in it, and waits until its screen is empty.
  ///
  /// Windows come to places at random where they are seen whole.
  init?() async {
    guard let weston = ChildProgram.installed("weston"),
      let display = await TestDisplay(size: "\(Self.width + 80)x\(Self.height)"),
      let temporary = try? TemporaryFolder()
    else { return nil }
    let folder = temporary.url
    let configuration = folder.appending(path: "weston.ini")
    try? Data(Self.settings.utf8).write(to: configuration)
    let arguments = [
      "--backend=x11-backend.so", "--socket=\(Self.socket)", "--width=\(Self.width)",
      "--height=\(Self.height)", "--config=\(configuration.path)", "--use-pixman",
    ]
    let environment = ["DISPLAY": display.name, "XDG_RUNTIME_DIR": folder.path]
    guard let server = ChildProgram(weston, arguments, environment: environment) else { return nil }
    (self.display, self.server, self.temporary) = (display, server, temporary)
    let socket = folder.appending(path: Self.socket).path
    guard await eventually({ FileManager.default.fileExists(atPath: socket) }),
      await display.shows({ $0.count(Self.background) > Self.width * Self.height / 2 })
    else { return nil }
    guard await eventually({ await putPointerAway() }) else { return nil }
  }

  /// Moves the pointer to a corner where no more of it is seen than its tip.
  ///
  /// The compositor follows the mouse from the moment it comes into its screen, from the part of the display beside it.
  func movePointerAway() async {
    let (right, bottom) = (Self.width - 1, Self.height - 1)
    await display.act("mousemove \(Self.width + 40) \(bottom) mousemove \(right) \(bottom)")
  }

  /// Moves the pointer away from an empty screen; returns true if it is there.
  private func putPointerAway() async -> Bool {
    await movePointerAway()
    return await display.shows(for: 1) {
      $0.count(Self.background) > Self.width * Self.height - Self.tip
    }
  }

  /// The pixels that the tip of the pointer covers, or more.
  private static let tip = 25

  /// Ends the compositor, as if it had crashed.
  func end() { server.end() }

  /// True if windows can have frames with a title here: programs draw them themselves, with a plug-in.
  static var hasFrames: Bool {
    let files = FileManager.default
    let folder = ProcessInfo.processInfo.environment["LIBDECOR_PLUGIN_DIR"].map { [$0] }
    let system = (try? files.contentsOfDirectory(atPath: "/usr/lib"))?.map {
      "/usr/lib/\($0)/libdecor/plugins-1"
    }
    return (folder ?? system ?? []).contains { files.fileExists(atPath: $0 + "/libdecor-cairo.so") }
  }

  /// The environment of a program whose windows have no frames, or have them.
  private func environment(framed: Bool) -> [String: String] {
    [
      "SDL_VIDEODRIVER": "wayland", "WAYLAND_DISPLAY": Self.socket, "XDG_RUNTIME_DIR": folder.path,
      "DISPLAY": "", "SDL_VIDEO_WAYLAND_ALLOW_LIBDECOR": framed ? "1" : "0",
    ]
  }

  /// Starts the program with a window and waits until all of it is on the screen.
  func openProbe(_ arguments: String..., framed: Bool = false) async -> ChildProgram? {
    let environment = environment(framed: framed)
    guard let probe = ChildProgram(ChildProgram.built("WindowProbe"), arguments, environment: environment),
      await probe.line("open") != nil, await showsProbe(width: 200, height: 100)
    else { return nil }
    return probe
  }

  /// Waits until the screen shows the program's red and the blue square on it, with no pixel of them missing.
  func showsProbe(width: Int, height: Int) async -> Bool {
    await display.shows {
      $0.count(ScreenPicture.blue) == 40 * 40 && $0.count(ScreenPicture.red) == width * height - 40 * 40
    }
  }

  /// The columns and rows of the screen that the program's window covers, without its frame.
  func window() async -> (columns: ClosedRange<Int>, rows: ClosedRange<Int>)? {
    await display.picture()?.extent(of: ScreenPicture.red)
  }

  /// Waits until the screen shows no window.
  func showsNothing() async -> Bool {
    await display.shows { $0.count(ScreenPicture.red) + $0.count(ScreenPicture.blue) == 0 }
  }
}

import Foundation
import StrataTesting
import Testing

/// A display server without a screen, and the hands and eyes of a user: xdotool and xwd.
struct TestDisplay {
  private let server: ChildProgram
  /// The display's name, such as `:7`.
  let name: String
  /// The folder with the keys to the display; nil for one without a lock.
  private let lock: TemporaryFolder?
  private var keys: URL? { lock.map(Self.keys) }

  /// The programs that the tests need and that are not installed.
  static let missing = ["Xvfb", "xauth", "xdotool", "xwd"].filter { ChildProgram.installed($0) == nil }
  /// True if windows can be tested here; `make test` installs what is missing.
  static var isThere: Bool { missing.isEmpty && isBuilt }

  /// True if the library is built with windows.
  static var isBuilt: Bool {
    #if Window
      true
    #else
      false
    #endif
  }

  /// True if a window manager can be asked for the frames of windows.
  static var hasFrames: Bool { ["openbox", "xprop"].allSatisfy { ChildProgram.installed($0) != nil } }

  /// True if the library is built with the graphics backend and the machine has EGL.
  static var hasGraphics: Bool {
    #if GPU
      guard let library = dlopen("libEGL.so.1", RTLD_LAZY) else { return false }
      dlclose(library)
      return true
    #else
      return false
    #endif
  }

  /// Starts a server on a free display, whose clock counts a number of refreshes a second.
  ///
  /// Without one the server takes 60, and so its mode says in any case. A locked display lets programs in by keys.
  init?(size: String = "480x360", refreshes: Int? = nil, isLocked: Bool = false) async {
    let lock = isLocked ? await Self.makeKeys() : nil
    let keys = lock.map(Self.keys)
    guard let program = ChildProgram.installed("Xvfb"), isLocked == (keys != nil) else { return nil }
    var arguments = ["-displayfd", "1", "-screen", "0", size + "x24", "-nolisten", "tcp", "-noreset"]
    if let refreshes { arguments += ["-fakescreenfps", "\(refreshes)"] }
    if let keys { arguments += ["-auth", keys.path, "+extension", "SECURITY"] }
    guard let server = ChildProgram(program, arguments) else { return nil }
    // The server prints the number alone; other lines are its warnings.
    var number: Int?
    guard
      await eventually({
        number = server.output.compactMap { Int($0) }.first
        return number != nil
      }), let number
    else { return nil }
    (self.server, name, self.lock) = (server, ":\(number)", lock)
    // The server takes a key for any display, a program looks for that of its own.
    if let keys { await Self.addKey(to: name, in: keys) }
  }

  var environment: [String: String] {
    var environment = ["DISPLAY": name, "SDL_VIDEODRIVER": "x11"]
    if let keys { environment["XAUTHORITY"] = keys.path }
    return environment
  }

  // MARK: Locked displays

  private static let key = "0123456789abcdef0123456789abcdef"

  private static func addKey(to display: String, in file: URL) async {
    let arguments = ["-f", file.path, "add", display, "MIT-MAGIC-COOKIE-1", key]
    await ChildProgram.run("xauth", arguments, environment: [:])
  }

  private static func keys(in lock: TemporaryFolder) -> URL { lock.url.appending(path: "keys") }

  private static func makeKeys() async -> TemporaryFolder? {
    guard let lock = try? TemporaryFolder(),
      FileManager.default.createFile(atPath: keys(in: lock).path, contents: Data())
    else { return nil }
    await addKey(to: ":0", in: keys(in: lock))
    return lock
  }

  /// The environment of a program that a locked display does not trust: it has none of the extensions that matter.
  func restrictedEnvironment() async -> [String: String] {
    var restricted = environment
    guard let keys else { return restricted }
    let file = keys.path + "-restricted"
    _ = FileManager.default.createFile(atPath: file, contents: Data())
    let arguments = ["-f", file, "generate", name, ".", "untrusted"]
    await ChildProgram.run("xauth", arguments, environment: environment)
    restricted["XAUTHORITY"] = file
    return restricted
  }

  /// Ends the server, as if the display went away.
  func end() { server.end() }

  /// Starts the program with a window and waits until the window is there, at most for some seconds.
  func openProbe(
    _ arguments: String...,
    within seconds: Double = 60,
    environment: [String: String]? = nil
  ) async -> ChildProgram? {
    let environment = environment ?? self.environment
    guard let probe = ChildProgram(ChildProgram.built("WindowProbe"), arguments, environment: environment)
    else { return nil }
    guard await probe.line("open", for: seconds) != nil, await probe.line("exposed", for: seconds) != nil
    else {
      probe.end()
      return nil
    }
    return probe
  }

  /// Starts a window manager and waits until it manages windows.
  ///
  /// One that has set its properties may still overlook a window that opens while it starts; so a first window is opened until
  /// one is shown.
  func startManager() async -> ChildProgram? {
    guard let program = ChildProgram.installed("openbox"),
      let manager = ChildProgram(program, environment: environment),
      await eventually({ Int(await act("get_num_desktops")) != nil })
    else { return nil }
    for _ in 0..<4 {
      guard let first = await openProbe(within: 15) else { continue }
      first.end()
      return manager
    }
    return nil
  }

  /// Starts a program of views and waits until its window is there.
  func openViews(_ name: String, _ arguments: String...) async throws -> ChildProgram {
    let program = try #require(
      ChildProgram(ChildProgram.built(name), arguments, environment: environment)
    )
    try #require(await program.line("appeared") != nil, "\(program.output)")
    return program
  }

  /// Asks for the end of a window, as a window manager does; the program that asks lives as long as the result.
  func askToClose(_ window: String) -> ChildProgram? { ask(window, to: "close") }

  /// Asks a window to `close`, or its window manager to let it `leave-full-screen`; as ``askToClose(_:)``.
  func ask(_ window: String, to wish: String) -> ChildProgram? {
    ChildProgram(ChildProgram.built("WindowProbe"), ["--ask-to-" + wish, window], environment: environment)
  }

  /// What is on the screen.
  func picture() async -> ScreenPicture? {
    ScreenPicture(await ChildProgram.run("xwd", ["-silent", "-root"], environment: environment))
  }

  /// Waits until the screen shows what is expected.
  func shows(for seconds: Double = 60, _ condition: (ScreenPicture) -> Bool) async -> Bool {
    await eventually(for: seconds) { await picture().map(condition) ?? false }
  }

  /// Does what a user does, in the words of xdotool.
  @discardableResult func act(_ words: String) async -> String {
    let data = await ChildProgram.run(
      "xdotool",
      words.split(separator: " ").map(String.init),
      environment: environment
    )
    return String(decoding: data, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
  }

  /// The number of the window of a program.
  func window(of program: ChildProgram) async -> String {
    var found = ""
    _ = await eventually {
      found = await act("search --onlyvisible --pid \(program.number)")
      return !found.isEmpty
    }
    return found.split(separator: "\n").last.map(String.init) ?? ""
  }

  /// The corner of a window, in pixels of the screen.
  func corner(of window: String) async -> (x: Int, y: Int) {
    let lines = await act("getwindowgeometry --shell \(window)").split(separator: "\n")
    func value(_ name: String) -> Int {
      lines.first { $0.hasPrefix(name) }.flatMap { Int($0.dropFirst(name.count)) } ?? 0
    }
    return (value("X="), value("Y="))
  }

  /// The widths that a window manager's frame adds to a window: left, right, top, bottom.
  func frame(of window: String) async -> [Int] {
    let arguments = ["-id", window, "_NET_FRAME_EXTENTS"]
    let answer = await ChildProgram.run("xprop", arguments, environment: environment)
    let numbers = String(decoding: answer, as: UTF8.self).split(separator: "=").last ?? ""
    return numbers.split { !$0.isNumber }.compactMap { Int($0) }
  }
}

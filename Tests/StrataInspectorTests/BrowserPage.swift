#if Inspector
  import Foundation

  /// The page in a headless Chromium, driven over the browser's own protocol.
  final class BrowserPage {
    private let process = Process()
    private let profile: URL
    private let socket: SocketClient
    private let session: String

    static let program: String? = [
      "/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome",
    ]
    .first { FileManager.default.isExecutableFile(atPath: $0) }

    /// True if this machine has a browser.
    static var isAvailable: Bool { program != nil }

    init(_ address: URL, width: Int = 1280, height: Int = 800, isDark: Bool = false) throws {
      profile = FileManager.default.temporaryDirectory.appending(path: "strata-browser-\(UUID().uuidString)")
      process.executableURL = URL(filePath: Self.program ?? "")
      process.arguments = [
        "--headless=new", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--disable-dev-shm-usage",
        "--disable-background-networking", "--no-first-run", "--remote-debugging-port=0",
        "--user-data-dir=\(profile.path)", "--window-size=\(width),\(height)", "about:blank",
      ]
      (process.standardOutput, process.standardError) = (FileHandle.nullDevice, FileHandle.nullDevice)
      try process.run()
      let file = profile.appending(path: "DevToolsActivePort")
      var lines: [Substring] = []
      for _ in 0..<1200 where lines.count < 2 {
        Thread.sleep(forTimeInterval: 0.1)
        lines = ((try? String(contentsOf: file, encoding: .utf8)) ?? "").split(separator: "\n")
      }
      guard lines.count == 2, let port = Int(lines[0]) else {
        process.terminate()
        throw RawSocket.Failure(description: "the browser does not start")
      }
      socket = try SocketClient(port: port, path: String(lines[1]))
      let target =
        try socket.command("Target.createTarget", ["url": "about:blank"])["targetId"] as? String ?? ""
      session =
        try socket.command("Target.attachToTarget", ["targetId": target, "flatten": true])["sessionId"]
        as? String ?? ""
      try resize(width, height)
      let features = [["name": "prefers-color-scheme", "value": isDark ? "dark" : "light"]]
      _ = try command("Emulation.setEmulatedMedia", ["features": features])
      _ = try command("Page.navigate", ["url": address.absoluteString])
      try wait("document.body?.dataset.ready === 'true'")
    }

    deinit {
      _ = try? socket.command("Browser.close")
      for _ in 0..<30 where process.isRunning { Thread.sleep(forTimeInterval: 0.1) }
      if process.isRunning { process.terminate() }
      try? FileManager.default.removeItem(at: profile)
    }

    @discardableResult
    func command(_ method: String, _ parameters: [String: Any] = [:]) throws -> [String: Any] {
      try socket.command(method, session: session, parameters)
    }

    func resize(_ width: Int, _ height: Int) throws {
      let size: [String: Any] = [
        "width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 500,
      ]
      try command("Emulation.setDeviceMetricsOverride", size)
    }

    /// The value of an expression; promises are awaited.
    @discardableResult
    func evaluate(_ code: String) throws -> Any? {
      let parameters: [String: Any] = ["expression": code, "awaitPromise": true, "returnByValue": true]
      let answer = try command("Runtime.evaluate", parameters)
      if let details = answer["exceptionDetails"] {
        throw RawSocket.Failure(description: "\(code): \(details)")
      }
      return (answer["result"] as? [String: Any])?["value"]
    }

    /// Waits until an expression is true.
    func wait(_ code: String) throws {
      // As long as a busy machine may take.
      for _ in 0..<1200 {
        if try evaluate("Boolean(\(code))") as? Bool == true { return }
        Thread.sleep(forTimeInterval: 0.1)
      }
      let status = try evaluate("document.getElementById('status')?.textContent") ?? ""
      throw RawSocket.Failure(description: "never true: \(code); status: \(status)")
    }

    /// Clicks at the middle of an element, or at a share of its size.
    func click(_ selector: String, x: Double = 0.5, y: Double = 0.5) throws {
      let code =
        "(() => { const box = document.querySelector('\(selector)').getBoundingClientRect();"
        + " return [box.left + box.width * \(x), box.top + box.height * \(y)]; })()"
      guard let place = try evaluate(code) as? [Double], place.count == 2 else { return }
      for type in ["mousePressed", "mouseReleased"] {
        try command(
          "Input.dispatchMouseEvent",
          ["type": type, "x": place[0], "y": place[1], "button": "left", "clickCount": 1]
        )
      }
    }

    func press(_ key: String, modifiers: Int = 0) throws {
      for type in ["keyDown", "keyUp"] {
        try command("Input.dispatchKeyEvent", ["type": type, "key": key, "modifiers": modifiers])
      }
    }

    /// Writes a picture of the page into the folder of `STRATA_SCREENSHOTS`, if that is set.
    func screenshot(_ name: String) throws {
      guard let folder = ProcessInfo.processInfo.environment["STRATA_SCREENSHOTS"] else { return }
      let data = try command("Page.captureScreenshot")["data"] as? String ?? ""
      try Data(base64Encoded: data)?.write(to: URL(filePath: folder).appending(path: "\(name).png"))
    }

    /// The serious findings of axe-core, whose text is given.
    func accessibilityFindings(_ axe: String) throws -> [String] {
      try evaluate(axe + "; true")
      let code = """
        axe.run(document, { resultTypes: ["violations"] }).then((result) => result.violations
          .filter((finding) => ["serious", "critical"].includes(finding.impact))
          .map((finding) => finding.id + ": " + finding.nodes.map((node) => node.html.slice(0, 120)).join(" | ")))
        """
      return try evaluate(code) as? [String] ?? ["axe-core gave no result"]
    }
  }
#endif

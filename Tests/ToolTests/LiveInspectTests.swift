#if Inspector
  import Foundation
  import Testing

  /// `strata inspect --live` beside a `strata preview` in a process of its own.
  @Suite struct LiveInspectTests {
    /// A running `strata preview`.
    private final class Preview {
      private let process = Process()
      let address: String

      /// Starts the tool; `prefix` is a command that runs it.
      init(_ document: String, prefix: [String] = [], errors: FileHandle = .nullDevice) throws {
        let output = Pipe()
        let command = prefix + [ToolRun.tool.path, "preview", document]
        process.executableURL = URL(filePath: command[0])
        process.arguments = Array(command.dropFirst())
        (process.standardInput, process.standardError) = (FileHandle.nullDevice, errors)
        process.standardOutput = output
        try process.run()
        var line = Data()
        while line.last != 10 {
          let piece = output.fileHandleForReading.readData(ofLength: 1)
          guard !piece.isEmpty else { break }
          line += piece
        }
        address = String(decoding: line, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
      }

      /// What `strata inspect --live` prints.
      func text() throws -> String {
        String(decoding: try ToolRun("inspect", "--live", address).output, as: UTF8.self)
      }

      /// True if the text is such within half a minute.
      func shows(_ isWanted: (String) -> Bool) throws -> Bool {
        for _ in 0..<300 {
          if isWanted(try text()) { return true }
          Thread.sleep(forTimeInterval: 0.1)
        }
        return false
      }

      deinit {
        process.terminate()
        process.waitUntilExit()
      }
    }

    private static let inner = """
      <sublayers><CALayer name="dot" bounds="0 0 4 4" position="2 5"><animations>
      <move type="CABasicAnimation" keyPath="position.x" beginTime="1e-100" duration="1" \
      removedOnCompletion="0" fillMode="both"><fromValue type="real" value="2"/>\
      <toValue type="real" value="18"/></move></animations></CALayer></sublayers>
      """

    @Test func theServedTreeIsPrintedAsTextAndJSON() throws {
      let place = try Workplace()
      let preview = try Preview(try place.document(Self.inner))
      let text = try ToolRun("inspect", "--live", preview.address, "--time", "0.5")
      #expect(text.status == 0, "\(text.errors)")
      let lines = String(decoding: text.output, as: UTF8.self).split(separator: "\n")
      #expect(lines.count == 2)
      #expect(lines.first?.hasPrefix("CALayer ") == true)
      let last = try #require(lines.last)
      #expect(last.hasPrefix("  CALayer \"dot\" "))
      #expect(last.contains("position=\"10 5\""))
      #expect(last.contains("[move: CABasicAnimation of position.x"))
      let json = try ToolRun("inspect", "--live", preview.address, "--json")
      let layers = try #require(try JSONSerialization.jsonObject(with: json.output) as? [[String: Any]])
      #expect(layers.count == 2)
      #expect(layers[1]["name"] as? String == "dot")
      #expect((layers[1]["animations"] as? [[String: Any]])?.first?["keyPath"] as? String == "position.x")
    }

    /// A loose document with an image in a folder that comes later.
    @Test func filesThatTheDocumentRefersToAreWatched() throws {
      let place = try Workplace()
      let file = place.path("card.caml")
      let text =
        "<CALayer bounds=\"0 0 9 9\"><contents type=\"CGImage\" src=\"images/deep/dot.png\"/></CALayer>"
      try text.write(toFile: file, atomically: true, encoding: .utf8)
      let preview = try Preview(file)
      #expect(try !preview.text().contains("contents"))
      let picture = try place.document("")
      try FileManager.default.createDirectory(
        atPath: place.path("images/deep"),
        withIntermediateDirectories: true
      )
      for (scale, size) in [("1", "20 x 10"), ("2", "40 x 20")] {
        let run = try ToolRun("render", picture, "-o", place.path("images/deep/dot.png"), "--scale", scale)
        #expect(run.status == 0, "\(run.errors)")
        #expect(try preview.shows { $0.contains("image \(size)") }, "\(size)")
      }
    }

    /// As when an archive is unpacked: a folder may come while the one around it is found.
    @Test func foldersThatComeOneInAnotherAreWatched() throws {
      let place = try Workplace()
      let file = place.path("card.caml")
      let text =
        "<CALayer bounds=\"0 0 9 9\"><contents type=\"CGImage\" src=\"a/b/c/d/e/f/dot.png\"/></CALayer>"
      try text.write(toFile: file, atomically: true, encoding: .utf8)
      let picture = try place.document("")
      let pictures = try [("1", "image 20 x 10"), ("2", "image 40 x 20")].map { scale, shown in
        let run = try ToolRun("render", picture, "-o", place.path("dot\(scale).png"), "--scale", scale)
        #expect(run.status == 0, "\(run.errors)")
        return (try Data(contentsOf: URL(filePath: place.path("dot\(scale).png"))), shown)
      }
      let preview = try Preview(file)
      for round in 0..<6 {
        try FileManager.default.createDirectory(
          atPath: place.path("a/b/c/d/e/f"),
          withIntermediateDirectories: true
        )
        for (data, shown) in pictures {
          try data.write(to: URL(filePath: place.path("a/b/c/d/e/f/dot.png")), options: .atomic)
          try #require(try preview.shows { $0.contains(shown) }, "\(shown) in round \(round)")
        }
        try FileManager.default.removeItem(atPath: place.path("a"))
        try #require(try preview.shows { !$0.contains("image") }, "nothing in round \(round)")
      }
    }

    /// The folder around the document makes room for another one, or the folder around that does.
    @Test(arguments: ["now", "now/inside"])
    func aFolderThatTakesThePlaceOfAnotherIsWatched(_ folder: String) throws {
      let place = try Workplace()
      func write(_ name: String, in folder: String) throws {
        let path = place.path(folder)
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        let text = "<CALayer name=\"\(name)\" bounds=\"0 0 9 9\"/>"
        try text.write(toFile: path + "/card.caml", atomically: true, encoding: .utf8)
      }
      try write("first", in: folder)
      try write("second", in: folder.replacing("now", with: "next"))
      let preview = try Preview(place.path(folder + "/card.caml"))
      #expect(try preview.text().contains("first"))
      for (from, to) in [("now", "former"), ("next", "now")] {
        try FileManager.default.moveItem(atPath: place.path(from), toPath: place.path(to))
      }
      #expect(try preview.shows { $0.contains("second") })
      try write("third", in: folder)
      #expect(try preview.shows { $0.contains("third") })
    }

    /// A folder that may be passed but not listed cannot be watched.
    @Test(.enabled(if: ToolRun.withoutPrivilege != nil)) func aWatchThatIsRefusedIsNamedOnce() throws {
      let (place, prefix) = (try Workplace(), try #require(ToolRun.withoutPrivilege))
      let folder = place.path("closed")
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      let document = try place.document(Self.inner, name: "closed/card.caml")
      let errors = place.path("errors")
      _ = FileManager.default.createFile(atPath: errors, contents: nil)
      chmod(folder, 0o300)
      defer { chmod(folder, 0o700) }
      let written = try #require(FileHandle(forWritingAtPath: errors))
      let preview = try Preview(document, prefix: prefix, errors: written)
      #expect(try preview.shows { $0.contains("dot") })
      let lines = try String(contentsOfFile: errors, encoding: .utf8)
      #expect(lines == "strata: \(folder) is not watched: Permission denied\n")
    }

    @Test func failuresAreNamed() throws {
      let place = try Workplace()
      let document = try place.document("")
      let preview = try Preview(document)
      let wrong = try ToolRun("inspect", "--live", preview.address + "x")
      #expect(wrong.status == 69)
      #expect(wrong.errors.contains("token"), "\(wrong.errors)")
      let gone = try ToolRun("inspect", "--live", "http://127.0.0.1:1/?token=0")
      #expect(gone.status == 69)
      #expect(gone.errors.contains("Connection refused"), "\(gone.errors)")
      #expect(try ToolRun("inspect", document, "--live", preview.address).status == 64)
      #expect(try ToolRun("inspect").status == 64)
    }
  }
#endif

#if Inspector
  import Foundation
  import StrataDocuments
  import StrataInspector

  /// A document on disk with the server of its page.
  final class PreviewPlace {
    let folder: URL
    let file: URL
    let inspector: Inspector

    /// The demo document of the repository.
    static let demo = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "Examples/Demo.ca")

    /// Layers, an animation, states, a mask, a shadow, and two things that no reader knows.
    static let document = """
      <?xml version="1.0" encoding="UTF-8"?>
      <caml xmlns="http://www.apple.com/CoreAnimation/1.0">
        <CALayer name="root" bounds="0 0 200 100" position="100 50" backgroundColor="1 1 1" mica_note="kept">
          <sublayers>
            <CALayer name="red" bounds="0 0 40 40" position="40 50" backgroundColor="1 0 0" cornerRadius="8" shadowOpacity="0.5">
              <animations>
                <move type="CABasicAnimation" keyPath="position.x" duration="2" fillMode="both" removedOnCompletion="0" timingFunction="easeIn">
                  <fromValue type="real" value="40"/>
                  <toValue type="real" value="160"/>
                </move>
              </animations>
            </CALayer>
            <CALayer id="box" name="box" bounds="0 0 30 30" position="150 50" backgroundColor="0 0 1" opacity="0.5">
              <sublayers>
                <CALayer name="left" bounds="0 0 20 20" position="10 15" backgroundColor="0 1 0"/>
                <CALayer name="right" bounds="0 0 20 20" position="18 15" backgroundColor="0 1 1" wobble="3"/>
              </sublayers>
            </CALayer>
          </sublayers>
          <states>
            <LKState name="Far">
              <elements><LKStateSetValue targetId="box" keyPath="opacity"><value type="real" value="1"/></LKStateSetValue></elements>
            </LKState>
          </states>
        </CALayer>
      </caml>
      """

    init(_ text: String = PreviewPlace.document) throws {
      folder = FileManager.default.temporaryDirectory.appending(
        path: "strata-preview-test-\(UUID().uuidString)"
      )
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      let file = folder.appending(path: "card.caml")
      try text.write(to: file, atomically: true, encoding: .utf8)
      self.file = file
      inspector = try Inspector.preview(named: "card") { try Document(contentsOf: file) }
    }

    deinit {
      inspector.stop()
      try? FileManager.default.removeItem(at: folder)
    }

    var port: Int { inspector.address.port ?? 0 }
    var token: String { inspector.address.query?.replacingOccurrences(of: "token=", with: "") ?? "" }

    func page() throws -> SocketClient { try SocketClient(port: port, path: "/socket?token=\(token)") }

    func write(_ text: String) throws { try text.write(to: file, atomically: true, encoding: .utf8) }

    var text: String { get throws { try String(contentsOf: file, encoding: .utf8) } }
  }

  extension SocketClient {
    /// The rows of the tree with everything open.
    func rows(search: String = "") throws -> [[String: Any]] {
      try ask("outline", ["start": 0, "count": 200, "search": search])["rows"] as? [[String: Any]] ?? []
    }

    /// The name in messages of a layer of the document.
    func layer(named name: String) throws -> String {
      try rows(search: name).first { $0["name"] as? String == name }?["layer"] as? String ?? "none"
    }

    /// A value of a layer in a report.
    func value(_ key: String, of layer: String, time: Double = 0) throws -> [String: Any] {
      let report = try ask("layer", ["layer": layer, "time": time])
      return (report["values"] as? [[String: Any]])?.first { $0["key"] as? String == key } ?? [:]
    }
  }
#endif

#if Inspector
  import Foundation
  import Glibc
  import QuartzCore
  import StrataDocuments
  import StrataInspector
  import Synchronization
  import Testing

  /// The second client of the protocol.
  @Suite(.ownThread) struct InspectorClientTests {
    @Test func theTreeOfADocumentIsThatOfTheTool() throws {
      let place = try PreviewPlace()
      let layers = try InspectorClient(place.inspector.address.absoluteString).layers(at: nil)
      let document = try Document(contentsOf: place.file)
      let expected = LayerDescription.describe(try #require(document.rootLayer), showsPresentation: false)
      #expect(layers.map(\.name) == expected.map(\.name))
      #expect(layers.map(\.type) == expected.map(\.type))
      #expect(layers.map(\.depth) == expected.map(\.depth))
      for (layer, other) in zip(layers, expected) {
        #expect(Set(layer.values.map(\.key)) == Set(other.values.map(\.key)), "\(layer.name ?? "")")
      }
      #expect(layers[1].animations.first?.keyPath == "position.x")
      #expect(layers[2].values.contains { $0.key == "opacity" && $0.text == "0.5" })
    }

    @Test func valuesAreThoseOfTheTime() throws {
      let place = try PreviewPlace()
      let client = try InspectorClient(place.inspector.address.absoluteString)
      let layers = try client.layers(at: 2)
      #expect(layers[1].values.contains { $0.key == "position" && $0.text == "160 50" })
      let json = try JSONSerialization.jsonObject(with: Data(LayerDescription.json(layers).utf8))
      #expect((json as? [[String: Any]])?.count == 5)
    }

    @Test func aTreeOfManyLayersComesInParts() throws {
      let layers = (0..<1234).map { "<CALayer name=\"l\($0)\" bounds=\"0 0 1 1\"/>" }.joined(separator: "\n")
      let place = try PreviewPlace("<CALayer bounds=\"0 0 10 10\"><sublayers>\(layers)</sublayers></CALayer>")
      let found = try InspectorClient(place.inspector.address.absoluteString).layers(at: nil)
      #expect(found.count == 1235)
      #expect(found.dropFirst().map(\.name) == (0..<1234).map { "l\($0)" })
    }

    @Test func theTreeOfAProgramIsRead() throws {
      let program = try InspectedProgram()
      let client = try InspectorClient(program.inspector.address.absoluteString)
      let layers = try client.layers(at: nil)
      #expect(layers.count == 2)
      #expect(layers[1].values.contains { $0.key == "position" && $0.text == "10 50" })
    }

    @Test func aWrongTokenIsNamed() throws {
      let place = try PreviewPlace()
      let address = place.inspector.address.absoluteString
      for wrong in [address + "0", String(address.dropLast()), "http://127.0.0.1:\(place.port)/"] {
        let failure = #expect(throws: InspectorClient.Failure.self) { try InspectorClient(wrong) }
        #expect(failure?.description.contains("token") == true, "\(wrong)")
      }
    }

    /// A descriptor that is closed twice is that of another thread the second time.
    @Test func aRefusedClientClosesNothingButItsConnection() throws {
      let place = try PreviewPlace()
      let wrong = place.inspector.address.absoluteString + "0"
      let isDone = Mutex(false)
      let lost = Mutex(0)
      let threads = DispatchGroup()
      for _ in 0..<4 {
        threads.enter()
        Thread.detachNewThread {
          while !isDone.withLock({ $0 }) {
            let descriptor = open("/dev/null", O_RDONLY | O_CLOEXEC)
            usleep(50)
            if close(descriptor) != 0 { lost.withLock { $0 += 1 } }
          }
          threads.leave()
        }
      }
      for _ in 0..<300 { #expect(throws: InspectorClient.Failure.self) { try InspectorClient(wrong) } }
      isDone.withLock { $0 = true }
      threads.wait()
      #expect(lost.withLock { $0 } == 0)
    }

    @Test func aClosedPortIsNamed() throws {
      let place = try PreviewPlace()
      let port = place.port
      place.inspector.stop()
      let failure = #expect(throws: InspectorClient.Failure.self) {
        try InspectorClient("http://127.0.0.1:\(port)/?token=0")
      }
      #expect(failure?.description.contains("127.0.0.1:\(port): Connection refused") == true)
    }

    @Test(arguments: ["", "card.ca", "https://127.0.0.1:1/", "http://", "http://127.0.0.1/?token=a%0D%0Ab"])
    func whatIsNotAnAddressIsRefused(text: String) {
      #expect(throws: InspectorClient.Failure.badAddress(text)) { try InspectorClient(text) }
    }

    @Test func otherVersionsAndServersAreNamed() throws {
      let hello = "{\"id\":1,\"result\":{\"version\":7,\"kind\":\"document\",\"to\":0}}"
      let newer = try FakeServer { $0.send(hello) }
      #expect(throws: InspectorClient.Failure.otherVersion(7)) {
        try InspectorClient(newer.address).layers(at: nil)
      }
      let babble = try FakeServer { $0.send("hello") }
      #expect(throws: InspectorClient.Failure.notAnInspector("its messages are not the protocol's")) {
        try InspectorClient(babble.address).layers(at: nil)
      }
      let closing = try FakeServer { _ in }
      #expect(throws: InspectorClient.Failure.lost("it was closed")) {
        try InspectorClient(closing.address).layers(at: nil)
      }
      let impostor = try FakeServer(accepts: false) { $0.send(hello) }
      #expect(throws: InspectorClient.Failure.notAnInspector("it does not answer as a WebSocket")) {
        try InspectorClient(impostor.address)
      }
    }

    /// The example of RFC 6455, 1.3.
    @Test func theKeyIsAnswered() {
      #expect(HandshakeDigest.answer(to: "dGhlIHNhbXBsZSBub25jZQ==") == "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=")
    }
  }
#endif

#if Inspector
  import Foundation
  import Testing

  /// What a page gets of a document: pictures, the tree, values, insight.
  @Suite(.ownThread) struct PreviewTests {
    @Test func theFactsNameTheDocument() throws {
      let place = try PreviewPlace()
      let facts = try place.page().ask("hello")
      #expect(facts["version"] as? Int == 2)
      #expect(facts["name"] as? String == "card")
      #expect(facts["width"] as? Double == 200)
      #expect(facts["to"] as? Double == 2)
      #expect(facts["states"] as? [String] == ["Far"])
      let remarks = try #require(facts["remarks"] as? [[String: Any]])
      #expect(
        remarks.contains { ($0["message"] as? String)?.contains("wobble") == true && $0["layer"] != nil }
      )
    }

    @Test func aPictureHasThePixelsOfItsTime() throws {
      let place = try PreviewPlace()
      let page = try place.page()
      let (first, bytes) = try page.askBinary("picture", ["time": 0, "scale": 1])
      #expect(first["width"] as? Int == 200)
      #expect(bytes.count == 200 * 100 * 4)
      // The red layer stands at 40, 50 from the bottom.
      #expect(Array(bytes[((50 * 200) + 40) * 4..<((50 * 200) + 40) * 4 + 4]) == [255, 0, 0, 255])
      let (second, later) = try page.askBinary("picture", ["time": 2, "scale": 1])
      let parts = try #require(second["parts"] as? [[String: Int]])
      #expect(later.count < bytes.count)
      #expect(!parts.isEmpty)
      let (_, same) = try page.askBinary("picture", ["time": 2, "scale": 1])
      #expect(same.isEmpty)
      let (double, _) = try page.askBinary("picture", ["time": 2, "scale": 2])
      #expect(double["height"] as? Int == 200)
    }

    @Test func theTreeIsListedAndSearched() throws {
      let place = try PreviewPlace()
      let page = try place.page()
      #expect(
        try page.rows().compactMap { $0["name"] as? String } == ["root", "red", "box", "left", "right"]
      )
      #expect(try page.rows(search: "RIGHT").count == 1)
      #expect(try page.rows(search: "calayer").count == 5)
      #expect(try page.rows(search: "nothing").isEmpty)
    }

    @Test func valuesAreThoseOfTheModelAndOfTheMoment() throws {
      let place = try PreviewPlace()
      let page = try place.page()
      let red = try page.layer(named: "red")
      let position = try page.value("position", of: red, time: 2)
      #expect(position["model"] as? String == "40 50")
      #expect(position["presented"] as? String == "160 50")
      #expect(position["kind"] as? String == "point")
      #expect(try page.value("opacity", of: red)["isDefault"] as? Bool == true)
      #expect(try page.value("cornerRadius", of: red)["isDefault"] as? Bool == false)
    }

    @Test func aPointFindsItsLayersFromFrontToBack() throws {
      let place = try PreviewPlace()
      let page = try place.page()
      func names(_ x: Double, _ y: Double, _ time: Double) throws -> [String] {
        let hits = try page.ask("hit", ["x": x, "y": y, "time": time])["layers"] as? [String] ?? []
        let rows = try page.rows()
        return hits.compactMap { id in rows.first { $0["layer"] as? String == id }?["name"] as? String }
      }
      #expect(try names(40, 50, 0) == ["red", "root"])
      #expect(try names(40, 50, 2) == ["root"])
      #expect(try names(150, 50, 0) == ["right", "left", "box", "root"])
      #expect(try names(-5, 50, 0).isEmpty)
    }

    @Test func aHiddenLayerIsGoneFromThisPageOnly() throws {
      let place = try PreviewPlace()
      let (page, other) = (try place.page(), try place.page())
      let root = try page.layer(named: "root")
      try page.ask("hide", ["layer": root, "isOn": true])
      let (_, bytes) = try page.askBinary("picture", ["time": 0])
      #expect(bytes.allSatisfy { $0 == 0 })
      let (_, others) = try other.askBinary("picture", ["time": 0])
      #expect(others.contains { $0 != 0 })
      try page.ask("hide", ["layer": root, "isOn": false])
      let (_, shown) = try page.askBinary("picture", ["time": 0])
      #expect(shown == others)
    }

    @Test func linesShowTheLayerWhereItIsDrawn() throws {
      let place = try PreviewPlace()
      let page = try place.page()
      let report = try page.ask("layer", ["layer": try page.layer(named: "red"), "time": 2])
      let overlay = try #require(report["overlay"] as? [String: Any])
      #expect(overlay["anchor"] as? [Double] == [160, 50])
      let lines = try #require(overlay["lines"] as? [[String: Any]])
      #expect(Set(lines.compactMap { $0["kind"] as? String }) == ["bounds", "corners", "shadow", "parent"])
      let bounds = try #require(lines.first { $0["kind"] as? String == "bounds" }?["points"] as? [Double])
      #expect(Set(bounds) == [140, 180, 30, 70])
      #expect(report["line"] as? Int == 5)
    }

    @Test func theTimeLineHasABarForEachAnimation() throws {
      let place = try PreviewPlace()
      let page = try place.page()
      let bars = try #require(try page.ask("timeline", ["time": 0])["bars"] as? [[String: Any]])
      #expect(bars.count == 1)
      #expect(bars.first?["keyPath"] as? String == "position.x")
      #expect(bars.first?["end"] as? Double == 2)
      #expect((bars.first?["curves"] as? [[Double]])?.first?.count == 4)
    }

    @Test func surfacesHaveReasons() throws {
      let place = try PreviewPlace()
      let page = try place.page()
      let report = try page.ask("why", ["time": 0])
      let surfaces = try #require(report["surfaces"] as? [[String: Any]])
      #expect(surfaces.contains { $0["reason"] as? String == "opacity" && $0["name"] as? String == "box" })
      #expect((report["items"] as? Int ?? 0) >= 5)
      let (heat, bytes) = try page.askBinary("heat", ["time": 0])
      #expect((heat["most"] as? Int ?? 0) >= 2)
      #expect(bytes.count == 200 * 100 * 4)
    }

    @Test func planesOfTheExplosionStandWhereTheLayersAre() throws {
      let place = try PreviewPlace()
      let page = try place.page()
      let (scene, bytes) = try page.askBinary("explode", ["time": 2, "scale": 1])
      let planes = try #require(scene["planes"] as? [[String: Any]])
      #expect(planes.compactMap { $0["name"] as? String } == ["root", "red", "box", "left", "right"])
      #expect(planes.reduce(0) { $0 + ($1["length"] as? Int ?? 0) } == bytes.count)
      let matrix = try #require(planes[3]["matrix"] as? [Double])
      // The left layer's picture begins at 135, 40 from the top left.
      #expect([matrix[12], matrix[13]] == [135, 40])
    }

    @Test func exportsComeWithProgress() throws {
      let place = try PreviewPlace()
      let page = try place.page()
      let number = try page.ask("export", ["form": "svg", "from": 1, "scale": 1])["export"] as? Int
      let done = try page.event("export") { $0["file"] != nil || $0["error"] != nil }
      #expect(done["export"] as? Int == number)
      let file = try #require(done["file"] as? String, "\(done)")
      #expect(try WebAnswer("/\(file)", port: place.port).status == 403)
      let answer = try WebAnswer("/\(file)?token=\(place.token)", port: place.port)
      #expect(answer.text.contains("<svg"))
    }

    @Test func statesAreEnteredAtATime() throws {
      let place = try PreviewPlace()
      let page = try place.page()
      #expect(try page.ask("state", ["name": "Far"])["state"] as? String == "Far")
      #expect(try page.value("opacity", of: try page.layer(named: "box"))["model"] as? String == "1")
      let facts = try page.ask("state", ["name": NSNull(), "time": 1])
      #expect((facts["changes"] as? [[String: Any]])?.count == 1)
      #expect(throws: RawSocket.Failure.self) { try page.ask("state", ["name": "Nowhere"]) }
    }
  }
#endif

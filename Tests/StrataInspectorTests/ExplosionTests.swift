#if Inspector
  import Foundation
  import StrataInspector
  import Testing

  /// The layers of large and of deep trees as planes in space.
  @Suite(.ownThread) struct ExplosionTests {
    private typealias Plane = [String: Any]

    private func planes(of page: SocketClient, around layer: String? = nil) throws -> (
      scene: [String: Any], planes: [Plane], bytes: [UInt8]
    ) {
      var parameters: [String: Any] = ["time": 0, "scale": 1]
      if let layer { parameters["layer"] = layer }
      let (scene, bytes) = try page.askBinary("explode", parameters)
      return (scene, scene["planes"] as? [Plane] ?? [], bytes)
    }

    private func pixel(_ plane: Plane, _ x: Int, _ y: Int, _ bytes: [UInt8]) -> [UInt8] {
      let start = (plane["offset"] as? Int ?? 0) + (y * (plane["pixelWidth"] as? Int ?? 0) + x) * 4
      return Array(bytes[start..<start + 4])
    }

    /// Groups of layers with a colour for each group.
    private func groups(_ count: Int, of size: Int) -> String {
      let groups = (0..<count).map { group in
        let layers = (0..<size).map {
          "<CALayer name=\"l\(group).\($0)\" bounds=\"0 0 4 4\" position=\"\($0 % 40 * 5 + 2) \($0 / 40 * 5 + 2)\""
            + " backgroundColor=\"1 0 0\"/>"
        }
        return "<CALayer name=\"g\(group)\" bounds=\"0 0 200 100\" position=\"100 50\"><sublayers>"
          + layers.joined() + "</sublayers></CALayer>"
      }
      return
        "<CALayer name=\"root\" bounds=\"0 0 200 100\" position=\"100 50\" backgroundColor=\"1 1 1\"><sublayers>"
        + groups.joined() + "</sublayers></CALayer>"
    }

    @Test func moreLayersThanPlanesAreDrawnTogetherAndCounted() throws {
      let place = try PreviewPlace(groups(10, of: 200))
      let page = try place.page()
      let (scene, all, bytes) = try planes(of: page)
      #expect(all.count <= scene["most"] as? Int ?? 0)
      #expect(all.first?["name"] as? String == "root")
      // Each group is a plane with its 200 layers.
      let merged = all.filter { $0["merged"] as? Int ?? 0 > 0 }
      #expect(merged.count == 10)
      #expect(merged.allSatisfy { $0["merged"] as? Int == 201 })
      #expect(merged.allSatisfy { ($0["why"] as? String)?.contains("at most 150") == true })
      #expect(scene["merged"] as? Int == 2010)
      // The first layer stands at 0, 0 from the bottom of the group.
      let group = try #require(merged.first)
      #expect(pixel(group, 2, (group["pixelHeight"] as? Int ?? 0) - 2, bytes) == [255, 0, 0, 255])
    }

    @Test func layersAroundTheSelectedOneStandAlone() throws {
      let place = try PreviewPlace(groups(10, of: 400))
      let page = try place.page()
      let layer = try page.layer(named: "l3.200")
      let (scene, all, _) = try planes(of: page, around: layer)
      #expect(all.count <= scene["most"] as? Int ?? 0)
      let alone = all.filter { $0["merged"] as? Int == 0 }.compactMap { $0["name"] as? String }
      for name in ["root", "l3.199", "l3.200", "l3.201"] { #expect(alone.contains(name)) }
      // The others of the group are two runs of neighbours, in the plane of the group.
      let runs = all.filter { ($0["why"] as? String)?.contains("from the front") == true }
      #expect(runs.count == 2)
      #expect(runs.compactMap { $0["name"] as? String }.first == "l3.0")
      let inGroup = alone.filter { $0.hasPrefix("l3.") }.count
      #expect(inGroup + runs.reduce(0) { $0 + ($1["merged"] as? Int ?? 0) } == 400)
    }

    /// A cube face that stands in a transform layer below a layer with perspective.
    @Test func depthAndPerspectiveAreThoseOfTheLayers() throws {
      let place = try PreviewPlace(
        """
        <CALayer bounds="0 0 100 100" position="50 50" sublayerTransform="perspective(500)"><sublayers>
          <CATransformLayer name="space" bounds="0 0 100 100" position="50 50" transform="rotate(90deg, 0, 1, 0)"><sublayers>
            <CALayer name="face" bounds="0 0 20 20" position="50 50" zPosition="30" backgroundColor="0 1 0"/>
          </sublayers></CATransformLayer>
        </sublayers></CALayer>
        """
      )
      let page = try place.page()
      let face = try #require(try planes(of: page).planes.first { $0["name"] as? String == "face" })
      let m = try #require(face["matrix"] as? [Double])
      func image(_ x: Double, _ y: Double) -> [Double] {
        let row = (0..<4).map { x * m[$0] + y * m[4 + $0] + m[12 + $0] }
        return [row[0] / row[3], row[1] / row[3], row[2] / row[3]]
      }
      // Turned by a right angle about y, the face stands edge on: 30 to the side of the middle, its right edge 10 behind it.
      // Half of the perspective's distance of 500 divides what lies so far away: 500 / (500 - z).
      let right = image(20, 10)
      let scale = 500.0 / (500 + 10)
      #expect(abs(right[0] - (50 + 30 * scale)) < 1e-6)
      #expect(abs(right[1] - 50) < 1e-6)
      let left = image(0, 10)
      #expect(abs(left[0] - (50 + 30 * 500 / (500 - 10))) < 1e-6)
    }
  }
#endif

import Foundation
import Testing

/// A plan covers the film once, divides its work evenly, and is the same each time.
@Suite struct PlanTests {
  private struct Plan: Decodable {
    struct Part: Decodable {
      let chunk: Int
      let frames: String
      let first: Int
      let last: Int
      let weight: Double
    }
    let frames: Int
    let startWeight: Double
    let weights: [Double]
    let chunks: [Part]
  }

  /// A document that stands still for two seconds, then turns a hundred large layers for two.
  private func document(in place: Workplace) throws -> String {
    let layers = (0..<100).map { index in
      """
      <CALayer bounds="0 0 200 200" position="160 90" backgroundColor="0 0 1" opacity="0.1"><animations>
      <turn type="CABasicAnimation" keyPath="transform.rotation.z" beginTime="2" duration="2">
      <fromValue type="real" value="0"/><toValue type="real" value="\(index + 1)"/></turn></animations></CALayer>
      """
    }
    let text = """
      <?xml version="1.0" encoding="UTF-8"?>
      <caml xmlns="http://www.apple.com/CoreAnimation/1.0">
      <CALayer bounds="0 0 320 180" position="160 90" backgroundColor="1 1 1">
      <sublayers>\(layers.joined())</sublayers></CALayer></caml>
      """
    let path = place.path("document.caml")
    try text.write(toFile: path, atomically: true, encoding: .utf8)
    return path
  }

  @Test func aPlanDividesTheWorkAndNotTheFrames() throws {
    let place = try Workplace()
    let document = try document(in: place)
    let options = ["plan", document, "--duration", "4", "--fps", "30", "--chunks", "4"]
    let run = try ToolRun(options + ["--json"])
    try #require(run.status == 0, "\(run.errors)")
    let plan = try JSONDecoder().decode(Plan.self, from: run.output)
    #expect(plan.frames == 120)
    #expect(plan.weights.count == 120)
    #expect(plan.chunks.map(\.chunk) == [1, 2, 3, 4])
    #expect(plan.chunks.first?.first == 0)
    #expect(plan.chunks.last?.last == 119)
    for (part, next) in zip(plan.chunks, plan.chunks.dropFirst()) { #expect(next.first == part.last + 1) }
    // Frames that move cost more than those that stand still, so the parts of the first half are longer.
    #expect(plan.weights[90] > plan.weights[30])
    let lengths = plan.chunks.map { $0.last - $0.first + 1 }
    #expect(lengths[0] > lengths[3])
    // No part has more than the mean and one frame.
    let mean = plan.weights.reduce(0, +) / 4 + plan.startWeight
    for part in plan.chunks { #expect(part.weight <= mean + (plan.weights.max() ?? 0)) }
    let again = try ToolRun(options + ["--json", "--threads", "1"])
    #expect(again.output == run.output)
    let lines = try ToolRun(options)
    let expected = plan.chunks.map { "\($0.frames)\n" }.joined()
    #expect(String(decoding: lines.output, as: UTF8.self) == expected)
  }

  @Test(arguments: ["auto", "1", "7", "500"]) func aPlanCoversTheFilmOnce(_ chunks: String) throws {
    let place = try Workplace()
    let document = try place.document("")
    let run = try ToolRun("plan", document, "--duration", "2", "--fps", "24", "--chunks", chunks)
    try #require(run.status == 0, "\(run.errors)")
    let ranges = String(decoding: run.output, as: UTF8.self).split(separator: "\n").map { line in
      line.split(separator: "-").compactMap { Int($0) }
    }
    #expect(ranges.flatMap { Array($0[0]...$0[1]) } == Array(0..<48))
    if chunks == "500" { #expect(ranges.count == 48) }
  }

  @Test func aNumberOfPartsMustBeOne() throws {
    let place = try Workplace()
    let document = try place.document("")
    for chunks in ["0", "-1", "many"] {
      #expect(try ToolRun("plan", document, "--chunks", chunks).status == 64)
    }
    #expect(try ToolRun("plan", place.path("none.ca")).status == 66)
  }

  /// `strata render --frames` refuses them.
  @Test(arguments: ["gif", "apng", "awebp"]) func partsThatCannotBeJoinedHaveNoPlan(_ format: String)
    throws
  {
    let place = try Workplace()
    let run = try ToolRun("plan", try place.document(""), "--format", format)
    #expect(run.status == 64)
    #expect(run.errors.contains("cannot be joined"), "\(run.errors)")
  }
}

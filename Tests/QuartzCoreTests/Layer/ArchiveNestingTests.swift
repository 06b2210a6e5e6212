import Foundation
import QuartzCore
import Testing

/// Archives whose layers hold themselves, as damaged or hostile ones do.
@Suite struct ArchiveNestingTests {
  /// The archive of a layer whose list of sublayers holds the layer itself this many times.
  private func cyclicArchive(times: Int) throws -> ArchiveText {
    let root = CALayer()
    (root.bounds, root.position) = (CGRect(x: 0, y: 0, width: 10, height: 10), CGPoint(x: 1, y: 2))
    root.addSublayer(CALayer())
    var archive = ArchiveText(root)
    let list = try #require(archive.reference("sublayers", of: 1))
    archive.set(Dictionary(uniqueKeysWithValues: (0..<times).map { ("\($0)", 1) }), of: list)
    return archive
  }

  @Test("A layer that holds itself in an archive is read to a limit", arguments: [1, 3])
  func holdsItself(times: Int) throws {
    var (depth, next) = (0, try cyclicArchive(times: times).layer)
    while let layer = next {
      (depth, next) = (depth + 1, layer.sublayers?.first)
    }
    #expect(depth <= 513)
  }

  @Test("A list that holds itself is read to a limit")
  func listHoldsItself() throws {
    var archive = try cyclicArchive(times: 1)
    let list = try #require(archive.reference("sublayers", of: 1))
    archive.set(["0": list], of: list)
    // Foundation may take what lies too deep for damage of the whole.
    #expect(archive.layer?.sublayers == nil)
  }

  @Test("An archive with as many layers in each other as programs have is read whole")
  func deepTree() throws {
    let root = CALayer()
    var last = root
    for _ in 0..<300 {
      let next = CALayer()
      last.addSublayer(next)
      last = next
    }
    last.name = "innermost"
    let data = try NSKeyedArchiver.archivedData(withRootObject: root, requiringSecureCoding: true)
    var layer = try #require(try NSKeyedUnarchiver.unarchivedObject(ofClass: CALayer.self, from: data))
    while let next = layer.sublayers?.first { layer = next }
    #expect(layer.name == "innermost")
  }
}

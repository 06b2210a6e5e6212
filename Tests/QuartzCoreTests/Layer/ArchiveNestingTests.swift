import Foundation
import QuartzCore
import Testing

/// Archives whose layers hold themselves, as damaged or hostile ones do.
@Suite struct ArchiveNestingTests {
  /// The archive of a layer with one sublayer, whose list of sublayers holds the layer itself this many times.
  private func cyclicArchive(times: Int) throws -> Data {
    let root = CALayer()
    (root.bounds, root.position) = (CGRect(x: 0, y: 0, width: 10, height: 10), CGPoint(x: 1, y: 2))
    root.addSublayer(CALayer())
    let archiver = NSKeyedArchiver(requiringSecureCoding: true)
    archiver.outputFormat = .xml
    archiver.encode(root, forKey: NSKeyedArchiveRootObjectKey)
    let text = String(decoding: archiver.encodedData, as: UTF8.self)
    let list =
      /(<key>NS.objects<\/key>\s*<array>)\s*<dict>\s*<key>CF\$UID<\/key>\s*<integer>\d+<\/integer>\s*<\/dict>\s*(<\/array>)/
    try #require(text.matches(of: list).count == 1, "the list of sublayers is the only one with one element")
    // Object 0 is nil, object 1 the root.
    let root1 = String(repeating: "<dict><key>CF$UID</key><integer>1</integer></dict>", count: times)
    return Data(text.replacing(list) { "\($0.output.1)\(root1)\($0.output.2)" }.utf8)
  }

  @Test("A layer that holds itself in an archive is read to a limit", arguments: [1, 3])
  func holdsItself(times: Int) throws {
    let data = try cyclicArchive(times: times)
    let layer = try? NSKeyedUnarchiver.unarchivedObject(ofClass: CALayer.self, from: data)
    var (depth, next) = (0, layer)
    while let layer = next {
      (depth, next) = (depth + 1, layer.sublayers?.first)
    }
    #expect(depth <= 513)
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

import Foundation
import QuartzCore
import StrataBase
import StrataDocuments
import StrataCAML
import Testing

/// Good documents with bytes changed, cut and repeated: read or refused, never a crash.
@Suite struct FuzzTests {
  private static let seedText = """
    <caml xmlns="http://www.apple.com/CoreAnimation/1.0">
      <CALayer id="#1" bounds="0 0 100 50" position="50 25" transform="rotate(30deg) scale(2, 2, 1)" cornerRadius="4">
        <backgroundColor opacity="0.5" value="1 0 0"/>
        <mask type="CAShapeLayer" path="0 0 m 10 0 l 10 5 3 5 0 5 c h"/>
        <sublayers>
          <CAGradientLayer><colors><CGColor value="1 0 0"/></colors><locations><real value="0.5"/></locations><type value="radial"/></CAGradientLayer>
          <CAEmitterLayer><emitterCells><CAEmitterCell birthRate="3" color="1 1 1"/></emitterCells></CAEmitterLayer>
          <CATextLayer fontSize="12"><string type="string" value="Hi"/></CATextLayer>
          <CAReplicatorLayer instanceCount="3" instanceTransform="translate(1, 2, 3)"/>
          <CALayer><filters><CAFilter filter="gaussianBlur" inputRadius="3"/></filters><contents type="CGImage" src="a.png"/></CALayer>
        </sublayers>
        <animations><spin type="CAKeyframeAnimation" keyPath="transform.rotation.z" duration="2" repeatCount="inf">
          <values><real value="0"/><real value="6.28"/></values><keyTimes><real value="0"/><real value="1"/></keyTimes></spin></animations>
        <states><LKState name="a"><elements><LKStateSetValue targetId="#1" keyPath="opacity"><value type="real" value="0.5"/></LKStateSetValue></elements></LKState></states>
        <stateTransitions><LKStateTransition fromState="*" toState="a"><elements><LKStateTransitionElement key="opacity" targetId="#1">
          <animation type="CASpringAnimation" keyPath="opacity" duration="1"/></LKStateTransitionElement></elements></LKStateTransition></stateTransitions>
      </CALayer>
    </caml>
    """

  /// Words of documents that replace other words.
  private static let words = [
    "inf", "-1", "nan", "1e308", "-1e-308", "", "0", "99999999999999999999", "object=\"#1\"",
    "type=\"CALayer\"",
    "null", "#ffffff", "matrix(", "CATransformLayer", "CAAnimationGroup", "sublayers", "mask", "NSArray",
    "  ",
    "contents", "-0.5 inf", "true", "transform.rotation.z", "filters", "string", "CGPath", "4294967296",
  ]

  private func mutate(_ bytes: [UInt8], _ random: inout SplitMix64) -> [UInt8] {
    var bytes = bytes
    for _ in 0...Int(random.next() % 4) where !bytes.isEmpty {
      let at = Int(random.next() % UInt64(bytes.count))
      let length = Int(random.next() % 24)
      let end = min(bytes.count, at + length)
      switch random.next() % 6 {
      case 0: bytes[at] = UInt8(truncatingIfNeeded: random.next())
      case 1: bytes.removeSubrange(at..<end)
      case 2: bytes.insert(contentsOf: bytes[at..<end], at: at)
      case 3: bytes.insert(contentsOf: Self.words[Int(random.next() % UInt64(Self.words.count))].utf8, at: at)
      default:
        // Replace the value of an attribute, which keeps the text well-formed.
        guard let open = bytes[at...].firstIndex(of: UInt8(ascii: "\"")),
          let close = bytes[(open + 1)...].firstIndex(of: UInt8(ascii: "\""))
        else { continue }
        let word = Self.words[Int(random.next() % UInt64(Self.words.count))].replacing("\"", with: "")
        bytes.replaceSubrange((open + 1)..<close, with: word.utf8)
      }
    }
    return bytes
  }

  @Test(arguments: 0..<8 as Range<UInt64>)
  func mutatedDocumentsAreReadOrRefused(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let good = Array(Self.seedText.utf8)
    var read = 0
    for _ in 0..<150 {
      let data = Data(mutate(good, &random))
      guard let document = try? Document(data: data) else { continue }
      read += 1
      try? document.setState(document.stateNames.first)
      _ = document.playback
      _ = document.canvasLayer
      if let root = document.rootLayer { _ = LayerDescription.describe(root) }
      let text = try document.markupText()
      #expect(throws: Never.self) { try MarkupReader.read(Data(text.utf8), file: "again") }
    }
    #expect(read > 10)
  }

  /// The documents of which many changed forms are read in a moment.
  private static let smallBundles = SharedDocuments.bundles.filter { path in
    let file = SharedDocuments.url(path).appending(path: "main.caml").path(percentEncoded: false)
    let size = (try? FileManager.default.attributesOfItem(atPath: file))?[.size] as? NSNumber
    return size.map { $0.intValue < 30_000 } ?? true
  }

  @Test(.enabled(if: !smallBundles.isEmpty), arguments: smallBundles)
  func mutatedRealDocumentsAreReadOrRefused(path: String) throws {
    let file = SharedDocuments.url(path).appending(path: "main.caml")
    let good = Array(try Data(contentsOf: file))
    var random = SplitMix64(seed: UInt64(good.count))
    for _ in 0..<12 {
      guard let document = try? Document(data: Data(mutate(good, &random))) else { continue }
      for name in document.stateNames.prefix(3) { try? document.setState(name) }
      _ = try document.markupText()
    }
  }
}

import CoreGraphics
import Foundation
import ImageIO
import QuartzCore
import StrataDocuments
import Testing

/// What the renderer ignores is reported when a document is read, every occurrence with its line.
@Suite struct CheckTests {
  /// The lines and messages of the warnings about a layer's contents; line 2 is the first of `body`.
  private func warnings(_ body: String, tag: String = "CALayer") throws -> [(line: Int, message: String)] {
    let text = "<caml><\(tag) id=\"r\" bounds=\"0 0 9 9\">\n\(body)\n</\(tag)></caml>"
    return try Document(data: Data(text.utf8)).diagnostics.filter { $0.severity != .note }
      .map { ($0.line, $0.message) }
  }

  @Test func valuesThatDoNotFitTheirPropertyAreReported() throws {
    let found = try warnings(
      """
      <animations>
      <a type="CABasicAnimation" keyPath="position"><fromValue type="real" value="1"/><toValue type="string" value="far"/></a>
      <b type="CABasicAnimation" keyPath="opacity"><fromValue type="real" value="0"/></b>
      <c type="CAAnimationGroup"><animations>
      <CABasicAnimation keyPath="bounds"><toValue type="CGColor" value="1 0 0"/></CABasicAnimation>
      </animations></c>
      </animations>
      """
    )
    #expect(found.map(\.line) == [3, 6])
    #expect(found.first?.message == "the values of an animation of \"position\" have no effect there")
  }

  /// What is read nowhere is reported where it stands.
  @Test(arguments: [
    ("<lineDashPattern value=\"1 2\"/>", "only a shape layer has a lineDashPattern"),
    (
      "<actions><opacity type=\"real\" value=\"1\"/></actions>",
      "<opacity> is not an action: those are null or animations; ignored"
    ),
    (
      "<cornerRadii value=\"1 2 3 4\"/>",
      "cornerRadii=\"1 2 3 4\" has no effect: corners are drawn from cornerRadius"
    ),
    ("<sublayers>text</sublayers>", "the text inside of <sublayers> is ignored; values are attributes"),
    (
      "<animations><a type=\"CABasicAnimation\" keyPath=\"opacity\" toValue=\"0\">text</a></animations>",
      "the text inside of <a> is ignored; values are attributes"
    ),
  ])
  func whatIsReadNowhereIsReported(body: String, message: String) throws {
    let found = try warnings(body)
    #expect(found.map(\.line) == [2])
    #expect(found.map(\.message) == [message])
  }

  @Test(arguments: ["text", "<![CDATA[text]]>"]) func textInsideOfALayerIsReported(text: String) throws {
    let message = "the text inside of <CALayer> is ignored; values are attributes"
    #expect(try warnings(text).map(\.message) == [message])
  }

  @Test func cornerRadiiOfALayerAreReported() throws {
    let read = try document("", attributes: "cornerRadii=\"1 2 3 4\"")
    #expect(read.warnings(.notHonoured).count == 1)
  }

  @Test func valuesThatACellDoesNotTakeAreReported() throws {
    let read = try document(
      """
      <emitterCells><CAEmitterCell id="c"><birthRate type="string" value="abc"/></CAEmitterCell></emitterCells>
      <states><LKState name="a"><elements>
      <LKStateSetValue targetId="c" keyPath="lifetime"><value type="string" value="far"/></LKStateSetValue>
      <LKStateSetValue targetId="c" keyPath="scale"><value type="real" value="2"/></LKStateSetValue>
      </elements></LKState></states>
      """,
      tag: "CAEmitterLayer"
    )
    #expect(
      read.warnings(.badValue).map(\.message) == [
        "birthRate is ignored: birthRate of a cell does not take such a value",
        "lifetime of a state takes a number; ignored: lifetime of a cell does not take such a value",
      ]
    )
  }

  @Test func keyTimesThatAreTooManyOrTooFewAreReported() throws {
    func keyframes(_ times: Int, _ mode: String = "linear") -> String {
      """
      <animations><a type="CAKeyframeAnimation" keyPath="opacity" calculationMode="\(mode)">
      <values><real value="0"/><real value="1"/></values>
      <keyTimes>\((0..<times).map { "<real value=\"\(Double($0) / 4)\"/>" }.joined())</keyTimes></a></animations>
      """
    }
    #expect(try warnings(keyframes(2)).isEmpty)
    #expect(try warnings(keyframes(3, "discrete")).isEmpty)
    #expect(try warnings(keyframes(2, "discrete")).isEmpty)
    #expect(
      try warnings(keyframes(4)).map(\.message) == [
        "keyTimes has 4 entries for 2 values; the rest is ignored"
      ]
    )
    #expect(try warnings(keyframes(4)).map(\.line) == [4])
    #expect(try warnings(keyframes(1)).map(\.message) == ["1 key times are ignored where 2 belong"])
    #expect(try warnings(keyframes(2, "springy")).map(\.message) == ["unknown calculation mode \"springy\""])
  }

  @Test func animationsOfStatesAreCheckedToo() throws {
    let found = try warnings(
      """
      <states><LKState name="a"><elements>
      <LKStateSetValue targetId="r" keyPath="position"><value type="string" value="far"/></LKStateSetValue>
      <LKStateSetValue targetId="r" keyPath="opacity"><value type="real" value="0.5"/></LKStateSetValue>
      <LKStateAddAnimation targetId="r" key="k">
      <animation type="CABasicAnimation" keyPath="opacity"><toValue type="CGPoint" value="1 2"/></animation>
      </LKStateAddAnimation></elements></LKState></states>
      <stateTransitions><LKStateTransition fromState="*" toState="a"><elements>
      <LKStateTransitionElement targetId="r" key="wobble"><animation type="CABasicAnimation" keyPath="wobble.x"/></LKStateTransitionElement>
      <LKStateTransitionElement targetId="r" key="opacity"><animation type="CABasicAnimation" keyPath="opacity"/></LKStateTransitionElement>
      </elements></LKStateTransition></stateTransitions>
      """
    )
    #expect(found.map(\.line) == [3, 6, 9], "\(found)")
  }

  /// Key times of animations inside of states are trimmed as those of layers are.
  @Test func keyTimesOfStatesAreTrimmed() throws {
    let read = try document(
      """
      <states><LKState name="a"><elements><LKStateAddAnimation targetId="r" key="k">
      <animation type="CAKeyframeAnimation" keyPath="opacity" calculationMode="discrete">
      <values><real value="0"/><real value="1"/></values><keyTimes><real value="0"/><real value="0.5"/></keyTimes>
      </animation></LKStateAddAnimation></elements></LKState></states>
      """,
      attributes: "id=\"r\""
    )
    try read.setState("a", transitionSpeed: 0)
    let animation = try read.root.animation(forKey: "k") as? CAKeyframeAnimation
    #expect(animation?.keyTimes?.map(\.doubleValue) == [0, 0.5, 1])
  }

  @Test func everyOccurrenceHasItsLine() throws {
    let found = try warnings(
      """
      <sublayers>
      <CALayer wobble="1"/>
      <CALayer wobble="2"/>
      <BlobLayer/>
      <BlobLayer/>
      </sublayers>
      <filters><CAFilter filter="sparkle"/>
      <CAFilter filter="sparkle"/></filters>
      """
    )
    #expect(found.map(\.line) == [3, 4, 5, 6, 8, 9])
  }

  @Test func notesDoNotPushOutWarnings() throws {
    let many = String(repeating: "<CALayer mica_x=\"1\"/>\n", count: 12_000)
    let found = try warnings("<sublayers>\(many)<CALayer wobble=\"1\"/></sublayers>")
    #expect(found.count == 1)
  }

  #if Text
    @Test func fontsThatAreNotInstalledAreReported() throws {
      let found = try warnings(
        "<string type=\"string\" value=\"Hi\"/>\n<font type=\"string\" value=\"Wobble Grotesk\"/>",
        tag: "CATextLayer"
      )
      #expect(found.map(\.line) == [3])
      #expect(found.first?.message == "the font \"Wobble Grotesk\" is not installed; a substitute is used")
      #expect(try warnings("<font type=\"string\" value=\"Helvetica\"/>", tag: "CATextLayer").isEmpty)
      #expect(try warnings("<string type=\"string\" value=\"Hi\"/>", tag: "CATextLayer").isEmpty)
    }
  #endif

  @Test(.enabled(if: buildHasImageCodecs)) func imagesOfLongSequencesAreCheckedOnRequest() throws {
    let scratch = try Scratch()
    let good = try #require(Data(base64Encoded: String(pixelURL.split(separator: ",")[1])))
    let images = (0..<70).map { "<CGImage src=\"\($0).png\"/>" }.joined(separator: "\n")
    for index in 1..<70 { try scratch.file("a.ca/\(index).png", index == 68 ? good.prefix(50) : good) }
    // The first image has all the pixels that are decoded at once.
    try scratch.file("a.ca/0.png", try largeImage())
    try scratch.file(
      "a.ca/main.caml",
      """
      <caml><CALayer><animations><a type="CAKeyframeAnimation" keyPath="contents"><values>
      \(images)
      </values></a></animations></CALayer></caml>
      """
    )
    let url = scratch.url.appending(path: "a.ca")
    #expect(try Document(contentsOf: url).warnings(.resource).isEmpty)
    var options = ReadingOptions()
    options.checksAllImages = true
    #expect(try Document(contentsOf: url, options: options).warnings(.resource).map(\.line) == [70])
    options.isStrict = true
    #expect(throws: DocumentError.self) { try Document(contentsOf: url, options: options) }
  }

  /// A file with an image of 4096 by 4096 pixels.
  private func largeImage() throws -> Data {
    let space = CGColorSpaceCreateDeviceGray()
    let context = try #require(
      CGContext(
        data: nil,
        width: 4096,
        height: 4096,
        bitsPerComponent: 8,
        bytesPerRow: 0,
        space: space,
        bitmapInfo: CGImageAlphaInfo.none.rawValue
      )
    )
    let data = NSMutableData()
    let target = try #require(CGImageDestinationCreateWithData(data, "public.png" as CFString, 1, nil))
    CGImageDestinationAddImage(target, try #require(context.makeImage()), nil)
    #expect(CGImageDestinationFinalize(target))
    return Data(referencing: data)
  }
}

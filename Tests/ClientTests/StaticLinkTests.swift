import Testing

/// Clients that are linked against static libraries, which leave out objects that nothing refers to.
@Suite(.enabled(if: OutsideClient.canCompile)) struct StaticLinkTests {
  @Test("SC-25: lists of CGFloat bridge to number objects in a program linked statically")
  func numbersBridge() throws {
    let client = try OutsideClient(
      """
      import Foundation
      import QuartzCore

      let widths: [CGFloat] = [1, 2.5, 3]
      let animation = CAKeyframeAnimation(keyPath: "lineWidth")
      animation.values = widths as [NSNumber]
      let object: Any = NSNumber(value: 2.5)
      print((animation.values as? [CGFloat]) ?? [], (object as? CGFloat) ?? 0)
      """
    )
    defer { client.remove() }
    let run = try client.runLinkedStatically()
    #expect(run.text == "[1.0, 2.5, 3.0] 2.5\n")
    #expect(run.status == 0)
  }
}

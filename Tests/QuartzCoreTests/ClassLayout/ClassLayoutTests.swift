import CoreGraphics
import Foundation
import QuartzCore
import StrataRenderServer
import Testing

/// A layer that knows which of its initialisers made it.
private final class Made: CALayer {
  var initialiser = ""

  override init() {
    super.init()
    initialiser = "init()"
  }

  override init(layer: Any) {
    super.init(layer: layer)
    initialiser = "init(layer:)"
  }

  required init?(coder: NSCoder) {
    super.init(coder: coder)
    initialiser = "init(coder:)"
  }
}

private final class MadeAnimation: CABasicAnimation {
  private(set) var isMade = false

  override init() {
    super.init()
    isMade = true
  }

  required init?(coder: NSCoder) { super.init(coder: coder) }
}

private final class Declaring: CALayer {
  @Animatable("sweep") var sweep: CGFloat = 0.25
}

/// What the library takes for granted about the layout of classes, which Swift does not promise: if one of these fails, the
/// toolchain has another layout (ARCHITECTURE.md, "What depends on the compiler").
@Suite struct ClassLayoutTests {
  private final class Plain: CALayer {}

  private final class Overriding: CALayer {
    override func draw(in ctx: CGContext) { ctx.flush() }
    override func value(forKey key: String) -> Any? { super.value(forKey: key) }
    override func hitTest(_ p: CGPoint) -> CALayer? { super.hitTest(p) }
    override func contains(_ p: CGPoint) -> Bool { super.contains(p) }
  }

  @Test func everyMethodHasASlotThatTellsWhoOverridesIt() {
    #expect(ClassShape.slots.count == 4)
    for (method, slot) in ClassShape.slots {
      #expect(slot.isKnown, "\(method) has no slot")
      #expect(!slot.isOverridden(in: CALayer.self), "\(method)")
      #expect(!slot.isOverridden(in: Plain.self), "\(method)")
      #expect(slot.isOverridden(in: Overriding.self), "\(method)")
    }
  }

  @Test func anUnknownSlotCountsAsOverridden() {
    let unknown = MethodSlot(of: CALayer.self, plain: Plain.self, overriding: Plain.self)
    #expect(!unknown.isKnown)
    #expect(unknown.isOverridden(in: Plain.self))
    #expect(!unknown.isOverridden(in: CALayer.self))
  }

  @Test func factoriesCallTheInitialisersOfTheClass() throws {
    let layer = try #require(_PresentationFactory.makeLayer(of: Made.self) as? Made)
    #expect(layer.initialiser == "init()")
    let copy = try #require(_PresentationFactory.copy(of: layer) as? Made)
    #expect(copy.initialiser == "init(layer:)")
    let animation = MadeAnimation()
    animation.duration = 3
    let second = try #require(_AnimationFactory.copy(of: animation) as? MadeAnimation)
    #expect(second !== animation)
    #expect(second.isMade)
    #expect(second.duration == 3)
  }

  @Test func declaredPropertiesAreFoundInTheirLayer() {
    #expect(Declaring().value(forKey: "sweep") as? Double == 0.25)
    #expect(CALayer().value(forKey: "sweep") == nil)
  }
}

import CoreGraphics
import Foundation
import StrataRenderTree
import Testing

@Suite struct DefaultsTests {
  @Test("animation section 4, rendering Appendix A: defaults of every layer")
  func layer() {
    let state = LayerState()
    #expect(state.anchorPoint == point(0.5, 0.5))
    #expect(state.anchorPointZ == 0)
    #expect(state.zPosition == 0)
    #expect(state.bounds == .zero && state.position == .zero)
    #expect(state.transform.isIdentity && state.sublayerTransform.isIdentity)
    #expect(state.backgroundColor == nil)
    #expect(state.borderColor != nil)
    #expect(state.borderWidth == 0)
    #expect(state.cornerRadius == 0)
    #expect(state.cornerCurve == .circular)
    #expect(state.maskedCorners.rawValue == 15)
    #expect(state.opacity == 1)
    #expect(!state.isHidden)
    #expect(state.isDoubleSided)
    #expect(!state.masksToBounds)
    #expect(!state.isGeometryFlipped)
    #expect(!state.isOpaque)
    #expect(state.allowsGroupOpacity)
    #expect(state.allowsEdgeAntialiasing && state.edgeAntialiasingMask.rawValue == 15)
    #expect(state.shadowOpacity == 0)
    #expect(state.shadowRadius == 3)
    #expect(state.shadowPath == nil)
    #expect(state.shadowOffset == CGSize(width: 0, height: -3))
    #expect(state.shadowColor == CGColor(red: 0, green: 0, blue: 0, alpha: 1))
    #expect(state.contents == .none)
    #expect(state.contentsGravity == .resize)
    #expect(state.contentsScale == 1)
    #expect(state.contentsRect == rect(0, 0, 1, 1) && state.contentsCenter == rect(0, 0, 1, 1))
    #expect(state.contentsFormat.rawValue == "RGBA8" && state.minificationFilterBias == 0)
    #expect(state.minificationFilter == .linear && state.magnificationFilter == .linear)
    #expect(state.filters.isEmpty)
    #expect(state.backgroundFilters.isEmpty)
    #expect(state.compositingFilter == nil)
    #expect(!state.shouldRasterize && state.rasterizationScale == 1)
    #expect(state.timing.duration == .infinity && state.timing.speed == 1)
  }

  @Test("animation section 4: defaults of the other classes")
  func kinds() {
    let state = LayerState()
    #expect(state.shape.fillColor == CGColor(red: 0, green: 0, blue: 0, alpha: 1))
    #expect(state.shape.strokeColor == nil)
    #expect(state.shape.lineWidth == 1)
    #expect(state.shape.miterLimit == 10)
    #expect(state.shape.strokeStart == 0)
    #expect(state.shape.strokeEnd == 1)
    #expect(state.shape.fillRule == .nonZero)
    #expect(state.gradient.startPoint == point(0.5, 0) && state.gradient.endPoint == point(0.5, 1))
    #expect(state.text.fontSize == 36)
    #expect(state.text.font == "Helvetica")
    #expect(!state.text.isWrapped)
    #expect(state.replicator.instanceCount == 1 && state.replicator.instanceDelay == 0)
    #expect(state.emitter.birthRate == 1 && state.emitter.emitterShape == .point)
    #expect(state.emitter.emitterMode == .volume && state.emitter.renderMode == .unordered)
    #expect(state.tiled.tileSize == CGSize(width: 256, height: 256) && state.tiled.levelsOfDetail == 1)
    #expect(state.scroll.scrollMode == .both)
    #expect(LayerState(of: .scroll).masksToBounds)
    #expect(EmitterCellState().scale == 1 && EmitterCellState().isEnabled)
  }

  @Test("animation K-12, D-2: a class answers the defaults that are not zero")
  func stored() {
    let table = LayerSchema.table
    #expect(table.defaultValue(forKey: "anchorPoint") as? CGPoint == point(0.5, 0.5))
    #expect(table.defaultValue(forKey: "opacity") as? Float == 1)
    #expect(table.defaultValue(forKey: "duration") as? Double == .infinity)
    #expect(table.defaultValue(forKey: "hidden") as? Bool == false)
    #expect(table.defaultValue(forKey: "fillMode") as? String == "removed")
    for key in [
      "bounds", "position", "shadowOpacity", "timeOffset", "frame", "filters", "mask", "isHidden", "nonsense",
    ] {
      #expect(table.defaultValue(forKey: key) == nil, "\(key)")
    }
    #expect(LayerSchema.table(of: .scroll).defaultValue(forKey: "masksToBounds") as? Bool == true)
    #expect(LayerSchema.table(of: .shape).defaultValue(forKey: "lineWidth") as? CGFloat == 1)
  }

  @Test("animation section 4: which properties animate by themselves")
  func motion() {
    let table = LayerSchema.table(of: .shape)
    for key in [
      "position", "bounds", "opacity", "hidden", "contents", "shadowRadius", "lineWidth", "filters",
    ] {
      #expect(table[key]?.motion == .implicit, "\(key)")
    }
    for key in ["backgroundFilters", "compositingFilter"] { #expect(table[key]?.motion == .transition) }
    for key in ["shadowPath", "path", "doubleSided"] { #expect(table[key]?.motion == .explicit, "\(key)") }
    for key in ["contentsGravity", "opaque", "cornerCurve", "speed", "lineCap", "lineDashPattern"] {
      #expect(table[key]?.isAnimatable == false, "\(key)")
    }
    #expect(table["position.x"]?.motion == .implicit)
  }

  @Test("Rows know the class that declares them, and the table lists them in order")
  func owners() {
    let table = LayerSchema.table(of: .gradient)
    #expect(table.owner(of: "colors") == "CAGradientLayer")
    #expect(table.owner(of: "isHidden") == "CALayer")
    #expect(table.sections.map(\.owner) == ["CALayer", "CAGradientLayer"])
    #expect(table.rows.first?.key == "bounds")
    #expect(LayerSchema.table["colors"] == nil)
  }

  @Test("A state is small, and a new one owns no memory")
  func size() {
    #expect(MemoryLayout<LayerState>.size <= 384)
    let state = LayerState()
    #expect(state.hasUntouchedShadow)
    #expect(state.hasUntouchedEffects)
    #expect(state.hasUntouchedTiming)
    #expect(state.hasUntouchedContentsLayout && state.hasIdentitySublayerTransform)
  }
}

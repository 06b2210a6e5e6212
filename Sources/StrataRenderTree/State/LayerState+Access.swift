package import CoreGraphics
package import Foundation

// Flat access to what lies in the groups. Reading never makes a group; writing does, in place where it is unshared.

extension LayerState {
  package var sublayerTransform: CATransform3D {
    get { rare.read { $0.sublayerSpace.read { $0.sublayerTransform } } }
    _modify { yield &rare.value.sublayerSpace.value.sublayerTransform }
  }
  package var shadowColor: CGColor? {
    get { rare.read { $0.shadow.read { $0.color } } }
    _modify { yield &rare.value.shadow.value.color }
  }
  package var shadowOpacity: Float {
    get { rare.read { $0.shadow.read { $0.opacity } } }
    _modify { yield &rare.value.shadow.value.opacity }
  }
  /// In the layer's own points.
  package var shadowOffset: CGSize {
    get { rare.read { $0.shadow.read { $0.offset } } }
    _modify { yield &rare.value.shadow.value.offset }
  }
  /// Standard deviation of the blur, in points.
  package var shadowRadius: CGFloat {
    get { rare.read { $0.shadow.read { $0.radius } } }
    _modify { yield &rare.value.shadow.value.radius }
  }
  package var shadowPath: CGPath? {
    get { rare.read { $0.shadow.read { $0.path } } }
    _modify { yield &rare.value.shadow.value.path }
  }
  /// True if the rounded bounds cast the shadow, instead of what the layer paints.
  package var shadowPathIsBounds: Bool {
    get { rare.read { $0.shadow.read { $0.pathIsBounds } } }
    _modify { yield &rare.value.shadow.value.pathIsBounds }
  }
  package var borderColor: CGColor? {
    get { rare.read { $0.edges.read { $0.borderColor } } }
    _modify { yield &rare.value.edges.value.borderColor }
  }
  package var cornerCurve: CALayerCornerCurve {
    get { rare.read { $0.edges.read { $0.cornerCurve } } }
    _modify { yield &rare.value.edges.value.cornerCurve }
  }
  package var maskedCorners: CACornerMask {
    get { rare.read { $0.edges.read { $0.maskedCorners } } }
    _modify { yield &rare.value.edges.value.maskedCorners }
  }
  /// Overrides `cornerRadius` where documents ask for unequal corners.
  package var perCornerRadii: CornerRadii? {
    get { rare.read { $0.edges.read { $0.perCornerRadii } } }
    _modify { yield &rare.value.edges.value.perCornerRadii }
  }
  package var edgeAntialiasingMask: CAEdgeAntialiasingMask {
    get { rare.read { $0.edges.read { $0.edgeAntialiasingMask } } }
    _modify { yield &rare.value.edges.value.edgeAntialiasingMask }
  }
  /// In unit coordinates of the image.
  package var contentsRect: CGRect {
    get { rare.read { $0.contentsLayout.read { $0.rect } } }
    _modify { yield &rare.value.contentsLayout.value.rect }
  }
  /// In unit coordinates of the contents rectangle.
  package var contentsCenter: CGRect {
    get { rare.read { $0.contentsLayout.read { $0.center } } }
    _modify { yield &rare.value.contentsLayout.value.center }
  }
  package var contentsGravity: CALayerContentsGravity {
    get { rare.read { $0.contentsLayout.read { $0.gravity } } }
    _modify { yield &rare.value.contentsLayout.value.gravity }
  }
  /// Pixels of the contents per point.
  package var contentsScale: CGFloat {
    get { rare.read { $0.contentsLayout.read { $0.scale } } }
    _modify { yield &rare.value.contentsLayout.value.scale }
  }
  package var contentsFormat: CALayerContentsFormat {
    get { rare.read { $0.contentsLayout.read { $0.format } } }
    _modify { yield &rare.value.contentsLayout.value.format }
  }
  package var minificationFilter: CALayerContentsFilter {
    get { rare.read { $0.contentsLayout.read { $0.minificationFilter } } }
    _modify { yield &rare.value.contentsLayout.value.minificationFilter }
  }
  package var magnificationFilter: CALayerContentsFilter {
    get { rare.read { $0.contentsLayout.read { $0.magnificationFilter } } }
    _modify { yield &rare.value.contentsLayout.value.magnificationFilter }
  }
  package var minificationFilterBias: Float {
    get { rare.read { $0.contentsLayout.read { $0.minificationFilterBias } } }
    _modify { yield &rare.value.contentsLayout.value.minificationFilterBias }
  }
  /// Multiplies the contents; documents color template glyphs with it.
  package var contentsMultiplyColor: CGColor? {
    get { rare.read { $0.contentsLayout.read { $0.multiplyColor } } }
    _modify { yield &rare.value.contentsLayout.value.multiplyColor }
  }
  package var contentsTransform: CGAffineTransform {
    get { rare.read { $0.contentsLayout.read { $0.transform } } }
    _modify { yield &rare.value.contentsLayout.value.transform }
  }
  package var contentsSwizzle: ContentsSwizzle {
    get { rare.read { $0.contentsLayout.read { $0.swizzle } } }
    _modify { yield &rare.value.contentsLayout.value.swizzle }
  }
  package var contentsScaling: ContentsScaling {
    get { rare.read { $0.contentsLayout.read { $0.scaling } } }
    _modify { yield &rare.value.contentsLayout.value.scaling }
  }
  package var filters: [FilterValue] {
    get { rare.read { $0.effects.read { $0.filters } } }
    _modify { yield &rare.value.effects.value.filters }
  }
  package var backgroundFilters: [FilterValue] {
    get { rare.read { $0.effects.read { $0.backgroundFilters } } }
    _modify { yield &rare.value.effects.value.backgroundFilters }
  }
  package var compositingFilter: FilterValue? {
    get { rare.read { $0.effects.read { $0.compositingFilter } } }
    _modify { yield &rare.value.effects.value.compositingFilter }
  }
  /// Pixels per point of a cached bitmap.
  package var rasterizationScale: CGFloat {
    get { rare.read { $0.effects.read { $0.rasterizationScale } } }
    _modify { yield &rare.value.effects.value.rasterizationScale }
  }
  /// The layer's clock; its `duration` starts at infinity.
  package var timing: TimingState {
    get { rare.read { $0.timing.read { $0.timing } } }
    _modify { yield &rare.value.timing.value.timing }
  }

  /// Values under keys that the library does not declare.
  package var custom: CustomValues {
    get { rare.read { $0.custom } }
    _modify { yield &rare.value.custom }
  }

  /// True if no property of the shadow was ever set; such a layer casts none.
  package var hasUntouchedShadow: Bool { rare.isUntouched || rare.read { $0.shadow.isUntouched } }
  /// True if no property of filters and cached bitmaps was ever set.
  package var hasUntouchedEffects: Bool { rare.isUntouched || rare.read { $0.effects.isUntouched } }
  /// True if contents fill the bounds by the default rules.
  package var hasUntouchedContentsLayout: Bool {
    rare.isUntouched || rare.read { $0.contentsLayout.isUntouched }
  }
  /// True if the layer's time is its superlayer's.
  package var hasUntouchedTiming: Bool { rare.isUntouched || rare.read { $0.timing.isUntouched } }
  /// True if sublayers are placed by their own geometry alone.
  package var hasIdentitySublayerTransform: Bool {
    rare.isUntouched || rare.read { $0.sublayerSpace.isUntouched } || sublayerTransform.isIdentity
  }
}

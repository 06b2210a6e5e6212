package import CoreGraphics
package import Foundation

// Flat access to what lies in the groups. Reading never makes a group; writing does, in place where it is unshared.

extension LayerState {
  package var sublayerTransform: CATransform3D {
    get { sublayerSpace.value.sublayerTransform }
    _modify { yield &sublayerSpace.value.sublayerTransform }
  }
  package var shadowColor: CGColor? {
    get { shadow.value.color }
    _modify { yield &shadow.value.color }
  }
  package var shadowOpacity: Float {
    get { shadow.value.opacity }
    _modify { yield &shadow.value.opacity }
  }
  /// In the layer's own points.
  package var shadowOffset: CGSize {
    get { shadow.value.offset }
    _modify { yield &shadow.value.offset }
  }
  /// Standard deviation of the blur, in points.
  package var shadowRadius: CGFloat {
    get { shadow.value.radius }
    _modify { yield &shadow.value.radius }
  }
  package var shadowPath: CGPath? {
    get { shadow.value.path }
    _modify { yield &shadow.value.path }
  }
  /// The rounded bounds cast the shadow, not what the layer paints.
  package var shadowPathIsBounds: Bool {
    get { shadow.value.pathIsBounds }
    _modify { yield &shadow.value.pathIsBounds }
  }
  package var borderColor: CGColor? {
    get { edges.value.borderColor }
    _modify { yield &edges.value.borderColor }
  }
  package var cornerCurve: CALayerCornerCurve {
    get { edges.value.cornerCurve }
    _modify { yield &edges.value.cornerCurve }
  }
  package var maskedCorners: CACornerMask {
    get { edges.value.maskedCorners }
    _modify { yield &edges.value.maskedCorners }
  }
  /// Overrides `cornerRadius` where documents ask for unequal corners.
  package var perCornerRadii: CornerRadii? {
    get { edges.value.perCornerRadii }
    _modify { yield &edges.value.perCornerRadii }
  }
  package var edgeAntialiasingMask: CAEdgeAntialiasingMask {
    get { edges.value.edgeAntialiasingMask }
    _modify { yield &edges.value.edgeAntialiasingMask }
  }
  /// In unit coordinates of the image.
  package var contentsRect: CGRect {
    get { contentsLayout.value.rect }
    _modify { yield &contentsLayout.value.rect }
  }
  /// In unit coordinates of the contents rectangle.
  package var contentsCenter: CGRect {
    get { contentsLayout.value.center }
    _modify { yield &contentsLayout.value.center }
  }
  package var contentsGravity: CALayerContentsGravity {
    get { contentsLayout.value.gravity }
    _modify { yield &contentsLayout.value.gravity }
  }
  /// Pixels of the contents per point.
  package var contentsScale: CGFloat {
    get { contentsLayout.value.scale }
    _modify { yield &contentsLayout.value.scale }
  }
  package var contentsFormat: CALayerContentsFormat {
    get { contentsLayout.value.format }
    _modify { yield &contentsLayout.value.format }
  }
  package var minificationFilter: CALayerContentsFilter {
    get { contentsLayout.value.minificationFilter }
    _modify { yield &contentsLayout.value.minificationFilter }
  }
  package var magnificationFilter: CALayerContentsFilter {
    get { contentsLayout.value.magnificationFilter }
    _modify { yield &contentsLayout.value.magnificationFilter }
  }
  package var minificationFilterBias: Float {
    get { contentsLayout.value.minificationFilterBias }
    _modify { yield &contentsLayout.value.minificationFilterBias }
  }
  /// Multiplies the contents; documents color template glyphs with it.
  package var contentsMultiplyColor: CGColor? {
    get { contentsLayout.value.multiplyColor }
    _modify { yield &contentsLayout.value.multiplyColor }
  }
  package var contentsTransform: CGAffineTransform {
    get { contentsLayout.value.transform }
    _modify { yield &contentsLayout.value.transform }
  }
  package var contentsSwizzle: ContentsSwizzle {
    get { contentsLayout.value.swizzle }
    _modify { yield &contentsLayout.value.swizzle }
  }
  package var contentsScaling: ContentsScaling {
    get { contentsLayout.value.scaling }
    _modify { yield &contentsLayout.value.scaling }
  }
  package var filters: [FilterValue] {
    get { effects.value.filters }
    _modify { yield &effects.value.filters }
  }
  package var backgroundFilters: [FilterValue] {
    get { effects.value.backgroundFilters }
    _modify { yield &effects.value.backgroundFilters }
  }
  package var compositingFilter: FilterValue? {
    get { effects.value.compositingFilter }
    _modify { yield &effects.value.compositingFilter }
  }
  /// Pixels per point of a cached bitmap.
  package var rasterizationScale: CGFloat {
    get { effects.value.rasterizationScale }
    _modify { yield &effects.value.rasterizationScale }
  }
  /// The layer's clock; its `duration` starts at infinity.
  package var timing: TimingState {
    get { timingGroup.value.timing }
    _modify { yield &timingGroup.value.timing }
  }

  /// True if the layer has the shadow of a new layer, which is none.
  package var hasUntouchedShadow: Bool { shadow.isUntouched }
  /// True if no filter was ever set, so that nothing needs to be asked one by one.
  package var hasUntouchedEffects: Bool { effects.isUntouched }
  /// True if contents, if there are any, fill the bounds by the default rules.
  package var hasUntouchedContentsLayout: Bool { contentsLayout.isUntouched }
  /// True if the layer's time is its superlayer's.
  package var hasUntouchedTiming: Bool { timingGroup.isUntouched }
  /// True if sublayers are placed by their own geometry alone.
  package var hasIdentitySublayerTransform: Bool {
    sublayerSpace.isUntouched || sublayerSpace.value.sublayerTransform.isIdentity
  }
}

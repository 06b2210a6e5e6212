package import CoreGraphics
package import Foundation

// Flat access to what lies in the groups. Reading never makes a group; writing does, in place where it is unshared. Lists and
// dictionaries are changed in place by a coroutine, which allocates memory; all else is set.

extension LayerState {
  package var sublayerTransform: CATransform3D {
    get { rare.read { $0.sublayerSpace.read { $0.sublayerTransform } } }
    set { rare.update { $0.sublayerSpace.update { $0.sublayerTransform = newValue } } }
  }
  package var shadowColor: CGColor? {
    get { rare.read { $0.shadow.read { $0.color } } }
    set { rare.update { $0.shadow.update { $0.color = newValue } } }
  }
  package var shadowOpacity: Float {
    get { rare.read { $0.shadow.read { $0.opacity } } }
    set { rare.update { $0.shadow.update { $0.opacity = newValue } } }
  }
  /// In the layer's own points.
  package var shadowOffset: CGSize {
    get { rare.read { $0.shadow.read { $0.offset } } }
    set { rare.update { $0.shadow.update { $0.offset = newValue } } }
  }
  /// Standard deviation of the blur, in points.
  package var shadowRadius: CGFloat {
    get { rare.read { $0.shadow.read { $0.radius } } }
    set { rare.update { $0.shadow.update { $0.radius = newValue } } }
  }
  package var shadowPath: CGPath? {
    get { rare.read { $0.shadow.read { $0.path } } }
    set { rare.update { $0.shadow.update { $0.path = newValue } } }
  }
  /// True if the rounded bounds cast the shadow, instead of what the layer paints.
  package var shadowPathIsBounds: Bool {
    get { rare.read { $0.shadow.read { $0.pathIsBounds } } }
    set { rare.update { $0.shadow.update { $0.pathIsBounds = newValue } } }
  }
  package var borderColor: CGColor? {
    get { rare.read { $0.edges.read { $0.borderColor } } }
    set { rare.update { $0.edges.update { $0.borderColor = newValue } } }
  }
  package var cornerCurve: CALayerCornerCurve {
    get { rare.read { $0.edges.read { $0.cornerCurve } } }
    set { rare.update { $0.edges.update { $0.cornerCurve = newValue } } }
  }
  package var maskedCorners: CACornerMask {
    get { rare.read { $0.edges.read { $0.maskedCorners } } }
    set { rare.update { $0.edges.update { $0.maskedCorners = newValue } } }
  }
  package var edgeAntialiasingMask: CAEdgeAntialiasingMask {
    get { rare.read { $0.edges.read { $0.edgeAntialiasingMask } } }
    set { rare.update { $0.edges.update { $0.edgeAntialiasingMask = newValue } } }
  }
  /// In unit coordinates of the image.
  package var contentsRect: CGRect {
    get { rare.read { $0.contentsLayout.read { $0.rect } } }
    set { rare.update { $0.contentsLayout.update { $0.rect = newValue } } }
  }
  /// In unit coordinates of the contents rectangle.
  package var contentsCenter: CGRect {
    get { rare.read { $0.contentsLayout.read { $0.center } } }
    set { rare.update { $0.contentsLayout.update { $0.center = newValue } } }
  }
  package var contentsGravity: CALayerContentsGravity {
    get { rare.read { $0.contentsLayout.read { $0.gravity } } }
    set { rare.update { $0.contentsLayout.update { $0.gravity = newValue } } }
  }
  /// Pixels of the contents per point.
  package var contentsScale: CGFloat {
    get { rare.read { $0.contentsLayout.read { $0.scale } } }
    set { rare.update { $0.contentsLayout.update { $0.scale = newValue } } }
  }
  package var contentsFormat: CALayerContentsFormat {
    get { rare.read { $0.contentsLayout.read { $0.format } } }
    set { rare.update { $0.contentsLayout.update { $0.format = newValue } } }
  }
  package var minificationFilter: CALayerContentsFilter {
    get { rare.read { $0.contentsLayout.read { $0.minificationFilter } } }
    set { rare.update { $0.contentsLayout.update { $0.minificationFilter = newValue } } }
  }
  package var magnificationFilter: CALayerContentsFilter {
    get { rare.read { $0.contentsLayout.read { $0.magnificationFilter } } }
    set { rare.update { $0.contentsLayout.update { $0.magnificationFilter = newValue } } }
  }
  package var minificationFilterBias: Float {
    get { rare.read { $0.contentsLayout.read { $0.minificationFilterBias } } }
    set { rare.update { $0.contentsLayout.update { $0.minificationFilterBias = newValue } } }
  }
  /// Multiplies the contents; documents color template glyphs with it.
  package var contentsMultiplyColor: CGColor? {
    get { rare.read { $0.contentsLayout.read { $0.multiplyColor } } }
    set { rare.update { $0.contentsLayout.update { $0.multiplyColor = newValue } } }
  }
  package var contentsTransform: CGAffineTransform {
    get { rare.read { $0.contentsLayout.read { $0.transform } } }
    set { rare.update { $0.contentsLayout.update { $0.transform = newValue } } }
  }
  package var contentsSwizzle: ContentsSwizzle {
    get { rare.read { $0.contentsLayout.read { $0.swizzle } } }
    set { rare.update { $0.contentsLayout.update { $0.swizzle = newValue } } }
  }
  package var contentsScaling: ContentsScaling {
    get { rare.read { $0.contentsLayout.read { $0.scaling } } }
    set { rare.update { $0.contentsLayout.update { $0.scaling = newValue } } }
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
    set { rare.update { $0.effects.update { $0.compositingFilter = newValue } } }
  }
  /// Pixels per point of a cached bitmap.
  package var rasterizationScale: CGFloat {
    get { rare.read { $0.effects.read { $0.rasterizationScale } } }
    set { rare.update { $0.effects.update { $0.rasterizationScale = newValue } } }
  }
  /// The layer's clock; its `duration` starts at infinity.
  package var timing: TimingState {
    get { rare.read { $0.timing.read { $0.timing } } }
    set { rare.update { $0.timing.update { $0.timing = newValue } } }
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

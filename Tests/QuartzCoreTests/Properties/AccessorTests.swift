import QuartzCore
import StrataRenderTree
import Testing

/// Rows and accessors come in pairs.
@Suite struct AccessorTests {
  /// The keys of key-value access that no renderer knows and that have no row.
  private static func withoutRow(of layerClass: LayerClass) -> Set<String> {
    switch layerClass {
    case .plain: withoutRow
    case .metal: ofDrawables
    default: []
    }
  }

  /// The properties of Metal layers that no archive holds.
  private static let ofDrawables: Set = [
    "colorspace", "developerHUDProperties", "device", "edrMetadata", "maximumDrawableCount", "pixelFormat",
    "preferredDevice", "residencySet",
  ]

  private static let withoutRow: Set = [
    "actions", "affineTransform", "autoresizingMask", "constraints", "contentsHeadroom", "delegate",
    "drawsAsynchronously",
    "frame",
    "layoutManager", "mask", "modelLayer", "name", "needsDisplayOnBoundsChange", "preferredDynamicRange",
    "presentationLayer", "style",
    "sublayers",
    "superlayer", "toneMapMode", "visibleRect", "wantsDynamicContentScaling",
    "wantsExtendedDynamicRangeContent",
  ]

  @Test("Each row of a class has one accessor there, and each accessor a row", arguments: LayerClass.allCases)
  func pairs(layerClass: LayerClass) {
    let section = LayerSchema.table(of: layerClass).sections.first { $0.owner == layerClass.name }
    let rows = (section?.rows ?? []).map(\.key)
    let accessors = layerClass.accessorKeys
    let paired = accessors.filter(\.hasRow).map(\.key)
    #expect(Set(rows).subtracting(paired).isEmpty, "rows without accessors")
    #expect(Set(paired).subtracting(rows).isEmpty, "accessors without rows")
    #expect(Set(accessors.map(\.key)).count == accessors.count, "accessors that are declared twice")
    let others = Set(accessors.filter { !$0.hasRow }.map(\.key))
    #expect(others == Self.withoutRow(of: layerClass))
  }

  @Test("A class is found by its name, and its layers are of its kind", arguments: LayerClass.allCases)
  func names(layerClass: LayerClass) {
    #expect(LayerClass(name: layerClass.name) == layerClass)
    let layer = layerClass.makeLayer()
    #expect(String(describing: type(of: layer)) == layerClass.name)
    #expect(layer.layerClass == layerClass)
  }

  @Test func aSubclassIsOfTheKindOfItsSuperclass() {
    final class Star: CAShapeLayer {}
    #expect(Star().layerClass == .shape)
  }
}

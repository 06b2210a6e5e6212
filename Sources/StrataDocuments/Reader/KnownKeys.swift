/// Keys that documents carry beside the properties of the public classes.
///
/// The property tables declare the keys of the library. These lists hold the keys of the format's grammar, those of
/// editors, and those that are read and kept without an effect on the picture.
package enum KnownKeys {
  /// Attributes of the format's grammar, which are never properties.
  package static let reserved: Set<String> = ["id", "object", "type", "value", "key", "src"]

  /// True for data of editors and hosts, which the reader keeps and reports at most as a note.
  static func isEditorData(_ key: String) -> Bool {
    editorKeys.contains(key) || editorPrefixes.contains { key.hasPrefix($0) }
  }

  private static let editorKeys: Set<String> = [
    "CUI_autoreversingDuration", "UICALayerRenderID", "animationType", "debugDescription", "delegate",
    "description", "final", "hash", "locked", "modules", "nuggetId", "nuggetOffset", "relativePath",
    "resizingMode", "scriptComponents", "scriptObject", "superclass", "layoutManager", "MicaAssetManifest",
  ]
  private static let editorPrefixes = ["mica_", "caplay", "xmlns", "wallpaper"]

  /// Keys for the behaviour of an application, without an effect on the picture.
  static let behaviour: Set<String> = [
    "needsDisplayOnBoundsChange", "needsLayoutOnGeometryChange", "securityMode", "allowsHitTesting",
    "autoresizingMask", "hitTestsAsOpaque", "canDrawConcurrently", "acceleratesDrawing",
    "drawsAsynchronously",
    "contentsFormat", "allowsDisplayCompositing", "disableUpdateMask", "clearsContext", "preloadsCache",
    "name",
    "constraints", "wantsExtendedDynamicRangeContent", "wantsDynamicContentScaling", "toneMapMode",
    "preferredDynamicRange", "contentsHeadroom", "allowsFontSubpixelQuantization",
  ]

  /// Keys that are read and kept but have no effect, with what happens instead.
  package static let notHonoured: [String: String] = [
    "allowsGroupBlending": "groups blend as allowsGroupOpacity says",
    "contentsAlignsToPixels": "contents are placed exactly",
    "cornerContents": "corners are drawn from cornerRadius",
    "cornerContentsMasksEdges": "corners are drawn from cornerRadius",
    "cornerRadii": "corners are drawn from cornerRadius",
    "flipsHorizontalAxis": "the horizontal axis stays as it is",
    "groupName": "a backdrop layer reads the content behind it",
    "inheritsTiming": "the layer follows its superlayer's time",
    "invertsMask": "the mask is used as it is",
    "meshTransform": "the layer is not warped",
    "sortsSublayers": "sublayers are sorted by zPosition",
    "spinBias": "spin is used without bias",
    "transform.shear.y": "transforms have no shear component here",
  ]

  /// Values of these keys that match what drawing does anyway.
  static let harmless: [String: Set<String>] = [
    "allowsGroupBlending": ["1"], "contentsAlignsToPixels": ["0"],
    "cornerContentsMasksEdges": ["0"], "flipsHorizontalAxis": ["0"], "inheritsTiming": ["1"],
    "invertsMask": ["0"], "sortsSublayers": ["1"], "spinBias": ["0"],
  ]

  /// Replaces the class prefix of state elements in older documents by the current one.
  static func currentClass(_ name: String) -> String {
    switch name {
    case "LKStateSetProperty", "CAStateSetProperty": "CAStateSetValue"
    case let name where name.hasPrefix("LKState"): "CA" + name.dropFirst(2)
    default: name
    }
  }
}

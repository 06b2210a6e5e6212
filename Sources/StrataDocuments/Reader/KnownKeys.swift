/// Keys that documents carry beside the properties of the public classes.
///
/// What the library declares is known from its property tables. These lists only say what the format itself needs,
/// what editors leave behind, and what is read and kept without changing the picture.
package enum KnownKeys {
  /// Attributes that are part of the format's grammar, never properties.
  package static let reserved: Set<String> = ["id", "object", "type", "value", "key", "src"]

  /// Data of editors and hosts: kept, and noted at most.
  static func isEditorData(_ key: String) -> Bool {
    editorKeys.contains(key) || editorPrefixes.contains { key.hasPrefix($0) }
  }

  private static let editorKeys: Set<String> = [
    "CUI_autoreversingDuration", "UICALayerRenderID", "animationType", "debugDescription", "delegate",
    "description", "final", "hash", "locked", "modules", "nuggetId", "nuggetOffset", "relativePath",
    "resizingMode", "scriptComponents", "scriptObject", "superclass", "layoutManager", "MicaAssetManifest",
  ]
  private static let editorPrefixes = ["mica_", "caplay", "xmlns", "wallpaper"]

  /// Keys of the format that say how an application behaves, not what is drawn.
  static let behaviour: Set<String> = [
    "needsDisplayOnBoundsChange", "needsLayoutOnGeometryChange", "securityMode", "allowsHitTesting",
    "autoresizingMask", "hitTestsAsOpaque", "canDrawConcurrently", "acceleratesDrawing",
    "drawsAsynchronously",
    "contentsFormat", "allowsDisplayCompositing", "disableUpdateMask", "clearsContext", "preloadsCache",
    "name",
    "constraints", "wantsExtendedDynamicRangeContent", "wantsDynamicContentScaling", "toneMapMode",
    "preferredDynamicRange", "contentsHeadroom", "allowsFontSubpixelQuantization",
  ]

  /// Keys that are read and kept although drawing does not follow them, with what happens instead.
  package static let notHonoured: [String: String] = [
    "allowsGroupBlending": "groups blend as allowsGroupOpacity says",
    "contentsAlignsToPixels": "contents are placed exactly",
    "cornerContents": "corners are drawn from cornerRadius",
    "cornerContentsMasksEdges": "corners are drawn from cornerRadius",
    "flipsHorizontalAxis": "the horizontal axis stays as it is",
    "groupName": "a backdrop layer reads what lies behind it",
    "inheritsTiming": "the layer follows its superlayer's time",
    "invertsMask": "the mask is used as it is",
    "meshTransform": "the layer is not warped",
    "sortsSublayers": "sublayers are sorted by zPosition",
    "spinBias": "spin is used without bias",
    "transform.shear.y": "shear is no part of a transform here",
  ]

  /// The values of those keys that mean what drawing does anyway.
  static let harmless: [String: Set<String>] = [
    "allowsGroupBlending": ["1"], "contentsAlignsToPixels": ["0"],
    "cornerContentsMasksEdges": ["0"], "flipsHorizontalAxis": ["0"], "inheritsTiming": ["1"],
    "invertsMask": ["0"], "sortsSublayers": ["1"], "spinBias": ["0"],
  ]

  /// Kinds of animation and behaviour keys, which no property table lists.
  static let animationKinds: [String: ValueKind] = [
    "keyPath": .string, "fillMode": .string, "calculationMode": .string, "rotationMode": .string,
    "type": .string, "subtype": .string, "autoreverses": .bool, "removedOnCompletion": .bool,
    "additive": .bool, "cumulative": .bool, "allowsOverdamping": .bool, "timingFunction": .timingFunction,
    "valueFunction": .valueFunction, "path": .path, "beginTime": .number, "duration": .number,
    "speed": .number, "timeOffset": .number, "repeatCount": .number, "repeatDuration": .number,
    "mass": .number, "stiffness": .number, "damping": .number, "velocity": .number,
    "initialVelocity": .number, "startProgress": .number, "endProgress": .number,
  ]

  /// The class prefix of state elements in older documents, for the one in use.
  static func currentClass(_ name: String) -> String {
    switch name {
    case "LKStateSetProperty", "CAStateSetProperty": "CAStateSetValue"
    case let name where name.hasPrefix("LKState"): "CA" + name.dropFirst(2)
    default: name
    }
  }
}

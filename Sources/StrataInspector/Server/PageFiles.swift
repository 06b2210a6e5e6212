#if Inspector
  import Foundation

  /// The files of the page, which are part of the module.
  enum PageFiles {
    struct File {
      var type: String
      var bytes: [UInt8]
    }

    private static let script = "text/javascript; charset=utf-8"

    /// By their paths.
    static let all: [String: File] = [
      "/": File(type: "text/html; charset=utf-8", bytes: PackageResources.index_html),
      "/style.css": File(type: "text/css; charset=utf-8", bytes: PackageResources.style_css),
      "/main.js": File(type: script, bytes: PackageResources.main_js),
      "/link.js": File(type: script, bytes: PackageResources.link_js),
      "/picture.js": File(type: script, bytes: PackageResources.picture_js),
      "/timeline.js": File(type: script, bytes: PackageResources.timeline_js),
      "/tree.js": File(type: script, bytes: PackageResources.tree_js),
      "/values.js": File(type: script, bytes: PackageResources.values_js),
      "/space.js": File(type: script, bytes: PackageResources.space_js),
      "/insight.js": File(type: script, bytes: PackageResources.insight_js),
    ]
  }
#endif

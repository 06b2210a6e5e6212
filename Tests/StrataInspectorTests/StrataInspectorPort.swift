#if Inspector
  import Foundation
  import QuartzCore
  import StrataDocuments
  import StrataInspector

  /// Opens an inspector at a given port.
  enum StrataInspectorPort {
    static func open(_ port: Int) throws {
      let inspector = try Inspector.preview(named: "other", port: UInt16(port)) {
        Document(rootLayer: CALayer())
      }
      inspector.stop()
    }
  }
#endif

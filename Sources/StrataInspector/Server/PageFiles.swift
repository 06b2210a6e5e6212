#if Inspector
  import CInspectorPage
  import Foundation

  /// The files of the page, which are part of the program.
  enum PageFiles {
    struct File {
      var type: String
      var bytes: Data
    }

    /// By their paths.
    static let all: [String: File] = {
      var files: [String: File] = [:]
      var next = 0
      while let file = strata_inspector_page_file(next)?.pointee {
        files[String(cString: file.path)] = File(
          type: String(cString: file.type),
          bytes: Data(bytes: file.bytes, count: file.size)
        )
        next += 1
      }
      return files
    }()
  }
#endif

import Foundation

/// The text of axe-core, a tester of accessibility, from the Python package index.
///
/// It is installed into a scratch folder and not copied into the repository.
enum AxeCore {
  /// The text, or the reason why it cannot be had.
  static let text: Result<String, RawSocket.Failure> = {
    let folder = FileManager.default.temporaryDirectory.appending(path: "strata-axe-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    let pip = Process()
    pip.executableURL = URL(filePath: "/usr/bin/env")
    pip.arguments = [
      "python3", "-m", "pip", "install", "--quiet", "--no-deps", "--disable-pip-version-check",
      "--target", folder.path, "axe-core-python",
    ]
    (pip.standardOutput, pip.standardError) = (FileHandle.nullDevice, FileHandle.nullDevice)
    do { try pip.run() } catch { return .failure(RawSocket.Failure(description: "no python3: \(error)")) }
    pip.waitUntilExit()
    let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
    let file = files?.compactMap { $0 as? URL }.first { $0.lastPathComponent == "axe.min.js" }
    guard let file, let text = try? String(contentsOf: file, encoding: .utf8) else {
      return .failure(RawSocket.Failure(description: "axe-core-python cannot be installed by pip"))
    }
    return .success(text)
  }()

  /// True if the tester can be had.
  static var isAvailable: Bool { (try? text.get()) != nil }
}

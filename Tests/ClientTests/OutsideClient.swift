import Foundation

/// A program outside the package, compiled against the modules of this build.
struct OutsideClient {
  /// The folder of the build's products, where the tests' own binary stands, or nil if it is not found.
  private static let products: URL? = {
    var folder = URL(filePath: CommandLine.arguments[0]).resolvingSymlinksInPath().deletingLastPathComponent()
    for _ in 0..<4 {
      let objects = folder.appending(path: "QuartzCore.build").path
      if FileManager.default.fileExists(atPath: objects) { return folder }
      folder.deleteLastPathComponent()
    }
    return nil
  }()

  /// True if this process can compile clients: the build's objects and a compiler are there, without a sanitizer.
  static let canCompile: Bool = {
    let isSanitized = ProcessInfo.processInfo.environment["STRATA_SANITIZER"] != nil
    guard products != nil, !isSanitized else { return false }
    return (try? run(["swiftc", "--version"]))?.status == 0
  }()

  private static let sources = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "Sources")

  /// The system libraries of the traits that this build has.
  private static let libraries: [String] = {
    var names: [String] = []
    #if Text
      names += ["pangoft2", "freetype2"]
    #endif
    #if ImageCodecs
      names += ["libpng", "libjpeg", "libwebp", "zlib"]
    #endif
    #if Window
      names += ["sdl2"]
    #endif
    return names
  }()

  let folder: URL

  /// Writes a program into a folder of its own, which `remove()` deletes.
  init(_ source: String) throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "strata-client-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try Data(source.utf8).write(to: folder.appending(path: "client.swift"))
  }

  func remove() { try? FileManager.default.removeItem(at: folder) }

  /// Checks the types of the program and returns what the compiler says.
  func diagnostics() throws -> String {
    try Self.run(["swiftc", "-typecheck", source] + Self.moduleFlags()).text
  }

  /// Links the program against a static library of each module, runs it, and returns its status and what it printed.
  ///
  /// A linker takes from a static library only the objects that something refers to.
  func runLinkedStatically() throws -> (status: Int32, text: String) {
    let archives = try makeArchives()
    let program = folder.appending(path: "client").path
    var command = ["swiftc", "-O", source, "-o", program, "-use-ld=lld"]
    command += try Self.moduleFlags() + archives + ["-lswiftSynchronization"]
    if !Self.libraries.isEmpty { command += try Self.words(["pkg-config", "--libs"] + Self.libraries) }
    let built = try Self.run(command)
    return built.status == 0 ? try Self.run([program]) : built
  }

  private var source: String { folder.appending(path: "client.swift").path }

  /// Makes a static library of the objects of each module and returns their paths.
  private func makeArchives() throws -> [String] {
    guard let products = Self.products else { return [] }
    var archives: [String] = []
    for module in try FileManager.default.contentsOfDirectory(atPath: products.path).sorted() {
      guard module.hasSuffix(".build"), !module.hasSuffix("Tests.build") else { continue }
      let objects = try Self.objects(in: products.appending(path: module))
      guard !objects.isEmpty else { continue }
      let archive = folder.appending(path: module.replacing(".build", with: ".a")).path
      _ = try Self.run(["ar", "crs", archive] + objects)
      archives.append(archive)
    }
    return archives
  }

  /// The objects of a module's present sources; a folder of an older build holds those of removed files, too.
  private static func objects(in folder: URL) throws -> [String] {
    let present = try? String(contentsOf: folder.appending(path: "sources"), encoding: .utf8)
    let names = present?.split(separator: "\n").compactMap { path -> String? in
      path.split(separator: "/").last.map { $0.replacing("'", with: "") + ".o" }
    }
    let entries = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String } ?? []
    let objects = (names ?? entries.filter { $0.hasSuffix(".o") }).sorted()
    return objects.map { folder.appending(path: $0).path }
  }

  /// The flags by which the compiler finds the build's modules and those of the system.
  private static func moduleFlags() throws -> [String] {
    guard let products else { return [] }
    var flags = ["-I", products.appending(path: "Modules").path]
    flags += ["-I", sources.appending(path: "StrataKernels/include").path]
    let kernels = products.appending(path: "StrataKernels.build/module.modulemap").path
    flags += ["-Xcc", "-fmodule-map-file=\(kernels)"]
    for module in ["CZlib", "CWebP", "CJPEG", "CPNG", "CFreeType", "CPango"] {
      flags += ["-Xcc", "-fmodule-map-file=\(sources.path)/\(module)/module.modulemap"]
    }
    guard !libraries.isEmpty else { return flags }
    for flag in try words(["pkg-config", "--cflags"] + libraries) where flag.hasPrefix("-I") {
      flags += ["-Xcc", flag]
    }
    return flags
  }

  private static func words(_ command: [String]) throws -> [String] {
    try run(command).text.split(whereSeparator: \.isWhitespace).map(String.init)
  }

  /// Runs a command to its end; its two streams come out as one text.
  private static func run(_ command: [String]) throws -> (status: Int32, text: String) {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = command
    let pipe = Pipe()
    (process.standardOutput, process.standardError) = (pipe, pipe)
    process.standardInput = FileHandle.nullDevice
    try process.run()
    let text = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    return (process.terminationStatus, text)
  }
}

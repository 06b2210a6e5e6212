#if Inspector
  import Foundation
  import StrataExport
  import StrataRenderServer
  import Synchronization

  /// A renderer on its way to the thread that will use it.
  struct RendererBox: @unchecked Sendable {  // Made and used on the thread of one export.
    let renderer: OfflineRenderer

    init(_ renderer: OfflineRenderer) { self.renderer = renderer }
  }

  /// The exports of all pages: one thread each, files in a folder of their own that goes with the server.
  final class FilmExport: Sendable {
    struct Order: Sendable {
      var name: String
      var format: ExportFormat
      var from: Double
      var duration: Double
      var rate: Double
      var scale: Double
    }

    struct Progress: Encodable {
      var export: Int
      var done: Int
      var total: Int
      /// The address of the finished file, below that of the page.
      var file: String?
      var error: String?
    }

    /// The formats that pages offer.
    static let formats = ExportFormat.allCases.filter { $0 != .rawRGBA }.map(\.rawValue)

    /// The longest film, in frames.
    private static let mostFrames = 200_000
    /// How many exports run or are kept.
    private static let mostExports = 8

    private struct State {
      var count = 0
      var running: [Int: ExportCancellation] = [:]
      var files: [String: URL] = [:]
      var order: [String] = []
    }
    private let state = Mutex(State())
    private let folder = FileManager.default.temporaryDirectory.appending(
      path: "strata-preview-\(UUID().uuidString)"
    )

    /// Reads an order of a page.
    static func order(_ parameters: PageParameters, facts: SourceFacts) throws -> Order {
      guard let name = parameters.form, let format = ExportFormat(rawValue: name), format != .rawRGBA else {
        throw PageError("the format must be one of \(formats.joined(separator: ", "))")
      }
      let order = Order(
        name: facts.name,
        format: format,
        from: parameters.from ?? facts.from,
        duration: parameters.duration ?? facts.to - facts.from,
        rate: parameters.rate ?? 60,
        scale: parameters.scale ?? 1
      )
      guard order.from.isFinite, order.scale > 0, order.scale <= 64 else {
        throw PageError("the export's time or scale is out of range")
      }
      guard !format.isAnimation || order.duration * order.rate <= Double(mostFrames) else {
        throw PageError("the film would have more than \(mostFrames) frames; make it shorter")
      }
      return order
    }

    /// Begins an export; `report` is called on its thread.
    ///
    /// - Returns: The number of the export.
    func begin(
      _ order: Order,
      _ make: @escaping @Sendable (Double) throws -> RendererBox,
      report: @escaping @Sendable (Progress) -> Void
    ) throws -> Int {
      let cancellation = ExportCancellation()
      let number = state.withLock { state -> Int? in
        guard state.running.count < Self.mostExports else { return nil }
        state.count += 1
        state.running[state.count] = cancellation
        return state.count
      }
      guard let number else { throw PageError("\(Self.mostExports) exports are running") }
      let thread = Thread { [self] in
        run(order, number: number, make: make, cancellation, report)
        _ = state.withLock { $0.running.removeValue(forKey: number) }
      }
      thread.stackSize = 8 << 20
      thread.start()
      return number
    }

    func cancel(_ number: Int) { state.withLock { $0.running[number] }?.cancel() }

    /// Ends all exports and removes their files.
    func close() {
      let running = state.withLock { Array($0.running.values) }
      for cancellation in running { cancellation.cancel() }
      try? FileManager.default.removeItem(at: folder)
    }

    /// The file of a finished export.
    func file(named name: String) -> URL? { state.withLock { $0.files[name] } }

    private func run(
      _ order: Order,
      number: Int,
      make: @Sendable (Double) throws -> RendererBox,
      _ cancellation: ExportCancellation,
      _ report: @Sendable (Progress) -> Void
    ) {
      do {
        let renderer = try make(order.scale).renderer
        let settings = ExportSettings(
          format: order.format,
          start: order.from,
          duration: order.duration,
          framesPerSecond: order.rate
        )
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let suffix = order.format == .animatedWebP ? "webp" : order.format.rawValue
        let file = "\(number)-\(Self.plain(order.name)).\(suffix)"
        let url = folder.appending(path: file)
        var shown = -1.0
        try Exporter(renderer, settings: settings).write(to: url, cancellation: cancellation) { progress in
          guard progress.elapsedSeconds - shown > 0.1 else { return }
          shown = progress.elapsedSeconds
          report(Progress(export: number, done: progress.finishedFrames, total: progress.totalFrames))
        }
        keep(url, file)
        report(Progress(export: number, done: 1, total: 1, file: "export/\(file)"))
      } catch {
        report(Progress(export: number, done: 0, total: 0, error: "\(error)"))
      }
    }

    private func keep(_ url: URL, _ name: String) {
      let old = state.withLock { state -> URL? in
        state.files[name] = url
        state.order.append(name)
        guard state.order.count > Self.mostExports else { return nil }
        return state.files.removeValue(forKey: state.order.removeFirst())
      }
      if let old { try? FileManager.default.removeItem(at: old) }
    }

    /// A name without characters that mean something in addresses.
    private static func plain(_ name: String) -> String {
      let text = String(name.map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "-" }.prefix(40))
      return text.isEmpty ? "strata" : text
    }
  }
#endif

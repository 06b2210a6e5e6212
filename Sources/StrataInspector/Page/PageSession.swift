#if Inspector
  import CoreGraphics
  import Foundation
  import StrataBase
  import StrataDocuments
  import StrataFrame
  import StrataRenderTree

  /// One page: what it selects, hides and has on show.
  ///
  /// - Thread: The inspector's.
  final class PageSession {
    let source: any InspectionSource
    let exports: FilmExport
    private let outlet: (Data, _ isBinary: Bool) -> Void
    private let painter: Painter
    var hidden: Set<LayerID> = []
    /// The layers whose sublayers are listed; nil before the page has listed any.
    var open: Set<LayerID>?
    var selected: LayerID?
    /// The rows whose changes the page gets; nil for none.
    var followed: FollowedRows?
    /// The number of lists whose changes the page was sent.
    var listCount = 0
    /// A picture that was asked for and waits for a change.
    private var waiting: (id: Int, parameters: PageParameters)?
    /// Runs a change of the document and sends it to all pages.
    var changing: (() throws -> Void) throws -> Void = { try $0() }
    /// Lets ``lookAtRows()`` be called after some seconds.
    var later: (Double) -> Void = { _ in }
    /// True while more waits for the page than it should.
    var isBehind: () -> Bool = { false }

    init(_ source: any InspectionSource, _ exports: FilmExport, send: @escaping (Data, Bool) -> Void) {
      (self.source, self.exports, outlet) = (source, exports, send)
      painter = Painter(threads: source.painterThreads)
    }

    // MARK: Messages

    func send(_ text: Data) { outlet(text, false) }

    /// Answers one message.
    func receive(_ message: Data) {
      let request: PageRequest
      do {
        request = try JSONDecoder().decode(PageRequest.self, from: message)
      } catch {
        let id = (try? JSONDecoder().decode(PageRequest.Number.self, from: message))?.id ?? 0
        return send(Wire.refusal(PageError("the message is not a request: \(Self.reason(error))"), of: id))
      }
      do {
        switch try answer(request.method, request.parameters ?? PageParameters(), request.id) {
        case .value(let value): send(Wire.reply(value, to: request.id))
        case .binary(let header, let payload): outlet(Wire.binary(header, payload, to: request.id), true)
        case .later: break
        }
      } catch {
        send(Wire.refusal(error, of: request.id))
      }
    }

    private static func reason(_ error: any Error) -> String {
      switch error as? DecodingError {
      case .typeMismatch(_, let context), .valueNotFound(_, let context), .dataCorrupted(let context):
        let path = context.codingPath.map(\.stringValue).joined(separator: ".")
        return path.isEmpty ? context.debugDescription : "\(path): \(context.debugDescription)"
      case .keyNotFound(let key, _): return "\(key.stringValue) is missing"
      default: return "\(error)"
      }
    }

    private func answer(_ method: String, _ parameters: PageParameters, _ id: Int) throws -> PageAnswer {
      switch method {
      case "hello": return .value(source.facts)
      case "picture": return try picture(parameters, id)
      case "outline": return .value(try outline(parameters))
      case "layer": return .value(try layer(parameters))
      case "hit": return .value(try hits(parameters))
      case "reveal": return .value(try reveal(parameters))
      case "hide": return .value(try hide(parameters))
      case "timeline": return .value(Timeline(source, try snapshot(parameters)))
      case "explode": return try explode(parameters)
      case "why": return .value(try costs(parameters).report())
      case "heat": return try heat(parameters)
      case "describe": return .value(try describe(parameters))
      case "source": return .value(try listing(parameters))
      case "pause", "speed", "step", "record": return .value(try program(method, parameters))
      case "export": return .value(["export": try export(parameters)])
      case "cancel": return .value(["export": cancel(parameters)])
      default: return try change(method, parameters)
      }
    }

    /// The methods that change a document.
    private func change(_ method: String, _ parameters: PageParameters) throws -> PageAnswer {
      let known = ["set", "undo", "redo", "save", "state", "copy"]
      guard known.contains(method) else { throw PageError("there is no method \"\(method)\"") }
      guard let document = source as? DocumentSource else {
        throw PageError("\(method): the layers of a running program are changed by the program only")
      }
      guard method != "copy" else {
        let id = try layerID(parameters)
        let text = try document.text(of: id, animation: parameters.animation, form: parameters.form ?? "caml")
        return .value(["text": text])
      }
      try changing { try change(document, method, parameters) }
      return .value(source.facts)
    }

    private func change(_ document: DocumentSource, _ method: String, _ parameters: PageParameters) throws {
      switch method {
      case "set":
        var texts = parameters.values ?? [:]
        if let key = parameters.key { texts.updateValue(parameters.text, forKey: key) }
        guard !texts.isEmpty else { throw PageError("set needs a key") }
        try document.set(
          try layerID(parameters),
          animation: parameters.animation,
          texts: texts,
          continues: parameters.continues ?? false
        )
      case "undo": try document.undo()
      case "redo": try document.redo()
      case "save": try document.save()
      default: try document.enter(parameters.name, at: parameters.time)
      }
    }

    // MARK: Parameters

    func snapshot(_ parameters: PageParameters) throws -> Snapshot {
      if let time = parameters.time, !time.isFinite { throw PageError("the time must be finite") }
      guard var snapshot = source.snapshot(at: parameters.time) else {
        throw PageError("there is no picture yet")
      }
      hide(in: &snapshot)
      return snapshot
    }

    func layerID(_ parameters: PageParameters) throws -> LayerID {
      guard let text = parameters.layer, let id = LayerID(wire: text) else {
        throw PageError("a layer is named by two numbers, such as \"3.1\"")
      }
      return id
    }

    private func viewport(_ parameters: PageParameters) -> Viewport {
      source.stage.viewport(scale: parameters.scale ?? 1)
    }

    // MARK: Pictures

    private func picture(_ parameters: PageParameters, _ id: Int) throws -> PageAnswer {
      if parameters.waits ?? false {
        guard source.snapshot(at: nil) != nil,
          try painter.differs(try snapshot(parameters), viewport(parameters))
        else {
          if let earlier = waiting?.id {
            send(Wire.refusal(PageError("another picture waits in its place"), of: earlier))
          }
          waiting = (id, parameters)
          return .later
        }
      }
      let snapshot = try snapshot(parameters)
      let (picture, pixels) = try painter.picture(
        of: snapshot,
        viewport(parameters),
        whole: parameters.isOn ?? false,
        compressed: parameters.compressed ?? false
      )
      return .binary(picture, pixels)
    }

    /// Sends the picture that waits, if there is something new to show.
    func sourceChanged() {
      sendRowChanges()
      guard let (id, parameters) = waiting else { return }
      waiting = nil
      do {
        if case .binary(let header, let payload) = try picture(parameters, id) {
          outlet(Wire.binary(header, payload, to: id), true)
        }
      } catch {
        send(Wire.refusal(error, of: id))
      }
    }

    private func hide(in snapshot: inout Snapshot) {
      guard !hidden.isEmpty else { return }
      let updates = hidden.compactMap { id -> LayerUpdate? in
        guard var state = snapshot.tree[id]?.state else { return nil }
        state.isHidden = true
        return LayerUpdate(id: id, aspects: .all, state: state, animations: [])
      }
      snapshot.tree.apply(Commit(sequence: snapshot.tree.sequence + 1, time: snapshot.time, updates: updates))
    }

    private func hide(_ parameters: PageParameters) throws -> [String: Bool] {
      let id = try layerID(parameters)
      if parameters.isOn ?? true { hidden.insert(id) } else { hidden.remove(id) }
      return ["isHidden": hidden.contains(id)]
    }

    // MARK: The tree

    private func layer(_ parameters: PageParameters) throws -> LayerReport {
      let id = try layerID(parameters)
      let snapshot = try snapshot(parameters)
      selected = id
      let document = source as? DocumentSource
      guard var report = LayerReport(id, source, snapshot, isEditable: document != nil) else {
        throw PageError("the layer \(id.wire) is not in the tree any more")
      }
      report.line = document?.line(of: id)
      report.overlay = LayerOverlay(of: id, in: geometry(snapshot))
      return report
    }

    private func geometry(_ snapshot: Snapshot) -> TreeGeometry {
      TreeGeometry(snapshot: snapshot, toPicture: source.stage.toPicture)
    }

    private func hits(_ parameters: PageParameters) throws -> [String: [String]] {
      let point = CGPoint(x: parameters.x ?? .nan, y: parameters.y ?? .nan)
      guard point.x.isFinite, point.y.isFinite else { throw PageError("hit needs x and y") }
      let layers = geometry(try snapshot(parameters)).layers(at: point, hidden: hidden)
      return ["layers": layers.prefix(200).map(\.wire)]
    }

    // MARK: Insight

    private func explode(_ parameters: PageParameters) throws -> PageAnswer {
      let snapshot = try snapshot(parameters)
      let explosion = Explosion(
        source: source,
        geometry: geometry(snapshot),
        hidden: hidden,
        focus: parameters.layer.flatMap { LayerID(wire: $0) },
        scale: min(max(parameters.scale ?? 1, 0.1), 4)
      )
      let (scene, pixels) = explosion.scene()
      return .binary(scene, pixels)
    }

    private func costs(_ parameters: PageParameters) throws -> FrameCosts {
      FrameCosts(
        source: source,
        snapshot: try snapshot(parameters),
        viewport: viewport(parameters),
        cache: painter.cache
      )
    }

    private struct Heat: Encodable {
      var width: Int
      var height: Int
      var most: Int
    }

    private func heat(_ parameters: PageParameters) throws -> PageAnswer {
      let heat = try costs(parameters).heat()
      return .binary(Heat(width: heat.width, height: heat.height, most: heat.most), heat.pixels)
    }

    private func export(_ parameters: PageParameters) throws -> Int {
      let order = try FilmExport.order(parameters, facts: source.facts)
      let box = SendBox(send: outlet)
      return try exports.begin(order, try source.copyForExport()) { progress in
        box.send(Wire.event("export", progress), false)
      }
    }

    private struct SendBox: @unchecked Sendable {  // An outbox takes frames from any thread.
      let send: (Data, Bool) -> Void
    }

    private func cancel(_ parameters: PageParameters) -> Int {
      let number = parameters.count ?? 0
      exports.cancel(number)
      return number
    }

    // MARK: After another reading

    /// The layers that the page refers to, by their paths.
    struct Places {
      var selected: LayerPath?
      var hidden: [LayerPath]
      var open: [LayerPath]?
    }

    func kept(in document: DocumentSource) -> Places {
      Places(
        selected: selected.flatMap { document.path(of: $0) },
        hidden: hidden.compactMap { document.path(of: $0) },
        open: open?.compactMap { document.path(of: $0) }
      )
    }

    private struct Restored: Encodable {
      var selected: String?
      var open: [String]
      var facts: SourceFacts
    }

    /// Finds the layers again and sends the page their new names.
    func restore(_ places: Places, in document: DocumentSource) {
      selected = places.selected.flatMap { document.layer(at: $0) }
      hidden = Set(places.hidden.compactMap { document.layer(at: $0) })
      open = places.open.map { Set($0.compactMap { document.layer(at: $0) }) }
      let restored = Restored(
        selected: selected?.wire,
        open: (open ?? []).map(\.wire),
        facts: source.facts
      )
      send(Wire.event("reloaded", restored))
    }

    /// Tells the page that values have changed.
    func noteChange() { send(Wire.event("changed", source.facts)) }

    func noteEnd() { send(Wire.event("ended", ["reason": "the program has ended"])) }
  }
#endif

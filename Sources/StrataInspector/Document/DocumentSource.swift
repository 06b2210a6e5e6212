#if Inspector
  import CoreGraphics
  import Foundation
  import QuartzCore
  import StrataBase
  import StrataDocuments
  import StrataExport
  import StrataFrame
  import StrataRenderServer
  import StrataRenderTree

  /// A document under inspection: its reading, its changes, its states, and the time line that they give.
  ///
  /// Changes of values belong to the document and hold at all times, so they are made at time zero. After a state was entered
  /// at a later time the renderer cannot go back; then the document is read again, and all changes are made again.
  final class DocumentSource: InspectionSource {
    private let read: @Sendable () throws -> Document
    private let name: String
    private var document: Document
    private var renderer: OfflineRenderer
    private var layers: [LayerID: CALayer] = [:]
    private var top: LayerID?
    private var history = EditHistory()
    /// The state from time zero on, if it is not the one that the document begins with.
    private var firstState: String??
    private var changes: [StateMoment] = []
    private var problem: SourceFacts.Problem?
    private var revision = 0
    private var knownPlayback: Playback?
    private var remarks: [SourceFacts.Remark] = []
    /// Grows with each reading that is shown; layers have other names in each.
    private(set) var readings = 0
    /// The digest of the document as last saved from here; it distinguishes that save from others.
    private var savedDigest: String?
    /// True until the last save from here was met as a change of the file.
    private var expectsOwnSave = false

    /// Reads a document.
    ///
    /// - Throws: `DocumentError`.
    init(name: String, read: @escaping @Sendable () throws -> Document) throws {
      (self.name, self.read) = (name, read)
      document = try read()
      renderer = OfflineRenderer(document: document)
      index()
    }

    /// Finds the layers of the committed tree.
    private func index() {
      layers = [:]
      knownPlayback = nil
      var pending = [renderer.layer].compactMap(\.self)
      while let layer = pending.popLast() {
        if let id = layer.renderID { layers[id] = layer }
        pending += (layer.sublayers ?? []) + [layer.mask].compactMap(\.self)
      }
      top = document.rootLayer?.renderID
      let listed = Array(document.diagnostics.prefix(Self.mostRemarks))
      let subjects = document.layers(of: listed)
      remarks = listed.enumerated().map { index, remark in
        SourceFacts.Remark(
          severity: remark.severity.rawValue,
          part: document.textPart(ofFile: remark.file),
          line: remark.line,
          message: remark.message,
          layer: subjects[index]?.renderID?.wire
        )
      }
      revision += 1
    }

    /// How many remarks of the reader a page is sent.
    private static let mostRemarks = 500

    // MARK: What pages see

    var facts: SourceFacts {
      let playback = knownPlayback ?? document.playback
      knownPlayback = playback
      let last = changes.map(\.time).max().map { $0 + 2 } ?? 0
      var facts = SourceFacts(
        kind: "document",
        name: name,
        width: Double(document.canvasSize.width),
        height: Double(document.canvasSize.height),
        from: 0,
        to: min(max(playback.suggestedDuration ?? 1, last), 86_400)
      )
      facts.loops = playback.loop != nil
      facts.states = document.stateNames
      facts.state = document.state()
      facts.changes = changes
      facts.remarks = remarks
      facts.problem = problem
      (facts.canUndo, facts.canRedo, facts.isChanged) = (history.canUndo, history.canRedo, history.isChanged)
      facts.unsavable = document.readOnlyReason
      facts.formats = FilmExport.formats
      facts.revision = revision
      return facts
    }

    var stage: InspectedStage {
      InspectedStage(
        size: document.canvasSize,
        origin: document.isGeometryFlipped ? .topLeft : .bottomLeft
      )
    }

    /// Half of the processors: other programs of the machine need the others.
    var painterThreads: Int { max(1, ProcessInfo.processInfo.activeProcessorCount / 2) }

    func snapshot(at time: Double?) -> Snapshot? {
      let time = min(max(time ?? 0, 0), 1e7)
      return Snapshot(tree: renderer.shownTree(at: time), time: time, top: top)
    }

    func name(of id: LayerID) -> String? { layers[id]?.name }

    func className(of id: LayerID) -> String? { layers[id].map { String(describing: type(of: $0)) } }

    func animation(of id: LayerID, key: String) -> CAAnimation? { layers[id]?.animation(forKey: key) }

    func pagesChanged(areOpen: Bool) {
      if !areOpen { renderer.releaseCaches() }
    }

    /// The line of the document's file that a layer comes from.
    func line(of id: LayerID) -> Int? { layers[id].flatMap { document.place(of: $0)?.line } }

    /// Lines of the files that the document is read from.
    func listing(_ part: Int, from start: Int, count: Int) throws -> SourceListing {
      let texts = document.textParts
      guard texts.indices.contains(part) else { throw PageError("the document has no text \(part)") }
      let (name, text) = try texts[part].sourceText(limits: ReadingOptions().limits)
      return SourceListing(of: text, named: name, start: start, count: count)
    }

    /// The path of a layer, by which it is found in another reading.
    func path(of id: LayerID) -> LayerPath? {
      layers[id].flatMap { DocumentEdit.path(of: $0, in: document) }
    }

    /// The layer at a path.
    func layer(at path: LayerPath) -> LayerID? {
      DocumentEdit.layer(at: path, in: document)?.renderID
    }

    // MARK: Reading again

    /// Reads the document again; a broken one leaves the last good one on show.
    ///
    /// - Returns: True if pages must be updated.
    func reload() -> Bool {
      do {
        let newer = try read()
        let digest = try? newer.contentDigest(limits: ReadingOptions().limits)
        if digest != savedDigest {
          history.noteWrittenByOthers()
        } else if expectsOwnSave {
          expectsOwnSave = false
          guard problem != nil else { return false }
        }
        problem = nil
        open(newer)
      } catch {
        let failure = error as? DocumentError
        let part = failure.flatMap { document.textPart(ofFile: $0.file) }
        problem = SourceFacts.Problem(message: "\(error)", part: part, line: failure?.line)
        revision += 1
      }
      return true
    }

    /// Shows a reading with the changes that can be made in it, in the states of the former one.
    private func open(_ newer: Document) {
      document = newer
      readings += 1
      renderer = OfflineRenderer(document: newer)
      var kept: [DocumentEdit] = []
      for edit in history.current where (try? make(edit)) != nil { kept.append(edit) }
      if kept != history.current { history.keep(kept) }
      changes.removeAll { $0.name.map { !newer.stateNames.contains($0) } ?? false }
      enterStates()
      index()
    }

    private func enterStates() {
      if let firstState, firstState.map(document.stateNames.contains) ?? true {
        renderer.change(at: 0) { try? document.setState(firstState, transitionSpeed: 0) }
      }
      for change in changes { renderer.change(at: change.time) { try? document.setState(change.name) } }
    }

    /// Reads the document again to make changes that must hold from time zero on.
    private func rebuild() throws { open(try read()) }

    // MARK: Changes

    /// True if the renderer has not left time zero.
    private var isAtBeginning: Bool { changes.isEmpty && document.nextStateTime == nil }

    private func make(_ edit: DocumentEdit) throws {
      var failure: (any Error)?
      renderer.change(at: 0) {
        do {
          CATransaction.begin()
          CATransaction.setDisableActions(true)
          defer { CATransaction.commit() }
          try edit.apply(to: document)
        } catch {
          failure = error
        }
      }
      if let failure { throw failure }
      knownPlayback = nil
      revision += 1
    }

    /// Sets values of a layer, or of one of its animations, by key; nil restores a default.
    func set(_ id: LayerID, animation: String?, texts: [String: String?], continues: Bool) throws {
      guard let path = path(of: id), let layer = layers[id] else {
        throw PageError("there is no layer \(id.wire)")
      }
      var edit = DocumentEdit(path: path, animation: animation, changes: [])
      // What comes back is the value of the base state.
      try document.withBaseValues { () throws(DocumentError) in
        for key in texts.keys.sorted() {
          let former = DocumentEdit.text(of: key, in: layer, animation: animation)
          edit.changes.append(.init(key: key, before: former, after: texts[key].flatMap(\.self)))
        }
      }
      try make(edit)
      history.add(edit, continues: continues)
      if !isAtBeginning { try rebuild() }
    }

    func undo() throws {
      guard let edit = history.last else { throw PageError("there is nothing to undo") }
      try step(edit.inverse) { $0.undo() }
    }

    func redo() throws {
      guard let edit = history.next else { throw PageError("there is nothing to redo") }
      try step(edit) { $0.redo() }
    }

    /// Goes one step in the history; if the state on show hides what changes, all changes are made in another reading.
    private func step(_ edit: DocumentEdit, _ move: (inout EditHistory) -> Void) throws {
      let former = history
      let isMade = (try? make(edit)) != nil
      move(&history)
      if isMade, isAtBeginning { return }
      do {
        try rebuild()
      } catch {
        if !isMade { history = former }
        throw error
      }
    }

    /// Goes to a state at a time with its transition, or from the beginning on without a time.
    func enter(_ state: String?, at time: Double?) throws {
      if let state, !document.stateNames.contains(state) { throw PageError("there is no state \"\(state)\"") }
      let former = (changes, firstState)
      if let time {
        guard time.isFinite, time >= 0 else { throw PageError("the time of a state must be at least 0") }
        changes.removeAll { $0.time >= time }
        changes.append(StateMoment(name: state, time: time))
      } else {
        changes = []
        firstState = .some(state)
      }
      do {
        try rebuild()
      } catch {
        (changes, firstState) = former
        throw error
      }
    }

    // MARK: Saving

    /// Writes the document back to where it was read from, with everything that was unknown.
    func save() throws {
      if let reason = document.readOnlyReason { throw PageError(reason) }
      try document.save()
      history.noteSaved()
      savedDigest = try? (try read()).contentDigest(limits: ReadingOptions().limits)
      expectsOwnSave = savedDigest != nil
      revision += 1
    }

    // MARK: Copying

    /// A layer with all below it, or one of its animations, as text.
    func text(of id: LayerID, animation: String?, form: String) throws -> String {
      guard let layer = layers[id] else { throw PageError("there is no layer \(id.wire)") }
      let found = animation.flatMap { layer.animation(forKey: $0) }
      if let animation, found == nil { throw PageError("the layer has no animation \"\(animation)\"") }
      switch form {
      case "caml":
        if let found, let animation { return Document.markupText(of: found, key: animation) }
        return try document.markupText(of: layer)
      case "swift":
        var writer = SwiftWriter()
        if let found, let animation { writer.write(found, key: animation) } else { writer.write(layer) }
        return writer.text
      default: throw PageError("a copy is \"swift\" or \"caml\", not \"\(form)\"")
      }
    }

    func copyForExport() throws -> @Sendable (Double) throws -> RendererBox {
      let (read, edits, changes, first) = (read, history.current, changes, firstState)
      return { scale in
        let document = try read()
        for edit in edits { try? edit.apply(to: document) }
        let renderer = OfflineRenderer(
          document: document,
          scale: scale,
          threads: max(1, ProcessInfo.processInfo.activeProcessorCount / 2)
        )
        if let first { renderer.change(at: 0) { try? document.setState(first, transitionSpeed: 0) } }
        for change in changes { renderer.change(at: change.time) { try? document.setState(change.name) } }
        return RendererBox(renderer)
      }
    }
  }
#endif

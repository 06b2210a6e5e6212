public import CoreGraphics
public import Foundation
public import QuartzCore
public import StrataCAML

/// A layer tree with its animations and states, as a Core Animation document holds it.
///
/// A document is read from a `.ca` folder, a `.caml` file or a keyed archive (`.caar`). A wallpaper, a `.wallpaper` folder or
/// a `.tendies` archive, is read as one document that shows its ``parts`` as a stack. The reader reports unknown parts in
/// ``diagnostics`` and keeps them for writing. Times in a document count from its start, see ``start(at:)``.
public final class Document {
  /// Where the document was read from; nil for a document made in memory.
  public let url: URL?
  /// The outermost layer; nil for a document without one, which is valid.
  public private(set) var rootLayer: CALayer?
  /// The size of the canvas that the document fills, in points.
  public let canvasSize: CGSize
  /// True if the layers were made for a host whose y axis points down.
  public let isGeometryFlipped: Bool
  /// The remarks of the reader, in the order of lines.
  public private(set) var diagnostics: [Diagnostic]
  /// The documents of a wallpaper, from back to front; empty for any other document.
  ///
  /// Their layers stand in the tree of ``rootLayer``, and their states are this document's.
  public let parts: [Document]

  package let package: DocumentPackage?
  let container: WallpaperContainer?
  /// The markup as read; nil for a document made in memory.
  package let markup: MarkupElement?
  let reader: DocumentReader?
  /// True if the layers were read from a keyed archive.
  let isKeyedArchive: Bool
  let controllers: [StateController]
  /// The bytes of a document that was read from memory.
  let source: Data?
  private var cachedCanvas: CALayer?

  /// Reads the document at a location: a `.ca` folder, a `.caml` or `.caar` file, or a wallpaper.
  ///
  /// - Parameters:
  ///   - url: The location on this machine.
  ///   - options: Limits, strictness, and the state to enter.
  /// - Throws: ``DocumentError`` when there is no document, it is not well-formed, or a limit is passed.
  public convenience init(contentsOf url: URL, options: ReadingOptions = ReadingOptions())
    throws(DocumentError)
  {
    switch try DocumentSource.locate(url, limits: options.limits) {
    case .document(let package): try self.init(package, url: url, options: options)
    case .container(let container): try self.init(container, url: url, options: options)
    }
  }

  private convenience init(_ package: DocumentPackage, url: URL?, options: ReadingOptions)
    throws(DocumentError)
  {
    let data = try package.rootFile.contents(limits: options.limits)
    try self.init(data, package: package, url: url, options: options)
  }

  /// Reads a document from memory; references to files resolve against `folder`.
  ///
  /// - Parameters:
  ///   - data: The XML text, or a keyed archive.
  ///   - folder: The folder of the document's assets; nil ignores images that are files.
  ///   - name: The name of the text in messages, as if it were a file of that folder.
  ///   - options: Limits, strictness, and the state to enter.
  /// - Throws: ``DocumentError`` when the text is not well-formed or a limit is passed.
  public convenience init(
    data: Data,
    folder: URL? = nil,
    named name: String = "main.caml",
    options: ReadingOptions = ReadingOptions()
  ) throws(DocumentError) {
    let package = folder.map {
      DocumentPackage(
        folder: .disk($0),
        rootFile: .disk($0.appending(path: name)),
        manifest: PackageManifest(),
        isBundle: false
      )
    }
    try self.init(data, package: package, url: nil, options: options)
  }

  private init(
    _ data: Data,
    package: DocumentPackage?,
    url: URL?,
    options: ReadingOptions
  ) throws(DocumentError) {
    let file = package?.rootFile.path ?? "document"
    let log = DiagnosticLog(file: file)
    let read = try DocumentMarkup(data, file: file, limits: options.limits, log: log)
    guard let root = read.tree.root else {
      throw DocumentError(.malformed, file, "the document has no element")
    }
    let images = ImageLoader(folder: package?.folder, options: options, log: log)
    let reader = DocumentReader(log: log, images: images, limits: options.limits)
    CATransaction.begin()
    CATransaction.setDisableActions(true)
    let layer = reader.read(root)
    CATransaction.commit()
    if let failure = images.failure { throw failure }
    (self.url, self.package, markup, self.reader) = (url, package, root, reader)
    source = url == nil ? data : nil
    isKeyedArchive = read.isArchive
    (parts, container) = ([], nil)
    rootLayer = layer
    isGeometryFlipped = read.isGeometryFlipped ?? package?.manifest.isGeometryFlipped ?? false
    canvasSize = Document.canvasSize(of: layer, manifest: package?.manifest)
    // Layers are not read in the order of lines.
    let entries = log.entries.enumerated().sorted { a, b in
      (a.element.line, a.element.column, a.offset) < (b.element.line, b.element.column, b.offset)
    }
    diagnostics = (package?.diagnostics ?? []) + entries.map(\.element)
    controllers = reader.stateful.map {
      StateController(layer: $0.layer, machine: $0.machine, places: reader.places)
    }
    if let state = options.state {
      try setState(state, transitionSpeed: 0)
    } else if options.entersInitialStates {
      for controller in controllers {
        if let initial = controller.machine.states.first(where: \.isInitial) {
          controller.enter(initial.name, speed: 0)
        }
      }
    }
  }

  /// Reads the documents of a wallpaper and stacks them, each in the middle of the largest canvas.
  private init(_ container: WallpaperContainer, url: URL, options: ReadingOptions) throws(DocumentError) {
    var inner = options
    inner.state = nil
    inner.entersInitialStates = options.entersInitialStates && options.state == nil
    var parts: [Document] = []
    for folder in container.parts {
      let package = try DocumentPackage.locate(in: folder, limits: options.limits)
      parts.append(try Document(package, url: folder.url, options: inner))
    }
    (self.url, self.parts, self.container) = (url, parts, container)
    (package, markup, reader, source) = (nil, nil, nil, nil)
    isKeyedArchive = false
    diagnostics = container.diagnostics + parts.flatMap(\.diagnostics)
    controllers = parts.flatMap(\.controllers)
    isGeometryFlipped = false
    let sizes = parts.map(\.canvasSize)
    canvasSize = CGSize(width: sizes.map(\.width).max() ?? 0, height: sizes.map(\.height).max() ?? 0)
    rootLayer = Document.stack(parts, size: canvasSize)
    if let state = options.state { try setState(state, transitionSpeed: 0) }
  }

  /// A layer with the canvases of documents, from back to front; nil if none has a layer.
  private static func stack(_ parts: [Document], size: CGSize) -> CALayer? {
    guard parts.contains(where: { $0.rootLayer != nil }) else { return nil }
    CATransaction.begin()
    CATransaction.setDisableActions(true)
    defer { CATransaction.commit() }
    let stack = CALayer()
    stack.name = "wallpaper"
    stack.bounds = CGRect(origin: .zero, size: size)
    stack.position = CGPoint(x: size.width / 2, y: size.height / 2)
    for part in parts where part.rootLayer != nil {
      let canvas = part.canvasLayer
      canvas.name = part.package?.folder.name
      canvas.position = CGPoint(
        x: (size.width - part.canvasSize.width) / 2,
        y: (size.height - part.canvasSize.height) / 2
      )
      if part.isGeometryFlipped { canvas.isGeometryFlipped = true }
      stack.addSublayer(canvas)
    }
    return stack
  }

  /// Makes a document of a layer tree, for writing it.
  ///
  /// - Parameters:
  ///   - rootLayer: The outermost layer.
  ///   - canvasSize: The size of the canvas in points; nil for the size of the layer's bounds.
  ///   - isGeometryFlipped: True if the layers are made for a host whose y axis points down.
  public init(rootLayer: CALayer, canvasSize: CGSize? = nil, isGeometryFlipped: Bool = false) {
    self.rootLayer = rootLayer
    self.canvasSize = canvasSize ?? rootLayer.bounds.size
    self.isGeometryFlipped = isGeometryFlipped
    (url, package, markup, reader) = (nil, nil, nil, nil)
    (source, isKeyedArchive) = (nil, false)
    (parts, container) = ([], nil)
    (diagnostics, controllers) = ([], [])
  }

  private static func canvasSize(of layer: CALayer?, manifest: PackageManifest?) -> CGSize {
    if let size = manifest?.documentSize { return CGSize(width: size.width, height: size.height) }
    return layer?.bounds.size ?? .zero
  }

  // MARK: Placing

  /// A layer of the canvas's size that shows the document: the layer to host.
  ///
  /// The root layer keeps its position, which has no effect; its bounds fill the canvas.
  public var canvasLayer: CALayer {
    if let cachedCanvas { return cachedCanvas }
    let canvas = CALayer()
    CATransaction.begin()
    CATransaction.setDisableActions(true)
    canvas.name = "canvas"
    canvas.anchorPoint = .zero
    canvas.bounds = CGRect(origin: .zero, size: canvasSize)
    if let rootLayer {
      canvas.bounds.origin = isScaled ? .zero : rootOrigin
      var parent = canvas
      if isScaled {
        let stage = scalingStage
        canvas.addSublayer(stage)
        parent = stage
      }
      parent.addSublayer(rootLayer)
    }
    CATransaction.commit()
    cachedCanvas = canvas
    return canvas
  }

  /// True if the canvas has another size than the root, which is scaled to fill it.
  private var isScaled: Bool {
    guard let size = rootLayer?.bounds.size, size.width > 0, size.height > 0 else { return false }
    return canvasSize != size
  }

  /// The corner of the root in its superlayer, without its transform.
  private var rootOrigin: CGPoint {
    guard let root = rootLayer else { return .zero }
    let size = root.bounds.size
    return CGPoint(
      x: root.position.x - root.anchorPoint.x * size.width,
      y: root.position.y - root.anchorPoint.y * size.height
    )
  }

  /// A layer around the root that scales it to the size of the canvas.
  private var scalingStage: CALayer {
    let size = rootLayer?.bounds.size ?? canvasSize
    let stage = CALayer()
    stage.anchorPoint = .zero
    stage.bounds = CGRect(origin: rootOrigin, size: size)
    stage.transform = CATransform3DMakeScale(
      canvasSize.width / size.width,
      canvasSize.height / size.height,
      1
    )
    return stage
  }

  /// New layers around the root, outermost first, that do in a bare file what a manifest does in a package.
  var stages: [CALayer] {
    guard isGeometryFlipped || isScaled else { return [] }
    CATransaction.begin()
    CATransaction.setDisableActions(true)
    defer { CATransaction.commit() }
    let canvas = CALayer()
    canvas.bounds = CGRect(origin: isScaled ? .zero : rootOrigin, size: canvasSize)
    canvas.position = CGPoint(x: canvasSize.width / 2, y: canvasSize.height / 2)
    if isGeometryFlipped { canvas.isGeometryFlipped = true }
    return isScaled ? [canvas, scalingStage] : [canvas]
  }

  /// Starts the document: its times count from `time` on the host's clock.
  ///
  /// - Parameter time: A time of `CACurrentMediaTime()`, in seconds.
  public func start(at time: CFTimeInterval) {
    canvasLayer.beginTime = time
    for controller in controllers { controller.arm(at: time) }
  }

  // MARK: States

  /// The names of all states of the document, those of outer layers first.
  public var stateNames: [String] {
    var names: [String] = []
    for state in controllers.flatMap(\.machine.states) where !names.contains(state.name) {
      names.append(state.name)
    }
    return names
  }

  /// The layers that have states of their own, outermost first.
  public var layersWithStates: [CALayer] { controllers.map(\.layer) }

  /// The names of the states of one layer; empty for a layer without any.
  public func stateNames(of layer: CALayer) -> [String] {
    controllers.filter { $0.layer === layer }.flatMap { $0.machine.states.map(\.name) }
  }

  /// The name of the state in effect on a layer, or on the outermost layer with states; nil for the base state.
  public func state(of layer: CALayer? = nil) -> String? {
    guard let layer else { return controllers.first?.current }
    return controllers.first { $0.layer === layer }?.current
  }

  /// Enters a state on one layer, or on every layer that has it.
  ///
  /// The call reads and changes layers at the current media time, so it may come at any moment of a rendering:
  /// moving values start from where they are.
  ///
  /// - Parameters:
  ///   - name: The state; nil for the base state, the document as written.
  ///   - layer: The layer whose state changes; nil for all.
  ///   - transitionSpeed: Divides the times of the transition; 0 jumps without one.
  ///   - interpolationDuration: The time, in seconds, over which values change that the document has no animation for;
  ///     0 changes them at once. The values run evenly, as under a finger that moves evenly. Animations of the document win:
  ///     those of the transition, and those that run on a layer for longer.
  /// - Throws: ``DocumentError`` of kind `absent` when no such state exists; its advice names the states that do.
  public func setState(
    _ name: String?,
    of layer: CALayer? = nil,
    transitionSpeed: Float = 1,
    interpolationDuration: CFTimeInterval = 0
  ) throws(DocumentError) {
    let affected = controllers.filter { controller in
      (layer == nil || controller.layer === layer)
        && (name.map { controller.machine.state(named: $0) != nil } ?? true)
    }
    if let name, affected.isEmpty {
      let known =
        stateNames.isEmpty ? "the document has no states" : "states are \(stateNames.joined(separator: ", "))"
      throw DocumentError(
        .absent,
        reader?.log.file ?? url?.path(percentEncoded: false) ?? "document",
        "there is no state \"\(name)\"",
        advice: known
      )
    }
    let speed = transitionSpeed.isFinite ? max(0, transitionSpeed) : 0
    let duration = interpolationDuration.isFinite ? max(0, interpolationDuration) : 0
    for controller in affected { controller.enter(name, speed: speed, duration: duration) }
  }

  /// The media time of the next state change that happens by itself; nil if none is due.
  ///
  /// A state with a `nextDelay` ends after that many seconds, and the next state of the list follows. A `previousDelay`
  /// leads to the previous state. An offline renderer of the document enters these states by itself; any other
  /// host calls ``enterDueStates(at:)``.
  public var nextStateTime: CFTimeInterval? { controllers.compactMap { $0.due?.time }.min() }

  /// Enters the states whose time has come.
  ///
  /// - Parameter time: The media time, in seconds.
  public func enterDueStates(at time: CFTimeInterval) {
    for controller in controllers { controller.enterDueState(at: time) }
  }

  /// Runs `body` with the values of the base state, then returns to those of the states in effect.
  ///
  /// Layers and animations that states added or removed stay as they are. If `body` changes no value, nothing that is
  /// shown changes.
  package func withBaseValues<Result>(_ body: () throws(DocumentError) -> Result) throws(DocumentError)
    -> Result
  {
    let affected = controllers.filter(\.replacesValues)
    guard !affected.isEmpty else { return try body() }
    // In one transaction, so that no commit has the values of the base state.
    CATransaction.begin()
    CATransaction.setDisableActions(true)
    defer { CATransaction.commit() }
    for controller in affected.reversed() { controller.takeBaseValues() }
    defer { for controller in affected { controller.takeValuesOfState() } }
    return try body()
  }

  /// A function that lists the sublayers of a layer, from back to front: all those of the base state, then those that
  /// the states in effect added.
  ///
  /// So a layer of the document has the same index in all states. The function holds until a state or the tree changes.
  package var sublayersOfAllStates: (CALayer) -> [CALayer] { BaseStructure(controllers).allSublayers(of:) }

  /// True if a layer, or its animation under a key, is there because of a state in effect.
  package func isOfState(_ layer: CALayer, animation key: String?) -> Bool {
    BaseStructure(controllers).isOfState(layer, animation: key)
  }
}

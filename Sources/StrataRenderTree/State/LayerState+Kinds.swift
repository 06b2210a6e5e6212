import StrataBase

// The parts of a state that only one class of layer has. A layer of another kind reads initial values; writing gives a
// layer of another kind the new one, which only a mistaken caller does.

/// Initial values that layers of other kinds read.
private enum Initial {
  static let shape = ShapeState()
  static let gradient = GradientState()
  static let text = TextState()
  static let replicator = ReplicatorState()
  static let emitter = EmitterState()
  static let scroll = ScrollState()
  static let tiled = TiledState()
}

extension LayerState {
  package var shape: ShapeState {
    _read {
      if case .shape(let box) = kind { yield box.value } else { yield Initial.shape }
    }
    _modify {
      var box = takeShape()
      defer { kind = .shape(box) }
      yield &box.value
    }
  }

  package var gradient: GradientState {
    _read {
      if case .gradient(let box) = kind { yield box.value } else { yield Initial.gradient }
    }
    _modify {
      var box = takeGradient()
      defer { kind = .gradient(box) }
      yield &box.value
    }
  }

  package var text: TextState {
    _read {
      if case .text(let box) = kind { yield box.value } else { yield Initial.text }
    }
    _modify {
      var box = takeText()
      defer { kind = .text(box) }
      yield &box.value
    }
  }

  /// Reading copies: of a coroutine that other modules do not inline, Swift 6.3 reads a value as large as a transform
  /// only after its end, when the frame that holds it is gone.
  package var replicator: ReplicatorState {
    get {
      if case .replicator(let box) = kind { return box.value }
      return Initial.replicator
    }
    _modify {
      var box = takeReplicator()
      defer { kind = .replicator(box) }
      yield &box.value
    }
  }

  package var emitter: EmitterState {
    _read {
      if case .emitter(let box) = kind { yield box.value } else { yield Initial.emitter }
    }
    _modify {
      var box = takeEmitter()
      defer { kind = .emitter(box) }
      yield &box.value
    }
  }

  package var scroll: ScrollState {
    _read {
      if case .scroll(let box) = kind { yield box.value } else { yield Initial.scroll }
    }
    _modify {
      var box = takeScroll()
      defer { kind = .scroll(box) }
      yield &box.value
    }
  }

  package var tiled: TiledState {
    _read {
      if case .tiled(let box) = kind { yield box.value } else { yield Initial.tiled }
    }
    _modify {
      var box = takeTiled()
      defer { kind = .tiled(box) }
      yield &box.value
    }
  }

  // Each takes the box out of `kind`, so that it stays unique while it is written.

  private mutating func takeShape() -> CopyOnWrite<ShapeState> {
    var taken = LayerKind.plain
    swap(&taken, &kind)
    if case .shape(let box) = consume taken { return box }
    return CopyOnWrite(Initial.shape)
  }

  private mutating func takeGradient() -> CopyOnWrite<GradientState> {
    var taken = LayerKind.plain
    swap(&taken, &kind)
    if case .gradient(let box) = consume taken { return box }
    return CopyOnWrite(Initial.gradient)
  }

  private mutating func takeText() -> CopyOnWrite<TextState> {
    var taken = LayerKind.plain
    swap(&taken, &kind)
    if case .text(let box) = consume taken { return box }
    return CopyOnWrite(Initial.text)
  }

  private mutating func takeReplicator() -> CopyOnWrite<ReplicatorState> {
    var taken = LayerKind.plain
    swap(&taken, &kind)
    if case .replicator(let box) = consume taken { return box }
    return CopyOnWrite(Initial.replicator)
  }

  private mutating func takeEmitter() -> CopyOnWrite<EmitterState> {
    var taken = LayerKind.plain
    swap(&taken, &kind)
    if case .emitter(let box) = consume taken { return box }
    return CopyOnWrite(Initial.emitter)
  }

  private mutating func takeScroll() -> CopyOnWrite<ScrollState> {
    var taken = LayerKind.plain
    swap(&taken, &kind)
    if case .scroll(let box) = consume taken { return box }
    return CopyOnWrite(Initial.scroll)
  }

  private mutating func takeTiled() -> CopyOnWrite<TiledState> {
    var taken = LayerKind.plain
    swap(&taken, &kind)
    if case .tiled(let box) = consume taken { return box }
    return CopyOnWrite(Initial.tiled)
  }
}

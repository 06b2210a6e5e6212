#if Inspector
  extension PageSession {
    func describe(_ parameters: PageParameters) throws -> TreeListing {
      TreeListing(
        source,
        try snapshot(parameters),
        start: parameters.start ?? 0,
        count: parameters.count ?? TreeListing.mostLayers
      )
    }

    func listing(_ parameters: PageParameters) throws -> SourceListing {
      guard let document = source as? DocumentSource else {
        throw PageError("a running program has no document")
      }
      return try document.listing(
        parameters.part ?? 0,
        from: parameters.start ?? 1,
        count: parameters.count ?? 200
      )
    }

    /// The methods that concern a running program.
    func program(_ method: String, _ parameters: PageParameters) throws -> SourceFacts {
      guard let program = source as? ProgramSource else {
        throw PageError("\(method): a document has no time of its own to stop")
      }
      switch method {
      case "speed":
        guard let rate = parameters.rate else { throw PageError("speed needs a rate") }
        try program.setSpeed(rate)
      case "step": try program.step(by: parameters.duration)
      case "record": program.record(parameters.isOn ?? true)
      default: program.pause(parameters.isOn ?? true)
      }
      return source.facts
    }
  }
#endif

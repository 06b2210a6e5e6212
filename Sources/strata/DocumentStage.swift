#if Window
  import CoreGraphics
  import Foundation
  import QuartzCore
  import StrataDocuments

  /// A document in a window: its place, its clock and its states.
  ///
  /// The document hangs in a layer that scales it to the window and whose clock can be stopped and set.
  final class DocumentStage {
    /// The root of the window.
    let root = CALayer()
    private(set) var document: Document
    /// The state that the document has when it is read; nil for the base state.
    private var initialState: String?
    /// True while the document's time passes.
    private(set) var isPlaying = false
    private let clock = CALayer()
    /// The document's time when it was last stopped or started, and the media time of the start.
    private var origin = (time: 0.0, media: 0.0)
    /// The document's time at which a state follows by itself; infinity if none does.
    private(set) var nextStateTime = Double.infinity

    init(_ document: Document) {
      (self.document, initialState) = (document, document.state())
      root.name = "window"
      clock.name = "document"
      clock.anchorPoint = .zero
      root.addSublayer(clock)
      show(document)
      begin()
    }

    /// Runs changes that take effect at once.
    private func atOnce(_ changes: () -> Void) {
      CATransaction.begin()
      CATransaction.setDisableActions(true)
      changes()
      CATransaction.commit()
    }

    // MARK: Place

    /// Scales the document to a size in points and centres it.
    func fit(_ size: CGSize) {
      let canvas = document.canvasSize
      guard canvas.width > 0, canvas.height > 0 else { return }
      let scale = min(size.width / canvas.width, size.height / canvas.height)
      atOnce {
        clock.transform = CATransform3DMakeScale(scale, scale, 1)
        clock.position = CGPoint(
          x: (size.width - canvas.width * scale) / 2,
          y: (size.height - canvas.height * scale) / 2
        )
      }
    }

    private func show(_ document: Document) {
      self.document = document
      atOnce {
        clock.sublayers = [document.canvasLayer]
        clock.bounds = CGRect(origin: .zero, size: document.canvasSize)
        clock.isGeometryFlipped = document.isGeometryFlipped
        document.canvasLayer.position = .zero
      }
    }

    /// Shows a newer reading of the document at the same time and in the same state.
    ///
    /// A state that the new reading lacks gives way to the one it begins with.
    func replace(with newer: Document) {
      let (state, time, wasPlaying) = (document.state(), time, isPlaying)
      initialState = newer.state()
      // Animations without a begin time begin when they are committed, which must be the document's zero.
      setClock(at: 0, running: false)
      show(newer)
      newer.start(at: 0)
      CATransaction.flush()
      noteNextState(from: 0)
      if state != initialState, state.map(newer.stateNames.contains) ?? true { enter(state, speed: 0) }
      setClock(at: time, running: wasPlaying)
    }

    // MARK: Time

    /// The document's time, in seconds.
    var time: Double {
      isPlaying ? origin.time + CACurrentMediaTime() - origin.media : origin.time
    }

    func play() { setClock(at: time, running: true) }

    func pause() { setClock(at: time, running: false) }

    /// Goes to a time, and plays on if the document plays.
    func move(to time: Double) { setClock(at: max(0, time), running: isPlaying) }

    /// Begins at zero, in the state that the document is in.
    private func begin() {
      move(to: 0)
      document.start(at: 0)
      noteNextState(from: 0)
    }

    /// Begins anew at zero, in the state in which the document was read.
    func beginAnew() {
      enter(initialState, speed: 0)
      begin()
    }

    private func setClock(at time: Double, running: Bool) {
      isPlaying = running
      origin = (time, CACurrentMediaTime())
      atOnce {
        clock.speed = running ? 1 : 0
        clock.timeOffset = time
        clock.beginTime = running ? origin.media : 0
      }
    }

    // MARK: States

    /// Goes to a state of the document, or to the base state; a speed of 0 leaves out the transition.
    func enter(_ state: String?, speed: Float = 1) {
      // It fails for names that are not the document's.
      try? document.setState(state, transitionSpeed: speed)
      noteNextState(from: CACurrentMediaTime())
    }

    /// Enters the state that follows by itself.
    func enterNextState() {
      guard let due = document.nextStateTime else { return }
      document.enterDueStates(at: due)
      let time = nextStateTime
      noteNextState(from: due)
      nextStateTime += time - self.time
    }

    /// The document counts its delays from a time of its own choice, which is now on this clock.
    private func noteNextState(from reference: Double) {
      nextStateTime = document.nextStateTime.map { time + $0 - reference } ?? .infinity
    }
  }
#endif

#if Window
  import ArgumentParser
  import CoreGraphics
  import StrataDocuments
  import StrataWindow

  /// `strata view`: shows a document in a window.
  ///
  /// The options are declared here; `DocumentViewer` is what happens in the window.
  struct ViewCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "view",
      abstract: "Show a document in a window.",
      discussion: """
        The document plays at once, and is read again whenever it is saved; its time and its state stay. It is fitted into \
        the window.

        Keys:
          space        play or pause
          left, right  pause, and go one frame back or forward (--fps)
          home         begin anew
          1 to 9       go to a state, in the order of the document, with its transition
          0            go back to the base state
          f            cover the display, or not
          q, escape    close

        Warnings of the document are on standard error; their number is in the title.

        Examples:
          strata view Card.ca
          strata view Card.ca --scale 2 --background '#202020'
          strata view Card.ca --at 1.5 --fps 30
        """
    )

    @Argument(help: DocumentOptions.documentHelp, completion: DocumentOptions.documentCompletion)
    var document: String

    @Option(parsing: .unconditional, help: "Begin at this moment, in seconds, and do not play.")
    var at: Double?

    @Option(
      parsing: .unconditional,
      help: "Frames per second of the arrow keys, such as 30 or 24000/1001. Default: 60."
    )
    var fps: FrameRate?

    @Option(
      parsing: .unconditional,
      help: "Points of the display for each point of the document when the window opens."
    )
    var scale: Double = 1

    @Option(
      parsing: .unconditional,
      help: "The size of the window in points of the display, such as 1280x720."
    )
    var size: PixelSize?

    @Option(help: "The colour behind the document: a name of CSS such as black, or #202020. Default: white.")
    var background: ColorArgument?

    @Flag(help: "Cover the display.")
    var fullScreen = false

    @Option(parsing: .unconditional, help: "Threads that draw. Default: one for each processor.")
    var threads: Int?

    @Option(help: BackendOption.help)
    var backend: BackendOption?

    @OptionGroup var source: DocumentOptions

    func validate() throws {
      try OptionRules.check(scale: scale)
      guard at?.isFinite ?? true else { throw ValidationError("--at must be finite.") }
      try OptionRules.check(threads: threads)
    }

    func run() throws {
      try reportingFailures {
        let viewer = DocumentViewer(command: self, document: try source.open(document, quietly: false))
        do throws(WindowError) {
          try viewer.run()
        } catch {
          say("strata: \(error)")
          throw ExitStatus.noDisplay
        }
      }
    }
  }
#endif

#if Inspector
  import ArgumentParser
  import Foundation
  import Glibc
  import StrataDocuments
  import StrataExport
  import StrataInspector
  import Synchronization

  /// `strata preview`: serves a page that shows a document from inside.
  struct PreviewCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "preview",
      abstract:
        "Look into a document in the browser: layers, values, animations, costs; change values and save.",
      discussion: """
        Prints the address of a page and serves it until the tool is interrupted. The document is read again whenever it is \
        saved; time, zoom and selection stay. A document that is broken then keeps its last good picture, with the error \
        beside it.

        The page is for this machine only, unless --host is given, and its address holds a secret. Over ssh, forward the port: \
        ssh -L 8080:127.0.0.1:8080 machine strata preview Card.ca --port 8080

        Examples:
          strata preview Card.ca
          strata preview Card.ca --port 8080 --open
        """
    )

    @Argument(help: DocumentOptions.documentHelp, completion: DocumentOptions.documentCompletion)
    var document: String

    @Option(parsing: .unconditional, help: "The port of the page. Default: a free one.")
    var port: UInt16 = 0

    @Option(
      help:
        "An IPv4 address of this machine to listen at, so that other machines reach the page. Default: loopback."
    )
    var host: String?

    @Flag(help: "Open the page in the browser.")
    var open = false

    @OptionGroup var source: DocumentOptions

    func run() throws {
      try reportingFailures {
        let readings = Readings()
        let inspector = try start(readings)
        // Who reads the address may save a file at once.
        let watch = document == DocumentInput.standardInput ? nil : FileWatch(document) { inspector.reload() }
        if let watch { readings.follow(watch) }
        print(inspector.address.absoluteString)
        if let reason = PrintedOutput.flush() {
          inspector.stop()
          throw ExportError.cannotWrite(path: "standard output", reason: reason)
        }
        if open { openPage(inspector.address) }
        let signal = waitForSignal()
        withExtendedLifetime(watch) { inspector.stop() }
        throw ExitCode(128 + signal)
      }
    }

    private func start(_ readings: Readings) throws -> Inspector {
      var options = source.reading
      options.checksAllImages = true
      let (path, name) = (document, DocumentInput.name(of: document))
      // Standard input can be read once.
      let data = path == DocumentInput.standardInput ? try DocumentInput.bytes(options.limits) : nil
      let reading = options
      do {
        return try Inspector.preview(named: name, host: host, port: port) {
          do throws(DocumentError) {
            if let data { return try DocumentInput.document(of: data, options: reading) }
            let document = try DocumentInput.read(path, options: reading)
            readings.note(document.sourceFiles)
            return document
          } catch {
            // Pages show it.
            throw SourceOptions.naming(error)
          }
        }
      } catch let error as InspectorError {
        say("strata: \(error)")
        throw ExitStatus.cannotServe
      }
    }

    /// The files that the last reading of the document refers to, for the watch.
    private final class Readings: Sendable {
      private struct State {
        var files: [URL] = []
        var watch: FileWatch.WatchReference?
      }
      private let state = Mutex(State())

      /// Takes the files of a reading, on the thread that reads.
      func note(_ files: [URL]) {
        let reference = state.withLock { state in
          state.files = files
          return state.watch
        }
        guard let reference else { return }
        DispatchQueue.main.async { reference.watch?.follow(files) }
      }

      /// Lets a watch follow the files of all readings from now on.
      func follow(_ watch: FileWatch) {
        let reference = FileWatch.WatchReference(watch)
        watch.follow(
          state.withLock { state in
            state.watch = reference
            return state.files
          }
        )
      }
    }

    private func openPage(_ address: URL) {
      let process = Process()
      process.executableURL = URL(filePath: "/usr/bin/env")
      process.arguments = ["xdg-open", address.absoluteString]
      (process.standardOutput, process.standardError) = (FileHandle.nullDevice, FileHandle.nullDevice)
      do { try process.run() } catch { say("strata: cannot open the browser: \(error.localizedDescription)") }
    }

    /// Serves the main queue until the tool is asked to end; returns the signal's number.
    ///
    /// A signal that was ignored when the tool started stays ignored.
    private func waitForSignal() -> Int32 {
      let received = SignalBox()
      let numbers = Interruption.signals.filter { !Interruption.isIgnored($0) }
      let sources = numbers.map { number in
        Glibc.signal(number, SIG_IGN)
        let source = DispatchSource.makeSignalSource(signal: number, queue: .main)
        source.setEventHandler { received.number = number }
        source.resume()
        return source
      }
      // Returns after each turn of the main queue.
      while received.number == 0 { _ = RunLoop.main.run(mode: .default, before: .distantFuture) }
      withExtendedLifetime(sources) {}
      return received.number
    }

    private final class SignalBox: @unchecked Sendable {  // Used by the main queue.
      var number: Int32 = 0
    }
  }
#endif

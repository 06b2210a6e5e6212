import Dispatch
import Glibc
import StrataExport

/// Cancels the export on SIGINT, SIGTERM and SIGHUP, so that the unfinished file is removed before the tool exits.
final class Interruption {
  let cancellation = ExportCancellation()
  private let sources: [any DispatchSourceSignal]

  init() {
    let cancellation = cancellation
    sources = [SIGINT, SIGTERM, SIGHUP].map { number in
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
      source.setEventHandler { cancellation.cancel() }
      source.resume()
      return source
    }
  }
}

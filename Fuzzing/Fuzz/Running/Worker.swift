import Foundation
import Logging
import StrataBase

/// The process that takes inputs, one after the other, until one of them ends it.
struct Worker {
  let options: Options
  let progress: String

  func run() throws {
    // Remarks about mistakes in documents would fill the log of a finding.
    LoggingSystem.bootstrap { _ in SwiftLogNoOpLogHandler() }
    let progress = try Progress(path: progress)
    let targets = try options.makeTargets()
    if let file = options.files.first {
      guard let target = targets.first(where: { $0.name == file.pathExtension }) else {
        throw OptionsError("no kind of input is called \(file.pathExtension)")
      }
      take([UInt8](try Data(contentsOf: file)), target, number: 0, progress)
    } else {
      let source = InputSource(targets: targets, seed: options.seed)
      let supervisor = getppid()
      for number in stride(from: options.first, to: options.runs, by: options.jobs) {
        // Nobody looks any more.
        guard getppid() == supervisor else { return }
        let input = source.input(number)
        take(input.bytes, input.target, number: number, progress)
      }
    }
    progress[.current] = -1
  }

  private func take(_ bytes: [UInt8], _ target: any FuzzTarget, number: Int, _ progress: borrowing Progress) {
    progress[.begin] = Progress.now
    progress[.beginOfWork] = Progress.work(of: getpid())
    progress[.current] = number
    do {
      try target.run(bytes)
      progress[.taken] += 1
    } catch {
      // A document that is refused with an error is what a reader is for.
    }
    progress[.finished] += 1
  }
}

import Foundation
import Glibc
import QuartzCore
import StrataExport
import StrataRenderServer
import StrataTesting
import Testing

@Suite struct OutputFileTests {
  private let temporary: TemporaryFolder
  private var folder: URL { temporary.url }

  init() throws { temporary = try TemporaryFolder() }

  private var names: [String] { (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? [] }

  @Test func aFileAppearsWhenItIsFinished() throws {
    let url = folder.appending(path: "a.bin")
    do {
      let file = try OutputFile(url)
      try file.write(Data([1, 2, 3]))
      #expect(!FileManager.default.fileExists(atPath: url.path))
      try file.finish()
    }
    #expect(names == ["a.bin"])
    #expect(try Data(contentsOf: url) == Data([1, 2, 3]))
  }

  @Test func anUnfinishedFileLeavesNothingAndTheFormerOneAlone() throws {
    let url = folder.appending(path: "a.bin")
    try Data([9]).write(to: url)
    do {
      let file = try OutputFile(url)
      try file.write(Data([1, 2, 3]))
    }
    #expect(names == ["a.bin"])
    #expect(try Data(contentsOf: url) == Data([9]))
  }

  @Test func aFolderInTheWayIsAnError() throws {
    #expect(throws: ExportError.cannotWrite(path: folder.path, reason: "it is a folder")) {
      _ = try OutputFile(folder)
    }
  }

  @Test func aLinkStaysAndItsDestinationIsReplaced() throws {
    let (link, target) = (folder.appending(path: "link.bin"), folder.appending(path: "target.bin"))
    try FileManager.default.createSymbolicLink(atPath: link.path, withDestinationPath: "target.bin")
    for bytes in [Data([1]), Data([2, 3])] {
      let file = try OutputFile(link)
      try file.write(bytes)
      try file.finish()
      #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link.path) == "target.bin")
      #expect(try Data(contentsOf: target) == bytes)
    }
    #expect(Set(names) == ["link.bin", "target.bin"])
  }

  @Test func aPipeIsWrittenThroughAndStays() throws {
    let url = folder.appending(path: "pipe")
    #expect(mkfifo(url.path, 0o600) == 0)
    // A reader that is open already lets the writer begin without waiting.
    let reader = open(url.path, O_RDWR | O_NONBLOCK)
    defer { close(reader) }
    let file = try OutputFile(url)
    try file.write(Data([1, 2, 3]))
    try file.finish()
    var bytes: [UInt8] = [0, 0, 0, 0]
    #expect(read(reader, &bytes, 4) == 3)
    #expect(bytes == [1, 2, 3, 0])
    var status = stat()
    #expect(lstat(url.path, &status) == 0)
    #expect(status.st_mode & S_IFMT == S_IFIFO)
  }

  /// The full device is reached through a link, so that a fault could replace no more than the link.
  @Test func aFullDeviceIsAnErrorAndStays() throws {
    let url = folder.appending(path: "full")
    try FileManager.default.createSymbolicLink(atPath: url.path, withDestinationPath: "/dev/full")
    #expect(throws: ExportError.cannotWrite(path: url.path, reason: String(cString: strerror(ENOSPC)))) {
      let file = try OutputFile(url)
      try file.write(Data([1, 2, 3]))
      try file.finish()
    }
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: url.path) == "/dev/full")
  }

  /// The thread blocks the signal, so that a fault is seen and does not end the tests.
  @Test func aReaderThatGoesAwayIsAnErrorAndNoSignal() async throws {
    let url = folder.appending(path: "pipe")
    #expect(mkfifo(url.path, 0o600) == 0)
    try await aside {
      var (signals, pending) = (sigset_t(), sigset_t())
      sigemptyset(&signals)
      sigaddset(&signals, SIGPIPE)
      pthread_sigmask(SIG_BLOCK, &signals, nil)
      let file = try OutputFile(url)
      // More than a pipe holds: the writer waits until its reader goes.
      try file.write(Data(count: 1 << 20))
      let reader = open(url.path, O_RDONLY | O_NONBLOCK)
      Thread.detachNewThread {
        var state = pollfd(fd: reader, events: Int16(POLLIN), revents: 0)
        poll(&state, 1, -1)
        close(reader)
      }
      #expect(throws: ExportError.cannotWrite(path: url.path, reason: String(cString: strerror(EPIPE)))) {
        try file.finish()
      }
      sigpending(&pending)
      #expect(sigismember(&pending, SIGPIPE) == 0)
    }
  }

  @Test func aPipeWithoutAReaderIsLeftWhenTheExportIsCancelled() async throws {
    let url = folder.appending(path: "pipe")
    #expect(mkfifo(url.path, 0o600) == 0)
    try await aside {
      let file = try OutputFile(url)
      try file.write(Data([1]))
      let cancellation = ExportCancellation()
      // After the first look for a reader, most likely.
      Thread.detachNewThread {
        usleep(50_000)
        cancellation.cancel()
      }
      #expect(throws: ExportError.cancelled) { try file.finish(cancellation) }
    }
  }

  @Test func aStalledReaderIsLeftWhenTheExportIsCancelled() async throws {
    let url = folder.appending(path: "pipe")
    #expect(mkfifo(url.path, 0o600) == 0)
    try await aside {
      let reader = open(url.path, O_RDONLY | O_NONBLOCK)
      defer { close(reader) }
      let file = try OutputFile(url)
      try file.write(Data(count: 1 << 20))
      let cancellation = ExportCancellation()
      Thread.detachNewThread {
        var state = pollfd(fd: reader, events: Int16(POLLIN), revents: 0)
        poll(&state, 1, -1)
        cancellation.cancel()
      }
      #expect(throws: ExportError.cancelled) { try file.finish(cancellation) }
    }
  }

  /// A picture goes to its descriptor on the caller's thread, which is not the library's.
  @Test func theCallersThreadBlocksTheSameSignalsAfterwards() async throws {
    try await aside {
      var (before, after, pending) = (sigset_t(), sigset_t(), sigset_t())
      pthread_sigmask(SIG_SETMASK, nil, &before)
      var ends: [Int32] = [0, 0]
      #expect(pipe(&ends) == 0)
      close(ends[0])
      defer { close(ends[1]) }
      let renderer = OfflineRenderer(layer: CALayer(), size: CGSize(width: 4, height: 4))
      // A reader that closed the pipe is no error.
      try Exporter(renderer, settings: ExportSettings(format: .svg)).write(to: ends[1])
      pthread_sigmask(SIG_SETMASK, nil, &after)
      sigpending(&pending)
      #expect(sigismember(&before, SIGPIPE) == sigismember(&after, SIGPIPE))
      #expect(sigismember(&pending, SIGPIPE) == 0)
    }
  }

  @Test func framesAreNumberedAsThePatternSays() throws {
    let padded = try #require(FramePattern(URL(filePath: "/x/%04d.png")))
    #expect(padded.url(ofFrame: 7).path == "/x/0007.png")
    #expect(padded.url(ofFrame: 12345).path == "/x/12345.png")
    let plain = try #require(FramePattern(URL(filePath: "/x/f-%d.png")))
    #expect(plain.url(ofFrame: 7).path == "/x/f-7.png")
    #expect(FramePattern(URL(filePath: "/x/f.png")) == nil)
  }

  @Test func twoFilesOnTheirWayToOneNameAreApart() throws {
    let url = folder.appending(path: "a.bin")
    do {
      let (first, second) = (try OutputFile(url), try OutputFile(url))
      #expect(first.temporary != second.temporary)
      #expect(first.temporary.lastPathComponent.contains(".\(getpid())."))
      #expect(first.temporary.pathExtension == "partial")
      try first.write(Data([1]))
      try second.write(Data([2, 3]))
      try first.finish()
      #expect(try Data(contentsOf: url) == Data([1]))
      try second.finish()
      #expect(try Data(contentsOf: url) == Data([2, 3]))
    }
    #expect(names == ["a.bin"])
  }
}

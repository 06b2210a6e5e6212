#if Window && Media
  import AVFoundation
  import CoreGraphics
  import Foundation
  import QuartzCore
  import StrataRenderServer
  import StrataWindow

  /// A window of 128 × 120 points: a player's layer above, and a blue square below it that an animation moves.
  final class PlayerProbe {
    private let root = CALayer()
    private let square = CALayer()
    private let player = AVPlayer(url: URL(filePath: CommandLine.arguments[1]))
    private var window: Window?
    private var token: (any NSObjectProtocol)?

    func run() {
      root.bounds = CGRect(x: 0, y: 0, width: 128, height: 120)
      let video = AVPlayerLayer(player: player)
      video.frame = CGRect(x: 0, y: 0, width: 128, height: 96)
      square.frame = CGRect(x: 0, y: 100, width: 16, height: 16)
      square.backgroundColor = CGColor(srgbRed: 0, green: 0, blue: 1, alpha: 1)
      root.sublayers = [video, square]
      token = NotificationCenter.default.addObserver(
        forName: .AVPlayerItemDidPlayToEndTime,
        object: player.currentItem,
        queue: nil
      ) { _ in Self.write("end") }
      do {
        let window = try Window(layer: root, title: "player")
        self.window = window
        window.onEvent = { event in if case .exposed = event.kind { Self.write("exposed") } }
        Self.write("open")
      } catch {
        Self.write("error \(error)")
      }
      readCommands()
      while true { _ = RunLoop.main.run(mode: .default, before: .distantFuture) }
    }

    private static func write(_ line: String) {
      try? FileHandle.standardOutput.write(contentsOf: Data((line + "\n").utf8))
    }

    /// Carries the probe to blocks of the main queue.
    private struct Reference: @unchecked Sendable {  // Used by the main queue.
      let probe: PlayerProbe
    }

    private func readCommands() {
      let me = Reference(probe: self)
      Thread {
        while let line = readLine() {
          let words = line.split(separator: " ").map(String.init)
          DispatchQueue.main.async { me.probe.obey(words) }
        }
        exit(0)
      }.start()
    }

    private func obey(_ words: [String]) {
      let number = words.dropFirst().first.flatMap { Double($0) } ?? 0
      switch words.first {
      case "play": player.play()
      case "pause": player.pause()
      case "rate": player.rate = Float(number)
      case "seek": player.seek(to: CMTime(seconds: number, preferredTimescale: 1000))
      case "volume": player.volume = Float(number)
      case "mute": player.isMuted = number != 0
      case "slide": slide(seconds: number)
      case "state": printState()
      case "frames": Self.write("frames \(window?.frameTimings.count { $0.presentedTime > number } ?? 0)")
      case "clock": Self.write("clock \(CACurrentMediaTime())")
      case "quit": exit(0)
      default: Self.write("unknown \(words)")
      }
      CATransaction.flush()
    }

    /// The square goes to the right, in so many seconds.
    private func slide(seconds: Double) {
      let animation = CABasicAnimation(keyPath: "position.x")
      (animation.fromValue, animation.toValue, animation.duration) = (8.0, 120.0, seconds)
      square.add(animation, forKey: "slide")
      Self.write("sliding")
    }

    /// Prints the status, the rate, the time, the count of pictures that were late, and by how much the sound is.
    private func printState() {
      let item = player.currentItem
      let lag = player.soundLag.map { String(format: "%.4f", $0) } ?? "silent"
      let facts = [
        "\(item?.status.rawValue ?? -1)", "\(player.rate)", "\(player.currentTime().seconds)",
        "\(item?.droppedVideoFrameCount ?? 0)", lag,
      ]
      Self.write("state " + facts.joined(separator: " "))
    }
  }
#endif

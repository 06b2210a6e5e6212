// A program that lends layers to another one, or draws with OpenGL, for tests: it reads commands and prints what happens.
//
//   LayerProbe lend PORT    lends a layer; commands: color R G B, size W H, animate, none, quit
//   LayerProbe draw         draws a layer with OpenGL and prints the pixel in its middle
//   LayerProbe links        runs display links without a main run loop and prints their times
//   LayerProbe completions  runs loops in a completion block and in a block of the main queue, and prints what comes

import Foundation
import OpenGL
import QuartzCore

/// Prints a line at once.
func say(_ line: String) { FileHandle.standardOutput.write(Data((line + "\n").utf8)) }

/// A layer that OpenGL would fill with red.
final class RedLayer: CAOpenGLLayer {
  override func draw(
    inCGLContext ctx: CGLContextObj,
    pixelFormat pf: CGLPixelFormatObj,
    forLayerTime t: CFTimeInterval,
    displayTime ts: UnsafePointer<CVTimeStamp>?
  ) {
    typealias ClearColor = @convention(c) (Float, Float, Float, Float) -> Void
    typealias Clear = @convention(c) (UInt32) -> Void
    guard let color = OpenGLFunctions.address(of: "glClearColor"),
      let clear = OpenGLFunctions.address(of: "glClear")
    else { return say("no functions") }
    unsafeBitCast(color, to: ClearColor.self)(1, 0, 0, 1)
    unsafeBitCast(clear, to: Clear.self)(0x4000)
  }
}

/// Lends a layer and changes it by the lines that come in.
final class Lender {
  private let client: CARemoteLayerClient
  private let root = CALayer()

  init(port: UInt32) {
    client = CARemoteLayerClient(serverPort: port)
    root.frame = CGRect(x: 0, y: 0, width: 8, height: 6)
    root.backgroundColor = CGColor(srgbRed: 1, green: 0, blue: 0, alpha: 1)
    let corner = CALayer()
    corner.frame = CGRect(x: 0, y: 0, width: 2, height: 2)
    corner.backgroundColor = CGColor(srgbRed: 0, green: 0, blue: 1, alpha: 1)
    root.addSublayer(corner)
    client.layer = root
    say("client \(client.clientId)")
  }

  func obey(_ line: String) {
    let words = line.split(separator: " ").map(String.init)
    let numbers = words.dropFirst().compactMap(Double.init)
    CATransaction.begin()
    CATransaction.setDisableActions(true)
    switch words.first {
    case "color" where numbers.count == 3:
      root.backgroundColor = CGColor(srgbRed: numbers[0], green: numbers[1], blue: numbers[2], alpha: 1)
    case "size" where numbers.count == 2:
      root.frame = CGRect(x: 0, y: 0, width: numbers[0], height: numbers[1])
    case "animate":
      let animation = CABasicAnimation(keyPath: "backgroundColor")
      animation.fromValue = CGColor(srgbRed: 0, green: 0, blue: 0, alpha: 1)
      animation.toValue = CGColor(srgbRed: 1, green: 1, blue: 1, alpha: 1)
      animation.duration = 0.2
      animation.repeatCount = .infinity
      root.add(animation, forKey: "color")
    case "none": client.layer = nil
    case "again": client.layer = root
    case "quit": client.invalidate()
    default: break
    }
    CATransaction.commit()
    say("done \(line)")
  }
}

/// Prints the times of a link's calls, and removes it in the third one.
func follow(_ loop: RunLoop, _ name: String, then next: @escaping () -> Void) {
  var count = 0
  let link = CADisplayLink { link in
    count += 1
    say("\(name) \(link.timestamp)")
    guard count == 3 else { return }
    // A block of the main queue may be run by another thread than the one that added the link.
    link.remove(from: .current, forMode: .default)
    next()
  }
  link.add(to: loop, forMode: .default)
}

/// Calls a block as a transaction's completion block.
func complete(_ block: @escaping () -> Void) {
  CATransaction.begin()
  CATransaction.setCompletionBlock(block)
  CATransaction.commit()
}

/// Runs the main run loop inside of what is being called, for ten seconds at most; returns whether the condition was met.
func runInside(until isDone: () -> Bool) -> Bool {
  let limit = Date(timeIntervalSinceNow: 10)
  while !isDone(), Date() < limit { _ = RunLoop.main.run(mode: .default, before: limit) }
  return isDone()
}

/// Completion blocks that wait for others.
func waitInCallbacks() {
  var (second, added) = (false, false)
  complete {
    complete { added = true }
    say("inside \(runInside { second && added })")
    DispatchQueue.main.async {
      var inner = false
      complete { inner = true }
      say("queue \(runInside { inner })")
      exit(0)
    }
  }
  complete { second = true }
  RunLoop.main.run()
}

switch CommandLine.arguments.dropFirst().first {
case "lend":
  let lender = Lender(port: UInt32(CommandLine.arguments.last ?? "") ?? 0)
  nonisolated(unsafe) let shared = lender
  Thread {
    while let line = readLine() { DispatchQueue.main.async { shared.obey(line) } }
    exit(0)
  }.start()
  RunLoop.main.run()
case "draw":
  let layer = RedLayer()
  layer.frame = CGRect(x: 0, y: 0, width: 4, height: 4)
  layer.setNeedsDisplay()
  layer.displayIfNeeded()
  if let image = layer.contents as? CGImage, let data = image.dataProvider?.data as Data? {
    say("pixel \(Array(data[0..<4]))")
  } else {
    say("nothing")
  }
case "links":
  follow(.main, "main") {
    follow(.current, "current") {
      // A link that was not removed would be called again.
      DispatchQueue.main.asyncAfter(deadline: .now() + 0.2) { exit(0) }
    }
  }
  dispatchMain()
case "completions": waitInCallbacks()
default: say("usage: LayerProbe lend PORT | draw | links | completions")
}

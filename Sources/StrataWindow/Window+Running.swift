#if Window
  import CoreFoundation
  public import CoreGraphics
  import Foundation
  public import QuartzCore

  extension Window {
    /// Shows a layer in a window, and returns when the window is closed.
    ///
    /// The run loop of this thread runs meanwhile. A handler of another window's events may call it: both have their events
    /// then.
    ///
    /// - Parameters:
    ///   - layer: The root of the tree.
    ///   - title: The text of the title bar.
    ///   - size: The size of the content in points; nil for the layer's, or 640 × 480 if that is empty.
    ///   - options: What else is set before the window opens.
    /// - Throws: ``WindowError`` if the window cannot be opened or is lost.
    public static func show(
      _ layer: CALayer,
      title: String = "",
      size: CGSize? = nil,
      options: WindowOptions = WindowOptions()
    ) throws(WindowError) {
      try Window(layer: layer, title: title, size: size, options: options).run()
    }

    /// Runs the run loop of this thread until the window is closed.
    ///
    /// A handler may call it, for its own window or another one. A call returns after those that were made inside of it.
    ///
    /// - Throws: ``WindowError`` if the window is lost.
    public func run() throws(WindowError) {
      // A loop without a source ends at once.
      let source = Timer(fire: .distantFuture, interval: 0, repeats: false) { _ in }
      RunLoop.current.add(source, forMode: .default)
      let observer = endingObserver()
      CFRunLoopAddObserver(CFRunLoopGetCurrent(), observer, kCFRunLoopDefaultMode)
      defer {
        source.invalidate()
        CFRunLoopObserverInvalidate(observer)
      }
      while isOpen { _ = RunLoop.current.run(mode: .default, before: .distantFuture) }
      if let failure { throw failure }
    }

    /// Ends a turn of ``run()`` that would wait though the window is closed; loops that handlers run inside of it go on.
    private func endingObserver() -> CFRunLoopObserver? {
      var depth = 0
      let activities: [CFRunLoopActivity] = [.entry, .beforeWaiting, .exit]
      let moments = activities.reduce(0) { $0 | CFOptionFlags($1.rawValue) }
      // After the commit and the program's observers, which may close the window.
      return CFRunLoopObserverCreateWithHandler(nil, moments, true, .max) { [weak self] _, moment in
        switch moment {
        case .entry: depth += 1
        case .exit: depth -= 1
        default: if depth == 1, self?.isOpen != true { CFRunLoopStop(CFRunLoopGetCurrent()) }
        }
      }
    }
  }
#endif

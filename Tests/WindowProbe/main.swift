// A program with a window, for tests: it reads commands from standard input and prints what happens.

#if Window
  if CommandLine.arguments.count == 3, let wish = DesktopRequest.Wish(rawValue: CommandLine.arguments[1]) {
    DesktopRequest(wish: wish, window: UInt(CommandLine.arguments[2]) ?? 0).send()
  } else {
    Probe().run()
  }
#endif

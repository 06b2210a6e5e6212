// A program with a window, for tests: it reads commands from standard input and prints what happens.

#if Window
  if CommandLine.arguments.count == 3, CommandLine.arguments[1] == "--ask-to-close" {
    CloseRequest(window: UInt(CommandLine.arguments[2]) ?? 0).send()
  } else {
    Probe().run()
  }
#endif

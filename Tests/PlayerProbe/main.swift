// A window that plays a film, for tests: it reads commands from standard input and prints what the player does.
//
//   PlayerProbe FILM

#if Window && Media
  PlayerProbe().run()
#endif

// Decodes a frame of a film, says so, and waits to be killed.
//
//   ClipProbe FILM
#if Media
  import Foundation
  import StrataMedia

  let clip = try VideoClip(contentsOf: URL(filePath: CommandLine.arguments[1]))
  let line = try clip.image(ofFrame: 3) == nil ? "nothing" : "decoded"
  FileHandle.standardOutput.write(Data(line.utf8))
  while true { sleep(1) }
#endif

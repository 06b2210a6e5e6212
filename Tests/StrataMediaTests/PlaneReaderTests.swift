#if Media
  import StrataMedia
  import StrataTesting
  import Testing

  /// Planes of films from a frame on.
  @Suite(.serialized) struct PlaneReaderTests {
    /// True if luma shows the picture of a number.
    private func shows(_ number: Int, _ luma: UnsafeRawBufferPointer) -> Bool {
      let picture = NumberPattern.gray(number)
      return (0..<16).allSatisfy { block in
        // The middle of the block.
        let (x, y) = (block % 4 * 16 + 8, block / 4 * 12 + 6)
        let place = y * NumberPattern.width + x
        return (luma[place] > 128) == (picture[place] > 128)
      }
    }

    @Test(.timeLimit(.minutes(2)), arguments: FrameExactnessTests.recipes)
    func framesAreReadFromAnyOneOn(recipe: FrameExactnessTests.Recipe) throws {
      let folder = try TemporaryFolder()
      let film = try recipe.film(in: folder)
      let clip = try VideoClip(contentsOf: film.url)
      for first in [0, 1, 11, film.frames.count / 2, film.frames.count - 1] {
        let reader = try PlaneReader(clip, from: first)
        var expected = first
        while let frame = try reader.next() {
          #expect(frame.number == expected)
          #expect(shows(film.frames[expected].number, frame.bytes), "frame \(expected) from \(first)")
          expected += 1
        }
        #expect(expected == film.frames.count)
      }
    }

    @Test(.timeLimit(.minutes(1))) func theDecoderStartsAtTheKeyframe() throws {
      let folder = try TemporaryFolder()
      let options = ["-pix_fmt", "yuv420p", "-c:v", "libx264", "-preset", "ultrafast", "-g", "10"]
      let film = try NumberedFilm("film.mp4", in: folder, count: 200, rate: "25", options: options)
      let clip = try VideoClip(contentsOf: film.url)
      var count = 0
      let reader = try PlaneReader(clip, from: 195) {
        count += 1
        return false
      }
      #expect(try reader.next()?.number == 195)
      // The keyframe, and the frame itself; from the start there would be nineteen keyframes.
      #expect(count <= 3)
    }

    @Test(.timeLimit(.minutes(1))) func aReaderThatIsCancelledGivesNothing() throws {
      let folder = try TemporaryFolder()
      let options = ["-pix_fmt", "yuv420p", "-c:v", "libx264", "-preset", "ultrafast"]
      let film = try NumberedFilm("film.mp4", in: folder, count: 20, rate: "25", options: options)
      let clip = try VideoClip(contentsOf: film.url)
      var isCancelled = false
      let reader = try PlaneReader(clip, isCancelled: { isCancelled })
      #expect(try reader.next()?.number == 0)
      isCancelled = true
      #expect(try reader.next() == nil)
    }
  }
#endif

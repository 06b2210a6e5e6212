#if Media
  import CoreGraphics
  import CoreMedia
  import Foundation
  import StrataMedia

  /// The pictures of an asset: a film's frames, or what a composition shows.
  protocol TimedPictures: NumberedPictures {
    /// The size of a picture, in pixels, as it is seen.
    var presentationSize: CGSize { get }
    /// The number of the picture of a time; nil shows nothing.
    func number(at time: CMTime) -> Int?
    /// The number of the picture before one; nil before the first one.
    func number(before number: Int) -> Int?
    /// The time at which a picture begins.
    func time(ofPicture number: Int) -> CMTime
    /// Makes a picture, which takes its time; nil if there is nothing to show.
    func makePicture(_ number: Int) throws(AVError) -> CGImage?
    /// The time of the picture nearest to a time that can be had without decoding others, within two tolerances; nil if there
    /// is none.
    func cheapTime(near time: CMTime, before: CMTime, after: CMTime) -> CMTime?
    /// Ends child processes until the next picture.
    func rest()
  }

  extension VideoClip: TimedPictures {
    var presentationSize: CGSize { displaySize }
    func number(at time: CMTime) -> Int? { frameNumber(at: time) }
    func number(before number: Int) -> Int? { number > 0 ? number - 1 : nil }
    func time(ofPicture number: Int) -> CMTime { displayTime(ofFrame: number) }

    func makePicture(_ number: Int) throws(AVError) -> CGImage? {
      do throws(MediaError) {
        return try image(ofFrame: number)
      } catch {
        throw AVError(error)
      }
    }

    func cheapTime(near time: CMTime, before: CMTime, after: CMTime) -> CMTime? {
      keyframeTimes
        .filter { $0 >= CMTimeSubtract(time, before) && $0 <= CMTimeAdd(time, after) }
        .min {
          CMTimeAbsoluteValue(CMTimeSubtract($0, time)) < CMTimeAbsoluteValue(CMTimeSubtract($1, time))
        }
    }

    func rest() { releaseResources() }
  }
#endif

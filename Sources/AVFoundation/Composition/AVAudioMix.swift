#if Media
  public import CoreMedia
  public import Foundation

  /// The volume of a track, which may change over time.
  open class AVAudioMixInputParameters: NSObject, NSCopying, NSMutableCopying, @unchecked Sendable {
    // Mixes copy what they are given.
    fileprivate(set) var number = kCMPersistentTrackID_Invalid
    fileprivate(set) var volumes = RampList<Float>(initial: 1)

    override init() {}

    /// The number of the track.
    open var trackID: CMPersistentTrackID { number }

    /// Finds the ramp of the volume of a time; false if the time is before all of them.
    open func getVolumeRamp(
      for time: CMTime,
      startVolume: UnsafeMutablePointer<Float>?,
      endVolume: UnsafeMutablePointer<Float>?,
      timeRange: UnsafeMutablePointer<CMTimeRange>?
    ) -> Bool { volumes.get(time, startVolume, endVolume, timeRange) }

    /// Returns parameters that do not change.
    public func copy(with zone: NSZone? = nil) -> Any { frozen() }

    /// Returns parameters that can be changed without these.
    public func mutableCopy(with zone: NSZone? = nil) -> Any { filled(AVMutableAudioMixInputParameters()) }

    fileprivate func frozen() -> AVAudioMixInputParameters { filled(AVAudioMixInputParameters()) }

    private func filled(_ copy: AVAudioMixInputParameters) -> AVAudioMixInputParameters {
      (copy.number, copy.volumes) = (number, volumes)
      return copy
    }
  }

  /// The volume of a track, to be changed.
  ///
  /// Times are those of the asset that is played or exported.
  open class AVMutableAudioMixInputParameters: AVAudioMixInputParameters, @unchecked Sendable {
    /// Creates parameters for no track.
    public override init() { super.init() }

    /// Creates parameters for a track, at full volume.
    public convenience init(track: AVAssetTrack?) {
      self.init()
      number = track?.trackID ?? kCMPersistentTrackID_Invalid
    }

    /// The number of the track.
    open override var trackID: CMPersistentTrackID {
      get { number }
      set { number = newValue }
    }

    /// Sets the volume from a time on: 0 is silence, 1 the volume of the file; values above it are louder.
    public func setVolume(_ volume: Float, at time: CMTime) { volumes.set(volume, at: time) }

    /// Changes the volume evenly over a time, from sample to sample.
    public func setVolumeRamp(
      fromStartVolume startVolume: Float,
      toEndVolume endVolume: Float,
      timeRange: CMTimeRange
    ) {
      volumes.set(startVolume, endVolume, timeRange)
    }
  }

  /// The volumes with which the tracks of an asset are added up.
  open class AVAudioMix: NSObject, NSCopying, NSMutableCopying, @unchecked Sendable {
    // Players and exports copy what they are given.
    fileprivate(set) var list: [AVAudioMixInputParameters] = []

    /// Creates a mix of full volumes.
    public override init() {}

    /// What is set for tracks; others have full volume.
    open var inputParameters: [AVAudioMixInputParameters] { list }

    /// Returns a mix that does not change.
    public func copy(with zone: NSZone? = nil) -> Any {
      let copy = AVAudioMix()
      copy.list = list.map { $0.frozen() }
      return copy
    }

    /// Returns a mix that can be changed without this one, with the same parameters.
    public func mutableCopy(with zone: NSZone? = nil) -> Any {
      let copy = AVMutableAudioMix()
      copy.list = list
      return copy
    }

    /// The volume of a track as an expression of the encoder in a variable `t`, which is the time after a start in seconds; nil
    /// for full volume.
    func expression(ofTrack number: CMPersistentTrackID, start: Double) -> String? {
      list.last { $0.number == number }.flatMap { $0.volumes.expression(start: start) }
    }
  }

  /// A mix that can be changed.
  open class AVMutableAudioMix: AVAudioMix, @unchecked Sendable {
    /// Creates a mix of full volumes.
    public override init() { super.init() }

    /// What is set for tracks; others have full volume.
    open override var inputParameters: [AVAudioMixInputParameters] {
      get { list }
      set { list = newValue }
    }
  }
#endif

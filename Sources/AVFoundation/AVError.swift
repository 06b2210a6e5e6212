#if Media
  public import Foundation
  import StrataMedia

  /// The domain of errors of this module.
  public let AVFoundationErrorDomain = "AVFoundationErrorDomain"

  /// An error of this module: a code of Apple's, and a reason that names the file.
  public struct AVError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What failed.
    public enum Code: Int, Sendable {
      /// A failure of another kind.
      case unknown = -11800
      /// There is not enough memory.
      case outOfMemory = -11801
      /// The session was interrupted, or its source went away.
      case sessionNotRunning = -11803
      /// The device does not exist, or cannot be opened.
      case deviceNotConnected = -11814
      /// The device is used by another program.
      case deviceInUseByAnotherApplication = -11815
      /// The disk is full.
      case diskFull = -11807
      /// The device went away while it was used.
      case deviceWasDisconnected = -11808
      /// The content of the file cannot be decoded.
      case decodeFailed = -11821
      /// The file is damaged, or ends early.
      case fileFailedToParse = -11829
      /// The format of the file is not known.
      case fileFormatNotRecognized = -11828
      /// The file has no content, or none of the kind that is needed.
      case contentIsUnavailable = -11863
      /// The content is encrypted.
      case contentIsProtected = -11831
      /// There is no picture at the time.
      case noImageAtTime = -11832
      /// The program that decodes is not installed.
      case decoderNotFound = -11833
      /// The program that encodes is not installed, or has no encoder of the kind.
      case encoderNotFound = -11834
      /// The program that decodes did not answer.
      case decoderTemporarilyUnavailable = -11839
      /// The file exists, cannot be created, or is not writable.
      case fileAlreadyExists = -11823
      /// A sample cannot be encoded.
      case encodeFailed = -11883
      /// The export failed.
      case exportFailed = -11820
      /// The file cannot be opened.
      case invalidSourceMedia = -11822
      /// The work was cancelled.
      case operationCancelled = -11878
      /// The video composition does not fit the asset.
      case invalidVideoComposition = -11841
      /// The times of segments do not follow one another.
      case compositionTrackSegmentsNotContiguous = -11824
      /// The preset cannot be used for the asset or the file type.
      case operationNotSupportedForPreset = -11871
      /// The file was changed after it was opened.
      case mediaChanged = -11809
      /// The operation cannot be made on the asset.
      case operationNotSupportedForAsset = -11838
    }

    /// What failed.
    public let code: Code
    /// The reason, with the name of the file.
    public let localizedDescription: String

    /// Creates an error.
    public init(_ code: Code, _ reason: String) { (self.code, localizedDescription) = (code, reason) }

    /// The number of the code.
    public var errorCode: Int { code.rawValue }

    /// The domain of all errors of this type.
    public static var errorDomain: String { AVFoundationErrorDomain }

    /// The reason, with the name of the file.
    public var description: String { localizedDescription }
  }

  extension AVError: LocalizedError, CustomNSError {
    /// The reason, with the name of the file.
    public var errorDescription: String? { localizedDescription }

    /// The reason under `NSLocalizedDescriptionKey`, which Foundation takes where the type is not known.
    public var errorUserInfo: [String: Any] { [NSLocalizedDescriptionKey: localizedDescription] }
  }

  extension AVError {
    /// The error of a film that could not be read.
    init(_ error: MediaError) {
      let code: Code =
        switch error {
        case .toolMissing: .decoderNotFound
        case .cannotRead(_, let reason):
          reason.contains("Invalid data") || reason.contains("moov")
            ? .fileFormatNotRecognized : .invalidSourceMedia
        case .noVideo, .noFrames: .contentIsUnavailable
        case .protected: .contentIsProtected
        case .noTimes: .fileFailedToParse
        case .tooLarge: .outOfMemory
        case .changed: .mediaChanged
        case .sizeChanged, .missingFrame: .decodeFailed
        case .noAnswer: .decoderTemporarilyUnavailable
        }
      self.init(code, error.description)
    }
  }
#endif

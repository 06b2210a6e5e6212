public import Foundation

/// The state of power and heat, which programs ask before they animate much; nothing tells it here.
extension ProcessInfo {
  /// How hot the machine is.
  public enum ThermalState: Int, Sendable {
    /// As it should be.
    case nominal
    /// Slightly hot.
    case fair
    /// Hot.
    case serious
    /// Too hot.
    case critical
  }

  /// False: nobody tells of a wish to save power.
  public var isLowPowerModeEnabled: Bool { false }
  /// Nominal: nobody tells how hot the machine is.
  public var thermalState: ThermalState { .nominal }
  /// Posted on Apple's systems when ``thermalState`` changes; it is not posted here.
  public static let thermalStateDidChangeNotification = Notification.Name(
    "NSProcessInfoThermalStateDidChangeNotification"
  )
}

extension NSNotification.Name {
  /// Posted on Apple's systems when ``Foundation/ProcessInfo/isLowPowerModeEnabled`` changes; it is not posted here.
  public static let NSProcessInfoPowerStateDidChange = NSNotification.Name(
    "NSProcessInfoPowerStateDidChangeNotification"
  )
}

public import CoreGraphics

/// The matrix between red, green, blue and luma, chroma; without one, that of ITU-R BT.601 below 720 rows, else of BT.709.
nonisolated(unsafe) public let kCVImageBufferYCbCrMatrixKey: CFString = "CVImageBufferYCbCrMatrix"
/// The matrix of ITU-R BT.601.
nonisolated(unsafe) public let kCVImageBufferYCbCrMatrix_ITU_R_601_4: CFString = "ITU_R_601_4"
/// The matrix of ITU-R BT.709.
nonisolated(unsafe) public let kCVImageBufferYCbCrMatrix_ITU_R_709_2: CFString = "ITU_R_709_2"
/// The matrix of ITU-R BT.2020 with non-constant luminance.
nonisolated(unsafe) public let kCVImageBufferYCbCrMatrix_ITU_R_2020: CFString = "ITU_R_2020"
/// The matrix of SMPTE 240M.
nonisolated(unsafe) public let kCVImageBufferYCbCrMatrix_SMPTE_240M_1995: CFString = "SMPTE_240M_1995"
/// The primaries; those of ITU-R BT.2020 are converted to sRGB, others are shown as they are.
nonisolated(unsafe) public let kCVImageBufferColorPrimariesKey: CFString = "CVImageBufferColorPrimaries"
/// The primaries of ITU-R BT.709 and sRGB.
nonisolated(unsafe) public let kCVImageBufferColorPrimaries_ITU_R_709_2: CFString = "ITU_R_709_2"
/// The primaries of ITU-R BT.2020.
nonisolated(unsafe) public let kCVImageBufferColorPrimaries_ITU_R_2020: CFString = "ITU_R_2020"
/// The primaries of SMPTE C.
nonisolated(unsafe) public let kCVImageBufferColorPrimaries_SMPTE_C: CFString = "SMPTE_C"
/// The primaries of EBU Tech 3213.
nonisolated(unsafe) public let kCVImageBufferColorPrimaries_EBU_3213: CFString = "EBU_3213"
/// The transfer function; kept for the program, levels are shown as they are.
nonisolated(unsafe) public let kCVImageBufferTransferFunctionKey: CFString = "CVImageBufferTransferFunction"
/// The transfer function of ITU-R BT.709.
nonisolated(unsafe) public let kCVImageBufferTransferFunction_ITU_R_709_2: CFString = "ITU_R_709_2"
/// The transfer function of ITU-R BT.2020.
nonisolated(unsafe) public let kCVImageBufferTransferFunction_ITU_R_2020: CFString = "ITU_R_2020"
/// The transfer function of sRGB.
nonisolated(unsafe) public let kCVImageBufferTransferFunction_sRGB: CFString = "IEC_sRGB"
/// The colour space, a `CGColorSpace`, that colours are converted from; one of gray counts for gray pixels only.
nonisolated(unsafe) public let kCVImageBufferCGColorSpaceKey: CFString = "CGColorSpace"
/// The place of chroma samples; without one, at the left.
nonisolated(unsafe) public let kCVImageBufferChromaLocationTopFieldKey: CFString =
  "CVImageBufferChromaLocationTopField"
/// Beside the left pixels, between the rows.
nonisolated(unsafe) public let kCVImageBufferChromaLocation_Left: CFString = "Left"
/// In the middle of four pixels.
nonisolated(unsafe) public let kCVImageBufferChromaLocation_Center: CFString = "Center"
/// On the top left pixel.
nonisolated(unsafe) public let kCVImageBufferChromaLocation_TopLeft: CFString = "TopLeft"
/// Between the top pixels.
nonisolated(unsafe) public let kCVImageBufferChromaLocation_Top: CFString = "Top"
/// On the bottom left pixel.
nonisolated(unsafe) public let kCVImageBufferChromaLocation_BottomLeft: CFString = "BottomLeft"
/// Between the bottom pixels.
nonisolated(unsafe) public let kCVImageBufferChromaLocation_Bottom: CFString = "Bottom"
/// The kind of alpha; without one, colours are premultiplied.
nonisolated(unsafe) public let kCVImageBufferAlphaChannelModeKey: CFString = "CVImageBufferAlphaChannelMode"
/// Colours are not multiplied by alpha.
nonisolated(unsafe) public let kCVImageBufferAlphaChannelMode_StraightAlpha: CFString = "StraightAlpha"
/// Colours are multiplied by alpha.
nonisolated(unsafe) public let kCVImageBufferAlphaChannelMode_PremultipliedAlpha: CFString =
  "PremultipliedAlpha"
/// An attribute: the pixel format, as a number or an array of numbers; the first known format in an array counts.
nonisolated(unsafe) public let kCVPixelBufferPixelFormatTypeKey: CFString = "PixelFormatType"
/// An attribute: the width in pixels.
nonisolated(unsafe) public let kCVPixelBufferWidthKey: CFString = "Width"
/// An attribute: the height in pixels.
nonisolated(unsafe) public let kCVPixelBufferHeightKey: CFString = "Height"
/// An attribute: rows begin at multiples of this number of bytes, a power of two; 64 without it.
nonisolated(unsafe) public let kCVPixelBufferBytesPerRowAlignmentKey: CFString = "BytesPerRowAlignment"
/// An attribute of pools: unused buffers of at most this number are kept however old they are; 0 without it.
nonisolated(unsafe) public let kCVPixelBufferPoolMinimumBufferCountKey: CFString = "MinimumBufferCount"
/// An attribute of pools: unused buffers are kept for this time, in seconds; 1 without it.
nonisolated(unsafe) public let kCVPixelBufferPoolMaximumBufferAgeKey: CFString = "MaximumBufferAge"
/// An attribute of a new buffer: fails if the pool has this number of buffers in use.
nonisolated(unsafe) public let kCVPixelBufferPoolAllocationThresholdKey: CFString = "AllocationThreshold"
/// An attribute: true asks for a buffer that images can be made of, which every buffer is.
nonisolated(unsafe) public let kCVPixelBufferCGImageCompatibilityKey: CFString = "CGImageCompatibility"
/// An attribute: true asks for memory that bitmap contexts can use; all buffers lie in ordinary memory.
nonisolated(unsafe) public let kCVPixelBufferCGBitmapContextCompatibilityKey: CFString =
  "CGBitmapContextCompatibility"
/// An attribute: memory that processes share, which there is none of; without effect.
nonisolated(unsafe) public let kCVPixelBufferIOSurfacePropertiesKey: CFString = "IOSurfaceProperties"
/// An attribute: true asks for a buffer that textures of Metal can be made of, which there are none of; without effect.
nonisolated(unsafe) public let kCVPixelBufferMetalCompatibilityKey: CFString = "MetalCompatibility"
/// An attribute: true asks for a buffer that OpenGL can use; without effect, as textures are made of its bytes.
nonisolated(unsafe) public let kCVPixelBufferOpenGLCompatibilityKey: CFString = "OpenGLCompatibility"
/// An attribute: true asks for a buffer that OpenGL ES can use; without effect, as textures are made of its bytes.
nonisolated(unsafe) public let kCVPixelBufferOpenGLESCompatibilityKey: CFString = "OpenGLESCompatibility"

// The names of attributes, inputs and categories, as Apple's constants have them.

/// The key of a filter's result.
public let kCIOutputImageKey = "outputImage"
/// The key of an image behind another one.
public let kCIInputBackgroundImageKey = "inputBackgroundImage"
/// The key of the image to filter.
public let kCIInputImageKey = "inputImage"
/// The key of the progress of a transition.
public let kCIInputTimeKey = "inputTime"
/// The key of a transform.
public let kCIInputTransformKey = "inputTransform"
/// The key of a factor or size.
public let kCIInputScaleKey = "inputScale"
/// The key of the ratio of horizontal to vertical scale.
public let kCIInputAspectRatioKey = "inputAspectRatio"
/// The key of a centre.
public let kCIInputCenterKey = "inputCenter"
/// The key of a radius.
public let kCIInputRadiusKey = "inputRadius"
/// The key of an angle in radians.
public let kCIInputAngleKey = "inputAngle"
/// The key of an index of refraction.
public let kCIInputRefractionKey = "inputRefraction"
/// The key of a width.
public let kCIInputWidthKey = "inputWidth"
/// The key of the sharpness of edges.
public let kCIInputSharpnessKey = "inputSharpness"
/// The key of the strength of an effect.
public let kCIInputIntensityKey = "inputIntensity"
/// The key of a change of exposure in stops.
public let kCIInputEVKey = "inputEV"
/// The key of a factor of saturation.
public let kCIInputSaturationKey = "inputSaturation"
/// The key of a colour.
public let kCIInputColorKey = "inputColor"
/// The key of a change of brightness.
public let kCIInputBrightnessKey = "inputBrightness"
/// The key of a factor of contrast.
public let kCIInputContrastKey = "inputContrast"
/// The key of the weights of a convolution.
public let kCIInputWeightsKey = "inputWeights"
/// The key of a number that is added.
public let kCIInputBiasKey = "inputBias"
/// The key of an image of a gradient.
public let kCIInputGradientImageKey = "inputGradientImage"
/// The key of a mask.
public let kCIInputMaskImageKey = "inputMaskImage"
/// The key of an image of a shaded sphere.
public let kCIInputShadingImageKey = "inputShadingImage"
/// The key of the image at the end of a transition.
public let kCIInputTargetImageKey = "inputTargetImage"
/// The key of a rectangle.
public let kCIInputExtentKey = "inputExtent"
/// The key of a count.
public let kCIInputCountKey = "inputCount"
/// The key of a threshold.
public let kCIInputThresholdKey = "inputThreshold"
/// The key of the first colour of two.
public let kCIInputColor0Key = "inputColor0"
/// The key of the second colour of two.
public let kCIInputColor1Key = "inputColor1"
/// The key of the first point of two.
public let kCIInputPoint0Key = "inputPoint0"
/// The key of the second point of two.
public let kCIInputPoint1Key = "inputPoint1"
/// The key of the first radius of two.
public let kCIInputRadius0Key = "inputRadius0"
/// The key of the second radius of two.
public let kCIInputRadius1Key = "inputRadius1"
/// The key of the colour space of a table.
public let kCIInputColorSpaceKey = "inputColorSpace"
/// The key of what says whether a table of colours goes on beyond its ends; no filter here has the input.
public let kCIInputExtrapolateKey = "inputExtrapolate"
/// The key of an image of a palette's colours.
public let kCIInputPaletteImageKey = "inputPaletteImage"
/// The key of what says whether colours are compared as they are seen.
public let kCIInputPerceptualKey = "inputPerceptual"
/// The key of the image at the back of a page.
public let kCIInputBacksideImageKey = "inputBacksideImage"
/// The attribute that holds the filter's name.
public let kCIAttributeFilterName = "CIAttributeFilterName"
/// The attribute that holds the filter's name for people.
public let kCIAttributeFilterDisplayName = "CIAttributeFilterDisplayName"
/// The attribute that holds the filter's categories.
public let kCIAttributeFilterCategories = "CIAttributeFilterCategories"
/// The attribute that holds the class of an input's values.
public let kCIAttributeClass = "CIAttributeClass"
/// The attribute that holds the meaning of an input's values.
public let kCIAttributeType = "CIAttributeType"
/// The attribute that holds the least value.
public let kCIAttributeMin = "CIAttributeMin"
/// The attribute that holds the greatest value.
public let kCIAttributeMax = "CIAttributeMax"
/// The attribute that holds the least value of a slider.
public let kCIAttributeSliderMin = "CIAttributeSliderMin"
/// The attribute that holds the greatest value of a slider.
public let kCIAttributeSliderMax = "CIAttributeSliderMax"
/// The attribute that holds the default.
public let kCIAttributeDefault = "CIAttributeDefault"
/// The attribute that holds the value that has no effect.
public let kCIAttributeIdentity = "CIAttributeIdentity"
/// The attribute that holds the key of an input.
public let kCIAttributeName = "CIAttributeName"
/// The attribute that holds an input's name for people.
public let kCIAttributeDisplayName = "CIAttributeDisplayName"
/// The attribute that holds a text that explains an input.
public let kCIAttributeDescription = "CIAttributeDescription"
/// The type of a progress from 0 to 1.
public let kCIAttributeTypeTime = "CIAttributeTypeTime"
/// The type of a number.
public let kCIAttributeTypeScalar = "CIAttributeTypeScalar"
/// The type of a distance in pixels.
public let kCIAttributeTypeDistance = "CIAttributeTypeDistance"
/// The type of an angle in radians.
public let kCIAttributeTypeAngle = "CIAttributeTypeAngle"
/// The type of a truth value.
public let kCIAttributeTypeBoolean = "CIAttributeTypeBoolean"
/// The type of a whole number.
public let kCIAttributeTypeInteger = "CIAttributeTypeInteger"
/// The type of a count.
public let kCIAttributeTypeCount = "CIAttributeTypeCount"
/// The type of a point.
public let kCIAttributeTypePosition = "CIAttributeTypePosition"
/// The type of a difference of points.
public let kCIAttributeTypeOffset = "CIAttributeTypeOffset"
/// The type of a point in space.
public let kCIAttributeTypePosition3 = "CIAttributeTypePosition3"
/// The type of a rectangle.
public let kCIAttributeTypeRectangle = "CIAttributeTypeRectangle"
/// The type of a colour without alpha.
public let kCIAttributeTypeOpaqueColor = "CIAttributeTypeOpaqueColor"
/// The type of a colour.
public let kCIAttributeTypeColor = "CIAttributeTypeColor"
/// The type of an image of a gradient.
public let kCIAttributeTypeGradient = "CIAttributeTypeGradient"
/// The type of an image.
public let kCIAttributeTypeImage = "CIAttributeTypeImage"
/// The type of a transform.
public let kCIAttributeTypeTransform = "CIAttributeTypeTransform"
/// The category of filters that move pixels.
public let kCICategoryDistortionEffect = "CICategoryDistortionEffect"
/// The category of filters that transform images.
public let kCICategoryGeometryAdjustment = "CICategoryGeometryAdjustment"
/// The category of filters that combine two images.
public let kCICategoryCompositeOperation = "CICategoryCompositeOperation"
/// The category of halftone screens.
public let kCICategoryHalftoneEffect = "CICategoryHalftoneEffect"
/// The category of filters that correct colours.
public let kCICategoryColorAdjustment = "CICategoryColorAdjustment"
/// The category of filters that change colours.
public let kCICategoryColorEffect = "CICategoryColorEffect"
/// The category of transitions.
public let kCICategoryTransition = "CICategoryTransition"
/// The category of filters that repeat images.
public let kCICategoryTileEffect = "CICategoryTileEffect"
/// The category of filters that make images of nothing.
public let kCICategoryGenerator = "CICategoryGenerator"
/// The category of filters that measure images.
public let kCICategoryReduction = "CICategoryReduction"
/// The category of gradients.
public let kCICategoryGradient = "CICategoryGradient"
/// The category of filters that imitate other media.
public let kCICategoryStylize = "CICategoryStylize"
/// The category of filters that sharpen.
public let kCICategorySharpen = "CICategorySharpen"
/// The category of filters that blur.
public let kCICategoryBlur = "CICategoryBlur"
/// The category of filters for film.
public let kCICategoryVideo = "CICategoryVideo"
/// The category of filters for still images.
public let kCICategoryStillImage = "CICategoryStillImage"
/// The category of filters for interlaced images.
public let kCICategoryInterlaced = "CICategoryInterlaced"
/// The category of filters for pixels that are not square.
public let kCICategoryNonSquarePixels = "CICategoryNonSquarePixels"
/// The category of filters for colours brighter than white.
public let kCICategoryHighDynamicRange = "CICategoryHighDynamicRange"
/// The category of filters that the module brings.
public let kCICategoryBuiltIn = "CICategoryBuiltIn"

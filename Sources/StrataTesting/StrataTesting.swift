// The first file of this target stands here until its types do.

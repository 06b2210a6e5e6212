# The tool in a small image: docker build -t strata . && docker run --rm -v "$PWD:/work" strata render Card.ca -o card.png
# It has no view.
FROM swift:6.2-noble AS build
RUN apt-get update \
  && apt-get install -y --no-install-recommends make pkg-config libpango1.0-dev libfreetype-dev libpng-dev zlib1g-dev \
    libjpeg-dev libwebp-dev ffmpeg fonts-dejavu-core fonts-liberation \
  && rm -rf /var/lib/apt/lists/*
WORKDIR /source
COPY . .
RUN make install PREFIX=/usr DESTDIR=/installed TRAITS=Text,ImageCodecs,Media,Inspector

FROM ubuntu:24.04
RUN apt-get update \
  && apt-get install -y --no-install-recommends libpangoft2-1.0-0 libfreetype6 libpng16-16t64 zlib1g libjpeg-turbo8 \
    libwebp7 ffmpeg fonts-dejavu-core fonts-liberation \
  && rm -rf /var/lib/apt/lists/*
COPY --from=build /installed /
WORKDIR /work
ENTRYPOINT ["strata"]
CMD ["--help"]

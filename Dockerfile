# `docker build .` makes the image; `docker build --target test .` runs the tests, all but the end-to-end ones. The last stage holds the daemon
# and what it loads, and nothing else.
FROM debian:bookworm-slim AS sources
RUN apt-get update -q && apt-get install -qy --no-install-recommends gcc make
WORKDIR /src
# The packages first, so that a change of a source file does not install them again.
COPY Makefile ./
RUN make packages
COPY . .

FROM sources AS test
RUN make image-test

FROM sources AS build
# The commit: the sources come without their repository.
ARG REVISION=
RUN make build REVISION="$REVISION" && docker/image.sh build/grundyd /image

FROM scratch
# The version of CMakeLists.txt, which holds it against this one.
ARG VERSION=0.2.0
ARG REVISION=
LABEL org.opencontainers.image.title="Grundy" \
      org.opencontainers.image.description="Solves combinatorial games over HTTP, exactly, with reasons" \
      org.opencontainers.image.version="$VERSION" \
      org.opencontainers.image.revision="$REVISION" \
      org.opencontainers.image.licenses="MIT" \
      org.opencontainers.image.vendor="Grundy developers" \
      org.opencontainers.image.documentation="/usr/share/doc/grundy/README.md"
COPY --from=build /image/ /
USER 10001:10001
# Health has a door of its own: at the limit of connections the other one refuses who asks for it. Nobody else reaches it; whose probes come from
# outside gives it another address.
ENV GRUNDY_LISTEN=0.0.0.0:8080 GRUNDY_ADMIN=127.0.0.1:9081
EXPOSE 8080
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=5s --timeout=2s --start-period=2s --retries=3 CMD ["/grundyd", "probe"]
ENTRYPOINT ["/grundyd"]

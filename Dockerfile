# The first stage builds and tests on Debian; the last one holds the daemon and what it loads, and nothing else.
FROM debian:bookworm-slim AS build
RUN apt-get update -q && apt-get install -qy --no-install-recommends gcc make
WORKDIR /src
# The packages first, so that a change of a source file does not install them again.
COPY Makefile ./
RUN make image-packages
COPY . .
RUN make image-test JOBS="$(nproc)"
RUN docker/image.sh build/grundyd /image

FROM scratch
COPY --from=build /image/ /
USER 10001:10001
ENV GRUNDY_LISTEN=0.0.0.0:8080
EXPOSE 8080
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=5s --timeout=2s --start-period=2s --retries=3 CMD ["/grundyd", "probe"]
ENTRYPOINT ["/grundyd"]

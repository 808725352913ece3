# The service as a small image that runs as nobody in particular. docs/operations.md says how to run it.
#
#   docker build -t joseki .
#   docker run --read-only --tmpfs /tmp -p 127.0.0.1:8361:8361 -v joseki:/data joseki

# A digest, as in @sha256:…, pins an image.
ARG RUST=1.90
ARG DEBIAN=bookworm
ARG RUST_DIGEST=""
ARG DEBIAN_DIGEST=""

FROM docker.io/library/rust:${RUST}-slim-${DEBIAN}${RUST_DIGEST} AS build
# The version of the image is that of its packages.
# hadolint ignore=DL3008
RUN apt-get update && apt-get install -y --no-install-recommends make && rm -rf /var/lib/apt/lists/*
RUN cargo install --locked cargo-about@0.9.3 --features cli
WORKDIR /build
COPY . .
# What was compiled stays in a cache of the builder, so that a next build compiles what changed.
RUN --mount=type=cache,target=/usr/local/cargo/registry --mount=type=cache,target=/build/target \
    cargo build --release --locked --bin joseki && cp target/release/joseki /joseki && mkdir /data
RUN packaging/licenses > /THIRD-PARTY-LICENSES

FROM docker.io/library/debian:${DEBIAN}-slim${DEBIAN_DIGEST}
LABEL org.opencontainers.image.title="joseki" \
      org.opencontainers.image.description="A joseki and opening-pattern database service" \
      org.opencontainers.image.licenses="MIT"
COPY --from=build /joseki /usr/local/bin/joseki
COPY --from=build /build/LICENSE /THIRD-PARTY-LICENSES /usr/share/doc/joseki/
COPY --from=build --chown=65532:65532 /data /data
# Not a name: the image needs no entry in a list of users.
USER 65532:65532
WORKDIR /data
VOLUME /data
# The first key goes beside the database, where logs do not keep it.
ENV JOSEKI_DB=/data/joseki.db JOSEKI_FIRST_KEY_FILE=/data/first-key
EXPOSE 8361
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s CMD ["joseki", "ping"]
ENTRYPOINT ["joseki"]
# Inside a container loopback is nobody's; what may reach it is said by what is published.
CMD ["serve", "--listen", "0.0.0.0:8361"]

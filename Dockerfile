# The service as a small image that runs as nobody in particular. docs/operations.md says how to run it.
#
#   docker build -t joseki .
#   docker run -p 127.0.0.1:8361:8361 -v joseki:/data joseki

# A digest, as in @sha256:…, pins an image.
ARG RUST=1.90
ARG DEBIAN=bookworm
ARG RUST_DIGEST=""
ARG DEBIAN_DIGEST=""

FROM docker.io/library/rust:${RUST}-slim-${DEBIAN}${RUST_DIGEST} AS build
RUN apt-get update && apt-get install -y --no-install-recommends make && rm -rf /var/lib/apt/lists/*
WORKDIR /build
COPY . .
RUN cargo build --release --locked --bin joseki && mkdir /data
RUN cargo install --locked cargo-about@0.9.3 --features cli && packaging/licenses > /THIRD-PARTY-LICENSES

FROM docker.io/library/debian:${DEBIAN}-slim${DEBIAN_DIGEST}
COPY --from=build /build/target/release/joseki /usr/local/bin/joseki
COPY --from=build /build/LICENSE /THIRD-PARTY-LICENSES /usr/share/doc/joseki/
COPY --from=build --chown=65532:65532 /data /data
# Not a name: the image needs no entry in a list of users.
USER 65532:65532
WORKDIR /data
VOLUME /data
ENV JOSEKI_DB=/data/joseki.db
EXPOSE 8361
STOPSIGNAL SIGTERM
ENTRYPOINT ["joseki"]
# Inside a container loopback is nobody's; what may reach it is said by what is published.
CMD ["serve", "--listen", "0.0.0.0:8361"]

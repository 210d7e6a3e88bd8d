# The service as one program, in an image without a shell: docker build -t strikeline .
FROM oven/bun:1.4.5-slim AS build
WORKDIR /build
COPY package.json bun.lock bunfig.toml ./
RUN bun install --frozen-lockfile --production --silent
COPY adapters adapters
COPY app app
COPY core core
# What --version names: docker build --build-arg COMMIT=$(git rev-parse --short=12 HEAD) ...
ARG COMMIT
RUN bun run app/ship/binary.ts --out out/strikeline && mkdir data

FROM gcr.io/distroless/base-nossl-debian12:nonroot
COPY --from=build /build/out /app
# All that is ever written: the embedded store, targets that wait for a database that is away, the
# socket for operators' commands, and the .env and the key files of a set-up.
COPY --from=build --chown=65532:65532 /build/data /data
WORKDIR /data
ENV HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
USER 65532:65532
VOLUME ["/data"]
EXPOSE 3000
HEALTHCHECK --interval=15s --timeout=12s --start-period=60s CMD ["/app/strikeline", "health"]
ENTRYPOINT ["/app/strikeline"]
CMD ["start"]

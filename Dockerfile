# The gateway in one image: dependencies and the build in a first stage, then only what runs. The image's Node version is
# the one in the lockfile (tests/containers.test.ts compares them), so that no second Node has to be downloaded. Pin the
# base by its digest as well: --build-arg NODE_DIGEST=@sha256:… (docker buildx imagetools inspect prints it).
ARG NODE_VERSION=26.10.0
ARG NODE_DIGEST=
FROM node:${NODE_VERSION}-bookworm-slim${NODE_DIGEST} AS build
WORKDIR /app
COPY package.json package-lock.json tsconfig.json ./
# no dependency needs its install script: better-sqlite3 ships its binary. Node is removed again, because the image has it.
RUN npm ci --omit=dev --ignore-scripts --no-audit --no-fund \
  && rm -rf node_modules/node-linux-* \
  && mkdir -p node_modules/node/bin \
  && ln -sf "$(command -v node)" node_modules/node/bin/node
COPY packages ./packages
COPY apis ./apis
COPY scripts/build.ts ./scripts/
COPY scripts/build ./scripts/build
RUN node scripts/build.ts && mv "$(readlink -f dist)" built && rm -rf node_modules/esbuild node_modules/@esbuild

FROM node:${NODE_VERSION}-bookworm-slim${NODE_DIGEST}
ARG VERSION=
ARG REVISION=
ARG CREATED=
LABEL org.opencontainers.image.title="Gatehouse" \
  org.opencontainers.image.description="A self-hosted data-API gateway: one address and one key for many data APIs, live or embedded." \
  org.opencontainers.image.licenses="MIT" \
  org.opencontainers.image.version="${VERSION}" \
  org.opencontainers.image.revision="${REVISION}" \
  org.opencontainers.image.created="${CREATED}"
# few arenas, so that glibc keeps less of what threads have freed (docs/decisions/0016)
ENV NODE_ENV=production \
  MALLOC_ARENA_MAX=2 \
  GATEHOUSE_HOST=0.0.0.0 \
  GATEHOUSE_DATA=/data
WORKDIR /app
RUN mkdir --mode=0700 /data && chown node:node /data \
  && ln -s /app/packages/cli/gatehouse.js /usr/local/bin/gatehouse
COPY --from=build /app/node_modules ./node_modules
COPY --from=build /app/package.json ./
COPY --from=build /app/packages/cli/*.js ./packages/cli/
COPY --from=build /app/built ./dist
USER node
VOLUME /data
EXPOSE 8787 8788
HEALTHCHECK --interval=15s --timeout=5s --start-period=20s --retries=3 \
  CMD ["node", "dist/packages/cli/main.js", "healthcheck"]
CMD ["node", "--max-semi-space-size=8", "--enable-source-maps", "--disable-warning=ExperimentalWarning", "dist/packages/gateway/src/main.js"]

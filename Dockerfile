# The gateway in one image: dependencies in a first stage, then only what runs. The image's Node version is the one in the lockfile
# (tests/containers.test.ts compares them), so that no second Node has to be downloaded.
FROM node:26.10.0-bookworm-slim AS dependencies
WORKDIR /app
COPY package.json package-lock.json ./
# no dependency needs its install script: better-sqlite3 ships its binary. Node is removed again, because the image has it.
RUN npm ci --omit=dev --ignore-scripts --no-audit --no-fund \
  && rm -rf node_modules/node-linux-* \
  && mkdir -p node_modules/node/bin \
  && ln -sf "$(command -v node)" node_modules/node/bin/node

FROM node:26.10.0-bookworm-slim
ENV NODE_ENV=production \
  GATEHOUSE_HOST=0.0.0.0 \
  GATEHOUSE_DATA=/data
WORKDIR /app
RUN mkdir --mode=0700 /data && chown node:node /data \
  && ln -s /app/packages/cli/gatehouse.js /usr/local/bin/gatehouse
COPY --from=dependencies /app/node_modules ./node_modules
COPY package.json package-lock.json ./
COPY packages ./packages
COPY apis ./apis
# the compile cache (packages/gateway/src/main.js), filled here so that even the first start is fast
RUN mkdir node_modules/.cache && chown node:node node_modules/.cache
USER node
RUN node packages/gateway/src/compile-ahead.js
VOLUME /data
EXPOSE 8787 8788
HEALTHCHECK --interval=15s --timeout=5s --start-period=20s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.GATEHOUSE_PORT || 8787}/healthz`).then((response) => process.exit(response.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--v8-pool-size=0", "--max-semi-space-size=8", "--no-parallel-scavenge", "--no-concurrent-array-buffer-sweeping", "--no-allocation-site-pretenuring", "--disable-warning=ExperimentalWarning", "packages/gateway/src/main.js"]

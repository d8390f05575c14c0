# The image of every role. Its Node is the one that package.json pins.
FROM node:26.10.0-bookworm-slim AS build
WORKDIR /quad
COPY package.json package-lock.json ./
# No package's own scripts: the Node they would bring is the image's, and all native parts come built.
RUN npm ci --ignore-scripts
COPY . .
RUN node node_modules/vite/bin/vite.js build --logLevel warn \
 && npm prune --omit=dev --ignore-scripts \
 && rm -rf node_modules/node node_modules/node-bin-* test docs web

FROM node:26.10.0-bookworm-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data CLIENT_DIR=/quad/dist MALLOC_ARENA_MAX=2
WORKDIR /quad
COPY --from=build /quad ./
RUN mkdir /data && chown node:node /data
USER node
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=5s --timeout=3s --start-period=60s --retries=6 \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + process.env.PORT + '/health/live').then((a) => process.exit(a.ok ? 0 : 1), () => process.exit(1))"]
# Not through npm: signals reach the server itself, which drains before it ends.
CMD ["node", "server/main.ts"]

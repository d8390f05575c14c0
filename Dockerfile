# The image of every role. Its Node is the one that package.json pins.
FROM node:26.10.0-bookworm-slim AS build
WORKDIR /quad
COPY package.json package-lock.json ./
# No package's own scripts: the Node they would bring is the image's, and native parts come built.
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY . .
# What only the client's build reads goes.
RUN node node_modules/vite/bin/vite.js build --logLevel warn \
 && npm prune --omit=dev --no-save --ignore-scripts --no-audit --no-fund \
 && rm -rf web node_modules/node node_modules/node-bin-* \
           node_modules/@rolldown node_modules/lightningcss* node_modules/lucide-react

FROM node:26.10.0-bookworm-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data CLIENT_DIR=/quad/dist MALLOC_ARENA_MAX=2
WORKDIR /quad
COPY --from=build /quad ./
RUN mkdir /data && chown node:node /data
USER node
VOLUME /data
EXPOSE 3000
# API and hubs do not listen before the read models are built, which takes long where the log is. The first answer ends
# the start, however long it may take.
HEALTHCHECK --interval=5s --timeout=3s --start-period=2h --retries=6 \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + process.env.PORT + '/health/live').then((a) => process.exit(a.ok ? 0 : 1), () => process.exit(1))"]
# Not through npm: signals reach the server itself, which drains before it ends.
CMD ["node", "server/main.ts"]

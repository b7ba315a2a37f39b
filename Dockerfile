# The image for production (docs/operations.md, Container). test/long/production-install.test.ts runs what stands here.

FROM node:26-slim AS build
WORKDIR /srv/zuspruch
COPY package.json package-lock.json .npmrc ./
COPY scripts/check-machine.sh scripts/
RUN npm ci
COPY . .
RUN npm run build && npm run sbom

FROM node:26-slim AS parts
WORKDIR /srv/zuspruch
COPY package.json package-lock.json .npmrc ./
COPY scripts/check-machine.sh scripts/
RUN npm ci --omit=dev
# The image has a Node of its own.
RUN rm -rf node_modules/node-linux-* node_modules/.bin/node

FROM node:26-slim
WORKDIR /srv/zuspruch
COPY package.json ./
COPY scripts/check-machine.sh scripts/
COPY src src
COPY --from=parts /srv/zuspruch/node_modules node_modules
COPY --from=build /srv/zuspruch/dist dist
RUN install -d -o node -g node -m 0700 /var/lib/zuspruch
ENV NODE_ENV=production HOST=0.0.0.0 DATA_DIR=/var/lib/zuspruch
USER node
EXPOSE 3000
# A worker has health with HEALTH_PORT alone.
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s \
  CMD [ "$ROLE$HEALTH_PORT" = worker ] || node -e "fetch('http://127.0.0.1:' + (process.env.HEALTH_PORT || process.env.PORT || 3000) + '/health/live').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"
CMD ["npm", "run", "serve", "--silent"]

# The directory as an image: docker build -t tiny-giants .
# The Node of both stages is the one that package.json pins.
FROM node:24.21.0-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --omit=dev --no-audit --no-fund
COPY vite.config.ts react-router.config.ts tsconfig.json ./
COPY scripts scripts
COPY public public
COPY content content
COPY core core
COPY engine engine
COPY server server
COPY web web
RUN node_modules/node/bin/node scripts/build.mjs
# What only a build needs, and Node itself, which the image has already.
RUN cd node_modules \
    && rm -rf node typescript @typescript vite rolldown @rolldown @babel lightningcss* tailwindcss @tailwindcss \
        @react-router/dev caniuse-lite world-atlas .cache \
    && find . \( -name '*.map' -o -name '*.d.ts' -o -name '*.d.mts' -o -name '*.d.cts' -o -name '*.md' \) -delete \
    && find /app/web -mindepth 1 -maxdepth 1 ! -name i18n -exec rm -rf {} + \
    && mkdir -p /var/lib/tiny-giants

# The C library and no shell.
FROM gcr.io/distroless/cc-debian12
COPY --from=build /usr/local/bin/node /usr/local/bin/node
WORKDIR /app
COPY --from=build /app/package.json package.json
COPY --from=build /app/node_modules node_modules
COPY --from=build /app/build build
COPY --from=build /app/content content
COPY --from=build /app/core core
COPY --from=build /app/engine engine
COPY --from=build /app/server server
COPY --from=build /app/web web
COPY --from=build --chown=1000:1000 /var/lib/tiny-giants /var/lib/tiny-giants
ENV PATH=/usr/local/bin:/usr/bin:/bin VAR_DIR=/var/lib/tiny-giants PORT=3000 NODE_COMPILE_CACHE=/var/lib/tiny-giants/.compiled
USER 1000:1000
VOLUME /var/lib/tiny-giants
EXPOSE 3000
HEALTHCHECK --interval=15s --timeout=5s --start-period=60s \
    CMD ["/usr/local/bin/node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/readyz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
# Without a shell in between: SIGTERM reaches the server.
CMD ["/usr/local/bin/node", "--max-semi-space-size=8", "--expose-gc", "build/app/main.js"]

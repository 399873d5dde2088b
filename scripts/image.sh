#!/usr/bin/env bash
# Builds the image without Docker and an image registry, as root on Debian with buildah and debootstrap, and tries it:
#   apt-get install buildah debootstrap && scripts/image.sh
# The bases of the Dockerfile are made here by debootstrap, under their names: Debian with the pinned Node of node_modules
# and the npm of this machine as `node:VERSION-bookworm-slim`, and its C and C++ libraries as `distroless/cc-debian12`.
set -euo pipefail
cd "$(dirname "$0")/.."
work=${IMAGE_WORK:-$(mktemp -d)}
node=node_modules/node/bin/node
version=$($node -p 'process.versions.node')
npm=$(readlink -f "$(command -v npm)" | sed 's,/bin/npm-cli.js$,,')
port=${IMAGE_PORT:-4399}
export BUILDAH_ISOLATION=chroot STORAGE_DRIVER=vfs

[ -d "$work/root/bin" ] || debootstrap --variant=minbase --include=ca-certificates bookworm "$work/root"
# As the slim image leaves them out.
rm -rf "$work/root"/usr/share/{doc,man,locale,info}/* "$work/root"/var/{cache/apt,lib/apt/lists}/*

has() { [ -n "$(buildah images -q "$1" 2> /dev/null)" ]; }
slim=node:$version-bookworm-slim
if ! has "$slim"; then
  container=$(buildah from scratch)
  buildah add -q "$container" "$work/root" / > /dev/null
  buildah add -q "$container" "$node" /usr/local/bin/node > /dev/null
  buildah add -q "$container" "$npm" /usr/local/lib/node_modules/npm > /dev/null
  buildah run "$container" ln -s ../lib/node_modules/npm/bin/npm-cli.js /usr/local/bin/npm
  buildah commit -q --rm "$container" "$slim" > /dev/null
fi
cc=gcr.io/distroless/cc-debian12
if ! has "$cc"; then
  rm -rf "$work/cc"
  mkdir -p "$work/cc"/{etc,tmp,usr,proc,sys,dev}
  chmod 1777 "$work/cc/tmp"
  (cd "$work/root" && cp -a --parents etc/passwd etc/group lib lib64 \
    usr/lib64 usr/lib/*-linux-gnu/{ld-linux*,lib{c,m,dl,rt,pthread,resolv,nss_*,gcc_s,stdc++}{.,-}*so*} "$work/cc" 2> /dev/null) || true
  container=$(buildah from scratch)
  buildah add -q "$container" "$work/cc" / > /dev/null
  buildah commit -q --rm "$container" "$cc" > /dev/null
fi

# Packages come from where this machine's npm gets them.
mounts=()
mount_file() { if [ -f "$1" ]; then mounts+=(-v "$1:$2:ro"); fi; }
mount_file "$HOME/.npmrc" /root/.npmrc
mount_file "${npm%/lib/node_modules/npm}/etc/npmrc" /usr/local/etc/npmrc
mount_file /etc/ssl/certs/ca-certificates.crt /etc/ssl/certs/ca-certificates.crt
buildah build -q --pull-never --format docker --network host "${mounts[@]}" -t tiny-giants . >/dev/null
buildah inspect --type image --format '{{.OCIv1.Config.User}} {{.OCIv1.Config.Cmd}}' tiny-giants

container=$(buildah from --pull-never tiny-giants)
trap 'buildah rm "$container" >/dev/null' EXIT
root=$(buildah mount "$container")
echo "The image has $(( $(du -s --apparent-size -B1 "$root" | cut -f1) / 1000000 )) MB."
buildah run "$container" node -e "
  console.log('user', process.getuid());
  try { fs.writeFileSync('/app/x', ''); } catch { console.log('The program cannot be written.'); }"
buildah run --network host --env HOST=127.0.0.1 --env PORT="$port" "$container" \
  node --max-semi-space-size=8 --expose-gc build/app/main.js > "$work/log" 2>&1 &
running=$!
for _ in $(seq 300); do curl -sf "127.0.0.1:$port/readyz" > /dev/null && break; sleep 0.2; done
for path in /healthz /readyz; do curl -sf "127.0.0.1:$port$path"; echo; done
for path in / /ko /companies/balsamiq /api/companies /share/en/companies/balsamiq.png; do
  echo "$path $(curl -so /dev/null -w '%{http_code} %{size_download}' "127.0.0.1:$port$path")"
done
buildah run --network host "$container" node server/cli.ts backup /var/lib/tiny-giants/backup.db
server=$(ss -ltnpH "sport = :$port" | sed -n 's/.*pid=\([0-9]*\).*/\1/p')
kill -TERM "$server"
wait "$running" && echo 'SIGTERM ends it with 0.'

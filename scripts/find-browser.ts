import { existsSync } from 'node:fs'
import { chromium } from '@playwright/test'

/** Debian's headless shell; the full browser needs half as much CPU time again. */
const headlessShell = '/usr/bin/chromium-headless-shell'
const systemBrowsers = [headlessShell, '/usr/bin/chromium']

/** Flags of the journeys' browser and of everything that measures with it. */
export const browserFlags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // Sub-pixel letter widths, as on a phone: the shell would round each to whole pixels.
  '--font-render-hinting=none',
]

/** The tests' browser: the system's for root, else Playwright's, or whichever is there. A full browser is no `shell`, but will do. */
export function findBrowser() {
  const own = chromium.executablePath()
  const isRoot = process.getuid?.() === 0
  const wanted = isRoot ? [...systemBrowsers, own] : [own, ...systemBrowsers]
  const path = wanted.find((candidate) => existsSync(candidate)) ?? headlessShell
  return {
    installed: existsSync(path),
    // Playwright's has a shell of its own.
    shell: path === headlessShell || path === own,
    launch: path === own ? {} : { executablePath: path },
  }
}

const multiarch = { x64: 'x86_64-linux-gnu', arm64: 'aarch64-linux-gnu' }[process.arch as string]

export const otherEngines = {
  firefox: { browser: '/usr/bin/firefox-esr' },
  webkit: {
    driver: '/usr/bin/WebKitWebDriver',
    browser: `/usr/lib/${multiarch}/webkit2gtk-4.1/MiniBrowser`,
    display: '/usr/bin/Xvfb',
  },
}

export const isInstalled = (engine: keyof typeof otherEngines) =>
  Object.values(otherEngines[engine]).every((path) => existsSync(path))

/** The proxy of deploy/Caddyfile. */
export const caddy = '/usr/bin/caddy'

/** Debian packages of the engines, and of the proxy, that `npm run test:long` lacks. */
export function missingEngines(): string[] {
  return [
    ...(existsSync(caddy) ? [] : ['caddy']),
    ...(isInstalled('firefox') ? [] : ['firefox-esr']),
    ...(isInstalled('webkit') ? [] : ['webkit2gtk-driver', 'xvfb']),
  ]
}

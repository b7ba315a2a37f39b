import { existsSync } from 'node:fs'
import { chromium } from '@playwright/test'

/** Debian's browser without the window around the pages, and the whole one, which needs half as much processor time again. */
const headlessShell = '/usr/bin/chromium-headless-shell'
const systemBrowsers = [headlessShell, '/usr/bin/chromium']

/** The flags of the journeys' browser, and of everything that measures with the same one. */
export const browserFlags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // Letters as wide as on a phone: the shell would round each to whole pixels.
  '--font-render-hinting=none',
]

/**
 * The browser of the tests: for root the system's, for others Playwright's own; where that one is missing, the other. A whole browser
 * is no `shell`, but does.
 */
export function findBrowser() {
  const own = chromium.executablePath()
  const isRoot = process.getuid?.() === 0
  const wanted = isRoot ? [...systemBrowsers, own] : [own, ...systemBrowsers]
  const path = wanted.find((candidate) => existsSync(candidate)) ?? headlessShell
  return {
    installed: existsSync(path),
    // Playwright's own comes with a shell of its own.
    shell: path === headlessShell || path === own,
    launch: path === own ? {} : { executablePath: path },
  }
}

const multiarch = { x64: 'x86_64-linux-gnu', arm64: 'aarch64-linux-gnu' }[process.arch as string]

/** Debian's other engines, as their packages install them, for `npm run test:long`. */
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

/** Debian's packages of what `npm run test:long` lacks beside the browser of the journeys. */
export function missingEngines(): string[] {
  return [
    ...(isInstalled('firefox') ? [] : ['firefox-esr']),
    ...(isInstalled('webkit') ? [] : ['webkit2gtk-driver', 'xvfb']),
  ]
}
